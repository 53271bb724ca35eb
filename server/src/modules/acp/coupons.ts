import type { Ctx } from '../../ctx.ts'
import type { Amounts, Benefit, Phase } from '../../pricing/rules.ts'
import type { Discounts } from './protocol.ts'
import * as queries from './queries.ts'
import type { SessionView } from './session-view.ts'

/** By promotion id. A promotion deleted since has no entry, so the response contains only its name. */
export type Coupons = ReadonlyMap<string, queries.PromotionTerms>

export async function loadCoupons(ctx: Ctx, { promotions }: SessionView): Promise<Coupons> {
  if (promotions.length === 0) return new Map()
  const ids = promotions.map(({ id }) => id)
  return new Map((await queries.listPromotionTerms(ctx, ids)).map((terms) => [terms.id, terms]))
}

/** In the order in which they were applied. A shipping discount has no line item to point to. */
export function toAppliedDiscounts(
  { promotions, items, currency }: SessionView,
  coupons: Coupons,
): Discounts['applied'] {
  const paths = new Map(items.map(({ id }, index) => [id, `$.line_items[${index}]`]))
  return promotions.map(({ id, code, title, amount, allocations }, index) => {
    const terms = coupons.get(id)
    const { method, ...offer } = terms ? toCouponOffer(terms.benefit, currency) : {}
    return {
      id,
      ...(code !== null && { code }),
      coupon: { id, name: title, ...offer, duration: 'once' },
      amount,
      automatic: code === null,
      ...(terms?.startsAt && { start: terms.startsAt }),
      ...(terms?.endsAt && { end: terms.endsAt }),
      ...(method && { method }),
      priority: index + 1,
      allocations: allocations.map((share) => ({
        path: paths.get(share.itemId ?? '') ?? '$.totals.fulfillment',
        amount: share.amount,
      })),
    }
  })
}

interface CouponOffer {
  percent_off?: number
  amount_off?: number
  currency?: string
  method?: 'each' | 'across'
}

/**
 * The protocol has percentages and amounts only; anything else, such as a gift, is described by its name and savings.
 */
function toCouponOffer(benefit: Benefit, currency: string): CouponOffer {
  if (benefit.kind === 'percentage') {
    return { percent_off: benefit.basisPoints / 100, ...allocationMethod(benefit.target, benefit.target === 'item') }
  }
  if (benefit.kind === 'fixed') {
    return { ...amountIn(benefit.amounts, currency), ...allocationMethod(benefit.target, benefit.perUnit === true) }
  }
  if (benefit.kind !== 'free_shipping') return {}
  return benefit.maxAmounts ? amountIn(benefit.maxAmounts, currency) : { percent_off: 100 }
}

const allocationMethod = (target: Phase, isEach: boolean): CouponOffer =>
  target === 'shipping' ? {} : { method: isEach ? 'each' : 'across' }

function amountIn(amounts: Amounts, currency: string): CouponOffer {
  const amount = amounts[currency]
  return amount === undefined ? {} : { amount_off: amount, currency: currency.toLowerCase() }
}
