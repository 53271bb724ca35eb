import type { Ctx } from '../../ctx.ts'
import { containsCardNumber } from '../../kit/card-number.ts'
import { networkOf } from '../../kit/client-network.ts'
import { AppError, invalidRequest, notFound, unauthorized, unavailable } from '../../kit/errors.ts'
import { formatMoney } from '../../kit/format-money.ts'
import { newId } from '../../kit/ids.ts'
import type { Money } from '../../kit/money.ts'
import type { PaymentAttempt, PaymentState } from '../../ports/payment-provider.ts'
import { completeCheckout } from './complete-checkout.ts'
import { endCheckout } from './end-checkout.ts'
import { type CheckoutParams, prepareCheckout } from './prepare-checkout.ts'
import * as queries from './queries.ts'
import { extendReservation, limitPendingPayment, PAYMENT_MS } from './reservations.ts'
import {
  endOrNotify,
  openCheckoutProvider,
  reconcileCheckout,
  settleCheckout,
  toOpenPayment,
} from './settle-checkout.ts'
import { type CheckoutTerms, type StartedCheckout, startCheckout } from './start-checkout.ts'

/** A request that pays at once is over by then, one way or the other. */
const CARD_CHECK_MS = 20_000

const sourceOf = ({ caller }: Ctx): CheckoutTerms['source'] => (caller.kind === 'visitor' ? 'storefront' : 'api')

export interface CardCheckoutParams extends CheckoutParams {
  paymentMethod: string | undefined
  capture: 'now' | 'later'
  returnUrl: string | null
  requestKey: string | null
  /** From where a visitor asks; agents do not say it, because many buyers share their address. */
  ip?: string
  /** What the buyer's bank has told an agent. */
  authentication?: PaymentAttempt['authentication']
  /** By whom, where not by a buyer with a card. */
  origin?: Pick<CheckoutTerms, 'kind' | 'source'>
  /** Asked once everything is held: throws if it is not wanted any more. */
  beforeCharge?: () => Promise<void>
}

/** Price, hold, charge, order; or a refusal that leaves the cart as it was. */
export async function payByCard(ctx: Ctx, order: CardCheckoutParams): Promise<queries.CheckoutRow> {
  if (order.paymentMethod !== undefined) assertNoCardNumber(order.paymentMethod)
  assertMayCaptureLater(ctx, order.capture)
  const existing = await findRetriedCheckout(ctx, order.cartId, order.requestKey)
  if (existing) return assertNotDeclined(existing)
  const { capture, requestKey, returnUrl, paymentMethod } = order
  const terms: CheckoutTerms = {
    kind: 'card',
    source: sourceOf(ctx),
    capture,
    requestKey,
    durationMs: PAYMENT_MS,
    checkAfterMs: CARD_CHECK_MS,
    ...order.origin,
  }
  const { checkout, held } = await startExclusively(ctx, { ...order, isFree: paymentMethod === undefined }, terms)
  try {
    await order.beforeCharge?.()
  } catch (error) {
    await stopCheckout(ctx, checkout)
    throw error
  }
  if (checkout.ref === null)
    return (await completeCheckout(ctx, checkout, null, held)) ?? reconcileCheckout(ctx, checkout)
  const attempt = { method: paymentMethod ?? '', key: newId('att'), returnUrl, authentication: order.authentication }
  const state = await attemptPayment(ctx, checkout, attempt)
  // In doubt: what is held stays held, and the job that looks after it will ask the provider.
  if (!state) return checkout
  if (state.status === 'needs_action' && ctx.caller.kind === 'visitor') {
    const completed = await enforceReservationLimit(ctx, checkout, order.ip)
    if (completed) return completed
  }
  return assertNotDeclined(await settleCheckout(ctx, checkout, state, held))
}

/** Past the visitor's limit the payment is canceled, unless the bank was faster: then it is an order. */
async function enforceReservationLimit(ctx: Ctx, checkout: queries.CheckoutRow, ip: string | undefined) {
  try {
    await limitPendingPayment(ctx, checkout, ip === undefined ? null : networkOf(ip))
    return undefined
  } catch (error) {
    await stopCheckout(ctx, checkout)
    const now = await getCheckout(ctx, checkout.id)
    if (now.number !== null) return now
    throw error
  }
}

/** Everything is held for a few minutes, in which the buyer begins to pay in their browser. */
export async function openIntent(
  ctx: Ctx,
  order: Omit<CardCheckoutParams, 'paymentMethod' | 'returnUrl' | 'authentication' | 'origin' | 'beforeCharge'> & {
    ip: string
  },
) {
  assertMayCaptureLater(ctx, order.capture)
  const existing = await findRetriedCheckout(ctx, order.cartId, order.requestKey)
  if (existing) return existing
  const { capture, requestKey } = order
  const network = ctx.caller.kind === 'visitor' ? networkOf(order.ip) : null
  const times = { durationMs: PAYMENT_MS, checkAfterMs: PAYMENT_MS }
  const terms: CheckoutTerms = { kind: 'intent', capture, requestKey, ...times, source: sourceOf(ctx), network }
  return (await startExclusively(ctx, { ...order, isPreview: true }, terms)).checkout
}

export interface ConfirmParams {
  paymentMethod?: string | undefined
  returnUrl?: string | undefined
  authentication?: PaymentAttempt['authentication']
  expectedTotal?: Money | undefined
}

/** With a method it is tried; without one it is looked at what the buyer's browser has done. */
export async function confirmCheckout(
  ctx: Ctx,
  id: string,
  { paymentMethod, expectedTotal, ...options }: ConfirmParams,
) {
  if (paymentMethod !== undefined) assertNoCardNumber(paymentMethod)
  const checkout = await getCheckout(ctx, id)
  if (checkout.number !== null) return checkout
  assertNotEnded(checkout)
  if (expectedTotal) assertExpectedTotal(checkout, expectedTotal)
  if (await queries.hasCartChanged(ctx, checkout)) return abandonChanged(ctx, checkout)
  if (checkout.ref === null)
    return (await completeCheckout(ctx, checkout, null)) ?? assertOpenOrDeclined(await reconcileCheckout(ctx, checkout))
  if (paymentMethod === undefined) return assertNotDeclined(await reconcileCheckout(ctx, checkout))
  if (Date.parse(checkout.expiresAt) <= ctx.now.getTime()) {
    return assertOpenOrDeclined(await reconcileCheckout(ctx, checkout))
  }
  const { returnUrl = null, authentication } = options
  const attempt = { method: paymentMethod, key: newId('att'), returnUrl, authentication }
  const extended = await extendReservation(ctx, checkout)
  const state = await attemptPayment(ctx, extended, attempt)
  return state ? assertNotDeclined(assertOpenOrDeclined(await settleCheckout(ctx, extended, state))) : extended
}

function assertExpectedTotal({ placed: { totals, currency } }: queries.CheckoutRow, expected: Money): void {
  if (expected.amount === totals.total && expected.currency === currency) return
  const total = formatMoney({ amount: totals.total, currency })
  throw new AppError('cart_changed', `The total of this checkout is ${total}. Show it to the buyer and try again.`, {
    details: [{ path: '/expectedTotal', message: `the total is ${total}`, actual: totals.total }],
  })
}

/** Nobody pays for less, or more, than is in the cart by now. Who has paid already gets what they have paid for. */
async function abandonChanged(ctx: Ctx, checkout: queries.CheckoutRow): Promise<queries.CheckoutRow> {
  const current = await reconcileCheckout(ctx, checkout)
  if (current.number === null && current.status === 'active') await stopCheckout(ctx, current)
  const now = await getCheckout(ctx, checkout.id)
  if (now.outcome !== 'canceled') return assertNotDeclined(assertOpenOrDeclined(now))
  const message = 'The cart was changed after this checkout was begun: show it again, and begin a new checkout with it.'
  throw new AppError('cart_changed', message)
}

/** Nothing is held any more, and nobody can pay. One that is paid is an order: cancel that. */
export async function cancelCheckout(ctx: Ctx, id: string): Promise<queries.CheckoutRow> {
  const checkout = await getCheckout(ctx, id)
  if (checkout.number === null && checkout.status === 'active') await stopCheckout(ctx, checkout)
  const now = await getCheckout(ctx, id)
  if (now.number === null) return now
  throw new AppError('checkout_ended', `This checkout has become order #${now.number}: cancel the order.`, {
    details: [{ path: '/orderId', message: now.orderId }],
  })
}

export async function getCheckout(ctx: Ctx, id: string): Promise<queries.CheckoutRow> {
  const checkout = await queries.findCheckout(ctx, id)
  if (!checkout) throw notFound('checkout', id)
  return checkout
}

/** The one that is under way, or that has made an order of this cart. */
export const findCheckoutByCart = queries.findByCart

export const getClientSecret = async (ctx: Ctx, checkout: queries.CheckoutRow): Promise<string | null> =>
  checkout.ref === null || checkout.status === 'ended' || checkout.number !== null
    ? null
    : (await openCheckoutProvider(ctx, checkout)).getClientSecret(toOpenPayment(checkout))

/** A provider's word that something has changed, which may be late, twice or untrue: it is asked. */
export async function handlePaymentUpdate(ctx: Ctx, provider: string, ref: string): Promise<void> {
  const checkout = await queries.findByRef(ctx, provider, ref)
  if (checkout) await reconcileCheckout(ctx, checkout)
}

/** A cart that others are at, or that has changed since it was read, is read again; whoever was there before steps aside. */
async function startExclusively(ctx: Ctx, params: CheckoutParams, terms: CheckoutTerms): Promise<StartedCheckout> {
  for (let attempt = 1; attempt <= 5; attempt++) {
    const started = await startCheckout(ctx, await prepareCheckout(ctx, params), terms)
    if (started) return started
    await stopOtherCheckout(ctx, params.cartId, attempt === 1)
  }
  throw unavailable('too many changes of one cart at once')
}

/**
 * One that was begun before ends, unless it is just being paid. Only on the first attempt: one that is found later was begun at
 * the same time, or can't be stopped. If all who ask at once stopped each other, none would be left.
 */
async function stopOtherCheckout(ctx: Ctx, cartId: string, isFirst: boolean): Promise<void> {
  const other = await queries.findByCart(ctx, cartId)
  if (other?.status !== 'active' || other.number !== null) return
  const isBusy = other.kind !== 'intent' && other.payment === null
  const ageMs = ctx.now.getTime() - Date.parse(other.createdAt)
  if (!isFirst || (isBusy && ageMs < CARD_CHECK_MS)) {
    throw new AppError('checkout_in_progress', 'Another request is just buying this cart. Wait for its answer.', {
      headers: { 'retry-after': '2' },
    })
  }
  await stopCheckout(ctx, other)
}

async function stopCheckout(ctx: Ctx, checkout: queries.CheckoutRow): Promise<void> {
  if (checkout.ref === null) {
    await endCheckout(ctx, checkout, 'canceled', null)
    return
  }
  const payments = await openCheckoutProvider(ctx, checkout)
  const state = await payments.cancel(toOpenPayment(checkout))
  if (state.status === 'canceled') await endOrNotify(ctx, checkout, 'canceled', state)
  else await settleCheckout(ctx, checkout, state)
}

/** A retry of the request that has made the order, or is about to: it gets the same. */
async function findRetriedCheckout(ctx: Ctx, cartId: string, requestKey: string | null) {
  if (requestKey === null) return undefined
  const other = await queries.findByCart(ctx, cartId)
  return other?.request === requestKey ? reconcileCheckout(ctx, other) : undefined
}

/** Undefined when nobody knows what became of it: an answer was lost, and the provider does not tell now. */
async function attemptPayment(
  ctx: Ctx,
  checkout: queries.CheckoutRow,
  attempt: PaymentAttempt,
): Promise<PaymentState | undefined> {
  const payments = await openCheckoutProvider(ctx, checkout)
  try {
    return await payments.confirm(toOpenPayment(checkout), attempt)
  } catch (error) {
    if (error instanceof AppError && error.status < 500) {
      if (checkout.kind !== 'intent') await stopCheckout(ctx, checkout)
      throw error
    }
    ctx.log.warn(
      { err: error, checkoutId: checkout.id },
      'the provider of payments gave no answer; it is asked what became of it',
    )
    return payments.getState(toOpenPayment(checkout)).catch(() => undefined)
  }
}

/** A decline is an error to whoever has asked to pay; the cart stays as it is. */
function assertNotDeclined(checkout: queries.CheckoutRow): queries.CheckoutRow {
  const { number, payment, outcome, kind } = checkout
  if (number === null && outcome === 'canceled' && kind === 'card') {
    throw unavailable(new Error(`The provider has not tried to charge for ${checkout.id}, and says not why`))
  }
  if (number !== null || !payment?.decline) return checkout
  const { code, message, isRetryable } = payment.decline
  const advice = isRetryable ? 'Try again with another way to pay.' : 'Use another way to pay.'
  throw new AppError('payment_declined', `${message} ${advice}`, {
    details: [{ path: '/paymentMethod', message: code }],
  })
}

const ENDED_MESSAGES: Record<queries.CheckoutOutcome, string> = {
  completed: 'has become an order',
  declined: 'has ended because the payment was declined',
  canceled: 'was canceled',
  expired: 'has expired',
  refunding: 'was paid too late; the money is on its way back',
  refunded: 'was paid too late; the money was given back',
}

function assertNotEnded({ status, outcome }: queries.CheckoutRow): void {
  if (status !== 'ended' || outcome === null) return
  throw new AppError('checkout_ended', `This checkout ${ENDED_MESSAGES[outcome]}: begin a new one with the cart.`, {
    details: [{ path: '/id', message: outcome }],
  })
}

/** To whoever has asked to pay, one that was left meanwhile is an error. A decline is told as such. */
function assertOpenOrDeclined(checkout: queries.CheckoutRow): queries.CheckoutRow {
  if (checkout.number === null && checkout.outcome !== 'declined') assertNotEnded(checkout)
  return checkout
}

/** When the shop takes its money is not for visitors to say. */
function assertMayCaptureLater({ caller }: Ctx, capture: 'now' | 'later'): void {
  if (capture === 'later' && caller.kind === 'visitor') {
    throw unauthorized('Only a server with a key may have the money reserved now and taken later.')
  }
}

/** A card number must never come here: whoever stores or logs one is in trouble. */
function assertNoCardNumber(method: string): void {
  if (!containsCardNumber(method)) return
  throw invalidRequest('Never send card numbers: let your payment provider’s script make a token of it.', [
    { path: '/paymentMethod', message: 'holds a card number, and must be a token such as pm_card_visa' },
  ])
}
