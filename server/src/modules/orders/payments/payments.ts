import { actorOf, type Ctx } from '../../../ctx.ts'
import { emit, type NewEvent } from '../../../events/emit.ts'
import { toEtag } from '../../../http/responses/etag.ts'
import { AppError, unavailable } from '../../../kit/errors.ts'
import { money } from '../../../kit/money.ts'
import type { ListedRefund, ProviderDispute } from '../../../ports/payment-provider.ts'
import { openProvider } from '../../payments/payments.ts'
import { changeOrder } from '../change-order.ts'
import { toOpenPayment } from '../payment-rules.ts'
import { type DisputeRow, findOrder, type OrderRow, type PaymentRow } from '../queries.ts'
import * as queries from '../refunds/queries.ts'
import { listAllRefunds, type RefundRow } from '../refunds/queries.ts'
import { createRefund } from '../refunds/refunds.ts'
import { finishRefund, providerActor, settleRefund } from '../refunds/settle-refund.ts'
import { isDisputeClosed } from '../status.ts'
import {
  findAuthorizedPayment,
  findGiftCardsDeactivatedBy,
  findOrderPaidBy,
  listPendingOperations,
} from './operation-queries.ts'
import { recordPaymentState } from './settle-operation.ts'

/** Each change of ours is an attempt, and so is each concurrent change. */
const MAX_ATTEMPTS = 10

/**
 * Makes the order match the provider's refunds and disputes: refunds made in the provider's dashboard appear, and
 * completed refunds that failed later are reversed.
 * Done when the provider, queried after the order was read, agrees with the order. A response overtaken by another
 * delivery is thereby corrected by the same caller that wrote it.
 */
export async function reconcileRefundsAndDisputes(ctx: Ctx, provider: string, ref: string): Promise<void> {
  // Refunds first: a restricted key may lack access to disputes, and then the job keeps failing until it gets access.
  for (const part of ['refunds', 'disputes'] as const) {
    let attempt = 0
    while (!(await reconcileOnce(ctx, { provider, ref, part }))) {
      attempt += 1
      if (attempt === MAX_ATTEMPTS) throw unavailable(new Error(`The order paid by ${ref} keeps changing`))
    }
  }
}

interface ReconcileTarget {
  provider: string
  ref: string
  part: 'refunds' | 'disputes'
}

/**
 * Applies the differences to the version of the order that was compared. Returns false if it has to be compared again.
 */
async function reconcileOnce(ctx: Ctx, { provider, ref, part }: ReconcileTarget): Promise<boolean> {
  const match = await findOrderPaidBy(ctx, provider, ref)
  const order = match && (await findOrder(ctx, match.orderId))
  const payment = order?.payments.find((one) => one.provider === provider && one.ref === ref)
  if (!order || !payment) return true
  const isCapturing = payment.captured === 0 && (await isBeingCaptured(ctx, order, payment))
  if (payment.captured === 0 && !isCapturing) return true
  const existing = await listAllRefunds(ctx, order.id)
  const payments = await openProvider(ctx, provider)
  const openPayment = toOpenPayment(payment, order)
  const refunds = part === 'refunds' ? await payments.listRefunds(openPayment) : []
  const disputes = part === 'disputes' ? await payments.listDisputes(openPayment) : []
  const plan = planReconciliation({ payment, existing, refunds, disputes, currentDisputes: order.disputes })
  let hasSettled = false
  for (const refund of plan.pending) {
    const { status } = await settleRefund(ctx, refund)
    if (status !== 'pending') hasSettled = true
  }
  if (plan.reversed.length + plan.newRefunds.length + plan.disputes.length === 0) return true
  // Refunds count against the captured amount. Nothing checks again after the capture is recorded, so let the job
  // retry.
  if (isCapturing) throw unavailable(new Error(`The capture of ${ref} is not recorded yet`))
  // Settling changed the order: plan the rest against its new version.
  if (hasSettled) return false
  try {
    const change = (ctx: Ctx, order: OrderRow) => applyPlan(ctx, order, payment, plan)
    await changeOrder(ctx, order.id, 'reconcile', change, toEtag(order.version))
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'precondition_failed')) throw error
  }
  return false
}

const isBeingCaptured = async (ctx: Ctx, order: OrderRow, { id }: PaymentRow): Promise<boolean> =>
  (await listPendingOperations(ctx, order.id)).some(({ paymentId }) => paymentId === id)

interface ReconciliationPlan {
  /** Refunds, ours or the provider's, whose outcome isn't recorded yet. */
  pending: RefundRow[]
  reversed: { refund: RefundRow; failure: string }[]
  /** Refunds that exist at the provider but not here yet. */
  newRefunds: ListedRefund[]
  disputes: ProviderDispute[]
}

interface ReconciliationInput {
  payment: Pick<PaymentRow, 'id'>
  existing: RefundRow[]
  refunds: ListedRefund[]
  disputes: ProviderDispute[]
  currentDisputes: DisputeRow[]
}

/** Compares the order with its provider. */
export function planReconciliation({
  payment,
  existing,
  refunds,
  disputes,
  currentDisputes,
}: ReconciliationInput): ReconciliationPlan {
  const plan: ReconciliationPlan = { pending: [], reversed: [], newRefunds: [], disputes: [] }
  const tenderOf = ({ tenders }: RefundRow) => tenders.find(({ paymentId }) => paymentId === payment.id)
  for (const listed of refunds) {
    const refund = existing.find((one) => one.id === listed.key || tenderOf(one)?.ref === listed.ref)
    if (!refund) {
      if (listed.status !== 'failed') plan.newRefunds.push(listed)
    } else if (refund.status === 'pending') {
      if (listed.status !== 'pending') plan.pending.push(refund)
    } else if (listed.status === 'failed' && tenderOf(refund)?.status === 'completed') {
      plan.reversed.push({ refund, failure: listed.failure ?? 'The bank returned the refund.' })
    }
  }
  plan.disputes = disputes.filter(({ id, status, amount }) => {
    const last = currentDisputes.find((one) => one.id === id)
    // A decided dispute never reopens; the order wouldn't show it either.
    if (last && isDisputeClosed(last) && !isDisputeClosed({ status })) return false
    return last?.status !== status || last.amount?.amount !== amount?.amount
  })
  return plan
}

/** Reversals first: a returned amount can be refunded again, and may have been already. */
async function applyPlan(
  ctx: Ctx,
  order: OrderRow,
  payment: PaymentRow,
  plan: ReconciliationPlan,
): Promise<NewEvent[]> {
  const events: NewEvent[] = []
  for (const { refund, failure } of plan.reversed)
    events.push(...(await reverseRefund(ctx, order, payment, refund, failure)))
  for (const refund of plan.newRefunds) events.push(...(await recordRefund(ctx, order.id, payment, refund)))
  // Emitted here, because the order's status is derived from these events.
  for (const { id, status, amount, evidenceDueBy } of plan.disputes) {
    const subject = { provider: payment.provider ?? '', providerPaymentId: payment.ref ?? '', disputeId: id, status }
    await emit(ctx, 'payment.disputed', {
      ...subject,
      orderId: order.id,
      ...(amount && { amount }),
      ...(evidenceDueBy && { evidenceDueBy }),
    })
  }
  return events
}

/**
 * The shop has the money again, so the units can be refunded again. Removed units stay removed, and stock isn't
 * touched: restocked units may be sold by now. The same goes for gift cards and points that the refund restored.
 */
async function reverseRefund(
  ctx: Ctx,
  order: OrderRow,
  payment: PaymentRow,
  refund: RefundRow,
  failure: string,
): Promise<NewEvent[]> {
  const tender = refund.tenders.find(({ paymentId }) => paymentId === payment.id)
  if (!tender) return []
  const tenders = refund.tenders.map((one) => (one === tender ? { ...one, status: 'failed' as const, failure } : one))
  await queries.failRefund(ctx, refund.id, tenders)
  await queries.addRefundedAmounts(ctx, order.id, [{ ...tender, amount: -tender.amount }])
  if (refund.status === 'completed' && refund.items.length > 0) {
    const items = refund.items.map(({ itemId, quantity }) => ({ id: itemId, refunded: -quantity, current: 0 }))
    await queries.adjustItemQuantities(ctx, order.id, items)
  }
  const subject = { orderId: refund.orderId, refundId: refund.id, actor: providerActor(payment.provider ?? '') }
  const amount = money(tender.amount, order.currency)
  const deactivation = await findGiftCardsDeactivatedBy(ctx, order.id, refund.id)
  return [
    { type: 'order.refund_failed', data: { ...subject, amount, reason: failure, reversed: true } },
    // A deactivated gift card stays deactivated: others may know its code by now.
    ...(deactivation
      ? [
          {
            type: 'order.gift_cards_reviewed' as const,
            data: { ...deactivation.data, ...subject, outcome: 'reissue_required' as const },
          },
        ]
      : []),
  ]
}

/** Records a refund made in the provider's dashboard: it covers no particular item and needs no approval here. */
async function recordRefund(ctx: Ctx, orderId: string, payment: PaymentRow, listed: ListedRefund): Promise<NewEvent[]> {
  // Reload the order: this may be the second of several refunds.
  const order = await findOrder(ctx, orderId)
  if (!order) return []
  const { ref, status } = listed
  const { captured, refunded } = order.payments.find(({ id }) => id === payment.id) ?? payment
  // The provider still has money that became store credit, and may refund it again.
  const amount = Math.min(listed.amount, captured - refunded)
  const tenders = [
    { paymentId: payment.id, kind: payment.kind, method: 'provider', amount, status: 'pending', ref } as const,
  ]
  const plan = { amount, shipping: 0, items: [], tenders: [...tenders], refundable: amount }
  const details = { reason: null, staffNote: null, requestKey: null, actor: providerActor(payment.provider ?? '') }
  const refund = await createRefund(ctx, order, plan, details)
  return status === 'done' ? finishRefund(ctx, order, refund, new Map([[payment.id, listed]])) : []
}

/** Applies captures, voids and refunds made at the provider, and whatever the bank does on its own. */
export async function reconcileOrderPayment(ctx: Ctx, provider: string, ref: string): Promise<void> {
  await reconcileAuthorization(ctx, provider, ref)
  await reconcileRefundsAndDisputes(ctx, provider, ref)
}

/**
 * Webhooks may be late, duplicated or forged, so query the provider. Our own operations record their outcome
 * themselves.
 */
async function reconcileAuthorization(ctx: Ctx, provider: string, ref: string): Promise<void> {
  const authorized = await findAuthorizedPayment(ctx, provider, ref)
  const order = authorized && (await findOrder(ctx, authorized.orderId))
  const payment = order?.payments.find(({ id }) => id === authorized?.id)
  if (!authorized || !order || !payment || (await hasPendingOperation(ctx, authorized))) return
  const state = await (await openProvider(ctx, provider)).getState(toOpenPayment(payment, order))
  if (state.status !== 'paid' && state.status !== 'canceled') return
  await changeOrder(ctx, order.id, 'reconcile', async (ctx, order) => {
    const isAuthorized = order.payments.some(({ id, status }) => id === authorized.id && status === 'authorized')
    if (!isAuthorized || (await hasPendingOperation(ctx, authorized))) return []
    const events = await recordPaymentState(ctx, order, authorized.id, state)
    if (events.length > 0) return events
    const data = { orderId: authorized.orderId, fields: ['paymentStatus'], actor: actorOf(ctx.caller) }
    return [{ type: 'order.updated', data }]
  })
}

const hasPendingOperation = async (ctx: Ctx, { orderId, id }: { orderId: string; id: string }): Promise<boolean> =>
  (await listPendingOperations(ctx, orderId)).some(({ paymentId }) => paymentId === id)
