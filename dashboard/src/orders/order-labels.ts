import { formatMoney, type Money } from '../ui/money.ts'
import { keysOf, recordOf } from '../ui/records.ts'
import { capitalize, fieldWords } from '../ui/text.ts'
import type { Address, Fulfillment, Order, OrderEvent, OrderItem, OrderPayment, Refund } from './orders.ts'
import type { Return } from './returns/returns.ts'

export interface StatusDisplay {
  label: string
  color: string
}

export const ORDER_STATUS_LABELS: Record<Order['status'], StatusDisplay> = {
  draft: { label: 'Draft', color: 'gray.5' },
  open: { label: 'Open', color: 'blue' },
  archived: { label: 'Archived', color: 'gray' },
  canceled: { label: 'Canceled', color: 'red' },
}

export const ORDER_PAYMENT_LABELS: Record<Order['paymentStatus'], StatusDisplay> = {
  pending: { label: 'Payment pending', color: 'orange' },
  authorized: { label: 'Authorized', color: 'yellow' },
  partially_paid: { label: 'Partially paid', color: 'orange' },
  paid: { label: 'Paid', color: 'green' },
  partially_refunded: { label: 'Partially refunded', color: 'grape' },
  refunded: { label: 'Refunded', color: 'grape' },
  voided: { label: 'Voided', color: 'gray.5' },
  disputed: { label: 'Disputed', color: 'red' },
  charged_back: { label: 'Charged back', color: 'red' },
}

export const ORDER_FULFILLMENT_LABELS: Record<Order['fulfillmentStatus'], StatusDisplay> = {
  unfulfilled: { label: 'Unfulfilled', color: 'orange' },
  partially_fulfilled: { label: 'Partially fulfilled', color: 'yellow' },
  fulfilled: { label: 'Fulfilled', color: 'green' },
  not_required: { label: 'Shipping not required', color: 'gray.5' },
}

export const ORDER_RETURN_LABELS: Record<Exclude<Order['returnStatus'], 'none'>, StatusDisplay> = {
  requested: { label: 'Return requested', color: 'orange' },
  in_progress: { label: 'Return in progress', color: 'yellow' },
  returned: { label: 'Returned', color: 'grape' },
}

export const RETURN_STATUS_LABELS: Record<Return['status'], StatusDisplay> = {
  requested: { label: 'Requested', color: 'orange' },
  approved: { label: 'Approved', color: 'yellow' },
  rejected: { label: 'Declined', color: 'red' },
  received: { label: 'Received', color: 'green' },
  closed: { label: 'Closed', color: 'gray.5' },
}

export const FULFILLMENT_STATUS_LABELS: Record<Fulfillment['status'], StatusDisplay> = {
  shipped: { label: 'In transit', color: 'blue' },
  delivered: { label: 'Delivered', color: 'green' },
  canceled: { label: 'Canceled', color: 'gray.5' },
}

export const ITEM_STATUS_LABELS: Record<OrderItem['status'], StatusDisplay> = {
  removed: { label: 'Removed', color: 'gray.5' },
  unfulfilled: { label: 'Unfulfilled', color: 'orange' },
  partially_fulfilled: { label: 'Partially fulfilled', color: 'yellow' },
  fulfilled: { label: 'Fulfilled', color: 'green' },
}

export const PAYMENT_STATUS_LABELS: Record<OrderPayment['status'], StatusDisplay> = {
  authorized: { label: 'Authorized', color: 'yellow' },
  paid: { label: 'Paid', color: 'green' },
  voided: { label: 'Voided', color: 'gray.5' },
}

export const SOURCE_LABELS: Record<Order['source'], string> = {
  storefront: 'the storefront',
  api: 'the API',
  agent: 'an agent',
  import: 'an import',
  staff: 'staff',
}

/** For a select. */
export const labelsOf = <Value extends string>(displays: Record<Value, StatusDisplay>) =>
  recordOf(keysOf(displays), (value) => displays[value].label)

export const customerName = ({ shippingAddress, billingAddress, email }: Order): string =>
  shippingAddress?.name || billingAddress?.name || email || 'No customer'

/** Items as text: "2 × Mug". */
export const formatItemQuantities = (quantities: { itemId: string; quantity: number }[], { items }: Order): string =>
  quantities
    .map(({ itemId, quantity }) => `${quantity} × ${items.find(({ id }) => id === itemId)?.title ?? '?'}`)
    .join(', ')

export const formatReturnItems = ({ items }: Return, order: Order): string => formatItemQuantities(items, order)

/** "1 of 2 received, 1 restocked"; empty until something arrives. */
export function formatReturnProgress({ items }: Pick<Return, 'items'>): string {
  const count = (field: 'quantity' | 'received' | 'restocked') => items.reduce((sum, item) => sum + item[field], 0)
  const [quantity, received] = [count('quantity'), count('received')]
  if (received === 0) return ''
  const restocked = count('restocked')
  // Unsellable units, and those that the order had not taken from stock, such as imported or untracked ones.
  const stock = restocked === 0 ? 'stock unchanged' : `${restocked === received ? 'all' : restocked} restocked`
  return `${received === quantity ? 'All' : `${received} of ${quantity}`} received, ${stock}`
}

/** Resolves an error path that names an item or a variant to the item's title. */
export const itemLabelFor =
  (items: Pick<OrderItem, 'id' | 'variantId' | 'title'>[], sent: { itemId: string }[] = []) =>
  (path: string): string => {
    const [, , index] = path.split('/')
    const itemId = sent[Number(index)]?.itemId ?? index
    const item = items.find(({ id, variantId }) => id === itemId || variantId === itemId)
    return item ? `${item.title}:` : path.replace(/^\//, '')
  }

/** "2 × Mug, 1 × Shirt". */
export const formatOrderItems = (items: OrderItem[]): string =>
  items.map(({ title, quantities }) => `${quantities.ordered} × ${title}`).join(', ')

export const formatOptions = ({ options, sku }: OrderItem): string =>
  [...Object.values(options), sku].filter(Boolean).join(' · ')

/** "2 fulfilled, 1 refunded"; omits zero counts. */
export function formatItemProgress({
  quantities: { ordered, current, fulfilled, returned, refunded },
}: OrderItem): string {
  const parts: [number, string][] = [
    [ordered - current, 'removed'],
    [fulfilled, 'fulfilled'],
    [returned, 'returned'],
    [refunded, 'refunded'],
  ]
  return parts.flatMap(([count, label]) => (count > 0 ? [`${count} ${label}`] : [])).join(', ')
}

const COUNTRY_NAMES = new Intl.DisplayNames('en', { type: 'region' })

export function addressLines({
  name,
  company,
  line1,
  line2,
  postalCode,
  city,
  region,
  country,
  phone,
}: Address): string[] {
  const cityLine = [postalCode, city, region].filter(Boolean).join(' ')
  return [name, company, line1, line2, cityLine, COUNTRY_NAMES.of(country), phone].flatMap((line) =>
    line ? [line] : [],
  )
}

/** "Visa •••• 4242", as far as it is known. */
export function formatPaymentMethod({
  kind,
  provider,
  reference,
  details,
}: Pick<OrderPayment, 'kind' | 'provider' | 'reference' | 'details'>): string {
  if (details.exchangeOf !== undefined) return `Credit from order #${details.exchangeOf.number}`
  if (kind === 'gift_card') return details.last4 ? `Gift card •••• ${details.last4}` : 'Gift card'
  if (kind === 'store_credit') return 'Store credit'
  if (kind === 'points') return details.points === undefined ? 'Points' : `Points (${details.points})`
  const { brand, last4 } = details.method ?? {}
  const name = brand && capitalize(brand)
  const card = [name, last4 && `•••• ${last4}`].filter(Boolean).join(' ')
  return card || provider || reference || 'External payment'
}

/** A server that is newer than this page may have more events. */
export function formatEvent(event: OrderEvent): string {
  switch (event.type) {
    case 'order.updated':
      return `Updated: ${event.data.fields.map(fieldWords).join(', ')}`
    case 'order.captured':
      return `${formatMoney(event.data.amount)} captured`
    case 'order.payment_recorded':
      return `Payment of ${formatMoney(event.data.amount)} recorded`
    case 'order.capture_failed':
      return `Capture of ${formatMoney(event.data.amount)} failed${formatReason(event.data.reason)}`
    case 'order.void_failed':
      return `Couldn't void ${formatMoney(event.data.amount)}${formatReason(event.data.reason)}`
    case 'order.refunded': {
      const { amount, manualAmount, storeCreditAmount, source } = event.data
      const credited = storeCreditAmount ? `, of which ${formatMoney(storeCreditAmount)} to store credit` : ''
      const place = source === 'provider' ? ' in the payment provider’s dashboard' : ''
      return `${formatRefund(amount, manualAmount)}${credited}${place}`
    }
    case 'order.credit_returned':
      return `Credit of ${formatMoney(event.data.amount)} returned to the original order. No money moved`
    case 'order.refund_failed': {
      const { amount, reason, reversed } = event.data
      return reversed
        ? `The bank returned a refund of ${formatMoney(amount)}${formatReason(reason)}. The customer did not receive it. Refund it again or another way`
        : `Refund of ${formatMoney(amount)} failed${formatReason(reason)}`
    }
    case 'order.canceled':
      return `Canceled${formatReason(event.data.staffNote)}`
    case 'order.gift_cards_reviewed': {
      const { outcome, amount, count, refundId } = event.data
      return GIFT_CARD_OUTCOMES[outcome](formatMoney(amount), count, refundId !== undefined)
    }
    case 'payment.disputed': {
      const { amount, status } = event.data
      return `The customer’s bank disputed ${amount ? formatMoney(amount) : 'the payment'}: ${status.replaceAll('_', ' ')}`
    }
    case 'loyalty_account.points_earned':
      return event.data.points === 1 ? '1 point earned' : `${event.data.points} points earned`
    case 'order.tracking_updated':
      return `Carrier: ${TRACKING_STATUS_LABELS[event.data.trackingStatus].toLowerCase()}`
    case 'order.commented':
      return event.data.staffNote ?? 'Comment deleted'
    case 'email.sent':
      return `Email sent: ${EMAIL_LABELS[event.data.kind] ?? event.data.kind}`
    case 'email.failed':
      return `Couldn't send email: ${EMAIL_LABELS[event.data.kind] ?? event.data.kind}`
    default:
      return EVENT_LABELS[event.type] ?? event.type
  }
}

type TrackingStatus = Extract<OrderEvent, { type: 'order.tracking_updated' }>['data']['trackingStatus']

export const TRACKING_STATUS_LABELS: Record<TrackingStatus, string> = {
  label_created: 'Label created',
  in_transit: 'In transit',
  out_for_delivery: 'Out for delivery',
  available_for_pickup: 'Ready for pickup',
  attempt_failed: 'Delivery attempted',
  delivered: 'Delivered',
  exception: 'Delivery problem',
  returning: 'Returning to sender',
  returned: 'Returned to sender',
  expired: 'No news from the carrier',
  canceled: 'Canceled',
}

const EVENT_LABELS: { [Type in OrderEvent['type']]?: string } = {
  'order.created': 'Order placed',
  'order.drafted': 'Draft created',
  'order.imported': 'Order imported',
  'order.fulfilled': 'Items fulfilled',
  'order.fulfillment_updated': 'Tracking updated',
  'order.fulfillment_canceled': 'Fulfillment canceled',
  'order.delivered': 'Shipment delivered',
  'order.return_requested': 'Return requested',
  'order.return_approved': 'Return approved',
  'order.return_rejected': 'Return declined',
  'order.return_received': 'Return received',
  'order.return_closed': 'Return closed',
  'order.exchanged': 'Items exchanged',
  'ticket.action_performed': 'Done from a ticket',
}

/** External payments must be refunded by hand. */
export function formatRefund(amount: Money, manual: Money | undefined): string {
  if (!manual || manual.amount === 0) return `${formatMoney(amount)} refunded`
  if (manual.amount === amount.amount)
    return `Refund of ${formatMoney(amount)} recorded. Send it to the customer yourself`
  const automatic = { ...amount, amount: amount.amount - manual.amount }
  return `${formatMoney(automatic)} refunded. Send another ${formatMoney(manual)} to the customer yourself`
}

/** A manual transfer has to wait: if the card refund fails, nothing is refunded. */
export const formatPendingRefund = (amount: Money, manual: Money | undefined): string =>
  `A refund of ${formatMoney(amount)} is pending. This page shows when it is completed.${
    manual && manual.amount > 0 ? ` Do not send ${formatMoney(manual)} to the customer before then.` : ''
  }`

/** `refund`: the refund issued by the cancellation, if any. */
export function formatCancellation(refund: Pick<Refund, 'status' | 'amount' | 'tenders'> | undefined): string {
  const manual = refund?.tenders
    .filter(({ method, status }) => method === 'manual' && status === refund.status)
    .reduce((sum, { amount }) => sum + amount.amount, 0)
  if (!refund || !manual || refund.status === 'failed') return 'Order canceled'
  const manualTotal = { ...refund.amount, amount: manual }
  return refund.status === 'pending'
    ? `Order canceled. ${formatPendingRefund(refund.amount, manualTotal)}`
    : `Order canceled. Send ${formatMoney(manualTotal)} to the customer yourself.`
}

type GiftCardOutcome = Extract<OrderEvent, { type: 'order.gift_cards_reviewed' }>['data']['outcome']

/** Tells staff what to do; nothing else notifies them. */
const GIFT_CARD_OUTCOMES: Record<GiftCardOutcome, (amount: string, count: number, isRefund: boolean) => string> = {
  deactivated: (amount, count) => `${formatGiftCardCount(count)} from this order deactivated, with ${amount} left`,
  kept: (amount, count) =>
    `Money was refunded, but ${formatGiftCardCount(count)} from this order can still be used, with ${amount} left. Deactivate any that the customer should not keep`,
  reissue_required: (amount, count, isRefund) =>
    `${isRefund ? 'The bank returned the refund' : 'The dispute was won'} after the deactivation of ${formatGiftCardCount(count)}. To restore the value, issue a new gift card for ${amount}`,
}

/** Shown before the action: it cannot be undone. */
export const formatGiftCardsEnding = ({ count, amount }: { count: number; amount: Money }): string =>
  `This permanently deactivates ${formatGiftCardCount(count)} from this order, with ${formatMoney(amount)} left`

const formatGiftCardCount = (count: number): string => (count === 1 ? '1 gift card' : `${count} gift cards`)

const EMAIL_LABELS: Record<string, string> = {
  order_confirmation: 'order confirmation',
  order_shipped: 'shipping confirmation',
  shipment_update: 'shipment update',
  order_refunded: 'order refund',
  gift_card: 'gift card',
}

const formatReason = (reason: string | null | undefined): string => (reason ? `: ${reason}` : '')
