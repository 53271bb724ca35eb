import { AppError } from '../../kit/errors.ts'
import { priceCart } from '../pricing/price-cart.ts'
import type { PricingInput } from '../pricing/pricing-input.ts'
import type { PricingResult, TraceStep } from '../pricing/pricing-result.ts'

/** Rejects a sum that a number can't represent exactly; never rounds it. */
export function calculatePrices(input: PricingInput, trace?: TraceStep[]): PricingResult {
  try {
    return priceCart(input, trace)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new AppError('cart_full', 'The total is too large to calculate exactly. Reduce the quantities.', {
      cause: error,
    })
  }
}
