import { type Money, moneyInWords } from '../parts/money.ts'
import type {
  Address,
  Fulfillment,
  FulfillmentStatus,
  Order,
  OrderEvent,
  OrderLine,
  OrderPayment,
  OrderStatus,
  PaymentStatus,
  ReturnStatus,
} from './orders.ts'
import type { Return } from './returns.ts'
import type { Refund } from './wishes.ts'

interface Look {
  words: string
  colour: string
}

export const STATUS: Record<OrderStatus, Look> = {
  draft: { words: 'Draft', colour: 'gray.5' },
  open: { words: 'Open', colour: 'blue' },
  completed: { words: 'Completed', colour: 'green' },
  canceled: { words: 'Canceled', colour: 'red' },
}

export const PAYMENT: Record<PaymentStatus, Look> = {
  pending: { words: 'Not paid', colour: 'orange' },
  authorized: { words: 'Authorized', colour: 'yellow' },
  partially_paid: { words: 'Paid in part', colour: 'orange' },
  paid: { words: 'Paid', colour: 'green' },
  partially_refunded: { words: 'Refunded in part', colour: 'grape' },
  refunded: { words: 'Refunded', colour: 'grape' },
  voided: { words: 'Given up', colour: 'gray.5' },
  disputed: { words: 'Disputed', colour: 'red' },
  charged_back: { words: 'Charged back', colour: 'red' },
}

export const FULFILLMENT: Record<FulfillmentStatus, Look> = {
  unfulfilled: { words: 'To send', colour: 'orange' },
  partial: { words: 'Sent in part', colour: 'yellow' },
  fulfilled: { words: 'Sent', colour: 'green' },
  not_needed: { words: 'Nothing to send', colour: 'gray.5' },
}

export const RETURN: Record<Exclude<ReturnStatus, 'none'>, Look> = {
  requested: { words: 'Return asked for', colour: 'orange' },
  in_progress: { words: 'Coming back', colour: 'yellow' },
  returned: { words: 'Returned', colour: 'grape' },
}

export const RETURN_STATE: Record<Return['status'], Look> = {
  requested: { words: 'Asked for', colour: 'orange' },
  approved: { words: 'Coming back', colour: 'yellow' },
  rejected: { words: 'Declined', colour: 'red' },
  received: { words: 'Here', colour: 'green' },
  closed: { words: 'Closed', colour: 'gray.5' },
}

export const PARCEL: Record<Fulfillment['status'], Look> = {
  shipped: { words: 'On its way', colour: 'blue' },
  delivered: { words: 'Delivered', colour: 'green' },
  canceled: { words: 'Not sent after all', colour: 'gray.5' },
}

export const LINE: Record<OrderLine['status'], Look> = {
  removed: { words: 'Taken out', colour: 'gray.5' },
  processing: { words: 'To send', colour: 'orange' },
  partial: { words: 'Sent in part', colour: 'yellow' },
  fulfilled: { words: 'Sent', colour: 'green' },
}

export const PAYMENT_STATE: Record<OrderPayment['status'], Look> = {
  authorized: { words: 'Authorized', colour: 'yellow' },
  paid: { words: 'Paid', colour: 'green' },
  voided: { words: 'Given up', colour: 'gray.5' },
}

export const SOURCES: Record<Order['source'], string> = {
  storefront: 'the storefront',
  api: 'the API',
  agent: 'an agent',
  import: 'an import',
  staff: 'staff',
}

export const buyerOf = ({ shippingAddress, billingAddress, email }: Order): string =>
  shippingAddress?.name || billingAddress?.name || email || 'Nobody named'

/** Of some of an order's lines: "2 × Mug". */
export const namedThings = (lines: { lineId: string; quantity: number }[], { items }: Order): string =>
  lines.map(({ lineId, quantity }) => `${quantity} × ${items.find(({ id }) => id === lineId)?.title ?? '?'}`).join(', ')

export const returnedThings = ({ lines }: Return, order: Order): string => namedThings(lines, order)

/** "1 of 2 here, 1 on the shelf", where something is. */
export function returnFate({ lines }: Return): string {
  const count = (field: 'quantity' | 'received' | 'restocked') => lines.reduce((sum, line) => sum + line[field], 0)
  const [quantity, received] = [count('quantity'), count('received')]
  if (received === 0) return ''
  return `${received === quantity ? 'All' : `${received} of ${quantity}`} here, ${count('restocked')} on the shelf`
}

/** Of a path in a request that names lines or variants: the title of the thing. */
export const lineNameOf =
  (items: Pick<OrderLine, 'id' | 'variantId' | 'title'>[], lines: { lineId: string }[] = []) =>
  (path: string): string => {
    const [, , at] = path.split('/')
    const named = lines[Number(at)]?.lineId ?? at
    const found = items.find(({ id, variantId }) => id === named || variantId === named)
    return found ? `${found.title}:` : path.replace(/^\//, '')
  }

/** "2 × Mug, 1 × Shirt". */
export const thingsIn = (items: OrderLine[]): string =>
  items.map(({ title, quantities }) => `${quantities.ordered} × ${title}`).join(', ')

export const optionsOf = ({ options, sku }: OrderLine): string =>
  [...Object.values(options), sku].filter(Boolean).join(' · ')

/** What became of the units, where something did: "2 sent, 1 refunded". */
export function fateOf({ quantities: { ordered, current, fulfilled, returned, refunded } }: OrderLine): string {
  const parts: [number, string][] = [
    [ordered - current, 'taken out'],
    [fulfilled, 'sent'],
    [returned, 'returned'],
    [refunded, 'refunded'],
  ]
  return parts.flatMap(([count, word]) => (count > 0 ? [`${count} ${word}`] : [])).join(', ')
}

const COUNTRIES = new Intl.DisplayNames('en', { type: 'region' })

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
  const town = [postcode, city, region].filter(Boolean).join(' ')
  return [name, company, line1, line2, town, COUNTRIES.of(country), phone].flatMap((line) => (line ? [line] : []))
}

/** "Visa •••• 4242", as far as it is known. */
export function tenderInWords({ kind, provider, reference, details }: OrderPayment): string {
  if (typeof details.exchangeOf === 'number') return `Credit of order #${details.exchangeOf}`
  if (kind === 'gift_card') return typeof details.last4 === 'string' ? `Gift card •••• ${details.last4}` : 'Gift card'
  if (kind === 'points') return typeof details.points === 'number' ? `Points (${details.points})` : 'Points'
  const { brand, last4 } = (details.method ?? {}) as { brand?: string | null; last4?: string | null }
  const name = brand && `${brand.slice(0, 1).toUpperCase()}${brand.slice(1)}`
  const known = [name, last4 && `•••• ${last4}`].filter(Boolean).join(' ')
  return known || provider || reference || 'Paid elsewhere'
}

const TOLD: Record<string, (data: Record<string, unknown>) => string> = {
  'order.created': () => 'Placed',
  'order.drafted': () => 'Draft begun',
  'order.imported': () => 'Imported',
  'order.updated': ({ fields }) =>
    `Changed: ${Array.isArray(fields) ? fields.map(fieldInWords).join(', ') : 'something'}`,
  'order.captured': ({ amount }) => `${inWords(amount)} captured`,
  'order.paid': ({ amount }) => `${inWords(amount)} paid elsewhere`,
  'order.capture_failed': ({ amount, reason }) => `A capture of ${inWords(amount)} failed${because(reason)}`,
  'order.void_failed': ({ amount, reason }) => `${inWords(amount)} could not be given up${because(reason)}`,
  'order.refunded': ({ amount, manualAmount, source }) =>
    `${refundInWords(amount as Money, manualAmount as Money | undefined)}${source === 'provider' ? ' in the payment provider’s dashboard' : ''}`,
  'order.credit_returned': ({ amount }) =>
    `${inWords(amount)} went back, as credit, to the order that it came from; no money moved`,
  'order.refund_failed': ({ amount, reason, reversed }) =>
    reversed
      ? `The bank returned a refund of ${inWords(amount)}${because(reason)}. The customer did not get it: refund it again or in another way`
      : `A refund of ${inWords(amount)} failed${because(reason)}`,
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
    CARDS[String(outcome)]?.(inWords(amount), Number(count), refundId !== undefined) ?? 'order.gift_cards_checked',
  'payment.disputed': ({ status, amount }) =>
    `The buyer’s bank disputes ${amount ? inWords(amount) : 'the payment'}: ${String(status).replaceAll('_', ' ')}`,
  'mail.sent': ({ kind }) => `The buyer was written to: ${MAILS[String(kind)] ?? kind}`,
  'mail.failed': ({ kind }) => `A mail could not be sent: ${MAILS[String(kind)] ?? kind}`,
}

/** Money that was paid elsewhere does not move by itself. */
export function refundInWords(amount: Money, manual: Money | undefined): string {
  if (!manual || manual.amount === 0) return `${moneyInWords(amount)} refunded`
  if (manual.amount === amount.amount)
    return `Refund of ${moneyInWords(amount)} recorded. Send it to the customer yourself`
  const sent = { ...amount, amount: amount.amount - manual.amount }
  return `${moneyInWords(sent)} refunded. Send another ${moneyInWords(manual)} to the customer yourself`
}

/** Sending money by hand has to wait: if the card's part fails, none of it is refunded. */
export const pendingInWords = (amount: Money, manual: Money | undefined): string =>
  `A refund of ${moneyInWords(amount)} is pending. This page shows when it is completed.${
    manual && manual.amount > 0 ? ` Do not send ${moneyInWords(manual)} to the customer before then.` : ''
  }`

/** `refund`: what the cancellation has refunded, if anything. */
export function canceledInWords(refund: Refund | undefined): string {
  const manual = refund?.tenders
    .filter(({ method, status }) => method === 'manual' && status === refund.status)
    .reduce((sum, { amount }) => sum + amount.amount, 0)
  if (!refund || !manual || refund.status === 'failed') return 'The order is canceled.'
  const sum = { ...refund.amount, amount: manual }
  return refund.status === 'pending'
    ? `The order is canceled. ${pendingInWords(refund.amount, sum)}`
    : `The order is canceled. Send ${moneyInWords(sum)} to the customer yourself.`
}

/** Staff reads here what there is to do, since nobody else tells them. */
const CARDS: Record<string, (amount: string, count: number, isRefund: boolean) => string> = {
  ended: (amount, count) => `${cardsInWords(count)} of this order ended with the money: ${amount} was left`,
  kept: (amount, count) =>
    `Money went back, and ${cardsInWords(count)} of this order can still be spent, with ${amount} left. Deactivate what the buyer is not to keep`,
  owed: (amount, count, isRefund) =>
    `${isRefund ? 'The bank returned the refund' : 'The dispute was won'} after ${cardsInWords(count)} had ended. If the buyer is to have it again, issue a new card over ${amount}`,
}

/** Before it happens: there is no way back. */
export const endingInWords = ({ count, amount }: { count: number; amount: Money }): string =>
  `${cardsInWords(count)} of this order ${count === 1 ? 'ends' : 'end'} with it for good: ${moneyInWords(amount)} left`

const cardsInWords = (count: number): string => (count === 1 ? '1 gift card' : `${count} gift cards`)

/** "staffNote" is "staff note". */
const fieldInWords = (field: unknown): string =>
  String(field).replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

const MAILS: Record<string, string> = {
  order_confirmation: 'confirmation',
  order_shipped: 'sent',
  order_refunded: 'refunded',
  gift_card: 'gift card',
}

const because = (reason: unknown): string => (typeof reason === 'string' ? `: ${reason}` : '')

const inWords = (amount: unknown): string => moneyInWords(amount as Money)

export const eventInWords = ({ type, data }: OrderEvent): string => TOLD[type]?.(data) ?? type
