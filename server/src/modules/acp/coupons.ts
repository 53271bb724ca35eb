import type { Ctx } from '../../ctx.ts'
import type { Amounts, Benefit, Phase } from '../pricing/rules.ts'
import * as queries from './queries.ts'
import type { Discounts } from './shapes.ts'
import type { Shown } from './shown.ts'

/** By the id of a promotion. One that is deleted by now has none: then its name is all that is told of it. */
export type Coupons = ReadonlyMap<string, queries.PromotionTerms>

export async function couponsOf(ctx: Ctx, { promotions }: Shown): Promise<Coupons> {
  if (promotions.length === 0) return new Map()
  const ids = promotions.map(({ id }) => id)
  return new Map((await queries.listTerms(ctx, ids)).map((terms) => [terms.id, terms]))
}

/** In the order in which they were reckoned. What is off shipping has no line to be off. */
export function appliedOf({ promotions, lines, currency }: Shown, coupons: Coupons): Discounts['applied'] {
  const places = new Map(lines.map(({ id }, place) => [id, `$.line_items[${place}]`]))
  return promotions.map(({ id, code, title, amount, allocations }, place) => {
    const terms = coupons.get(id)
    const { method, ...offered } = terms ? offerOf(terms.benefit, currency) : {}
    return {
      id,
      ...(code !== null && { code }),
      coupon: { id, name: title, ...offered, duration: 'once' },
      amount,
      automatic: code === null,
      ...(terms?.startsAt && { start: terms.startsAt }),
      ...(terms?.endsAt && { end: terms.endsAt }),
      ...(method && { method }),
      priority: place + 1,
      allocations: allocations.map((share) => ({
        path: places.get(share.lineId ?? '') ?? '$.totals.fulfillment',
        amount: share.amount,
      })),
    }
  })
}

interface Offer {
  percent_off?: number
  amount_off?: number
  currency?: string
  method?: 'each' | 'across'
}

/** The protocol knows a percentage or an amount; what is neither, such as a gift, is told by its name and what it saves. */
function offerOf(benefit: Benefit, currency: string): Offer {
  if (benefit.kind === 'percentage') {
    return { percent_off: benefit.basisPoints / 100, ...methodOf(benefit.on, benefit.on === 'line') }
  }
  if (benefit.kind === 'fixed') {
    return { ...amountIn(benefit.amounts, currency), ...methodOf(benefit.on, benefit.each === true) }
  }
  if (benefit.kind !== 'freeShipping') return {}
  return benefit.maxAmounts ? amountIn(benefit.maxAmounts, currency) : { percent_off: 100 }
}

const methodOf = (on: Phase, isEach: boolean): Offer =>
  on === 'shipping' ? {} : { method: isEach ? 'each' : 'across' }

function amountIn(amounts: Amounts, currency: string): Offer {
  const amount = amounts[currency]
  return amount === undefined ? {} : { amount_off: amount, currency: currency.toLowerCase() }
}
