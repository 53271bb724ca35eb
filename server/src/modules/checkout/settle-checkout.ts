import { type Ctx, transaction } from '../../ctx.ts'
import { isUniqueViolation } from '../../db/violates-constraint.ts'
import { emit } from '../../events/emit.ts'
import { backoffUntil } from '../../jobs/reconcile.ts'
import { AppError } from '../../kit/errors.ts'
import type { OpenPayment, PaymentProvider, PaymentState } from '../../ports/payment-provider.ts'
import { lockCart } from '../carts/checkout-cart/checkout-cart.ts'
import type { StockHold } from '../inventory/holds/holds.ts'
import { openProvider } from '../payments/payments.ts'
import { completeCheckout } from './complete-checkout.ts'
import { endCheckout } from './end-checkout.ts'
import * as queries from './queries.ts'
import { extendReservation } from './reservations.ts'
import { reserveForOrder } from './start-checkout.ts'

/** How long to wait before querying the bank again. */
const RECHECK_MS = 60_000

/** The payment as the provider knows it. Only for checkouts with an amount due. */
export function toOpenPayment({ ref, due, currency, captureMethod }: queries.CheckoutRow): OpenPayment {
  if (ref === null) throw new Error('A checkout with nothing due has no payment at a provider')
  return { ref, amount: due, currency, captureMethod }
}

export const openCheckoutProvider = (ctx: Ctx, { provider }: queries.CheckoutRow): Promise<PaymentProvider> =>
  openProvider(ctx, provider ?? '')

/** Applies the provider's payment state. This is the only place that decides whether a payment becomes an order. */
export async function settleCheckout(
  ctx: Ctx,
  checkout: queries.CheckoutRow,
  state: PaymentState,
  held?: StockHold[],
): Promise<queries.CheckoutRow> {
  if (checkout.number !== null) return checkout
  if (state.status === 'paid' || state.status === 'authorized') return settlePaid(ctx, checkout, state, held)
  if (checkout.outcome === 'refunding' && state.status === 'canceled') {
    await queries.markRefunded(ctx, checkout.id)
    return reloadCheckout(ctx, checkout)
  }
  if (checkout.status === 'ended') return checkout
  if (state.status === 'canceled') return endOrNotify(ctx, checkout, 'canceled', state)
  if (state.status === 'requires_payment_method' && checkout.kind !== 'intent') {
    // Prevent payment before releasing the reservations.
    const last = await (await openCheckoutProvider(ctx, checkout)).cancel(toOpenPayment(checkout))
    if (last.status !== 'canceled') return settleCheckout(ctx, checkout, last, held)
    const ended = await endOrNotify(ctx, checkout, state.decline ? 'declined' : 'canceled', state)
    return { ...ended, payment: state }
  }
  const isAttempted = state.status !== 'requires_payment_method' || state.decline !== null
  const current = isAttempted ? await extendReservation(ctx, checkout) : checkout
  await queries.recordPayment(ctx, checkout.id, state, nextCheckAt(ctx, current))
  return { ...current, payment: state }
}

/**
 * No money can move anymore. If a concurrent request has still created the order, because it saw the payment as
 * authorized a moment ago, that order must be notified.
 */
export async function endOrNotify(
  ctx: Ctx,
  checkout: queries.CheckoutRow,
  outcome: queries.CheckoutOutcome,
  state: PaymentState,
): Promise<queries.CheckoutRow> {
  const hasEnded = await endCheckout(ctx, checkout, outcome, state)
  const now = await reloadCheckout(ctx, checkout)
  const { provider, ref, number } = now
  if (!hasEnded && number !== null && provider !== null && ref !== null) {
    await emit(ctx, 'payment.updated', { provider, providerPaymentId: ref })
  }
  return now
}

async function settlePaid(ctx: Ctx, checkout: queries.CheckoutRow, state: PaymentState, held?: StockHold[]) {
  if (checkout.outcome === 'refunded') return checkout
  if (checkout.outcome === 'refunding') return refundLatePayment(ctx, checkout, state)
  if (state.amount !== checkout.due) {
    ctx.log.error(
      { checkoutId: checkout.id, due: checkout.due, paid: state.amount },
      'the amount paid differs from the amount due',
    )
    return refundLatePayment(ctx, checkout, state)
  }
  let current = checkout
  let stillHeld = held
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    if (current.status === 'ended') {
      if (!(await reopenLate(ctx, current))) return refundLatePayment(ctx, current, state)
      current = { ...current, status: 'active', outcome: null }
    }
    const done = await completeUnlessOrdered(ctx, current, state, stillHeld)
    if (done === 'sold') return refundLatePayment(ctx, current, state)
    if (done && done.number !== null) return done
    // A concurrent request completed or ended it: start again from the stored state.
    current = await reloadCheckout(ctx, current)
    stillHeld = undefined
    if (current.number !== null) return current
  }
  throw new Error(`Checkout ${checkout.id} is repeatedly ended and completed at the same time`)
}

const MAX_ATTEMPTS = 5

async function completeUnlessOrdered(ctx: Ctx, checkout: queries.CheckoutRow, state: PaymentState, held?: StockHold[]) {
  try {
    return await completeCheckout(ctx, checkout, state, held)
  } catch (error) {
    if (error instanceof AppError && error.code === 'cart_completed') return 'sold'
    throw error
  }
}

/** The payment arrived late. If everything is still available, the buyer gets the order. */
async function reopenLate(ctx: Ctx, checkout: queries.CheckoutRow): Promise<boolean> {
  try {
    return await transaction(ctx, async (ctx) => {
      await lockCart(ctx, checkout.cartId)
      const soon = new Date(ctx.now.getTime() + RECHECK_MS)
      if (await queries.reopenCheckout(ctx, checkout.id, soon)) {
        await queries.lockReserved(ctx, checkout.snapshot)
        await reserveForOrder(ctx, checkout)
      }
      const { status } = await reloadCheckout(ctx, checkout)
      return status === 'active'
    })
  } catch (error) {
    // Sold out, used up, spent, or the cart has another checkout by now.
    if (error instanceof AppError || isUniqueViolation(error)) return false
    throw error
  }
}

/**
 * A payment without an order is refunded. It is recorded first and sent with one idempotency key, so that it happens,
 * and only once.
 */
async function refundLatePayment(
  ctx: Ctx,
  checkout: queries.CheckoutRow,
  state: PaymentState,
): Promise<queries.CheckoutRow> {
  if (checkout.status === 'active') await endCheckout(ctx, checkout, 'refunding', state)
  // Refund only if marked here: a concurrent request may have created the order, which then owns the payment.
  if ((await queries.markRefunding(ctx, checkout.id, state)) === 0) return reloadCheckout(ctx, checkout)
  const payments = await openCheckoutProvider(ctx, checkout)
  const last = state.status === 'authorized' ? await payments.cancel(toOpenPayment(checkout)) : state
  if (last.status !== 'canceled' && (await refundRemaining(payments, checkout, last.amount)) === 'pending') {
    await queries.postpone(ctx, checkout.id, backoffUntil(ctx, checkout.createdAt))
    return reloadCheckout(ctx, checkout)
  }
  await queries.markRefunded(ctx, checkout.id)
  ctx.log.warn({ checkoutId: checkout.id }, 'a payment arrived too late for its order and was refunded')
  return reloadCheckout(ctx, checkout)
}

/** After a partial refund at the provider, only the rest is refunded. */
async function refundRemaining(
  payments: PaymentProvider,
  checkout: queries.CheckoutRow,
  amount: number,
): Promise<'done' | 'pending'> {
  const payment = toOpenPayment(checkout)
  const { status } = await payments.refund(payment, amount, `${checkout.id}:late`)
  if (status !== 'failed') return status
  const refundable = await payments.getRefundableAmount(payment)
  if (refundable < 1) return 'done'
  const rest =
    refundable < amount ? await payments.refund(payment, refundable, `${checkout.id}:late:${refundable}`) : undefined
  if (!rest || rest.status === 'failed') throw new Error(`The late payment of ${checkout.id} could not be refunded`)
  return rest.status
}

/** No later than the checkout's expiry. */
const nextCheckAt = ({ now }: Ctx, { expiresAt }: queries.CheckoutRow) =>
  new Date(Math.max(now.getTime() + 1000, Math.min(now.getTime() + RECHECK_MS, Date.parse(expiresAt))))

async function reloadCheckout(ctx: Ctx, { id }: queries.CheckoutRow): Promise<queries.CheckoutRow> {
  const checkout = await queries.findCheckout(ctx, id)
  if (!checkout) throw new Error(`Checkout ${id} no longer exists`)
  return checkout
}

/** Queries the provider for the outcome: after a crash, a lost response, a webhook, or expiry. */
export async function reconcileCheckout(ctx: Ctx, checkout: queries.CheckoutRow): Promise<queries.CheckoutRow> {
  if (checkout.number !== null) return checkout
  if (checkout.ref === null) return settleFree(ctx, checkout)
  const payments = await openCheckoutProvider(ctx, checkout)
  const state = await payments.getState(toOpenPayment(checkout))
  const isExpired = Date.parse(checkout.expiresAt) <= ctx.now.getTime()
  const isPending =
    state.status === 'requires_payment_method' || state.status === 'requires_action' || state.status === 'processing'
  if (!isExpired || !isPending || checkout.status === 'ended') return settleCheckout(ctx, checkout, state)
  const last = await payments.cancel(toOpenPayment(checkout))
  if (last.status !== 'canceled') return settleCheckout(ctx, checkout, last)
  return endOrNotify(ctx, checkout, 'expired', state)
}

/** Paid without a provider: a card or agent checkout is completed; an intent has not been confirmed yet. */
async function settleFree(ctx: Ctx, checkout: queries.CheckoutRow): Promise<queries.CheckoutRow> {
  if (checkout.status === 'ended') return checkout
  if (checkout.kind !== 'intent') return (await completeCheckout(ctx, checkout, null)) ?? reloadCheckout(ctx, checkout)
  if (Date.parse(checkout.expiresAt) <= ctx.now.getTime()) await endCheckout(ctx, checkout, 'expired', null)
  return reloadCheckout(ctx, checkout)
}
