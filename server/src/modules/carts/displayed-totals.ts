import { createHash } from 'node:crypto'
import type { Ctx } from '../../ctx.ts'
import type { PricingResult } from '../pricing/pricing-result.ts'
import type { Cart } from './schemas.ts'

/** What the last response showed the buyer. Nobody pays an amount they were not shown, so a checkout must match it. */
export interface DisplayedTotals {
  total: number
  /** The part of the total that gift cards and points pay. */
  credit: number
  /** A digest of items and quantities, including gifts, because a cart of 250 items is read and written whole. */
  items: string
}

interface DigestItem {
  id: string
  variantId: string
  quantity: number
}

const digestOf = (items: readonly DigestItem[]): string =>
  createHash('sha256')
    .update(items.map(({ id, variantId, quantity }) => `${id} ${variantId} ${quantity}`).join('\n'))
    .digest('base64url')
    .slice(0, 22)

export const toDisplayedTotals = ({ items, totals }: Pick<Cart, 'items' | 'totals'>): DisplayedTotals => ({
  total: totals.total.amount,
  credit: totals.giftCards.amount + totals.points.amount,
  items: digestOf(items),
})

export const computeTotals = ({ lines, totals }: Pick<PricingResult, 'lines' | 'totals'>): DisplayedTotals => ({
  total: totals.total,
  credit: totals.giftCards + totals.points,
  items: digestOf(lines),
})

export const areSameTotals = (displayed: DisplayedTotals | undefined, totals: DisplayedTotals): boolean =>
  displayed?.total === totals.total && displayed.credit === totals.credit && displayed.items === totals.items

/**
 * A key is the shop's own server acting for the buyer, unless it is read-only. Staff and jobs also read carts, but
 * the buyer has not seen what they see.
 */
export const isBuyerRequest = ({ caller }: Pick<Ctx, 'caller'>): boolean =>
  caller.kind === 'visitor' || (caller.kind === 'key' && caller.scope !== 'read')
