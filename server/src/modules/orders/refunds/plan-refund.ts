import { proratedTotal } from '../../../kit/allocate-money.ts'
import { AppError, type ErrorDetail, invalidRequest } from '../../../kit/errors.ts'
import { formatMoney, type Money } from '../../../kit/money.ts'
import { sum } from '../../../kit/sum.ts'
import { assertItemQuantities } from '../item-quantities.ts'
import { isExchangeCredit, pointsToRestore } from '../payment-rules.ts'
import type { ItemRow, OrderRow, PaymentRow } from '../queries.ts'

export interface RefundInput {
  items?: { itemId: string; quantity: number; restock?: boolean }[]
  shipping?: Money
  amount?: Money
  method?: 'original_payment' | 'store_credit'
}

export interface RefundedItem {
  itemId: string
  quantity: number
  /** Units among these that were not sent yet and are removed from the order. */
  removed: number
  /** Units that are restocked. */
  restocked: number
  amount: number
}

export interface RefundTender {
  paymentId: string
  kind: PaymentRow['kind']
  amount: number
  /** Points only. Recomputed when the refund completes. */
  points?: number
  /** How the buyer gets the money. Older refunds don't store it: see `tenderMethod`. */
  method?: RefundMethod
  status: 'pending' | 'completed' | 'failed'
  /** The provider's reason. */
  failure?: string
  /**
   * The provider's refund id. Set on a pending tender only if the refund was made at the provider, not requested by us.
   */
  ref?: string
}

export const REFUND_METHODS = ['provider', 'gift_card', 'points', 'store_credit', 'manual', 'order_credit'] as const
export type RefundMethod = (typeof REFUND_METHODS)[number]

/** `manual`: paid outside this server, so only the merchant can send it back. */
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
 * The amount the merchant has to send back. Zero while the refund is pending: if the provider's part fails, this part
 * fails too and can be refunded again, so a merchant who had already sent it would pay twice.
 */
export const manualAmountOf = (tenders: RefundTender[], payments: TenderPayments): number =>
  sum(
    tenders
      .filter((tender) => tender.status === 'completed' && tenderMethod(tender, payments) === 'manual')
      .map(({ amount }) => amount),
  )

/** Money that was paid otherwise and becomes store credit. What store credit paid for is restored instead. */
export const isCreditedTender = ({ kind, method }: Pick<RefundTender, 'kind' | 'method'>): boolean =>
  method === 'store_credit' && kind !== 'store_credit'

export const creditedAmountOf = (tenders: RefundTender[]): number =>
  sum(tenders.filter((tender) => tender.status === 'completed' && isCreditedTender(tender)).map(({ amount }) => amount))

/** Completed and pending refunds both count, or two concurrent refunds could exceed the captured amount. */
export interface PriorRefund {
  status: 'pending' | 'completed' | 'failed'
  shipping: number
  items: RefundedItem[]
  tenders: RefundTender[]
}

export interface RefundPlan {
  amount: number
  shipping: number
  items: RefundedItem[]
  tenders: RefundTender[]
  /** The maximum refundable now. */
  refundable: number
}

/** Money paid for the order that the shop no longer has. */
export interface UnavailableFunds {
  /** Credit applied to exchange orders: the buyer already has its value. */
  exchangeCredit: number
  /** Exchanged units by item: how many were exchanged, and how many of those were received back. */
  exchangedUnits: ReadonlyMap<string, { quantity: number; received: number }>
  /** Lost disputes by the payment's ref. The provider can't refund that money. */
  lostByPayment: ReadonlyMap<string, number>
}

/**
 * Plans what is refunded and to which payment. Amounts are never recomputed from prices: only what was charged is
 * split.
 */
export function planRefund(
  order: OrderRow,
  priorRefunds: PriorRefund[],
  input: RefundInput,
  unavailable: UnavailableFunds,
): RefundPlan {
  assertValidRefund(order, input, unavailable)
  const effective = priorRefunds.filter(({ status }) => status !== 'failed')
  const items = (input.items ?? []).map((item) => planItem(order, effective, item, unavailable))
  const shipping = input.shipping?.amount ?? 0
  const amount = input.amount?.amount ?? sum(items.map((item) => item.amount)) + shipping
  const sources = refundSources(order, priorRefunds, unavailable)
  const refundable = sum(sources.map(({ remaining }) => remaining))
  assertRefundable(order, effective, input, { amount, refundable })
  return { amount, shipping, items, tenders: allocateTenders(sources, amount, input.method), refundable }
}

/** Refunds everything that is left, as on cancellation, which removes the units itself. */
export function planFullRefund(
  order: OrderRow,
  priorRefunds: PriorRefund[],
  unavailable: UnavailableFunds,
): RefundPlan {
  const effective = priorRefunds.filter(({ status }) => status !== 'failed')
  const items = order.items.flatMap((item) => {
    const quantity = item.ordered - item.refunded
    const amount = Math.max(0, item.total - refundedForItem(effective, item.id))
    return quantity > 0 ? [{ itemId: item.id, quantity, removed: 0, restocked: 0, amount }] : []
  })
  const sources = refundSources(order, priorRefunds, unavailable)
  const amount = sum(sources.map(({ remaining }) => remaining))
  return {
    amount,
    shipping: remainingShipping(order, effective),
    items,
    tenders: allocateTenders(sources, amount),
    refundable: amount,
  }
}

function planItem(
  { items }: OrderRow,
  effective: PriorRefund[],
  { itemId, quantity, restock }: NonNullable<RefundInput['items']>[number],
  { exchangedUnits }: UnavailableFunds,
): RefundedItem {
  const item = items.find(({ id }) => id === itemId)
  if (!item) throw new Error(`The item ${itemId} was already checked and must exist`)
  const { removed } = allocateUnits(item, quantity, exchangedUnits.get(itemId)?.received ?? 0)
  // The charge for all units up to here, less what was refunded for them: a failed refund leaves no cent behind.
  const amount = Math.max(0, proratedTotal(item, item.refunded + quantity) - refundedForItem(effective, itemId))
  const restocked = restock === undefined ? removed : restock ? quantity : 0
  return { itemId, quantity, removed, restocked, amount }
}

/**
 * Refunds returned units first, then unsent ones, then those the buyer keeps. Units returned for an exchange are
 * already compensated.
 */
function allocateUnits(
  { ordered, current, fulfilled, returned, refunded }: ItemRow,
  quantity: number,
  exchanged: number,
) {
  const refundedOfSent = Math.max(0, refunded - (ordered - current))
  const returnedUnits = Math.min(quantity, Math.max(0, returned - exchanged - refundedOfSent))
  // Units removed by a refund that failed later: refund them before removing any others.
  const removedUnits = Math.max(0, ordered - current - refunded)
  return { removed: Math.min(Math.max(0, quantity - returnedUnits - removedUnits), Math.max(0, current - fulfilled)) }
}

const refundedForItem = (effective: PriorRefund[], itemId: string): number =>
  sum(effective.flatMap(({ items }) => items.filter((item) => item.itemId === itemId).map(({ amount }) => amount)))

/** The refundable part of the shipping charge, with its tax and less its discount. */
function remainingShipping({ contents: { shipping, totals } }: OrderRow, effective: PriorRefund[]): number {
  if (!shipping) return 0
  const charged = shipping.amount - shipping.discount + (totals.taxIncluded ? 0 : shipping.tax)
  return Math.max(0, charged - sum(effective.map((refund) => refund.shipping)))
}

interface RefundSource {
  payment: PaymentRow
  /** Refunded before, or pending. */
  refunded: number
  remaining: number
}

/** Stored value is restored before any money is refunded; external payments come last. */
const REFUND_ORDER: PaymentRow['kind'][] = ['gift_card', 'points', 'store_credit', 'provider', 'external']

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
  // A bank may take back money that was already refunded: the buyer then has that amount twice.
  let toDeduct = unavailable.exchangeCredit + sum(sources.map(({ remaining }) => Math.max(0, -remaining)))
  // Deducted from the end, so that stored value is still restored first.
  return sources
    .toReversed()
    .map(({ remaining, ...source }) => {
      const share = Math.min(toDeduct, Math.max(0, remaining))
      toDeduct -= share
      return { ...source, remaining: Math.max(0, remaining - share) }
    })
    .toReversed()
}

function allocateTenders(sources: RefundSource[], amount: number, target?: RefundInput['method']): RefundTender[] {
  let unallocated = amount
  return sources.flatMap(({ payment, refunded, remaining }): RefundTender[] => {
    const { id, kind } = payment
    const share = Math.min(unallocated, remaining)
    unallocated -= share
    if (share === 0) return []
    const points = kind === 'points' ? { points: pointsToRestore(payment, refunded, share) } : {}
    const own = refundMethodOf(payment)
    const method = target === 'store_credit' && (own === 'provider' || own === 'manual') ? target : own
    return [{ paymentId: id, kind, amount: share, ...points, method, status: 'pending' }]
  })
}

function assertValidRefund(order: OrderRow, input: RefundInput, { exchangedUnits }: UnavailableFunds): void {
  const { currency } = order
  const errors: ErrorDetail[] = []
  for (const field of ['shipping', 'amount'] as const) {
    const value = input[field]
    if (value && value.currency !== currency)
      errors.push({ path: `/${field}/currency`, message: `must be ${currency}, the order’s currency` })
  }
  if (errors.length > 0) throw invalidRequest(`This order is in ${currency}. Send amounts in ${currency}.`, errors)
  if ((input.items ?? []).length === 0 && !input.shipping?.amount && !input.amount?.amount) {
    throw invalidRequest('There is nothing to refund. Send items, shipping or an amount.')
  }
  const exchanged = ({ id }: ItemRow) => exchangedUnits.get(id)?.quantity ?? 0
  assertItemQuantities(order, input.items ?? [], {
    available: (item) => Math.max(0, item.ordered - item.refunded - exchanged(item)),
    action: 'refunded',
    explain: (item) => (exchanged(item) > 0 ? `, because ${exchanged(item)} paid for an exchange` : ''),
  })
}

function assertRefundable(
  order: OrderRow,
  effective: PriorRefund[],
  { shipping }: RefundInput,
  { amount, refundable }: { amount: number; refundable: number },
): void {
  const { currency } = order
  const details: ErrorDetail[] = []
  const shippingRemaining = remainingShipping(order, effective)
  if (shipping && shipping.amount > shippingRemaining)
    details.push({
      path: '/shipping/amount',
      message: 'must not exceed the shipping left to refund',
      maxAmount: { amount: shippingRemaining, currency },
    })
  if (amount > refundable)
    details.push({
      path: '/amount',
      message: 'must not exceed the refundable amount',
      maxAmount: { amount: refundable, currency },
    })
  if (details.length === 0) return
  const isTotalTooLarge = amount > refundable
  const most = formatMoney({ amount: isTotalTooLarge ? refundable : shippingRemaining, currency })
  const message = `You can refund at most ${most} of ${isTotalTooLarge ? '' : 'the shipping of '}order #${order.number}.`
  throw new AppError('refund_too_large', message, {
    details,
    fields: { refundable: { amount: refundable, currency } },
  })
}
