import type { Ctx } from '../../ctx.ts'
import { money } from '../../kit/money.ts'
import { listFulfillments } from '../orders/fulfillments/fulfillments.ts'
import type { Fulfillment } from '../orders/fulfillments/schemas.ts'
import { listRefunds } from '../orders/refunds/refunds.ts'
import type { Refund } from '../orders/refunds/schemas.ts'
import type { Order } from '../orders/schemas.ts'
import type { EmailData } from './placeholder-values.ts'
import type { EmailKind, NewEmail } from './schemas.ts'

/** Email data plus a reference that distinguishes several emails of the same kind for one order. */
export interface LoadedEmailData extends EmailData {
  reference: string
}

export type EmailSubject = Pick<NewEmail, 'fulfillmentId' | 'refundId'>

type EmailDataLoader = (ctx: Ctx, order: Order, subject: EmailSubject) => Promise<LoadedEmailData | undefined>

/** Per order, newest first. */
const MAX_LISTED = 100

const LOADERS: Record<EmailKind, EmailDataLoader> = {
  order_confirmation: async (_, order) => ({ order, reference: order.id }),
  order_shipped: async (ctx, order, { fulfillmentId }) => {
    const { data } = await listFulfillments(ctx, order.id, { limit: MAX_LISTED })
    const fulfillment = data.find((one) => one.status !== 'canceled' && (!fulfillmentId || one.id === fulfillmentId))
    return fulfillment && { order, shipment: toShipment(fulfillment), reference: fulfillment.id }
  },
  shipment_update: async (ctx, order, { fulfillmentId }) => {
    const { data } = await listFulfillments(ctx, order.id, { limit: MAX_LISTED })
    const fulfillment = data.find(
      (one) => one.status !== 'canceled' && one.trackingStatus && (!fulfillmentId || one.id === fulfillmentId),
    )
    // One email per status.
    const reference = `${fulfillment?.id}:${fulfillment?.trackingStatus}`
    return fulfillment && { order, shipment: toShipment(fulfillment), reference }
  },
  order_refunded: async (ctx, order, { refundId }) => {
    const { data } = await listRefunds(ctx, order.id, { limit: MAX_LISTED })
    const refund = data.find((one) => refundedAmount(one) > 0 && (!refundId || one.id === refundId))
    return refund && { order, refund: toRefund(refund), reference: refund.id }
  },
  // These are created together with their code, which is not available later.
  gift_card: async () => undefined,
  login_code: async () => undefined,
  chat_code: async () => undefined,
}

/** Without an ID it loads the latest fulfillment or refund. Undefined if there is none. */
export const loadEmailData = (ctx: Ctx, kind: EmailKind, order: Order, subject: EmailSubject = {}) =>
  LOADERS[kind](ctx, order, subject)

const toShipment = ({ items, tracking, trackingStatus, estimatedDeliveryAt }: Fulfillment) => ({
  carrier: tracking?.carrier ?? null,
  trackingNumber: tracking?.number ?? null,
  trackingUrl: tracking?.url ?? null,
  trackingStatus,
  estimatedDeliveryAt,
  items: items,
})

/**
 * Counts only completed tenders: one of several may have failed. Manual refunds are made by hand, and no event reports
 * when.
 */
const refundedAmount = ({ tenders }: Refund): number =>
  tenders
    .filter(({ method, status }) => method !== 'manual' && method !== 'order_credit' && status === 'completed')
    .reduce((sum, { amount }) => sum + amount.amount, 0)

const storeCreditAmount = ({ tenders }: Refund): number =>
  tenders
    .filter(({ method, status }) => method === 'store_credit' && status === 'completed')
    .reduce((sum, { amount }) => sum + amount.amount, 0)

const toRefund = (refund: Refund) => ({
  amount: money(refundedAmount(refund), refund.amount.currency),
  storeCredit: money(storeCreditAmount(refund), refund.amount.currency),
  reason: refund.reason,
  items: refund.status === 'completed' ? refund.items : [],
})
