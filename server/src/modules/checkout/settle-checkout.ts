import { type Ctx, transaction } from '../../ctx.ts'
import { emit } from '../../events/emit.ts'
import { backoffUntil } from '../../jobs/reconcile.ts'
import { AppError } from '../../kit/errors.ts'
import type { OpenPayment, PaymentProvider, PaymentState } from '../../ports/payment-provider.ts'
import { lockCart } from '../carts/checkout-cart.ts'
import type { StockHold } from '../inventory/holds.ts'
import { openProvider } from '../payments/providers.ts'
import { completeCheckout } from './complete-checkout.ts'
import { endCheckout } from './end-checkout.ts'
import * as queries from './queries.ts'
import { extendReservation } from './reservations.ts'
import { reserveForOrder } from './start-checkout.ts'

/** How long a bank is left alone before it is asked again. */
const RECHECK_MS = 60_000

/** As the provider knows it. Only for what costs something. */
export function toOpenPayment({ ref, due, currency, capture }: queries.CheckoutRow): OpenPayment {
  if (ref === null) throw new Error('Nothing is to be paid here, so nobody can be asked about it')
  return { ref, amount: due, currency, capture }
}

export const openCheckoutProvider = (ctx: Ctx, { provider }: queries.CheckoutRow): Promise<PaymentProvider> =>
  openProvider(ctx, provider ?? '')

/** What follows from what the provider says. The one place in which an order comes of money, or does not. */
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
  if (state.status === 'needs_method' && checkout.kind !== 'intent') {
    // Nobody may pay for it any more before what it holds is given away.
    const last = await (await openCheckoutProvider(ctx, checkout)).cancel(toOpenPayment(checkout))
    if (last.status !== 'canceled') return settleCheckout(ctx, checkout, last, held)
    const ended = await endOrNotify(ctx, checkout, state.decline ? 'declined' : 'canceled', state)
    return { ...ended, payment: state }
  }
  const isAttempted = state.status !== 'needs_method' || state.decline !== null
  const current = isAttempted ? await extendReservation(ctx, checkout) : checkout
  await queries.recordPayment(ctx, checkout.id, state, nextCheckAt(ctx, current))
  return { ...current, payment: state }
}

/**
 * No money can move any more. If it has become an order all the same, by somebody who was told a moment before that the money
 * is reserved, that order must hear that it is not.
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
    await emit(ctx, 'payment.updated', { provider, ref })
  }
  return now
}

async function settlePaid(ctx: Ctx, checkout: queries.CheckoutRow, state: PaymentState, held?: StockHold[]) {
  if (checkout.outcome === 'refunded') return checkout
  if (checkout.outcome === 'refunding') return refundLatePayment(ctx, checkout, state)
  if (state.amount !== checkout.due) {
    ctx.log.error({ checkoutId: checkout.id, due: checkout.due, paid: state.amount }, 'paid is not what is due')
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
    // Somebody has completed or ended it while we were at it: once more, from what is written.
    current = await reloadCheckout(ctx, current)
    stillHeld = undefined
    if (current.number !== null) return current
  }
  throw new Error(`The checkout ${checkout.id} is ended and completed at the same time, again and again`)
}

const MAX_ATTEMPTS = 5

async function completeUnlessOrdered(ctx: Ctx, checkout: queries.CheckoutRow, state: PaymentState, held?: StockHold[]) {
  try {
    return await completeCheckout(ctx, checkout, state, held)
  } catch (error) {
    if (error instanceof AppError && error.code === 'cart_finished') return 'sold'
    throw error
  }
}

/** The money came late. If everything can still be had, the buyer shall have it. */
async function reopenLate(ctx: Ctx, checkout: queries.CheckoutRow): Promise<boolean> {
  try {
    return await transaction(ctx, async (ctx) => {
      await lockCart(ctx, checkout.cartId)
      const soon = new Date(ctx.now.getTime() + RECHECK_MS)
      if (await queries.reopenCheckout(ctx, checkout.id, soon)) {
        await queries.lockReserved(ctx, checkout.placed)
        await reserveForOrder(ctx, checkout)
      }
      const { status } = await reloadCheckout(ctx, checkout)
      return status === 'active'
    })
  } catch (error) {
    // Sold out, used up, spent, or the cart is at another checkout by now.
    if (error instanceof AppError || isUniqueViolation(error)) return false
    throw error
  }
}

const isUniqueViolation = (error: unknown) => error instanceof Error && 'code' in error && error.code === '23505'

/** Nobody keeps the money for what nobody gets. Noted first and asked for with one key: it is given back, and once. */
async function refundLatePayment(
  ctx: Ctx,
  checkout: queries.CheckoutRow,
  state: PaymentState,
): Promise<queries.CheckoutRow> {
  if (checkout.status === 'active') await endCheckout(ctx, checkout, 'refunding', state)
  // Only what is noted: somebody may have made an order of it meanwhile, which the money then belongs to.
  if ((await queries.markRefunding(ctx, checkout.id, state)) === 0) return reloadCheckout(ctx, checkout)
  const payments = await openCheckoutProvider(ctx, checkout)
  const last = state.status === 'authorized' ? await payments.cancel(toOpenPayment(checkout)) : state
  if (last.status !== 'canceled' && (await refundRemaining(payments, checkout, last.amount)) === 'pending') {
    await queries.postpone(ctx, checkout.id, backoffUntil(ctx, checkout.createdAt))
    return reloadCheckout(ctx, checkout)
  }
  await queries.markRefunded(ctx, checkout.id)
  ctx.log.warn({ checkoutId: checkout.id }, 'a payment came too late for its order and was given back')
  return reloadCheckout(ctx, checkout)
}

/** Where somebody has given back some of it at the provider, only the rest is left to be given back. */
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
  if (!rest || rest.status === 'failed') throw new Error(`The money of ${checkout.id} could not be given back`)
  return rest.status
}

/** Not later than it expires. */
const nextCheckAt = ({ now }: Ctx, { expiresAt }: queries.CheckoutRow) =>
  new Date(Math.max(now.getTime() + 1000, Math.min(now.getTime() + RECHECK_MS, Date.parse(expiresAt))))

async function reloadCheckout(ctx: Ctx, { id }: queries.CheckoutRow): Promise<queries.CheckoutRow> {
  const checkout = await queries.findCheckout(ctx, id)
  if (!checkout) throw new Error(`The checkout ${id} is gone`)
  return checkout
}

/** What became of it, by whoever has the money: after a crash, a lost answer, a webhook, or when its time is over. */
export async function reconcileCheckout(ctx: Ctx, checkout: queries.CheckoutRow): Promise<queries.CheckoutRow> {
  if (checkout.number !== null) return checkout
  if (checkout.ref === null) return settleFree(ctx, checkout)
  const payments = await openCheckoutProvider(ctx, checkout)
  const state = await payments.getState(toOpenPayment(checkout))
  const isExpired = Date.parse(checkout.expiresAt) <= ctx.now.getTime()
  const isPending = state.status === 'needs_method' || state.status === 'needs_action' || state.status === 'processing'
  if (!isExpired || !isPending || checkout.status === 'ended') return settleCheckout(ctx, checkout, state)
  const last = await payments.cancel(toOpenPayment(checkout))
  if (last.status !== 'canceled') return settleCheckout(ctx, checkout, last)
  return endOrNotify(ctx, checkout, 'expired', state)
}

/** Paid by gift cards and points alone: by card or by an agent it was as good as ordered; of an intent nobody has said yes. */
async function settleFree(ctx: Ctx, checkout: queries.CheckoutRow): Promise<queries.CheckoutRow> {
  if (checkout.status === 'ended') return checkout
  if (checkout.kind !== 'intent') return (await completeCheckout(ctx, checkout, null)) ?? reloadCheckout(ctx, checkout)
  if (Date.parse(checkout.expiresAt) <= ctx.now.getTime()) await endCheckout(ctx, checkout, 'expired', null)
  return reloadCheckout(ctx, checkout)
}
