import type { Ctx } from '../../../ctx.ts'
import { emit, type NewEvent } from '../../../events/emit.ts'
import { versionTag } from '../../../http/version-tag.ts'
import { AppError, unavailable } from '../../../kit/errors.ts'
import { money } from '../../../kit/money.ts'
import type { ListedRefund, ProviderDispute } from '../../../ports/payments.ts'
import { openProvider } from '../../payments/providers.ts'
import { changeOrder } from '../change-order.ts'
import { type DisputeRow, findOrder, type OrderRow, type PaymentRow } from '../queries.ts'
import { isDecided } from '../status.ts'
import { openPaymentOf } from './asking.ts'
import { listPending } from './deed-queries.ts'
import { findCardsEndedBy, findOrderPaidBy } from './reconcile-queries.ts'
import * as queries from './refund-queries.ts'
import { writeRefund } from './refunds.ts'
import { finishRefund, madeOutside, settleRefund } from './settle-refund.ts'

/** Every change is one, and every change by somebody else. */
const MAX_ATTEMPTS = 10

/**
 * The order says what the provider says of a payment's refunds and disputes: those made in the provider's own dashboard appear,
 * and those that failed after they were completed are reversed. It is done when the provider, asked after the order was read, says
 * the same as the order. So an answer that was overtaken by another delivery is corrected by whoever has written it.
 */
export async function reconcilePayment(ctx: Ctx, provider: string, ref: string): Promise<void> {
  // Refunds first: a restricted key may not be allowed to read disputes, which then stay a failed job until it is.
  for (const part of ['refunds', 'disputes'] as const) {
    let attempt = 0
    while (!(await isReconciled(ctx, { provider, ref, part }))) {
      attempt += 1
      if (attempt === MAX_ATTEMPTS) throw unavailable(new Error(`The order paid by ${ref} keeps changing`))
    }
  }
}

interface Part {
  provider: string
  ref: string
  part: 'refunds' | 'disputes'
}

/** Changes what differs, in the version of the order that was compared; then it has to be compared again. */
async function isReconciled(ctx: Ctx, { provider, ref, part }: Part): Promise<boolean> {
  const found = await findOrderPaidBy(ctx, provider, ref)
  const order = found && (await findOrder(ctx, found.orderId))
  const payment = order?.payments.find((one) => one.provider === provider && one.ref === ref)
  if (!order || !payment) return true
  const isBusy = payment.captured === 0 && (await isBeingCaptured(ctx, order, payment))
  if (payment.captured === 0 && !isBusy) return true
  const known = await queries.listAllRefunds(ctx, order.id)
  const payments = await openProvider(ctx, provider)
  const open = openPaymentOf(payment, order)
  const refunds = part === 'refunds' ? await payments.listRefunds(open) : []
  const disputes = part === 'disputes' ? await payments.listDisputes(open) : []
  const plan = planReconciliation({ payment, known, refunds, disputes, before: order.disputes })
  let hasSettled = false
  for (const refund of plan.pending) {
    const { status } = await settleRefund(ctx, refund)
    if (status !== 'pending') hasSettled = true
  }
  if (plan.reversed.length + plan.made.length + plan.disputes.length === 0) return true
  // Refunds count against what was captured. Nobody else looks again once the capture is noted, so the job is retried.
  if (isBusy) throw unavailable(new Error(`The capture of ${ref} is not noted yet`))
  // Settling has changed the order: what is left is decided on it as it is now.
  if (hasSettled) return false
  try {
    const change = (ctx: Ctx, order: OrderRow) => apply(ctx, order, payment, plan)
    await changeOrder(ctx, order.id, 'settle', change, versionTag(order.version))
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'precondition_failed')) throw error
  }
  return false
}

const isBeingCaptured = async (ctx: Ctx, order: OrderRow, { id }: PaymentRow): Promise<boolean> =>
  (await listPending(ctx, order.id)).some(({ paymentId }) => paymentId === id)

interface Plan {
  /** Ours, or made outside: not known yet what became of them. */
  pending: queries.RefundRow[]
  reversed: { refund: queries.RefundRow; failure: string }[]
  /** At the provider, and not here yet. */
  made: ListedRefund[]
  disputes: ProviderDispute[]
}

interface Compared {
  payment: Pick<PaymentRow, 'id'>
  known: queries.RefundRow[]
  refunds: ListedRefund[]
  disputes: ProviderDispute[]
  before: DisputeRow[]
}

/** What differs between the order and its provider. */
export function planReconciliation({ payment, known, refunds, disputes, before }: Compared): Plan {
  const plan: Plan = { pending: [], reversed: [], made: [], disputes: [] }
  const tenderOf = ({ tenders }: queries.RefundRow) => tenders.find(({ paymentId }) => paymentId === payment.id)
  for (const listed of refunds) {
    const refund = known.find((one) => one.id === listed.key || tenderOf(one)?.ref === listed.ref)
    if (!refund) {
      if (listed.status !== 'failed') plan.made.push(listed)
    } else if (refund.status === 'pending') {
      if (listed.status !== 'pending') plan.pending.push(refund)
    } else if (listed.status === 'failed' && tenderOf(refund)?.status === 'completed') {
      plan.reversed.push({ refund, failure: listed.failure ?? 'The bank returned the refund.' })
    }
  }
  plan.disputes = disputes.filter(({ id, status, amount }) => {
    const last = before.find((one) => one.id === id)
    // Nothing reopens a dispute that was decided: the order would not show it either.
    if (last && isDecided(last) && !isDecided({ status })) return false
    return last?.status !== status || last.amount?.amount !== amount?.amount
  })
  return plan
}

/** Reversals first: what was returned can be refunded again, and may have been. */
async function apply(ctx: Ctx, order: OrderRow, payment: PaymentRow, plan: Plan): Promise<NewEvent[]> {
  const told: NewEvent[] = []
  for (const { refund, failure } of plan.reversed) told.push(...(await reverse(ctx, order, payment, refund, failure)))
  for (const refund of plan.made) told.push(...(await record(ctx, order.id, payment, refund)))
  // Written before the order's status is derived from them.
  for (const { id, status, amount } of plan.disputes) {
    const about = { provider: payment.provider ?? '', ref: payment.ref ?? '', disputeId: id, status }
    await emit(ctx, 'payment.disputed', { ...about, orderId: order.id, ...(amount && { amount }) })
  }
  return told
}

/**
 * The money is the shop's again and the units can be refunded again. Units that left the order stay out, and the shelf is left
 * alone: what went back there may be sold by now. So are gift cards and points that were given back with it.
 */
async function reverse(
  ctx: Ctx,
  order: OrderRow,
  payment: PaymentRow,
  refund: queries.RefundRow,
  failure: string,
): Promise<NewEvent[]> {
  const tender = refund.tenders.find(({ paymentId }) => paymentId === payment.id)
  if (!tender) return []
  const tenders = refund.tenders.map((one) => (one === tender ? { ...one, status: 'failed' as const, failure } : one))
  await queries.failRefund(ctx, refund.id, tenders)
  await queries.countRefunded(ctx, order.id, [{ ...tender, amount: -tender.amount }])
  if (refund.status === 'completed' && refund.lines.length > 0) {
    const lines = refund.lines.map(({ lineId, quantity }) => ({ id: lineId, refunded: -quantity, current: 0 }))
    await queries.changeLines(ctx, order.id, lines)
  }
  const about = { orderId: refund.orderId, refundId: refund.id, by: madeOutside(payment.provider ?? '') }
  const amount = money(tender.amount, order.currency)
  const ended = await findCardsEndedBy(ctx, order.id, refund.id)
  return [
    { type: 'order.refund_failed', data: { ...about, amount, reason: failure, reversed: true } },
    // A card that has ended stays so: its code may be known to others by now.
    ...(ended
      ? [{ type: 'order.gift_cards_checked' as const, data: { ...ended.data, ...about, outcome: 'owed' as const } }]
      : []),
  ]
}

/** Made in the provider's own dashboard: for no unit in particular, and nobody here is asked. */
async function record(ctx: Ctx, orderId: string, payment: PaymentRow, made: ListedRefund): Promise<NewEvent[]> {
  // As it is by now: it may be the second of several.
  const order = await findOrder(ctx, orderId)
  if (!order) return []
  const { amount, ref, status } = made
  const tenders = [
    { paymentId: payment.id, kind: payment.kind, method: 'provider', amount, status: 'pending', ref } as const,
  ]
  const plan = { amount, shipping: 0, lines: [], tenders: [...tenders], refundable: amount }
  const said = { reason: null, note: null, request: null, actor: madeOutside(payment.provider ?? '') }
  const refund = await writeRefund(ctx, order, plan, said)
  return status === 'done' ? finishRefund(ctx, order, refund, new Map([[payment.id, made]])) : []
}
