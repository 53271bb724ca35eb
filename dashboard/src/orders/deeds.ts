import { parseMoney } from '../parts/money.ts'
import type { Order, OrderLine } from './orders.ts'
import type { LineQuantity, NewRefund } from './wishes.ts'

/** By line; a line that is not there has none. */
export type Quantities = Record<string, number>

export const leftToSend = ({ quantities: { current, fulfilled } }: OrderLine): number =>
  Math.max(0, current - fulfilled)

/** What shipping has cost the buyer: less its discount, with its tax. */
export function shippingCharged({ shipping, totals, currency }: Pick<Order, 'shipping' | 'totals' | 'currency'>) {
  if (!shipping) return { amount: 0, currency }
  const tax = totals.taxIncluded ? 0 : shipping.tax.amount
  return { amount: shipping.amount.amount - shipping.discount.amount + tax, currency }
}

export const linesIn = (quantities: Quantities): LineQuantity[] =>
  Object.entries(quantities).flatMap(([lineId, quantity]) => (quantity > 0 ? [{ lineId, quantity }] : []))

/** What the order as it is lets somebody do; the server decides. */
export function deedsOf({ status, items, payments, totals }: Order) {
  const isSent = items.some(({ quantities }) => quantities.fulfilled > 0)
  return {
    canFulfill: status === 'open' && items.some((line) => leftToSend(line) > 0),
    canCapture: status === 'open' && payments.some((payment) => payment.status === 'authorized'),
    canNotePayment: (status === 'open' || status === 'completed') && totals.due.amount > 0,
    canRefund: status !== 'draft' && payments.some(({ captured, refunded }) => captured.amount > refunded.amount),
    canCancel: status === 'open' && !isSent,
  }
}

export interface RefundFields {
  quantities: Quantities
  shipping: string
  /** In place of what lines and shipping come to. */
  amount: string
  /** `asIs`: what was not sent goes back on the shelf. */
  restock: 'asIs' | 'all' | 'none'
  reason: string
}

/** Nothing while nothing is chosen, or an amount can't be read. */
export function refundOf(fields: RefundFields, currency: string): NewRefund | undefined {
  const moneys = { shipping: fields.shipping, amount: fields.amount }
  const typed = Object.entries(moneys).filter(([, text]) => text.trim() !== '')
  const read = typed.map(([name, text]) => [name, parseMoney(text, currency)] as const)
  if (read.some(([, money]) => money === undefined)) return undefined
  const given = Object.fromEntries(read.filter(([, money]) => money && money.amount > 0))
  const restock = fields.restock === 'asIs' ? {} : { restock: fields.restock === 'all' }
  const lines = linesIn(fields.quantities).map((line) => ({ ...line, ...restock }))
  const reason = fields.reason.trim()
  if (lines.length === 0 && Object.keys(given).length === 0) return undefined
  return { ...(lines.length > 0 && { lines }), ...given, ...(reason && { reason }) }
}
