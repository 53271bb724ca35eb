import type { OrderSummary } from '../../chat-tools/schemas.ts'
import type { AnswerCard, Citation } from '../schemas.ts'
import type { Goal } from './dialogue-state.ts'
import type { Phrases } from './phrases.ts'
import { offerPerson, type Reply, type Turn, toolFailure } from './turn.ts'
import { personalFailure } from './verification.ts'

export const orderCitation = ({ phrases, format }: Turn, order: OrderSummary): Citation => ({
  id: String(order.number),
  source: 'order',
  title: `#${order.number}`,
  url: null,
  snippet: phrases.orderLine(
    order.number,
    format.date(order.placedAt),
    format.money(order.total),
    phrases.orderState[stateOf(order)],
  ),
  updatedAt: null,
})

export const orderCard = (order: OrderSummary): AnswerCard => ({ kind: 'order', order })

function stateOf({ status, fulfillmentStatus, shipments }: OrderSummary): keyof Phrases['orderState'] {
  if (status === 'canceled') return 'canceled'
  const isDelivered = shipments.length > 0 && shipments.every((shipment) => shipment.status === 'delivered')
  if (fulfillmentStatus === 'fulfilled') return isDelivered ? 'delivered' : 'shipped'
  if (fulfillmentStatus === 'partially_fulfilled') return 'partly_shipped'
  return fulfillmentStatus === 'not_required' ? 'digital' : 'not_shipped'
}

/** One order by its number, or the customer's latest orders. */
export async function answerOrderStatus(turn: Turn, orderNumber: number | null): Promise<Reply> {
  if (orderNumber === null) return listOrders(turn, 'order_status')
  const result = await turn.request.callTool('get_order', { number: orderNumber })
  if (result.ok) return describeOrder(turn, result.output.order)
  const goal: Goal = { intent: 'order_status', orderNumber }
  return (await personalFailure(turn, goal, result.code)) ?? toolFailure(turn, result.code)
}

/** With a single order, there is nothing to choose from. */
export async function listOrders(turn: Turn, intent: 'order_status' | 'list_orders'): Promise<Reply> {
  const { phrases, format, request } = turn
  const result = await request.callTool('list_orders', {})
  if (!result.ok) {
    return (await personalFailure(turn, { intent, orderNumber: null }, result.code)) ?? toolFailure(turn, result.code)
  }
  const { orders } = result.output
  const [only] = orders
  if (!only) return offerPerson(turn, [phrases.noOrders])
  if (orders.length === 1) return describeOrder(turn, only)
  const lines = orders.map((order) => {
    const state = phrases.orderState[stateOf(order)]
    return `\n- ${phrases.orderLine(order.number, format.date(order.placedAt), format.money(order.total), state)}`
  })
  return {
    status: 'answered',
    text: [phrases.yourOrders, ...lines],
    citations: orders.map((order) => orderCitation(turn, order)),
    cards: orders.map(orderCard),
    suggestions: orders.slice(0, 3).map(({ number }) => `#${number}`),
    pending: { slot: 'order_number', goal: { intent: 'order_status', orderNumber: null } },
  }
}

export function describeOrder(turn: Turn, order: OrderSummary): Reply {
  const { phrases, format } = turn
  const state = stateOf(order)
  const { number, placedAt, canceledAt, returnStatus, refunded, paymentStatus } = order
  const items = order.items.map(({ title, quantity }) => `${format.number(quantity)} × ${title}`)
  const isUnpaid = state === 'not_shipped' && paymentStatus === 'pending'
  return {
    status: 'answered',
    text: [
      phrases.orderSummary(number, format.date(placedAt), phrases.orderState[state]),
      `\n${format.list(items)}`,
      ...(canceledAt ? [`\n${phrases.canceledOn(format.date(canceledAt))}`] : []),
      ...(isUnpaid ? [`\n${phrases.awaitingPayment}`] : []),
      ...describeShipments(turn, order),
      ...(returnStatus in phrases.returnState
        ? [`\n${phrases.returnState[returnStatus as keyof Phrases['returnState']]}`]
        : []),
      ...(refunded.amount > 0 ? [`\n${phrases.refunded(format.money(refunded))}`] : []),
    ],
    citations: [orderCitation(turn, order)],
    cards: [orderCard(order)],
    orderNumber: number,
  }
}

function describeShipments({ phrases, format, message }: Turn, { shipments, status }: OrderSummary): string[] {
  if (status === 'canceled') return []
  const lines = shipments.flatMap(({ carrier, trackingNumber, trackingUrl, shippedAt, deliveredAt }) => [
    ...(deliveredAt
      ? [phrases.deliveredOn(format.date(deliveredAt))]
      : shippedAt
        ? [phrases.shippedOn(format.date(shippedAt))]
        : []),
    ...(trackingNumber ? [phrases.tracking(carrier ?? '–', trackingNumber)] : []),
    ...(trackingUrl ? [phrases.trackingUrl(trackingUrl)] : []),
  ])
  const asksForTracking = /\btrack|\bsendung/.test(message.folded)
  const isMissing = asksForTracking && shipments.every(({ trackingNumber }) => !trackingNumber)
  return [...lines, ...(isMissing ? [phrases.noTracking] : [])].map((line) => `\n${line}`)
}
