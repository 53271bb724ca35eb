import type { Ctx } from '../../ctx.ts'
import { money } from '../../kit/money.ts'
import { listFulfillments } from '../orders/goods/fulfillments.ts'
import type { Fulfillment } from '../orders/goods/goods-schemas.ts'
import type { Refund } from '../orders/money/money-schemas.ts'
import { listRefunds } from '../orders/money/refunds.ts'
import type { Order } from '../orders/schemas.ts'
import type { MailKind } from './schemas.ts'
import type { Occasion } from './values.ts'

/** An occasion, and by what it is told from others of the same order. */
export interface KnownOccasion extends Occasion {
  reference: string
}

type Read = (ctx: Ctx, order: Order, reference: string | undefined) => Promise<KnownOccasion | undefined>

/** Of one order; newest first. */
const MOST = 100

const OCCASIONS: Record<MailKind, Read> = {
  order_confirmation: async (_, order) => ({ order, reference: order.id }),
  order_shipped: async (ctx, order, reference) => {
    const { data } = await listFulfillments(ctx, order.id, { limit: MOST })
    const parcel = data.find((one) => one.status !== 'canceled' && (!reference || one.id === reference))
    return parcel && { order, shipment: parcelFacts(parcel), reference: parcel.id }
  },
  order_refunded: async (ctx, order, reference) => {
    const { data } = await listRefunds(ctx, order.id, { limit: MOST })
    const refund = data.find((one) => givenBack(one) > 0 && (!reference || one.id === reference))
    return refund && { order, refund: refundFacts(refund), reference: refund.id }
  },
  // Written where the card is issued, since nobody knows its code later.
  gift_card: async () => undefined,
}

/** Without a reference the latest; nothing where it has not come to that. */
export const readOccasion = (ctx: Ctx, kind: MailKind, order: Order, reference?: string) =>
  OCCASIONS[kind](ctx, order, reference)

const parcelFacts = ({ lines, tracking }: Fulfillment) => ({
  carrier: tracking?.carrier ?? null,
  trackingNumber: tracking?.number ?? null,
  trackingUrl: tracking?.url ?? null,
  items: lines,
})

/**
 * Of several tenders one may have failed: a buyer is told of what has arrived. What was paid outside is given back by hand, and
 * nobody tells us when.
 */
const givenBack = ({ tenders }: Refund): number =>
  tenders
    .filter(({ kind, status }) => kind !== 'external' && status === 'completed')
    .reduce((sum, { amount }) => sum + amount.amount, 0)

const refundFacts = (refund: Refund) => ({
  amount: money(givenBack(refund), refund.amount.currency),
  reason: refund.reason,
  items: refund.status === 'completed' ? refund.lines : [],
})
