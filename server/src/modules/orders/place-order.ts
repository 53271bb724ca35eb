import { actorOf, type Ctx } from '../../ctx.ts'
import { eventRows } from '../../events/emit.ts'
import { newId } from '../../kit/ids.ts'
import { money } from '../../kit/money.ts'
import * as queries from './place-queries.ts'
import type { NewPayment, PlacedOrder } from './placed.ts'

/** Short enough to be told on the telephone, and not so short that it looks like the first. */
const FIRST_NUMBER = 1001

/** Before the transaction that places the order: whoever waits for it there would wait for all the others. */
export const takeNumber = (ctx: Ctx): Promise<number> => {
  if (ctx.db.isTransaction)
    throw new Error('A number taken inside a transaction makes all other buyers wait for its end')
  return queries.nextNumber(ctx, FIRST_NUMBER)
}

/** Further away than a shop comes in years: a number that was mistyped must not make all that follow as long. */
const REACH = 1_000_000

/** A number that was given elsewhere: those that are taken from now on are higher, if it is in reach. The last thing in its transaction. */
export const keepNumber = (ctx: Ctx, number: number): Promise<number> =>
  queries.raiseNumber(ctx, { last: Math.max(number, FIRST_NUMBER - 1), first: FIRST_NUMBER, reach: REACH })

/** Somebody has taken a number, and an import that brings its own has come before: then the next is to be taken. */
export const isNumberTaken = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === 'orders_environment_id_number_key'

interface Placing {
  placed: PlacedOrder
  number: number
  payments: NewPayment[]
  placedAt?: string
  /** The order is made only while this checkout is active. */
  checkoutId: string | null
  /** Something was sold just now: `order.created` is told. Not of what is only written down, as a draft is. */
  isSale: boolean
}

/** Says whether it is placed: not where its checkout has ended meanwhile. Inside the caller's transaction. */
export function placeOrder(ctx: Ctx, placing: Placing): Promise<boolean> {
  const { placed, number, payments, checkoutId } = placing
  const { lines, id, currency, email, customerId, source, ...contents } = placed
  const isSent = !lines.some((line) => line.requiresShipping)
  const payment_status = paymentStatus(placed, payments)
  const order: queries.OrderRow = {
    id,
    number,
    status: isSent && payment_status === 'paid' ? 'completed' : 'open',
    payment_status,
    fulfillment_status: isSent ? 'not_needed' : 'unfulfilled',
    currency,
    total: placed.totals.total,
    email,
    customer_id: customerId,
    source,
    contents,
    search: searchText(placed, number),
    placed_at: placing.placedAt ?? ctx.now.toISOString(),
  }
  const rows = { order, lines: lines.map(lineRow), payments: payments.map(paymentRow) }
  const data = { orderId: id, number, total: money(order.total, currency), source, by: actorOf(ctx.caller) }
  return queries.insertOrder(
    ctx,
    rows,
    checkoutId,
    placing.isSale ? eventRows([{ type: 'order.created', data }]) : null,
  )
}

function paymentStatus({ totals }: PlacedOrder, payments: NewPayment[]): string {
  if (payments.some(({ status }) => status === 'authorized')) return 'authorized'
  const paid = payments.reduce((sum, { amount }) => sum + amount, 0)
  if (paid >= totals.total) return 'paid'
  return paid > 0 ? 'partially_paid' : 'pending'
}

export const lineRow = (line: PlacedOrder['lines'][number], position: number): queries.LineRow => {
  const { id, variantId, productId, quantity, requiresShipping, total, ...facts } = line
  return {
    id,
    position,
    variant_id: variantId,
    product_id: productId,
    ordered: quantity,
    requires_shipping: requiresShipping,
    total,
    facts,
  }
}

const paymentRow = ({ kind, provider, ref, status, amount, details }: NewPayment): queries.PaymentRow => ({
  id: newId('pay'),
  kind,
  provider,
  ref,
  status,
  amount,
  captured: status === 'paid' ? amount : 0,
  details,
})

interface Searched extends Pick<PlacedOrder, 'email' | 'shippingAddress' | 'billingAddress'> {
  lines: Pick<PlacedOrder['lines'][number], 'title' | 'sku'>[]
}

/** What staff will look for. */
export function searchText({ email, shippingAddress, billingAddress, lines }: Searched, number: number): string {
  const people = [shippingAddress, billingAddress].flatMap((address) => [address?.name, address?.company])
  const things = lines.flatMap(({ title, sku }) => [title, sku])
  const words = [`#${number}`, email, ...people, ...things].filter((word) => word)
  return [...new Set(words)].join(' ').toLowerCase().slice(0, 2000)
}
