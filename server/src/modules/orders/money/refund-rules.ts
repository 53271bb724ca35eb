import { AppError, type ErrorDetail, invalidRequest } from '../../../kit/errors.ts'
import type { Money } from '../../../kit/money.ts'
import { shareOf } from '../line-share.ts'
import { refuseUnfit } from '../named-lines.ts'
import { isCredit } from '../payment-kinds.ts'
import type { LineRow, OrderRow, PaymentRow, RefundFacts } from '../queries.ts'
import { pointsBack } from './points-back.ts'

export interface WantedRefund {
  lines?: { lineId: string; quantity: number; restock?: boolean }[]
  shipping?: Money
  amount?: Money
}

export interface RefundedLine {
  lineId: string
  quantity: number
  /** Of these, so many had not been sent and are taken out of the order. */
  removed: number
  /** So many go back on the shelf. */
  restocked: number
  amount: number
}

export interface RefundTender {
  paymentId: string
  kind: PaymentRow['kind']
  amount: number
  /** Of points: how many. Reckoned anew when they are given back. */
  points?: number
  /** How the buyer gets it. Refunds made before this was stored do not say: see `methodOfTender`. */
  method?: RefundMethod
  status: 'pending' | 'completed' | 'failed'
  /** Why, as the provider says. */
  failure?: string
  /** The provider's name for the refund. While it is pending: it was made there, and not asked for by us. */
  ref?: string
}

export const REFUND_METHODS = ['provider', 'gift_card', 'points', 'manual', 'order_credit'] as const
export type RefundMethod = (typeof REFUND_METHODS)[number]

/** `manual`: it was paid outside of this server, so nobody but the shopkeeper can send it back. */
export function methodOf(payment: Pick<PaymentRow, 'kind' | 'details'>): RefundMethod {
  if (payment.kind !== 'external') return payment.kind
  return isCredit(payment) ? 'order_credit' : 'manual'
}

type Payments = Pick<PaymentRow, 'id' | 'kind' | 'details'>[]

export const methodOfTender = (
  { paymentId, kind, method }: Pick<RefundTender, 'paymentId' | 'kind' | 'method'>,
  payments: Payments,
): RefundMethod => method ?? methodOf(payments.find(({ id }) => id === paymentId) ?? { kind, details: {} })

/**
 * What the shopkeeper has to send back. Nothing while the refund is pending: if the provider's part fails, this part fails with it
 * and can be refunded again, so whoever had sent it already would pay twice.
 */
export const manualAmountOf = (tenders: RefundTender[], payments: Payments): number =>
  sum(
    tenders
      .filter((tender) => tender.status === 'completed' && methodOfTender(tender, payments) === 'manual')
      .map(({ amount }) => amount),
  )

/** What was given back before or is on its way: both count, or two at once would give back too much. */
export interface Earlier {
  status: 'pending' | 'completed' | 'failed'
  shipping: number
  lines: RefundedLine[]
  tenders: RefundTender[]
}

export interface RefundPlan {
  amount: number
  shipping: number
  lines: RefundedLine[]
  tenders: RefundTender[]
  /** The most that could be given back now. */
  refundable: number
}

/** What the shop has not any more of what was paid. */
export interface Spent {
  /** What has paid for other orders, for which the goods were exchanged: the buyer has had it. */
  amount: number
  /** By line: so many units have paid, and so many of those are here. */
  units: ReadonlyMap<string, { quantity: number; received: number }>
  /** By the payment's ref: what a bank has taken back for good. The provider gives nothing back of that. */
  lost: ReadonlyMap<string, number>
}

/** What is given back for what, and to whom. Never recomputed from prices: only what was charged is split. */
export function planRefund(order: OrderRow, earlier: Earlier[], wanted: WantedRefund, spent: Spent): RefundPlan {
  refuseUnclear(order, wanted, spent)
  const counted = earlier.filter(({ status }) => status !== 'failed')
  const lines = (wanted.lines ?? []).map((line) => planLine(order, counted, line, spent))
  const shipping = wanted.shipping?.amount ?? 0
  const amount = wanted.amount?.amount ?? sum(lines.map((line) => line.amount)) + shipping
  const places = placesOf(order, earlier, spent)
  const refundable = sum(places.map(({ left }) => left))
  refuseTooMuch(order, counted, wanted, { amount, refundable })
  return { amount, shipping, lines, tenders: fill(places, amount), refundable }
}

/** All that is left of it, as when the order is canceled: that takes the units out itself. */
export function planWhole(order: OrderRow, earlier: Earlier[], spent: Spent): RefundPlan {
  const counted = earlier.filter(({ status }) => status !== 'failed')
  const lines = order.lines.flatMap((line) => {
    const quantity = line.ordered - line.refunded
    const amount = Math.max(0, line.total - refundedOf(counted, line.id))
    return quantity > 0 ? [{ lineId: line.id, quantity, removed: 0, restocked: 0, amount }] : []
  })
  const places = placesOf(order, earlier, spent)
  const amount = sum(places.map(({ left }) => left))
  return { amount, shipping: shippingLeft(order, counted), lines, tenders: fill(places, amount), refundable: amount }
}

function planLine(
  { lines }: OrderRow,
  counted: Earlier[],
  { lineId, quantity, restock }: NonNullable<WantedRefund['lines']>[number],
  { units }: Spent,
): RefundedLine {
  const line = lines.find(({ id }) => id === lineId)
  if (!line) throw new Error(`The line ${lineId} was looked for before`)
  const { removed } = unitsOf(line, quantity, units.get(lineId)?.received ?? 0)
  // As much as all units up to here cost, less what they were given: a refund that has failed leaves no cent behind.
  const amount = Math.max(0, shareOf(line, line.refunded + quantity) - refundedOf(counted, lineId))
  const restocked = restock === undefined ? removed : restock ? quantity : 0
  return { lineId, quantity, removed, restocked, amount }
}

/** What was given back for units that are not owed any more either; goodwill is not among it. */
export const givenForRemoved = (earlier: RefundFacts[]): number =>
  sum(
    earlier
      .filter(({ status }) => status !== 'failed')
      .map(({ lines, tenders }) => {
        const charged = sum(lines.map(({ amount, quantity, removed }) => Math.round((amount * removed) / quantity)))
        return Math.min(charged, sum(tenders.map(({ amount }) => amount)))
      }),
  )

/**
 * Units that came back are paid back first, then those that were not sent, then those that the buyer keeps. What came back for
 * something else has been paid for.
 */
function unitsOf({ ordered, current, fulfilled, returned, refunded }: LineRow, quantity: number, exchanged: number) {
  const refundedOfSent = Math.max(0, refunded - (ordered - current))
  const cameBack = Math.min(quantity, Math.max(0, returned - exchanged - refundedOfSent))
  // Taken out by a refund that failed later: they are paid back before anything else leaves the order.
  const takenOut = Math.max(0, ordered - current - refunded)
  return { removed: Math.min(Math.max(0, quantity - cameBack - takenOut), Math.max(0, current - fulfilled)) }
}

const refundedOf = (counted: Earlier[], lineId: string): number =>
  sum(counted.flatMap(({ lines }) => lines.filter((line) => line.lineId === lineId).map(({ amount }) => amount)))

/** Of what was charged for it, with its tax and less its discount. */
function shippingLeft({ contents: { shipping, totals } }: OrderRow, counted: Earlier[]): number {
  if (!shipping) return 0
  const charged = shipping.amount - shipping.discount + (totals.taxIncluded ? 0 : shipping.tax)
  return Math.max(0, charged - sum(counted.map((refund) => refund.shipping)))
}

interface Place {
  payment: PaymentRow
  /** Given back before, or on its way. */
  given: number
  left: number
}

/** Stored value goes back to where it came from before any money does; what was paid outside comes last. */
const ORDER: PaymentRow['kind'][] = ['gift_card', 'points', 'provider', 'external']

function placesOf({ payments }: OrderRow, earlier: Earlier[], spent: Spent): Place[] {
  const under = earlier.filter(({ status }) => status === 'pending').flatMap(({ tenders }) => tenders)
  const places = payments
    .map((payment) => {
      const pending = sum(under.filter(({ paymentId }) => paymentId === payment.id).map(({ amount }) => amount))
      const given = payment.refunded + pending
      const lost = (payment.kind === 'provider' && spent.lost.get(payment.ref ?? '')) || 0
      return { payment, given, left: payment.captured - given - lost }
    })
    .toSorted((one, other) => ORDER.indexOf(one.payment.kind) - ORDER.indexOf(other.payment.kind))
  // A bank may take what had been given back before: so much more has the buyer had.
  let rest = spent.amount + sum(places.map(({ left }) => Math.max(0, -left)))
  // Taken off from the end, so that stored value still goes back first.
  return places
    .toReversed()
    .map(({ left, ...place }) => {
      const share = Math.min(rest, Math.max(0, left))
      rest -= share
      return { ...place, left: Math.max(0, left - share) }
    })
    .toReversed()
}

function fill(places: Place[], amount: number): RefundTender[] {
  let rest = amount
  return places.flatMap(({ payment, given, left }): RefundTender[] => {
    const { id, kind } = payment
    const share = Math.min(rest, left)
    rest -= share
    if (share === 0) return []
    const points = kind === 'points' ? { points: pointsBack(payment, given, share) } : {}
    return [{ paymentId: id, kind, amount: share, ...points, method: methodOf(payment), status: 'pending' }]
  })
}

function refuseUnclear(order: OrderRow, wanted: WantedRefund, { units }: Spent): void {
  const { currency } = order
  const faults: ErrorDetail[] = []
  for (const field of ['shipping', 'amount'] as const) {
    const given = wanted[field]
    if (given && given.currency !== currency)
      faults.push({ path: `/${field}/currency`, message: `must be ${currency}, as the order is` })
  }
  if (faults.length > 0) throw invalidRequest('The refund is not clear.', faults)
  if ((wanted.lines ?? []).length === 0 && !wanted.shipping?.amount && !wanted.amount?.amount) {
    throw invalidRequest('Say what is given back: lines, shipping or an amount.')
  }
  const exchanged = ({ id }: LineRow) => units.get(id)?.quantity ?? 0
  refuseUnfit(order, wanted.lines ?? [], {
    of: (line) => Math.max(0, line.ordered - line.refunded - exchanged(line)),
    deed: 'refunded',
    because: (line) => (exchanged(line) > 0 ? `, since ${exchanged(line)} paid for an exchange` : ''),
  })
}

function refuseTooMuch(
  order: OrderRow,
  counted: Earlier[],
  { shipping }: WantedRefund,
  { amount, refundable }: { amount: number; refundable: number },
): void {
  const details: ErrorDetail[] = []
  const ofShipping = shippingLeft(order, counted)
  if (shipping && shipping.amount > ofShipping)
    details.push({ path: '/shipping/amount', message: `only ${ofShipping} of it are left`, actual: ofShipping })
  if (amount > refundable)
    details.push({
      path: '/amount',
      message: `at most ${refundable} are left of what was paid: name an amount up to that`,
      actual: refundable,
    })
  if (details.length === 0) return
  throw new AppError('refund_too_large', `More than can be given back of order #${order.number}.`, { details })
}

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0)
