import type { Ctx } from '../../ctx.ts'
import { containsCardNumber } from '../../kit/card-number.ts'
import { networkOf } from '../../kit/client-network.ts'
import { AppError, invalidRequest, notFound, unauthorized, unavailable } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { formatMoney, type Money } from '../../kit/money.ts'
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

/** A card request has succeeded or failed by then. */
const CARD_CHECK_MS = 20_000

const sourceOf = ({ caller }: Ctx): CheckoutTerms['source'] => (caller.kind === 'visitor' ? 'storefront' : 'api')

export interface CardCheckoutParams extends CheckoutParams {
  paymentMethod: string | undefined
  captureMethod: 'automatic' | 'manual'
  returnUrl: string | null
  requestKey: string | null
  /** The visitor's address; agents omit it, because many buyers share theirs. */
  ip?: string
  /** The bank's authentication result passed on by an agent. */
  authentication?: PaymentAttempt['authentication']
  /** Set when the checkout does not come from a buyer with a card. */
  origin?: Pick<CheckoutTerms, 'kind' | 'source'>
  /** Called once everything is reserved; throws if the order is no longer wanted. */
  beforeCharge?: () => Promise<void>
}

/** Prices, reserves, charges and orders, or rejects and leaves the cart unchanged. */
export async function payByCard(ctx: Ctx, order: CardCheckoutParams): Promise<queries.CheckoutRow> {
  if (order.paymentMethod !== undefined) assertNoCardNumber(order.paymentMethod)
  assertMayCaptureManually(ctx, order.captureMethod)
  const existing = await findRetriedCheckout(ctx, order.cartId, order.requestKey)
  if (existing) return assertNotDeclined(existing)
  const { captureMethod, requestKey, returnUrl, paymentMethod } = order
  const terms: CheckoutTerms = {
    kind: 'card',
    source: sourceOf(ctx),
    captureMethod,
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
  // Unknown outcome: reservations stay, and the reconcile job will query the provider.
  if (!state) return checkout
  if (state.status === 'requires_action' && ctx.caller.kind === 'visitor') {
    const completed = await enforceReservationLimit(ctx, checkout, order.ip)
    if (completed) return completed
  }
  return assertNotDeclined(await settleCheckout(ctx, checkout, state, held))
}

/** Beyond the visitor's limit the payment is canceled, unless the bank confirmed it first: then it becomes an order. */
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

/** Reserves everything for a few minutes, in which the buyer starts paying in the browser. */
export async function openIntent(
  ctx: Ctx,
  order: Omit<CardCheckoutParams, 'paymentMethod' | 'returnUrl' | 'authentication' | 'origin' | 'beforeCharge'> & {
    ip: string
  },
) {
  assertMayCaptureManually(ctx, order.captureMethod)
  const existing = await findRetriedCheckout(ctx, order.cartId, order.requestKey)
  if (existing) return existing
  const { captureMethod, requestKey } = order
  const network = ctx.caller.kind === 'visitor' ? networkOf(order.ip) : null
  const times = { durationMs: PAYMENT_MS, checkAfterMs: PAYMENT_MS }
  const terms: CheckoutTerms = { kind: 'intent', captureMethod, requestKey, ...times, source: sourceOf(ctx), network }
  return (await startExclusively(ctx, { ...order, isPreview: true }, terms)).checkout
}

export interface ConfirmParams {
  paymentMethod?: string | undefined
  returnUrl?: string | undefined
  authentication?: PaymentAttempt['authentication']
  expectedTotal?: Money | undefined
}

/** With a payment method, attempts the payment; without one, checks what the buyer's browser has done. */
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

function assertExpectedTotal({ snapshot: { totals, currency } }: queries.CheckoutRow, expected: Money): void {
  if (expected.amount === totals.total && expected.currency === currency) return
  const total = { amount: totals.total, currency }
  const text = formatMoney(total)
  throw new AppError('cart_changed', `The total of this checkout is ${text}. Show it to the buyer and try again.`, {
    details: [{ path: '/expectedTotal', message: `the total is ${text}`, amount: total }],
    fields: { total },
  })
}

/** Nobody pays for other contents than the cart has now. A buyer who has already paid gets what they paid for. */
async function abandonChanged(ctx: Ctx, checkout: queries.CheckoutRow): Promise<queries.CheckoutRow> {
  const current = await reconcileCheckout(ctx, checkout)
  if (current.number === null && current.status === 'active') await stopCheckout(ctx, current)
  const now = await getCheckout(ctx, checkout.id)
  if (now.outcome !== 'canceled') return assertNotDeclined(assertOpenOrDeclined(now))
  const message = 'The cart changed after this checkout was created. Show it to the buyer and create a new checkout.'
  throw new AppError('cart_changed', message)
}

/** Releases everything and prevents payment. A paid checkout is an order: cancel that instead. */
export async function cancelCheckout(ctx: Ctx, id: string): Promise<queries.CheckoutRow> {
  const checkout = await getCheckout(ctx, id)
  if (checkout.number === null && checkout.status === 'active') await stopCheckout(ctx, checkout)
  const now = await getCheckout(ctx, id)
  if (now.number === null) return now
  throw new AppError('checkout_ended', `This checkout is already order #${now.number}. Cancel the order instead.`, {
    fields: { orderId: now.orderId, orderNumber: now.number },
  })
}

export async function getCheckout(ctx: Ctx, id: string): Promise<queries.CheckoutRow> {
  const checkout = await queries.findCheckout(ctx, id)
  if (!checkout) throw notFound('checkout', id)
  return checkout
}

/** Returns the active checkout, or the one that turned this cart into an order. */
export const findCheckoutByCart = queries.findByCart

export const getClientSecret = async (ctx: Ctx, checkout: queries.CheckoutRow): Promise<string | null> =>
  checkout.ref === null || checkout.status === 'ended' || checkout.number !== null
    ? null
    : (await openCheckoutProvider(ctx, checkout)).getClientSecret(toOpenPayment(checkout))

/** A provider's notification may be late, repeated or forged, so the provider is queried. */
export async function handlePaymentUpdate(ctx: Ctx, provider: string, ref: string): Promise<void> {
  const checkout = await queries.findByRef(ctx, provider, ref)
  if (checkout) await reconcileCheckout(ctx, checkout)
}

/** Rereads a cart that changed or has another active checkout; the older checkout is stopped. */
async function startExclusively(ctx: Ctx, params: CheckoutParams, terms: CheckoutTerms): Promise<StartedCheckout> {
  for (let attempt = 1; attempt <= 5; attempt++) {
    const started = await startCheckout(ctx, await prepareCheckout(ctx, params), terms)
    if (started) return started
    await stopOtherCheckout(ctx, params.cartId, attempt === 1)
  }
  throw unavailable('too many concurrent changes to one cart')
}

/**
 * Stops an older checkout unless it is being paid. Only on the first attempt: one found later started at the same
 * time or can't be stopped. If concurrent requests all stopped each other, none would be left.
 */
async function stopOtherCheckout(ctx: Ctx, cartId: string, isFirst: boolean): Promise<void> {
  const other = await queries.findByCart(ctx, cartId)
  if (other?.status !== 'active' || other.number !== null) return
  const isBusy = other.kind !== 'intent' && other.payment === null
  const ageMs = ctx.now.getTime() - Date.parse(other.createdAt)
  if (!isFirst || (isBusy && ageMs < CARD_CHECK_MS)) {
    throw new AppError('checkout_in_progress', 'Another checkout of this cart is in progress. Wait for its response.', {
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

/** A retry of the request that created the order, or is about to, gets the same checkout. */
async function findRetriedCheckout(ctx: Ctx, cartId: string, requestKey: string | null) {
  if (requestKey === null) return undefined
  const other = await queries.findByCart(ctx, cartId)
  return other?.requestKey === requestKey ? reconcileCheckout(ctx, other) : undefined
}

/** Returns undefined if the outcome is unknown: a response was lost, and the provider is not available now. */
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
    ctx.log.warn({ err: error, checkoutId: checkout.id }, 'the payment provider did not respond; checking the payment')
    return payments.getState(toOpenPayment(checkout)).catch(() => undefined)
  }
}

/** A decline is an error for the request that pays; the cart stays unchanged. */
function assertNotDeclined(checkout: queries.CheckoutRow): queries.CheckoutRow {
  const { number, payment, outcome, kind } = checkout
  if (number === null && outcome === 'canceled' && kind === 'card') {
    throw unavailable(new Error(`The provider did not attempt the payment of ${checkout.id} and gave no reason`))
  }
  if (number !== null || !payment?.decline) return checkout
  const { code, message, isRetryable } = payment.decline
  const advice = isRetryable ? 'Try again with another payment method.' : 'Use another payment method.'
  throw new AppError('payment_declined', `${message} ${advice}`, {
    details: [{ path: '/paymentMethod', message: 'was declined' }],
    fields: { declineCode: code, retryable: isRetryable },
  })
}

const ENDED_MESSAGES: Record<queries.CheckoutOutcome, string> = {
  completed: 'is already an order',
  declined: 'ended because the payment was declined',
  canceled: 'was canceled',
  expired: 'has expired',
  refunding: 'was paid too late and is being refunded',
  refunded: 'was paid too late and has been refunded',
}

function assertNotEnded({ status, outcome, orderId }: queries.CheckoutRow): void {
  if (status !== 'ended' || outcome === null) return
  const isOrder = outcome === 'completed'
  const advice = isOrder ? 'Get the order instead.' : 'Create a new one from the cart.'
  throw new AppError('checkout_ended', `This checkout ${ENDED_MESSAGES[outcome]}. ${advice}`, {
    // As in the checkout's `status`, where a refund in progress is a refund.
    fields: { outcome: outcome === 'refunding' ? 'refunded' : outcome, ...(isOrder && { orderId }) },
  })
}

/** A checkout that ended in the meantime is an error for the request that pays. A decline is reported as a decline. */
function assertOpenOrDeclined(checkout: queries.CheckoutRow): queries.CheckoutRow {
  if (checkout.number === null && checkout.outcome !== 'declined') assertNotEnded(checkout)
  return checkout
}

/** Visitors can't decide when the shop captures its money. */
function assertMayCaptureManually({ caller }: Ctx, captureMethod: 'automatic' | 'manual'): void {
  if (captureMethod === 'manual' && caller.kind === 'visitor') {
    throw unauthorized('An API key is required to authorize now and capture later.')
  }
}

/** Card numbers must never reach the server: storing or logging one puts the shop in PCI scope. */
function assertNoCardNumber(method: string): void {
  if (!containsCardNumber(method)) return
  throw invalidRequest('Never send card numbers. Create a token with your payment provider’s script.', [
    { path: '/paymentMethod', message: 'must be a token such as pm_card_visa, not a card number' },
  ])
}
