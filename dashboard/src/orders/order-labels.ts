import { formatMoney, type Money } from '../ui/money.ts'
import type {
  Address,
  Fulfillment,
  FulfillmentStatus,
  Order,
  OrderEvent,
  OrderItem,
  OrderPayment,
  OrderStatus,
  PaymentStatus,
  ReturnStatus,
} from './orders.ts'
import type { Refund } from './requests.ts'
import type { Return } from './returns/returns.ts'

export interface StatusDisplay {
  label: string
  color: string
}

export const ORDER_STATUS_LABELS: Record<OrderStatus, StatusDisplay> = {
  draft: { label: 'Draft', color: 'gray.5' },
  open: { label: 'Open', color: 'blue' },
  completed: { label: 'Completed', color: 'green' },
  canceled: { label: 'Canceled', color: 'red' },
}

export const ORDER_PAYMENT_LABELS: Record<PaymentStatus, StatusDisplay> = {
  pending: { label: 'Not paid', color: 'orange' },
  authorized: { label: 'Authorized', color: 'yellow' },
  partially_paid: { label: 'Paid in part', color: 'orange' },
  paid: { label: 'Paid', color: 'green' },
  partially_refunded: { label: 'Refunded in part', color: 'grape' },
  refunded: { label: 'Refunded', color: 'grape' },
  voided: { label: 'Given up', color: 'gray.5' },
  disputed: { label: 'Disputed', color: 'red' },
  charged_back: { label: 'Charged back', color: 'red' },
}

export const ORDER_FULFILLMENT_LABELS: Record<FulfillmentStatus, StatusDisplay> = {
  unfulfilled: { label: 'To send', color: 'orange' },
  partial: { label: 'Sent in part', color: 'yellow' },
  fulfilled: { label: 'Sent', color: 'green' },
  not_needed: { label: 'Nothing to send', color: 'gray.5' },
}

export const ORDER_RETURN_LABELS: Record<Exclude<ReturnStatus, 'none'>, StatusDisplay> = {
  requested: { label: 'Return asked for', color: 'orange' },
  in_progress: { label: 'Coming back', color: 'yellow' },
  returned: { label: 'Returned', color: 'grape' },
}

export const RETURN_STATUS_LABELS: Record<Return['status'], StatusDisplay> = {
  requested: { label: 'Asked for', color: 'orange' },
  approved: { label: 'Coming back', color: 'yellow' },
  rejected: { label: 'Declined', color: 'red' },
  received: { label: 'Here', color: 'green' },
  closed: { label: 'Closed', color: 'gray.5' },
}

export const FULFILLMENT_STATUS_LABELS: Record<Fulfillment['status'], StatusDisplay> = {
  shipped: { label: 'On its way', color: 'blue' },
  delivered: { label: 'Delivered', color: 'green' },
  canceled: { label: 'Not sent after all', color: 'gray.5' },
}

export const ITEM_STATUS_LABELS: Record<OrderItem['status'], StatusDisplay> = {
  removed: { label: 'Taken out', color: 'gray.5' },
  processing: { label: 'To send', color: 'orange' },
  partial: { label: 'Sent in part', color: 'yellow' },
  fulfilled: { label: 'Sent', color: 'green' },
}

export const PAYMENT_STATUS_LABELS: Record<OrderPayment['status'], StatusDisplay> = {
  authorized: { label: 'Authorized', color: 'yellow' },
  paid: { label: 'Paid', color: 'green' },
  voided: { label: 'Given up', color: 'gray.5' },
}

export const SOURCE_LABELS: Record<Order['source'], string> = {
  storefront: 'the storefront',
  api: 'the API',
  agent: 'an agent',
  import: 'an import',
  staff: 'staff',
}

export const customerName = ({ shippingAddress, billingAddress, email }: Order): string =>
  shippingAddress?.name || billingAddress?.name || email || 'Nobody named'

/** Items as text: "2 × Mug". */
export const formatItemQuantities = (lines: { lineId: string; quantity: number }[], { items }: Order): string =>
  lines.map(({ lineId, quantity }) => `${quantity} × ${items.find(({ id }) => id === lineId)?.title ?? '?'}`).join(', ')

export const formatReturnItems = ({ lines }: Return, order: Order): string => formatItemQuantities(lines, order)

/** "1 of 2 here, 1 on the shelf"; empty until something arrives. */
export function formatReturnProgress({ lines }: Return): string {
  const count = (field: 'quantity' | 'received' | 'restocked') => lines.reduce((sum, line) => sum + line[field], 0)
  const [quantity, received] = [count('quantity'), count('received')]
  if (received === 0) return ''
  return `${received === quantity ? 'All' : `${received} of ${quantity}`} here, ${count('restocked')} on the shelf`
}

/** Resolves an error path that names an item or a variant to the item's title. */
export const itemLabelFor =
  (items: Pick<OrderItem, 'id' | 'variantId' | 'title'>[], lines: { lineId: string }[] = []) =>
  (path: string): string => {
    const [, , index] = path.split('/')
    const itemId = lines[Number(index)]?.lineId ?? index
    const item = items.find(({ id, variantId }) => id === itemId || variantId === itemId)
    return item ? `${item.title}:` : path.replace(/^\//, '')
  }

/** "2 × Mug, 1 × Shirt". */
export const formatOrderItems = (items: OrderItem[]): string =>
  items.map(({ title, quantities }) => `${quantities.ordered} × ${title}`).join(', ')

export const formatOptions = ({ options, sku }: OrderItem): string =>
  [...Object.values(options), sku].filter(Boolean).join(' · ')

/** "2 sent, 1 refunded"; omits zero counts. */
export function formatItemProgress({
  quantities: { ordered, current, fulfilled, returned, refunded },
}: OrderItem): string {
  const parts: [number, string][] = [
    [ordered - current, 'taken out'],
    [fulfilled, 'sent'],
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
  postcode,
  city,
  region,
  country,
  phone,
}: Address): string[] {
  const cityLine = [postcode, city, region].filter(Boolean).join(' ')
  return [name, company, line1, line2, cityLine, COUNTRY_NAMES.of(country), phone].flatMap((line) =>
    line ? [line] : [],
  )
}

/** "Visa •••• 4242", as far as it is known. */
export function formatPaymentMethod({ kind, provider, reference, details }: OrderPayment): string {
  if (typeof details.exchangeOf === 'number') return `Credit of order #${details.exchangeOf}`
  if (kind === 'gift_card') return typeof details.last4 === 'string' ? `Gift card •••• ${details.last4}` : 'Gift card'
  if (kind === 'points') return typeof details.points === 'number' ? `Points (${details.points})` : 'Points'
  const { brand, last4 } = (details.method ?? {}) as { brand?: string | null; last4?: string | null }
  const name = brand && `${brand.slice(0, 1).toUpperCase()}${brand.slice(1)}`
  const card = [name, last4 && `•••• ${last4}`].filter(Boolean).join(' ')
  return card || provider || reference || 'Paid elsewhere'
}

const EVENT_FORMATTERS: Record<string, (data: Record<string, unknown>) => string> = {
  'order.created': () => 'Placed',
  'order.drafted': () => 'Draft begun',
  'order.imported': () => 'Imported',
  'order.updated': ({ fields }) =>
    `Changed: ${Array.isArray(fields) ? fields.map(formatFieldName).join(', ') : 'something'}`,
  'order.captured': ({ amount }) => `${formatAmount(amount)} captured`,
  'order.paid': ({ amount }) => `${formatAmount(amount)} paid elsewhere`,
  'order.capture_failed': ({ amount, reason }) => `A capture of ${formatAmount(amount)} failed${formatReason(reason)}`,
  'order.void_failed': ({ amount, reason }) => `${formatAmount(amount)} could not be given up${formatReason(reason)}`,
  'order.refunded': ({ amount, manualAmount, source }) =>
    `${formatRefund(amount as Money, manualAmount as Money | undefined)}${source === 'provider' ? ' in the payment provider’s dashboard' : ''}`,
  'order.credit_returned': ({ amount }) =>
    `${formatAmount(amount)} went back, as credit, to the order that it came from; no money moved`,
  'order.refund_failed': ({ amount, reason, reversed }) =>
    reversed
      ? `The bank returned a refund of ${formatAmount(amount)}${formatReason(reason)}. The customer did not get it: refund it again or in another way`
      : `A refund of ${formatAmount(amount)} failed${formatReason(reason)}`,
  'order.canceled': ({ note }) => (typeof note === 'string' ? `Canceled: ${note}` : 'Canceled'),
  'order.fulfilled': () => 'A parcel was sent',
  'order.fulfillment_updated': () => 'A parcel’s tracking was changed',
  'order.fulfillment_canceled': () => 'A parcel was not sent after all',
  'order.delivered': () => 'A parcel was delivered',
  'order.return_requested': () => 'A return was asked for',
  'order.return_approved': () => 'A return was approved',
  'order.return_rejected': () => 'A return was rejected',
  'order.return_received': () => 'A return has come back',
  'order.return_closed': () => 'A return was closed',
  'order.exchanged': () => 'Goods were exchanged',
  'order.gift_cards_checked': ({ outcome, amount, count, refundId }) =>
    GIFT_CARD_OUTCOMES[String(outcome)]?.(formatAmount(amount), Number(count), refundId !== undefined) ??
    'order.gift_cards_checked',
  'payment.disputed': ({ status, amount }) =>
    `The buyer’s bank disputes ${amount ? formatAmount(amount) : 'the payment'}: ${String(status).replaceAll('_', ' ')}`,
  'mail.sent': ({ kind }) => `The buyer was written to: ${EMAIL_LABELS[String(kind)] ?? kind}`,
  'mail.failed': ({ kind }) => `A mail could not be sent: ${EMAIL_LABELS[String(kind)] ?? kind}`,
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
export function formatCancellation(refund: Refund | undefined): string {
  const manual = refund?.tenders
    .filter(({ method, status }) => method === 'manual' && status === refund.status)
    .reduce((sum, { amount }) => sum + amount.amount, 0)
  if (!refund || !manual || refund.status === 'failed') return 'The order is canceled.'
  const manualTotal = { ...refund.amount, amount: manual }
  return refund.status === 'pending'
    ? `The order is canceled. ${formatPendingRefund(refund.amount, manualTotal)}`
    : `The order is canceled. Send ${formatMoney(manualTotal)} to the customer yourself.`
}

/** Tells staff what to do; nothing else notifies them. */
const GIFT_CARD_OUTCOMES: Record<string, (amount: string, count: number, isRefund: boolean) => string> = {
  ended: (amount, count) => `${formatGiftCardCount(count)} of this order ended with the money: ${amount} was left`,
  kept: (amount, count) =>
    `Money went back, and ${formatGiftCardCount(count)} of this order can still be spent, with ${amount} left. Deactivate what the buyer is not to keep`,
  owed: (amount, count, isRefund) =>
    `${isRefund ? 'The bank returned the refund' : 'The dispute was won'} after ${formatGiftCardCount(count)} had ended. If the buyer is to have it again, issue a new card over ${amount}`,
}

/** Shown before the action: it cannot be undone. */
export const formatGiftCardsEnding = ({ count, amount }: { count: number; amount: Money }): string =>
  `${formatGiftCardCount(count)} of this order ${count === 1 ? 'ends' : 'end'} with it for good: ${formatMoney(amount)} left`

const formatGiftCardCount = (count: number): string => (count === 1 ? '1 gift card' : `${count} gift cards`)

/** "staffNote" is "staff note". */
const formatFieldName = (field: unknown): string =>
  String(field).replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

const EMAIL_LABELS: Record<string, string> = {
  order_confirmation: 'confirmation',
  order_shipped: 'sent',
  order_refunded: 'refunded',
  gift_card: 'gift card',
}

const formatReason = (reason: unknown): string => (typeof reason === 'string' ? `: ${reason}` : '')

const formatAmount = (amount: unknown): string => formatMoney(amount as Money)

export const formatEvent = ({ type, data }: OrderEvent): string => EVENT_FORMATTERS[type]?.(data) ?? type
