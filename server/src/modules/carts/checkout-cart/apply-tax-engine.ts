import type { Ctx } from '../../../ctx.ts'
import type { TaxRequest } from '../../../ports/tax-engine.ts'
import type { PricingResult } from '../../../pricing/pricing-result.ts'
import { findTaxDestination } from '../../../pricing/taxes.ts'
import { loadEngineAccess } from '../../taxes/taxes.ts'
import { calculatePrices, type ResolvedCart } from '../resolve-cart.ts'

export interface TaxableCart {
  resolved: ResolvedCart
  priced: PricingResult
  /** The cart's total before calling the engine; the engine's taxes may change it. */
  estimate?: number
}

/** If the tax engine fails or returns an invalid response, the shop's own tax regions apply. */
export async function applyTaxEngine<Ready extends TaxableCart>(ctx: Ctx, cart: Ready): Promise<Ready> {
  const request = toTaxRequest(cart)
  const engine = request && (await loadEngineAccess(ctx))
  if (!engine) return cart
  try {
    const taxBreakdown = await ctx.external.taxEngineAt(engine).calculate(request, ctx.signal)
    const priced = calculatePrices({ ...cart.resolved.input, taxBreakdown })
    return { ...cart, priced, estimate: cart.priced.totals.total }
  } catch (error) {
    ctx.log.warn({ err: error }, 'the tax engine did not respond; using the tax regions')
    return cart
  }
}

function toTaxRequest({ resolved: { input }, priced }: TaxableCart): TaxRequest | undefined {
  const { country, region, postalCode } = findTaxDestination(input, priced.shipping)
  if (country === null || input.buyer.isTaxExempt || input.lines.length === 0) return undefined
  const classes = new Map(input.lines.map(({ id, taxClass, giftCard }) => [id, giftCard ? 'none' : taxClass]))
  return {
    currency: input.currency,
    pricesIncludeTax: input.taxes.pricesIncludeTax,
    to: { country, region, postalCode },
    items: priced.lines.flatMap(({ id, variantId, quantity, subtotal, discount, giftPromotionId }) =>
      giftPromotionId === null
        ? [{ id, variantId, taxClass: classes.get(id) ?? 'standard', quantity, amount: subtotal - discount }]
        : [],
    ),
    shipping: priced.shipping.amount - priced.shipping.discount,
  }
}
