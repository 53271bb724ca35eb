import type { Fulfillment } from '../orders/fulfillments/schemas.ts'
import type { Order } from '../orders/schemas.ts'
import { toAddress } from './address.ts'

/** Fulfillments, sent and pending. `paidAt`: time of the last payment event, if there is one. */
export function toFulfillments(
  order: Order,
  fulfillments: readonly Fulfillment[],
  paidAt: string | undefined,
): object[] {
  const parcels = fulfillments.toReversed().map((one) => toFulfillment(order, one))
  return [...parcels, ...digitalFulfillments(order, paidAt ?? order.placedAt), ...pendingFulfillments(order)]
}

type Line = Order['items'][number]

/** An item without shipping counts as delivered once it is paid: nobody records its fulfillment. */
export const isDelivered = ({ paymentStatus, status }: Order, { requiresShipping }: Line): boolean =>
  !requiresShipping && status !== 'canceled' && !UNPAID.includes(paymentStatus)

const UNPAID: Order['paymentStatus'][] = ['pending', 'authorized', 'partially_paid', 'voided']

function digitalFulfillments(order: Order, at: string): object[] {
  const remaining = order.items.filter((item) => isDelivered(order, item)).flatMap(unfulfilledUnits)
  if (remaining.length === 0) return []
  const id = `${order.id}_digital`
  const events = [{ id: `${id}_delivered`, type: 'delivered', occurred_at: at }]
  return [{ id, type: 'digital', status: 'delivered', line_items: remaining, events }]
}

const unfulfilledUnits = ({ id, quantities: { current, fulfilled } }: Line) =>
  current > fulfilled ? [{ id, quantity: current - fulfilled }] : []

type Kind = 'shipping' | 'pickup' | 'digital'

function toFulfillment(order: Order, { id, status, items, tracking, createdAt, deliveredAt }: Fulfillment) {
  const kind = kindOf(
    order,
    items.map(({ itemId }) => itemId),
  )
  const { carrier, number, url } = tracking ?? {}
  const sentStatus = SENT_STATUSES[kind]
  const deliveredEvents =
    deliveredAt === null ? [] : [{ id: `${id}_delivered`, type: 'delivered', occurred_at: deliveredAt }]
  return {
    id,
    type: kind,
    status: status === 'shipped' ? sentStatus : status,
    line_items: items.map(({ itemId, quantity }) => ({ id: itemId, quantity })),
    ...(carrier !== undefined && { carrier }),
    ...(number !== undefined && { tracking_number: number }),
    ...(url !== undefined && { tracking_url: url }),
    ...destinationOf(order, kind),
    events: [
      { id: `${id}_${sentStatus}`, type: sentStatus, occurred_at: createdAt },
      ...(sentStatus === 'delivered' ? [] : deliveredEvents),
    ],
  }
}

/** Digital items arrive when sent; pickups wait for the buyer. */
const SENT_STATUSES = { shipping: 'shipped', pickup: 'ready_for_pickup', digital: 'delivered' } as const

/** Items not sent yet. Items without shipping are never pending. */
function pendingFulfillments(order: Order): object[] {
  if (order.status === 'canceled') return []
  const remaining = order.items.filter((item) => item.requiresShipping).flatMap(unfulfilledUnits)
  if (remaining.length === 0) return []
  const type = order.shipping?.type === 'pickup' ? 'pickup' : 'shipping'
  return [
    {
      id: `${order.id}_pending`,
      type,
      status: 'pending',
      line_items: remaining,
      ...destinationOf(order, type),
      events: [],
    },
  ]
}

function kindOf({ items, shipping }: Order, itemIds: readonly string[]): Kind {
  const isShipped = items.some((item) => item.requiresShipping && itemIds.includes(item.id))
  if (!isShipped) return 'digital'
  return shipping?.type === 'pickup' ? 'pickup' : 'shipping'
}

function destinationOf({ shippingAddress }: Order, kind: Kind) {
  const destination = kind === 'shipping' ? toAddress(shippingAddress) : undefined
  return destination ? { destination } : {}
}
