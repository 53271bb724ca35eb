import type { IconName } from '../ui/icon.tsx'
import { formatMoney, type Money } from '../ui/money.ts'
import type { Activity, SetupStep, WaitingWork } from './home.ts'

export const PERIODS = [
  { value: '1', label: 'Today', comparedTo: 'yesterday until this time' },
  { value: '7', label: '7 days', comparedTo: 'the 7 days before' },
  { value: '30', label: '30 days', comparedTo: 'the 30 days before' },
] as const

const PERCENT = new Intl.NumberFormat(undefined, {
  style: 'percent',
  maximumFractionDigits: 0,
  signDisplay: 'exceptZero',
})
const RATE = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 })

/** A dash without a base: nothing can be compared with 0. */
export const formatChange = (current: number, previous: number): string =>
  previous === 0 ? '–' : PERCENT.format((current - previous) / Math.abs(previous))

export const formatRate = ({ carts, converted }: { carts: number; converted: number }): string =>
  carts === 0 ? '–' : RATE.format(converted / carts)

const COMPACT = { style: 'currency', notation: 'compact', maximumFractionDigits: 1 } as const

/** For axes: `€1.2K`. The value is in whole units. */
export const formatCompact = (value: number, currency: string): string =>
  new Intl.NumberFormat(undefined, { ...COMPACT, currency }).format(value)

export interface Task {
  count: number
  label: string
  icon: IconName
  to: string
  search?: Record<string, string | boolean>
}

const MAX_COUNT = 1000

const counted = (count: number, one: string, many: string) =>
  `${count > MAX_COUNT ? `${MAX_COUNT}+` : count} ${count === 1 ? one : many}`

/** What somebody has to do, most urgent first; each leads to the list of exactly that. */
export function toTasks(work: WaitingWork): Task[] {
  const tasks: Task[] = [
    {
      count: work.disputes,
      label: counted(work.disputes, 'dispute to answer', 'disputes to answer'),
      icon: 'warning',
      to: '/sales/orders',
      search: { paymentStatus: 'disputed' },
    },
    {
      count: work.waitingTickets,
      label: counted(work.waitingTickets, 'customer waiting for a reply', 'customers waiting for a reply'),
      icon: 'inbox',
      to: '/inbox',
      search: { view: 'open' },
    },
    {
      count: work.ordersToFulfill,
      label: counted(work.ordersToFulfill, 'order to fulfill', 'orders to fulfill'),
      icon: 'orders',
      to: '/sales/orders',
      search: { toFulfill: true },
    },
    {
      count: work.paymentsToCapture,
      label: counted(work.paymentsToCapture, 'payment to capture', 'payments to capture'),
      icon: 'payments',
      to: '/sales/orders',
      search: { status: 'open', paymentStatus: 'authorized' },
    },
    {
      count: work.returnsToReview,
      label: counted(work.returnsToReview, 'return to review', 'returns to review'),
      icon: 'returns',
      to: '/sales/orders',
      search: { returnStatus: 'requested' },
    },
    {
      count: work.lowStock,
      label: counted(work.lowStock, 'variant low in stock', 'variants low in stock'),
      icon: 'inventory',
      to: '/catalog/inventory',
      search: { lowStock: true },
    },
  ]
  return tasks.filter(({ count }) => count > 0)
}

export const SETUP_LABELS: Record<SetupStep['step'], { label: string; about: string; to: string }> = {
  product: { label: 'Add a product', about: 'Something to sell, with a price and stock.', to: '/catalog/products/new' },
  payments: { label: 'Connect payments', about: 'Until then, payments are simulated.', to: '/settings/payments' },
  shipping: { label: 'Set up shipping', about: 'Where you ship to, and what it costs.', to: '/settings/shipping' },
  taxes: { label: 'Set up taxes', about: 'The regions in which you charge taxes.', to: '/settings/taxes' },
  email: {
    label: 'Connect an email address',
    about: 'Email to it becomes tickets in the inbox.',
    to: '/settings/mailboxes',
  },
  order: { label: 'Place a test order', about: 'In your shop, with a test card.', to: '/sales/orders' },
}

const ACTIVITY_VERBS: Record<Activity['type'], string> = {
  'order.created': 'placed',
  'order.fulfilled': 'fulfilled',
  'order.refunded': 'refunded',
  'order.canceled': 'canceled',
  'order.return_requested': 'return requested',
  'payment.disputed': 'disputed',
  'ticket.created': 'New ticket',
  'ticket.rated': 'Ticket rated',
  'chat.handed_over': 'Chat handed over',
  'lead.created': 'New lead',
  'review.created': 'New review',
  'inventory.out_of_stock': 'Out of stock',
}

/** "Order #1001 placed", "New ticket: Where is my parcel?" */
export function activityTitle({ type, subject }: Activity): string {
  const verb = ACTIVITY_VERBS[type]
  if (subject.type === 'order') return `Order${subject.name ? ` ${subject.name}` : ''} ${verb}`
  return subject.name ? `${verb}: ${subject.name}` : verb
}

export function activityDetails({ person, amount, rating, subject }: Activity): string {
  const stars = rating === null ? null : `${rating} of 5`
  const who = subject.type === 'lead' ? null : person
  return [who, amount && formatMoney(amount as Money), stars].filter(Boolean).join(' · ')
}

export function activityPath({ subject: { type, id } }: Activity): string | undefined {
  if (type === 'review') return '/catalog/reviews'
  if (id === null) return undefined
  if (type === 'ticket') return `/inbox?ticket=${id}`
  return `${{ order: '/sales/orders', lead: '/sales/leads', product: '/catalog/products' }[type]}/${id}`
}

export const ACTIVITY_ICONS: Record<Activity['subject']['type'], IconName> = {
  order: 'orders',
  ticket: 'inbox',
  lead: 'leads',
  review: 'reviews',
  product: 'inventory',
}
