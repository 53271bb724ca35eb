import type { Ctx } from '../../ctx.ts'
import type { Order } from '../orders/schemas.ts'
import type { AcpOrder, Total } from './shapes.ts'
import { totalsOf } from './totals.ts'

/** The shop's front page: it has none for an order, since whoever has guessed an id would see it there. */
export const shopPageOf = ({ publicUrl }: Pick<Ctx, 'publicUrl'>): string => `${publicUrl}/shop/`

/** All of it each time, as it is now: never what has changed alone. */
export function toAcpOrder(ctx: Pick<Ctx, 'publicUrl'>, order: Order, sessionId: string): AcpOrder {
  return {
    type: 'order',
    id: order.id,
    checkout_session_id: sessionId,
    permalink_url: shopPageOf(ctx),
    order_number: String(order.number),
    status: statusOf(order),
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
    fulfillments: [],
    adjustments: adjustmentsOf(order),
    totals: orderTotals(order),
  }
}

/** `completed` is said of what has arrived, which nobody tells us: what was sent stays `shipped`. */
function statusOf({ status, paymentStatus, fulfillmentStatus }: Order): string {
  if (status === 'canceled') return 'canceled'
  if (fulfillmentStatus === 'fulfilled') return 'shipped'
  if (fulfillmentStatus === 'partial') return 'processing'
  if (status === 'completed') return 'completed'
  return paymentStatus === 'pending' || paymentStatus === 'authorized' ? 'created' : 'confirmed'
}

function adjustmentsOf({ id, refunded, updatedAt, status }: Order): object[] {
  if (refunded.amount === 0) return []
  return [
    {
      id: `${id}_refunded`,
      type: status === 'canceled' ? 'cancellation' : 'refund',
      occurred_at: updatedAt,
      status: 'completed',
      amount: refunded.amount,
      currency: refunded.currency.toLowerCase(),
    },
  ]
}

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
