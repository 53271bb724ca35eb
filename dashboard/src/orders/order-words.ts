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
  if (kind === 'gift_card') return typeof details.last4 === 'string' ? `Gift card •••• ${details.last4}` : 'Gift card'
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
  'order.capture_failed': ({ amount }) => `A capture of ${inWords(amount)} failed`,
  'order.refunded': ({ amount }) => `${inWords(amount)} refunded`,
  'order.refund_failed': ({ amount }) => `A refund of ${inWords(amount)} failed`,
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
  'mail.sent': ({ kind }) => `The buyer was written to: ${MAILS[String(kind)] ?? kind}`,
  'mail.failed': ({ kind }) => `A mail could not be sent: ${MAILS[String(kind)] ?? kind}`,
}

/** "staffNote" is "staff note". */
const fieldInWords = (field: unknown): string =>
  String(field).replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

const MAILS: Record<string, string> = {
  order_confirmation: 'confirmation',
  order_shipped: 'sent',
  order_refunded: 'refunded',
}

const inWords = (amount: unknown): string => moneyInWords(amount as Money)

export const eventInWords = ({ type, data }: OrderEvent): string => TOLD[type]?.(data) ?? type
