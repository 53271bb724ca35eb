import type { Image, Money, Order } from '@storedesk/sdk'

/** An order as its link shows it: no name, address or email, because links are forwarded. */
export interface OrderView
  extends Pick<
    Order,
    | 'id'
    | 'number'
    | 'status'
    | 'paymentStatus'
    | 'fulfillmentStatus'
    | 'promotions'
    | 'totals'
    | 'refunded'
    | 'placedAt'
  > {
  isTest: boolean
  shipping: { title: string } | null
  items: OrderViewItem[]
  fulfillments: {
    id: string
    status: 'shipped' | 'delivered'
    tracking: { carrier?: string; number?: string; url?: string } | null
    estimatedDeliveryAt: string | null
    createdAt: string
  }[]
  returns: { id: string; status: string; items: { itemId: string; quantity: number }[]; createdAt: string }[]
  returnTerms: { windowDays: number; returnShipping: string } | null
  returnDeadline: string | null
}

export interface OrderViewItem {
  id: string
  title: string
  options: Record<string, string>
  image: Image | null
  quantities: { ordered: number; returned: number }
  subtotal: Money
  total: Money
  /** How many the buyer can still send back. */
  returnable: number
}

/** From the first to the last; the current one is the last that is done. */
export function progressOf({ fulfillmentStatus, fulfillments }: OrderView): { label: string; isDone: boolean }[] {
  const isShipped = fulfillments.length > 0
  const isDelivered =
    fulfillmentStatus === 'fulfilled' && isShipped && fulfillments.every(({ status }) => status === 'delivered')
  return [
    { label: 'Confirmed', isDone: true },
    { label: fulfillmentStatus === 'partially_fulfilled' ? 'Partially shipped' : 'Shipped', isDone: isShipped },
    { label: 'Delivered', isDone: isDelivered },
  ]
}

export function statusText(order: OrderView): string {
  if (order.status === 'canceled' || order.paymentStatus === 'voided') return 'This order was canceled.'
  if (order.paymentStatus === 'pending') return 'We are waiting for your payment.'
  const done = progressOf(order).filter(({ isDone }) => isDone)
  return {
    Confirmed: 'We have your order and are packing it.',
    Shipped: 'Your order is on its way.',
    'Partially shipped': 'A part of your order is on its way.',
    Delivered: 'Your order was delivered.',
  }[done.at(-1)?.label ?? 'Confirmed'] as string
}

export const RETURN_STATUSES: Record<string, string> = {
  requested: 'Requested: we reply by email',
  approved: 'Approved: send the items back',
  rejected: 'Declined',
  received: 'Received',
  closed: 'Closed',
}
