import type { Ctx } from '../../ctx.ts'
import type { Event } from '../../events/subscriber.ts'
import { orderPageUrl } from '../buyer-pages/links.ts'
import { listFulfillments } from '../orders/goods/fulfillments.ts'
import type { Fulfillment } from '../orders/goods/goods-schemas.ts'
import type { Order } from '../orders/schemas.ts'
import { adjustmentsOf } from './adjustments.ts'
import { fulfillmentsOf, isDelivered } from './order-fulfillments.ts'
import * as queries from './queries.ts'
import type { AcpOrder, Total } from './shapes.ts'
import { amountsOf } from './shown.ts'
import { totalsOf } from './totals.ts'

/** More than any order has. */
const limit = 1000

/** All of it each time, as it is now: never what has changed alone. */
export async function toAcpOrder(ctx: Ctx, order: Order, sessionId: string): Promise<AcpOrder> {
  const { data: sent } = await listFulfillments(ctx, order.id, { limit })
  const told = await queries.listTold(ctx, order.id)
  return {
    type: 'order',
    id: order.id,
    checkout_session_id: sessionId,
    permalink_url: orderPageUrl(ctx, order.id),
    order_number: String(order.number),
    status: statusOf(order, sent),
    confirmation: {
      confirmation_number: String(order.number),
      confirmation_email_sent: told.some(isConfirmation),
      ...(order.note !== null && { order_notes: order.note }),
    },
    line_items: order.items.map((line) => toLine(order, line)),
    fulfillments: fulfillmentsOf(order, sent, told.findLast(isPayment)?.createdAt),
    adjustments: await adjustmentsOf(ctx, order, told),
    totals: orderTotals(order),
  }
}

function toLine(order: Order, line: Order['items'][number]) {
  const { ordered, current, fulfilled } = line.quantities
  const isWhole = isDelivered(order, line) && current > 0
  return {
    id: line.id,
    title: line.title,
    ...(line.productId !== null && { product_id: line.productId }),
    ...(line.image !== null && { image_url: line.image }),
    quantity: { ordered, current, fulfilled: isWhole ? current : fulfilled },
    unit_price: line.unitPrice.amount,
    subtotal: line.subtotal.amount,
    status: isWhole ? 'fulfilled' : line.status,
  }
}

const isPayment = ({ type }: Event) => type === 'order.captured' || type === 'order.paid'
const isConfirmation = ({ type, data }: Event) => type === 'mail.sent' && data.kind === 'order_confirmation'

/** `completed` is said of what has arrived, where the shop has noted that; what was sent is `shipped` until then. */
function statusOf({ status, paymentStatus, fulfillmentStatus }: Order, sent: Fulfillment[]): string {
  if (status === 'canceled') return 'canceled'
  if (fulfillmentStatus === 'fulfilled') return hasArrived(sent) ? 'completed' : 'shipped'
  if (fulfillmentStatus === 'partial') return 'processing'
  if (status === 'completed') return 'completed'
  return paymentStatus === 'pending' || paymentStatus === 'authorized' ? 'created' : 'confirmed'
}

const hasArrived = (sent: Fulfillment[]): boolean =>
  sent.some(({ status }) => status === 'delivered') && sent.every(({ status }) => status !== 'shipped')

function orderTotals({ items, taxes, totals, currency, refunded }: Order): Total[] {
  const lines = items.map((line) => ({ discount: line.discount.amount }))
  const charged = totals.total.amount - totals.giftCards.amount - totals.points.amount
  const rates = taxes.map(({ name, percentage, amount }) => ({ name, percentage, amount: amount.amount }))
  return [
    // What was charged when it was placed, and not what is still due.
    ...totalsOf({ totals: { ...amountsOf(totals), due: charged }, lines, taxes: rates, currency }),
    ...(refunded.amount > 0
      ? [{ type: 'amount_refunded', display_text: 'Refunded', amount: refunded.amount } as const]
      : []),
  ]
}
