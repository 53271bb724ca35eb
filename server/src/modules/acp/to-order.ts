import type { Ctx } from '../../ctx.ts'
import type { Event } from '../../events/subscriber.ts'
import { orderPageUrl } from '../buyer-pages/buyer-pages.ts'
import { listFulfillments } from '../orders/fulfillments/fulfillments.ts'
import type { Fulfillment } from '../orders/fulfillments/schemas.ts'
import type { Order } from '../orders/schemas.ts'
import { listAdjustments } from './adjustments.ts'
import { isDelivered, toFulfillments } from './order-fulfillments.ts'
import type { AcpOrder, Total } from './protocol.ts'
import * as queries from './queries.ts'
import { toAmounts } from './session-view.ts'
import { toTotals } from './totals.ts'

/** More than any order has. */
const limit = 1000

/** Always the complete current order, never only the changes. */
export async function toAcpOrder(ctx: Ctx, order: Order, sessionId: string): Promise<AcpOrder> {
  const { data: fulfillments } = await listFulfillments(ctx, order.id, { limit })
  const events = await queries.listOrderEvents(ctx, order.id)
  return {
    type: 'order',
    id: order.id,
    checkout_session_id: sessionId,
    permalink_url: orderPageUrl(ctx, order.id),
    order_number: String(order.number),
    status: orderStatus(order, fulfillments),
    confirmation: {
      confirmation_number: String(order.number),
      confirmation_email_sent: events.some(isConfirmation),
      ...(order.note !== null && { order_notes: order.note }),
    },
    line_items: order.items.map((item) => toOrderItem(order, item)),
    fulfillments: toFulfillments(order, fulfillments, events.findLast(isPayment)?.createdAt),
    adjustments: await listAdjustments(ctx, order, events),
    totals: toOrderTotals(order),
  }
}

const ITEM_STATUSES: Record<Order['items'][number]['status'], string> = {
  unfulfilled: 'processing',
  partially_fulfilled: 'partial',
  fulfilled: 'fulfilled',
  removed: 'removed',
}

function toOrderItem(order: Order, item: Order['items'][number]) {
  const { ordered, current, fulfilled } = item.quantities
  const isFulfilled = isDelivered(order, item) && current > 0
  return {
    id: item.id,
    title: item.title,
    ...(item.productId !== null && { product_id: item.productId }),
    ...(item.image !== null && { image_url: item.image.url }),
    quantity: { ordered, current, fulfilled: isFulfilled ? current : fulfilled },
    unit_price: item.unitPrice.amount,
    subtotal: item.subtotal.amount,
    status: isFulfilled ? 'fulfilled' : ITEM_STATUSES[item.status],
  }
}

const isPayment = ({ type }: Event) => type === 'order.captured' || type === 'order.payment_recorded'
const isConfirmation = ({ type, data }: Event) => type === 'email.sent' && data.kind === 'order_confirmation'

/** `completed` requires a recorded delivery; until then a sent order is `shipped`. */
function orderStatus({ status, paymentStatus, fulfillmentStatus }: Order, fulfillments: Fulfillment[]): string {
  if (status === 'canceled') return 'canceled'
  if (fulfillmentStatus === 'fulfilled') return allDelivered(fulfillments) ? 'completed' : 'shipped'
  if (fulfillmentStatus === 'partially_fulfilled') return 'processing'
  if (status === 'archived') return 'completed'
  return paymentStatus === 'pending' || paymentStatus === 'authorized' ? 'created' : 'confirmed'
}

const allDelivered = (fulfillments: Fulfillment[]): boolean =>
  fulfillments.some(({ status }) => status === 'delivered') && fulfillments.every(({ status }) => status !== 'shipped')

function toOrderTotals({ items: orderItems, taxes, totals, currency, refunded }: Order): Total[] {
  const items = orderItems.map((item) => ({ discount: item.discount.amount }))
  const { total, giftCards, points, storeCredit } = totals
  const chargedTotal = total.amount - giftCards.amount - points.amount - storeCredit.amount
  const rates = taxes.map(({ name, percentage, amount }) => ({ name, percentage, amount: amount.amount }))
  return [
    // The amount charged when the order was placed, not the amount still due.
    ...toTotals({ totals: { ...toAmounts(totals), due: chargedTotal }, items, taxes: rates, currency }),
    ...(refunded.amount > 0
      ? [{ type: 'amount_refunded', display_text: 'Refunded', amount: refunded.amount } as const]
      : []),
  ]
}
