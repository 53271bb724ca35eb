import { AppError } from '../../kit/errors.ts'
import type { PricingInput } from '../pricing/cart.ts'
import { priceCart } from '../pricing/price.ts'
import type { Priced, TraceStep } from '../pricing/priced.ts'

/** A sum that no number holds exactly is refused, never guessed. */
export function price(input: PricingInput, trace?: TraceStep[]): Priced {
  try {
    return priceCart(input, trace)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new AppError('cart_full', 'This is more than can be reckoned exactly: take fewer.', { cause: error })
  }
}
