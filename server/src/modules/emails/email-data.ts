import type { Ctx } from '../../ctx.ts'
import { money } from '../../kit/money.ts'
import { listFulfillments } from '../orders/fulfillments/fulfillments.ts'
import { listRefunds } from '../orders/refunds/refunds.ts'
import type { Refund } from '../orders/refunds/schemas.ts'
import type { Fulfillment } from '../orders/returns/schemas.ts'
import type { Order } from '../orders/schemas.ts'
import type { EmailData } from './placeholder-values.ts'
import type { EmailKind } from './schemas.ts'

/** An occasion, and by what it is told from others of the same order. */
export interface LoadedEmailData extends EmailData {
  reference: string
}

type EmailDataLoader = (ctx: Ctx, order: Order, reference: string | undefined) => Promise<LoadedEmailData | undefined>

/** Of one order; newest first. */
const MAX_LISTED = 100

const LOADERS: Record<EmailKind, EmailDataLoader> = {
  order_confirmation: async (_, order) => ({ order, reference: order.id }),
  order_shipped: async (ctx, order, reference) => {
    const { data } = await listFulfillments(ctx, order.id, { limit: MAX_LISTED })
    const fulfillment = data.find((one) => one.status !== 'canceled' && (!reference || one.id === reference))
    return fulfillment && { order, shipment: toShipment(fulfillment), reference: fulfillment.id }
  },
  order_refunded: async (ctx, order, reference) => {
    const { data } = await listRefunds(ctx, order.id, { limit: MAX_LISTED })
    const refund = data.find((one) => refundedAmount(one) > 0 && (!reference || one.id === reference))
    return refund && { order, refund: toRefund(refund), reference: refund.id }
  },
  // Written where the card is issued, since nobody knows its code later.
  gift_card: async () => undefined,
}

/** Without a reference the latest; nothing where it has not come to that. */
export const loadEmailData = (ctx: Ctx, kind: EmailKind, order: Order, reference?: string) =>
  LOADERS[kind](ctx, order, reference)

const toShipment = ({ lines, tracking }: Fulfillment) => ({
  carrier: tracking?.carrier ?? null,
  trackingNumber: tracking?.number ?? null,
  trackingUrl: tracking?.url ?? null,
  items: lines,
})

/**
 * Of several tenders one may have failed: a buyer is told of what has arrived. What was paid outside is given back by hand, and
 * nobody tells us when.
 */
const refundedAmount = ({ tenders }: Refund): number =>
  tenders
    .filter(({ kind, status }) => kind !== 'external' && status === 'completed')
    .reduce((sum, { amount }) => sum + amount.amount, 0)

const toRefund = (refund: Refund) => ({
  amount: money(refundedAmount(refund), refund.amount.currency),
  reason: refund.reason,
  items: refund.status === 'completed' ? refund.lines : [],
})
