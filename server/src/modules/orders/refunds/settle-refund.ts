import type { Ctx } from '../../../ctx.ts'
import type { NewEvent } from '../../../events/emit.ts'
import { backoffUntil } from '../../../jobs/reconcile.ts'
import { AppError } from '../../../kit/errors.ts'
import { money } from '../../../kit/money.ts'
import { sum } from '../../../kit/sum.ts'
import type { PaymentProvider, ProviderRefund } from '../../../ports/payment-provider.ts'
import { restoreCards } from '../../gift-cards/redemption/redemption.ts'
import { restock } from '../../inventory/inventory.ts'
import { restorePoints } from '../../loyalty/redemption/redemption.ts'
import { openProvider } from '../../payments/payments.ts'
import { refundToStoreCredit, restoreStoreCredit } from '../../store-credit/store-credit.ts'
import { changeOrder } from '../change-order.ts'
import { isExchangeCredit, pointsToRestore, toOpenPayment } from '../payment-rules.ts'
import { findOrder, type OrderRow, type PaymentRow } from '../queries.ts'
import { settleSoldGiftCards } from '../sold-gift-cards/sold-gift-cards.ts'
import { creditedAmountOf, manualAmountOf, type RefundTender, tenderMethod } from './plan-refund.ts'
import * as queries from './queries.ts'

type ProviderOutcome = Pick<ProviderRefund, 'status' | 'failure'> & { ref?: string }

/**
 * Calls the provider outside any transaction and records the outcome. Safe to repeat: the refund's id is the
 * idempotency key, so the money is refunded once. `isNew`: no earlier request can exist.
 */
export async function settleRefund(ctx: Ctx, refund: queries.RefundRow, isNew = false): Promise<queries.RefundRow> {
  if (refund.status !== 'pending') return refund
  const order = await findOrder(ctx, refund.orderId)
  if (!order) throw new Error(`The order of ${refund.id} no longer exists`)
  const outcomes = new Map<string, ProviderOutcome>()
  for (const tender of refund.tenders) {
    if (tenderMethod(tender, order.payments) !== 'provider') continue
    const { paymentId, amount, ref } = tender
    const payment = order.payments.find(({ id }) => id === paymentId)
    if (!payment) throw new Error(`The payment ${paymentId} of ${refund.id} no longer exists`)
    outcomes.set(
      paymentId,
      ref
        ? await readExternalRefund(ctx, order, payment, ref)
        : await requestRefund(ctx, order, payment, { amount, key: refund.id, isNew }),
    )
  }
  if ([...outcomes.values()].some(({ status }) => status === 'pending')) {
    await queries.rescheduleRefundCheck(ctx, refund.id, backoffUntil(ctx, refund.createdAt))
    return refund
  }
  await changeOrder(ctx, refund.orderId, 'reconcile', (ctx, order) => finishRefund(ctx, order, refund, outcomes))
  return (await queries.findRefund(ctx, refund.id)) ?? refund
}

/** The actor of a refund made in the provider's dashboard. */
export const providerActor = (provider: string): string => `provider:${provider}`
export const isExternalRefund = ({ actor }: Pick<queries.RefundRow, 'actor'>): boolean => actor.startsWith('provider:')

/** Reads the outcome of a refund made at the provider; we never request such a refund ourselves. */
async function readExternalRefund(
  ctx: Ctx,
  order: OrderRow,
  payment: PaymentRow,
  ref: string,
): Promise<ProviderOutcome> {
  const provider = await openProvider(ctx, payment.provider ?? '')
  const refunds = await provider.listRefunds(toOpenPayment(payment, order))
  return refunds.find((refund) => refund.ref === ref) ?? PENDING
}

interface RefundRequest {
  amount: number
  key: string
  isNew: boolean
}

/** Returns `pending` also if the outcome is unknown: the response was lost, and the provider can't be queried now. */
async function requestRefund(
  ctx: Ctx,
  order: OrderRow,
  payment: PaymentRow,
  { amount, key, isNew }: RefundRequest,
): Promise<ProviderOutcome> {
  const openPayment = toOpenPayment(payment, order)
  let provider: PaymentProvider | undefined
  const readExisting = async () =>
    provider?.findRefund(openPayment, key).catch((error: unknown) => {
      ctx.log.warn({ err: error, refundId: key }, 'could not read the status of a refund from the payment provider')
      return PENDING
    })
  try {
    provider = await openProvider(ctx, payment.provider ?? '')
    return (isNew ? undefined : await readExisting()) ?? (await provider.refund(openPayment, amount, key))
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return { status: 'failed', failure: error.message }
    ctx.log.warn(
      { err: error, refundId: key },
      'the payment provider did not respond a refund request; checking its status',
    )
    return (await readExisting()) ?? PENDING
  }
}

const PENDING: ProviderOutcome = { status: 'pending' }

/**
 * Completes the refund at once when every provider has succeeded: restores gift cards, points and store credit, and
 * restocks the items. If one provider rejects it, none of that happens and the units are restored; what another provider has
 * refunded by then stays refunded, and counts.
 */
export async function finishRefund(
  ctx: Ctx,
  order: OrderRow,
  refund: queries.RefundRow,
  outcomes: Map<string, ProviderOutcome>,
): Promise<NewEvent[]> {
  const isSuccessful = [...outcomes.values()].every(({ status }) => status === 'done')
  const tenders = refund.tenders.map((tender): RefundTender => {
    const { status: outcome = isSuccessful ? 'done' : 'failed', failure, ref } = outcomes.get(tender.paymentId) ?? {}
    const isDone = outcome === 'done'
    const payment = tender.kind === 'points' && order.payments.find(({ id }) => id === tender.paymentId)
    // Another refund may have completed in between, so compute from the amount refunded so far.
    const points = payment ? { points: isDone ? pointsToRestore(payment, payment.refunded, tender.amount) : 0 } : {}
    return {
      ...tender,
      ...points,
      status: isDone ? 'completed' : 'failed',
      ...(failure && { failure }),
      ...(ref && { ref }),
    }
  })
  if (!(await queries.closeRefund(ctx, refund.id, isSuccessful ? 'completed' : 'failed', tenders))) return []
  const completed = tenders.filter(({ status }) => status === 'completed')
  await queries.addRefundedAmounts(ctx, order.id, completed)
  const events = isSuccessful ? await restoreGiftCards(ctx, order, refund.id, completed) : []
  events.push(...(await settleSoldGiftCards(ctx, order, refund, isSuccessful)))
  if (isSuccessful) events.push(...(await restoreLoyaltyPoints(ctx, order, refund.id, completed)))
  if (isSuccessful) events.push(...(await creditCustomer(ctx, order, refund.id, completed)))
  if (!isSuccessful) await restoreUnits(ctx, order, refund)
  // A canceled order holds no stock: restock what the refund removed, whether or not the money moved.
  if (isSuccessful || order.canceledAt !== null) await restock(ctx, order.id, restockUnits(order, refund))
  return [...events, ...refundEvents(order, { ...refund, tenders }, isSuccessful)]
}

async function restoreGiftCards(ctx: Ctx, { id, payments }: OrderRow, reference: string, completed: RefundTender[]) {
  const cards = completed.flatMap(({ kind, paymentId, amount }) => {
    const giftCardId = payments.find((payment) => payment.id === paymentId)?.ref
    return kind === 'gift_card' && giftCardId ? [{ giftCardId, amount }] : []
  })
  return restoreCards(ctx, { holder: id, reference }, cards)
}

async function restoreLoyaltyPoints(
  ctx: Ctx,
  { id, payments }: OrderRow,
  reference: string,
  completed: RefundTender[],
) {
  const tender = completed.find(({ kind }) => kind === 'points')
  const customerId = payments.find((payment) => payment.id === tender?.paymentId)?.ref
  if (!tender?.points || !customerId) return []
  return restorePoints(ctx, { holder: id, reference }, { customerId, points: tender.points })
}

/** Restores store credit that paid for the order, and credits money that becomes store credit. */
async function creditCustomer(ctx: Ctx, order: OrderRow, reference: string, completed: RefundTender[]) {
  const { id: holder, currency, payments, customerId } = order
  const events: NewEvent[] = []
  for (const { paymentId, kind, amount } of completed) {
    const owner = payments.find(({ id }) => id === paymentId)?.ref
    if (kind !== 'store_credit' || !owner) continue
    events.push(...(await restoreStoreCredit(ctx, { holder, reference }, { customerId: owner, amount, currency })))
  }
  const amount = creditedAmountOf(completed)
  if (amount === 0) return events
  if (customerId === null) throw new Error(`The order ${holder} of ${reference} no longer has a customer`)
  return [...events, ...(await refundToStoreCredit(ctx, { holder, reference }, { customerId, amount, currency }))]
}

const restoreUnits = (ctx: Ctx, { id, canceledAt }: OrderRow, { items }: queries.RefundRow) =>
  queries.adjustItemQuantities(
    ctx,
    id,
    items.map(({ itemId, quantity, removed }) => ({
      id: itemId,
      refunded: -quantity,
      current: canceledAt === null ? removed : 0,
    })),
  )

const restockUnits = (order: OrderRow, { items }: queries.RefundRow) =>
  items.flatMap(({ itemId, restocked }) => {
    const variantId = order.items.find(({ id }) => id === itemId)?.variantId
    return variantId ? [{ variantId, quantity: restocked }] : []
  })

/**
 * The actor is the requester of the refund, even if a job finished it. Exchange credit isn't money, so it emits no
 * `order.refunded`.
 */
function refundEvents(
  { payments }: OrderRow,
  { id, orderId, currency, amount, actor, tenders }: queries.RefundRow,
  isSuccessful: boolean,
): NewEvent[] {
  const completed = tenders.filter(({ status }) => status === 'completed')
  const refundedTotal = sum(completed.map(({ amount }) => amount))
  const credits = completed.flatMap((tender) => {
    const credit = payments.find((payment) => payment.id === tender.paymentId && isExchangeCredit(payment))
    return credit ? [{ amount: tender.amount, toOrderId: credit.ref as `ord_${string}` }] : []
  })
  const paid = refundedTotal - sum(credits.map(({ amount }) => amount))
  const manual = manualAmountOf(completed, payments)
  const credited = creditedAmountOf(completed)
  const reason = tenders.find(({ failure }) => failure)?.failure
  const subject = { orderId, refundId: id }
  const failed = { ...subject, amount: money(amount - refundedTotal, currency), ...(reason && { reason }), actor }
  const refunded = {
    ...subject,
    amount: money(paid, currency),
    ...(manual > 0 && { manualAmount: money(manual, currency) }),
    ...(credited > 0 && { storeCreditAmount: money(credited, currency) }),
    ...(isExternalRefund({ actor }) && { source: 'provider' as const }),
    actor,
  }
  // No money moved, but the items changed: the amount due may be lower, and the order paid.
  const changed = { orderId, fields: ['items'], actor }
  return [
    ...(isSuccessful && refundedTotal === 0 ? [{ type: 'order.updated' as const, data: changed }] : []),
    ...(paid > 0 ? [{ type: 'order.refunded' as const, data: refunded }] : []),
    ...credits.map(({ amount, toOrderId }) => ({
      type: 'order.credit_returned' as const,
      data: { ...subject, amount: money(amount, currency), toOrderId, actor },
    })),
    ...(isSuccessful ? [] : [{ type: 'order.refund_failed' as const, data: failed }]),
  ]
}
