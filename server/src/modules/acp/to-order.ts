import type { Ctx } from '../../ctx.ts'
import { listFulfillments } from '../orders/fulfillments.ts'
import type { Fulfillment } from '../orders/goods-schemas.ts'
import type { Refund } from '../orders/money-schemas.ts'
import { listRefunds } from '../orders/refunds.ts'
import type { Order } from '../orders/schemas.ts'
import type { AcpOrder, Total } from './shapes.ts'
import { totalsOf } from './totals.ts'

/** The shop's front page: it has none for an order, since whoever has guessed an id would see it there. */
export const shopPageOf = ({ publicUrl }: Pick<Ctx, 'publicUrl'>): string => `${publicUrl}/shop/`

/** More than any order has. */
const limit = 1000

/** All of it each time, as it is now: never what has changed alone. */
export async function toAcpOrder(ctx: Ctx, order: Order, sessionId: string): Promise<AcpOrder> {
  const { data: sent } = await listFulfillments(ctx, order.id, { limit })
  const { data: refunds } = await listRefunds(ctx, order.id, { limit })
  return {
    type: 'order',
    id: order.id,
    checkout_session_id: sessionId,
    permalink_url: shopPageOf(ctx),
    order_number: String(order.number),
    status: statusOf(order, sent),
    confirmation: {
      confirmation_number: String(order.number),
      ...(order.note !== null && { order_notes: order.note }),
    },
    line_items: order.items.map((line) => ({
      id: line.id,
      title: line.title,
      ...(line.productId !== null && { product_id: line.productId }),
      ...(line.image !== null && { image_url: line.image }),
      quantity: {
        ordered: line.quantities.ordered,
        current: line.quantities.current,
        fulfilled: line.quantities.fulfilled,
      },
      unit_price: line.unitPrice.amount,
      subtotal: line.subtotal.amount,
      status: line.status,
    })),
    fulfillments: sent.toReversed().map((one) => toFulfillment(order, one)),
    adjustments: refunds.toReversed().map(toAdjustment),
    totals: orderTotals(order),
  }
}

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

function toFulfillment({ items }: Order, { id, status, lines, tracking, createdAt, deliveredAt }: Fulfillment) {
  const named = new Set(lines.map(({ lineId }) => lineId))
  const isShipped = items.some((line) => line.requiresShipping && named.has(line.id))
  const { carrier, number, url } = tracking ?? {}
  const came = deliveredAt === null ? [] : [{ id: `${id}_delivered`, type: 'delivered', occurred_at: deliveredAt }]
  return {
    id,
    type: isShipped ? 'shipping' : 'digital',
    status,
    line_items: lines.map(toReference),
    ...(carrier !== undefined && { carrier }),
    ...(number !== undefined && { tracking_number: number }),
    ...(url !== undefined && { tracking_url: url }),
    events: [{ id: `${id}_shipped`, type: 'shipped', occurred_at: createdAt }, ...came],
  }
}

const toReference = ({ lineId, quantity }: { lineId: string; quantity: number }) => ({ id: lineId, quantity })

const toAdjustment = ({ id, reason, status, amount, lines, createdAt }: Refund) => ({
  id,
  type: reason === 'cancellation' ? 'cancellation' : 'refund',
  occurred_at: createdAt,
  status,
  ...(lines.length > 0 && { line_items: lines.map(toReference) }),
  amount: amount.amount,
  currency: amount.currency.toLowerCase(),
})

function orderTotals({ items, taxes, totals, currency, refunded }: Order): Total[] {
  const amounts = {
    subtotal: totals.subtotal.amount,
    discount: totals.discount.amount,
    shipping: totals.shipping.amount,
    tax: totals.tax.amount,
    taxIncluded: totals.taxIncluded,
    total: totals.total.amount,
    giftCards: totals.giftCards.amount,
    due: totals.due.amount,
  }
  const lines = items.map((line) => ({ discount: line.discount.amount }))
  const rates = taxes.map(({ name, percentage, amount }) => ({ name, percentage, amount: amount.amount }))
  return [
    ...totalsOf({ totals: amounts, lines, taxes: rates, currency }),
    ...(refunded.amount > 0
      ? [{ type: 'amount_refunded', display_text: 'Refunded', amount: refunded.amount } as const]
      : []),
  ]
}
