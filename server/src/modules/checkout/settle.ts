import { type Ctx, transaction } from '../../ctx.ts'
import { emit } from '../../events/emit.ts'
import { laterOn } from '../../jobs/look-after.ts'
import { AppError } from '../../kit/errors.ts'
import type { OpenPayment, PaymentState, Payments } from '../../ports/payments.ts'
import { lockCart } from '../carts/for-checkout.ts'
import type { Held } from '../inventory/holds.ts'
import { openProvider } from '../payments/providers.ts'
import { take } from './begin.ts'
import { complete } from './complete.ts'
import { end } from './end.ts'
import * as queries from './queries.ts'
import { extendReservation } from './reservations.ts'

/** How long a bank is left alone before it is asked again. */
const ASK_AGAIN_MS = 60_000

/** As the provider knows it. Only for what costs something. */
export function paymentOf({ ref, due, currency, capture }: queries.CheckoutRow): OpenPayment {
  if (ref === null) throw new Error('Nothing is to be paid here, so nobody can be asked about it')
  return { ref, amount: due, currency, capture }
}

export const providerOf = (ctx: Ctx, { provider }: queries.CheckoutRow): Promise<Payments> =>
  openProvider(ctx, provider ?? '')

/** What follows from what the provider says. The one place in which an order comes of money, or does not. */
export async function settle(
  ctx: Ctx,
  checkout: queries.CheckoutRow,
  state: PaymentState,
  held?: Held[],
): Promise<queries.CheckoutRow> {
  if (checkout.number !== null) return checkout
  if (state.status === 'paid' || state.status === 'authorized') return settlePaid(ctx, checkout, state, held)
  if (checkout.outcome === 'refunding' && state.status === 'canceled') {
    await queries.markRefunded(ctx, checkout.id)
    return reread(ctx, checkout)
  }
  if (checkout.status === 'ended') return checkout
  if (state.status === 'canceled') return endOrTell(ctx, checkout, 'canceled', state)
  if (state.status === 'needs_method' && checkout.kind !== 'intent') {
    // Nobody may pay for it any more before what it holds is given away.
    const last = await (await providerOf(ctx, checkout)).cancel(paymentOf(checkout))
    if (last.status !== 'canceled') return settle(ctx, checkout, last, held)
    const ended = await endOrTell(ctx, checkout, state.decline ? 'declined' : 'canceled', state)
    return { ...ended, payment: state }
  }
  const isAttempted = state.status !== 'needs_method' || state.decline !== null
  const known = isAttempted ? await extendReservation(ctx, checkout) : checkout
  await queries.notePayment(ctx, checkout.id, state, nextLook(ctx, known))
  return { ...known, payment: state }
}

/**
 * No money can move any more. If it has become an order all the same, by somebody who was told a moment before that the money
 * is reserved, that order must hear that it is not.
 */
export async function endOrTell(
  ctx: Ctx,
  checkout: queries.CheckoutRow,
  outcome: queries.Outcome,
  state: PaymentState,
): Promise<queries.CheckoutRow> {
  const hasEnded = await end(ctx, checkout, outcome, state)
  const now = await reread(ctx, checkout)
  const { provider, ref, number } = now
  if (!hasEnded && number !== null && provider !== null && ref !== null) {
    await emit(ctx, 'payment.updated', { provider, ref })
  }
  return now
}

async function settlePaid(ctx: Ctx, checkout: queries.CheckoutRow, state: PaymentState, held?: Held[]) {
  if (checkout.outcome === 'refunded') return checkout
  if (checkout.outcome === 'refunding') return giveMoneyBack(ctx, checkout, state)
  if (state.amount !== checkout.due) {
    ctx.log.error({ checkoutId: checkout.id, due: checkout.due, paid: state.amount }, 'paid is not what is due')
    return giveMoneyBack(ctx, checkout, state)
  }
  let known = checkout
  let stillHeld = held
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    if (known.status === 'ended') {
      if (!(await revive(ctx, known))) return giveMoneyBack(ctx, known, state)
      known = { ...known, status: 'active', outcome: null }
    }
    const done = await completeUnlessSold(ctx, known, state, stillHeld)
    if (done === 'sold') return giveMoneyBack(ctx, known, state)
    if (done && done.number !== null) return done
    // Somebody has completed or ended it while we were at it: once more, from what is written.
    known = await reread(ctx, known)
    stillHeld = undefined
    if (known.number !== null) return known
  }
  throw new Error(`The checkout ${checkout.id} is ended and completed at the same time, again and again`)
}

const MAX_ATTEMPTS = 5

async function completeUnlessSold(ctx: Ctx, checkout: queries.CheckoutRow, state: PaymentState, held?: Held[]) {
  try {
    return await complete(ctx, checkout, state, held)
  } catch (error) {
    if (error instanceof AppError && error.code === 'cart_finished') return 'sold'
    throw error
  }
}

/** The money came late. If everything can still be had, the buyer shall have it. */
async function revive(ctx: Ctx, checkout: queries.CheckoutRow): Promise<boolean> {
  try {
    return await transaction(ctx, async (ctx) => {
      await lockCart(ctx, checkout.cartId)
      const soon = new Date(ctx.now.getTime() + ASK_AGAIN_MS)
      if (await queries.reopenCheckout(ctx, checkout.id, soon)) {
        await queries.holdTaken(ctx, checkout.placed)
        await take(ctx, checkout)
      }
      const { status } = await reread(ctx, checkout)
      return status === 'active'
    })
  } catch (error) {
    // Sold out, used up, spent, or the cart is at another checkout by now.
    if (error instanceof AppError || isTaken(error)) return false
    throw error
  }
}

const isTaken = (error: unknown) => error instanceof Error && 'code' in error && error.code === '23505'

/** Nobody keeps the money for what nobody gets. Noted first and asked for with one key: it is given back, and once. */
async function giveMoneyBack(
  ctx: Ctx,
  checkout: queries.CheckoutRow,
  state: PaymentState,
): Promise<queries.CheckoutRow> {
  if (checkout.status === 'active') await end(ctx, checkout, 'refunding', state)
  // Only what is noted: somebody may have made an order of it meanwhile, which the money then belongs to.
  if ((await queries.markRefunding(ctx, checkout.id, state)) === 0) return reread(ctx, checkout)
  const payments = await providerOf(ctx, checkout)
  const last = state.status === 'authorized' ? await payments.cancel(paymentOf(checkout)) : state
  if (last.status !== 'canceled' && (await refundAll(payments, checkout, last.amount)) === 'pending') {
    await queries.postpone(ctx, checkout.id, laterOn(ctx, checkout.createdAt))
    return reread(ctx, checkout)
  }
  await queries.markRefunded(ctx, checkout.id)
  ctx.log.warn({ checkoutId: checkout.id }, 'a payment came too late for its order and was given back')
  return reread(ctx, checkout)
}

/** Where somebody has given back some of it at the provider, only the rest is left to be given back. */
async function refundAll(
  payments: Payments,
  checkout: queries.CheckoutRow,
  amount: number,
): Promise<'done' | 'pending'> {
  const payment = paymentOf(checkout)
  const { status } = await payments.refund(payment, amount, `${checkout.id}:late`)
  if (status !== 'failed') return status
  const left = await payments.refundable(payment)
  if (left < 1) return 'done'
  const rest = left < amount ? await payments.refund(payment, left, `${checkout.id}:late:${left}`) : undefined
  if (!rest || rest.status === 'failed') throw new Error(`The money of ${checkout.id} could not be given back`)
  return rest.status
}

/** Not later than it expires. */
const nextLook = ({ now }: Ctx, { expiresAt }: queries.CheckoutRow) =>
  new Date(Math.max(now.getTime() + 1000, Math.min(now.getTime() + ASK_AGAIN_MS, Date.parse(expiresAt))))

async function reread(ctx: Ctx, { id }: queries.CheckoutRow): Promise<queries.CheckoutRow> {
  const found = await queries.findCheckout(ctx, id)
  if (!found) throw new Error(`The checkout ${id} is gone`)
  return found
}

/** What became of it, by whoever has the money: after a crash, a lost answer, a webhook, or when its time is over. */
export async function lookAfter(ctx: Ctx, checkout: queries.CheckoutRow): Promise<queries.CheckoutRow> {
  if (checkout.number !== null) return checkout
  if (checkout.ref === null) return settleFree(ctx, checkout)
  const payments = await providerOf(ctx, checkout)
  const state = await payments.read(paymentOf(checkout))
  const isOver = Date.parse(checkout.expiresAt) <= ctx.now.getTime()
  const isUndecided =
    state.status === 'needs_method' || state.status === 'needs_action' || state.status === 'processing'
  if (!isOver || !isUndecided || checkout.status === 'ended') return settle(ctx, checkout, state)
  const last = await payments.cancel(paymentOf(checkout))
  if (last.status !== 'canceled') return settle(ctx, checkout, last)
  return endOrTell(ctx, checkout, 'expired', state)
}

/** Paid by gift cards and points alone: by card or by an agent it was as good as ordered; of an intent nobody has said yes. */
async function settleFree(ctx: Ctx, checkout: queries.CheckoutRow): Promise<queries.CheckoutRow> {
  if (checkout.status === 'ended') return checkout
  if (checkout.kind !== 'intent') return (await complete(ctx, checkout, null)) ?? reread(ctx, checkout)
  if (Date.parse(checkout.expiresAt) <= ctx.now.getTime()) await end(ctx, checkout, 'expired', null)
  return reread(ctx, checkout)
}
