import { AppError, type ErrorDetail, invalidRequest } from '../../../kit/errors.ts'
import type { Money } from '../../../kit/money.ts'
import { assertItemQuantities } from '../item-quantities.ts'
import { isExchangeCredit } from '../payment-kinds.ts'
import { proratedTotal } from '../prorate.ts'
import type { LineItemRow, OrderRow, PaymentRow, RefundSummary } from '../queries.ts'
import { pointsToRestore } from './restored-points.ts'

export interface RefundInput {
  lines?: { lineId: string; quantity: number; restock?: boolean }[]
  shipping?: Money
  amount?: Money
}

export interface RefundedItem {
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
export function refundMethodOf(payment: Pick<PaymentRow, 'kind' | 'details'>): RefundMethod {
  if (payment.kind !== 'external') return payment.kind
  return isExchangeCredit(payment) ? 'order_credit' : 'manual'
}

type TenderPayments = Pick<PaymentRow, 'id' | 'kind' | 'details'>[]

export const tenderMethod = (
  { paymentId, kind, method }: Pick<RefundTender, 'paymentId' | 'kind' | 'method'>,
  payments: TenderPayments,
): RefundMethod => method ?? refundMethodOf(payments.find(({ id }) => id === paymentId) ?? { kind, details: {} })

/**
 * What the shopkeeper has to send back. Nothing while the refund is pending: if the provider's part fails, this part fails with it
 * and can be refunded again, so whoever had sent it already would pay twice.
 */
export const manualAmountOf = (tenders: RefundTender[], payments: TenderPayments): number =>
  sum(
    tenders
      .filter((tender) => tender.status === 'completed' && tenderMethod(tender, payments) === 'manual')
      .map(({ amount }) => amount),
  )

/** What was given back before or is on its way: both count, or two at once would give back too much. */
export interface PriorRefund {
  status: 'pending' | 'completed' | 'failed'
  shipping: number
  lines: RefundedItem[]
  tenders: RefundTender[]
}

export interface RefundPlan {
  amount: number
  shipping: number
  lines: RefundedItem[]
  tenders: RefundTender[]
  /** The most that could be given back now. */
  refundable: number
}

/** What the shop has not any more of what was paid. */
export interface UnavailableFunds {
  /** What has paid for other orders, for which the goods were exchanged: the buyer has had it. */
  exchangeCredit: number
  /** By line: so many units have paid, and so many of those are here. */
  exchangedUnits: ReadonlyMap<string, { quantity: number; received: number }>
  /** By the payment's ref: what a bank has taken back for good. The provider gives nothing back of that. */
  lostByPayment: ReadonlyMap<string, number>
}

/** What is given back for what, and to whom. Never recomputed from prices: only what was charged is split. */
export function planRefund(
  order: OrderRow,
  priorRefunds: PriorRefund[],
  input: RefundInput,
  unavailable: UnavailableFunds,
): RefundPlan {
  assertValidRefund(order, input, unavailable)
  const effective = priorRefunds.filter(({ status }) => status !== 'failed')
  const lines = (input.lines ?? []).map((line) => planItem(order, effective, line, unavailable))
  const shipping = input.shipping?.amount ?? 0
  const amount = input.amount?.amount ?? sum(lines.map((line) => line.amount)) + shipping
  const sources = refundSources(order, priorRefunds, unavailable)
  const refundable = sum(sources.map(({ remaining }) => remaining))
  assertRefundable(order, effective, input, { amount, refundable })
  return { amount, shipping, lines, tenders: allocateTenders(sources, amount), refundable }
}

/** All that is left of it, as when the order is canceled: that takes the units out itself. */
export function planFullRefund(
  order: OrderRow,
  priorRefunds: PriorRefund[],
  unavailable: UnavailableFunds,
): RefundPlan {
  const effective = priorRefunds.filter(({ status }) => status !== 'failed')
  const lines = order.lines.flatMap((line) => {
    const quantity = line.ordered - line.refunded
    const amount = Math.max(0, line.total - refundedForItem(effective, line.id))
    return quantity > 0 ? [{ lineId: line.id, quantity, removed: 0, restocked: 0, amount }] : []
  })
  const sources = refundSources(order, priorRefunds, unavailable)
  const amount = sum(sources.map(({ remaining }) => remaining))
  return {
    amount,
    shipping: remainingShipping(order, effective),
    lines,
    tenders: allocateTenders(sources, amount),
    refundable: amount,
  }
}

function planItem(
  { lines }: OrderRow,
  effective: PriorRefund[],
  { lineId, quantity, restock }: NonNullable<RefundInput['lines']>[number],
  { exchangedUnits }: UnavailableFunds,
): RefundedItem {
  const line = lines.find(({ id }) => id === lineId)
  if (!line) throw new Error(`The line ${lineId} was looked for before`)
  const { removed } = allocateUnits(line, quantity, exchangedUnits.get(lineId)?.received ?? 0)
  // As much as all units up to here cost, less what they were given: a refund that has failed leaves no cent behind.
  const amount = Math.max(0, proratedTotal(line, line.refunded + quantity) - refundedForItem(effective, lineId))
  const restocked = restock === undefined ? removed : restock ? quantity : 0
  return { lineId, quantity, removed, restocked, amount }
}

/** What was given back for units that are not owed any more either; goodwill is not among it. */
export const refundedForRemoved = (priorRefunds: RefundSummary[]): number =>
  sum(
    priorRefunds
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
function allocateUnits(
  { ordered, current, fulfilled, returned, refunded }: LineItemRow,
  quantity: number,
  exchanged: number,
) {
  const refundedOfSent = Math.max(0, refunded - (ordered - current))
  const returnedUnits = Math.min(quantity, Math.max(0, returned - exchanged - refundedOfSent))
  // Taken out by a refund that failed later: they are paid back before anything else leaves the order.
  const removedUnits = Math.max(0, ordered - current - refunded)
  return { removed: Math.min(Math.max(0, quantity - returnedUnits - removedUnits), Math.max(0, current - fulfilled)) }
}

const refundedForItem = (effective: PriorRefund[], lineId: string): number =>
  sum(effective.flatMap(({ lines }) => lines.filter((line) => line.lineId === lineId).map(({ amount }) => amount)))

/** Of what was charged for it, with its tax and less its discount. */
function remainingShipping({ contents: { shipping, totals } }: OrderRow, effective: PriorRefund[]): number {
  if (!shipping) return 0
  const charged = shipping.amount - shipping.discount + (totals.taxIncluded ? 0 : shipping.tax)
  return Math.max(0, charged - sum(effective.map((refund) => refund.shipping)))
}

interface RefundSource {
  payment: PaymentRow
  /** Given back before, or on its way. */
  refunded: number
  remaining: number
}

/** Stored value goes back to where it came from before any money does; what was paid outside comes last. */
const REFUND_ORDER: PaymentRow['kind'][] = ['gift_card', 'points', 'provider', 'external']

function refundSources(
  { payments }: OrderRow,
  priorRefunds: PriorRefund[],
  unavailable: UnavailableFunds,
): RefundSource[] {
  const pendingTenders = priorRefunds.filter(({ status }) => status === 'pending').flatMap(({ tenders }) => tenders)
  const sources = payments
    .map((payment) => {
      const pending = sum(
        pendingTenders.filter(({ paymentId }) => paymentId === payment.id).map(({ amount }) => amount),
      )
      const refunded = payment.refunded + pending
      const lost = (payment.kind === 'provider' && unavailable.lostByPayment.get(payment.ref ?? '')) || 0
      return { payment, refunded, remaining: payment.captured - refunded - lost }
    })
    .toSorted((one, other) => REFUND_ORDER.indexOf(one.payment.kind) - REFUND_ORDER.indexOf(other.payment.kind))
  // A bank may take what had been given back before: so much more has the buyer had.
  let toDeduct = unavailable.exchangeCredit + sum(sources.map(({ remaining }) => Math.max(0, -remaining)))
  // Taken off from the end, so that stored value still goes back first.
  return sources
    .toReversed()
    .map(({ remaining, ...source }) => {
      const share = Math.min(toDeduct, Math.max(0, remaining))
      toDeduct -= share
      return { ...source, remaining: Math.max(0, remaining - share) }
    })
    .toReversed()
}

function allocateTenders(sources: RefundSource[], amount: number): RefundTender[] {
  let unallocated = amount
  return sources.flatMap(({ payment, refunded, remaining }): RefundTender[] => {
    const { id, kind } = payment
    const share = Math.min(unallocated, remaining)
    unallocated -= share
    if (share === 0) return []
    const points = kind === 'points' ? { points: pointsToRestore(payment, refunded, share) } : {}
    return [{ paymentId: id, kind, amount: share, ...points, method: refundMethodOf(payment), status: 'pending' }]
  })
}

function assertValidRefund(order: OrderRow, input: RefundInput, { exchangedUnits }: UnavailableFunds): void {
  const { currency } = order
  const errors: ErrorDetail[] = []
  for (const field of ['shipping', 'amount'] as const) {
    const value = input[field]
    if (value && value.currency !== currency)
      errors.push({ path: `/${field}/currency`, message: `must be ${currency}, as the order is` })
  }
  if (errors.length > 0) throw invalidRequest('The refund is not clear.', errors)
  if ((input.lines ?? []).length === 0 && !input.shipping?.amount && !input.amount?.amount) {
    throw invalidRequest('Say what is given back: lines, shipping or an amount.')
  }
  const exchanged = ({ id }: LineItemRow) => exchangedUnits.get(id)?.quantity ?? 0
  assertItemQuantities(order, input.lines ?? [], {
    available: (line) => Math.max(0, line.ordered - line.refunded - exchanged(line)),
    action: 'refunded',
    explain: (line) => (exchanged(line) > 0 ? `, since ${exchanged(line)} paid for an exchange` : ''),
  })
}

function assertRefundable(
  order: OrderRow,
  effective: PriorRefund[],
  { shipping }: RefundInput,
  { amount, refundable }: { amount: number; refundable: number },
): void {
  const details: ErrorDetail[] = []
  const shippingRemaining = remainingShipping(order, effective)
  if (shipping && shipping.amount > shippingRemaining)
    details.push({
      path: '/shipping/amount',
      message: `only ${shippingRemaining} of it are left`,
      actual: shippingRemaining,
    })
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
