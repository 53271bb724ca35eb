import { parseMoney } from '../ui/money.ts'
import type { NewRefund, Order, OrderItem } from './orders.ts'

/** Keyed by item id; a missing item means zero. */
export type Quantities = Record<string, number>

export const fulfillableQuantity = ({ quantities: { current, fulfilled } }: OrderItem): number =>
  Math.max(0, current - fulfilled)

/** What the buyer paid for shipping: after discount, including tax. */
export function shippingCharged({ shipping, totals, currency }: Pick<Order, 'shipping' | 'totals' | 'currency'>) {
  if (!shipping) return { amount: 0, currency }
  const tax = totals.taxIncluded ? 0 : shipping.tax.amount
  return { amount: shipping.amount.amount - shipping.discount.amount + tax, currency }
}

export const toItemQuantities = (quantities: Quantities) =>
  Object.entries(quantities).flatMap(([itemId, quantity]) => (quantity > 0 ? [{ itemId, quantity }] : []))

/** Actions the order's state permits; the server has the final say. */
export function allowedActions({ status, items, payments, totals }: Order) {
  const hasFulfillments = items.some(({ quantities }) => quantities.fulfilled > 0)
  return {
    canFulfill: status === 'open' && items.some((item) => fulfillableQuantity(item) > 0),
    canCapture: status === 'open' && payments.some((payment) => payment.status === 'authorized'),
    canRecordPayment: (status === 'open' || status === 'archived') && totals.due.amount > 0,
    canRefund: status !== 'draft' && payments.some(({ captured, refunded }) => captured.amount > refunded.amount),
    canCancel: status === 'open' && !hasFulfillments,
  }
}

/** Once everything was sent, the address is a matter of record. Downloads and gift cards are not sent. */
export function canEditAddresses({ items }: Pick<Order, 'items'>): boolean {
  const shipped = items.filter(({ requiresShipping }) => requiresShipping)
  return (
    shipped.every(({ quantities }) => quantities.fulfilled === 0) ||
    shipped.some((item) => fulfillableQuantity(item) > 0)
  )
}

export interface RefundFields {
  quantities: Quantities
  shipping: string
  /** Overrides the sum of items and shipping. */
  amount: string
  /** `asIs`: restocks only unfulfilled units. */
  restock: 'asIs' | 'all' | 'none'
  method: NonNullable<NewRefund['method']>
  reason: string
}

/** Undefined while nothing is selected or an amount is invalid. */
export function toRefundRequest(fields: RefundFields, currency: string): NewRefund | undefined {
  const inputs = { shipping: fields.shipping, amount: fields.amount }
  const filled = Object.entries(inputs).filter(([, text]) => text.trim() !== '')
  const parsed = filled.map(([name, text]) => [name, parseMoney(text, currency)] as const)
  if (parsed.some(([, money]) => money === undefined)) return undefined
  const amounts = Object.fromEntries(parsed.filter(([, money]) => money && money.amount > 0))
  const restock = fields.restock === 'asIs' ? {} : { restock: fields.restock === 'all' }
  const items = toItemQuantities(fields.quantities).map((item) => ({ ...item, ...restock }))
  const reason = fields.reason.trim()
  if (items.length === 0 && Object.keys(amounts).length === 0) return undefined
  const method = fields.method === 'original_payment' ? {} : { method: fields.method }
  return { ...(items.length > 0 && { items }), ...amounts, ...method, ...(reason && { reason }) }
}
