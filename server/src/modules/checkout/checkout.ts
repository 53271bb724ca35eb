import type { Ctx } from '../../ctx.ts'
import { holdsCardNumber } from '../../kit/card-number.ts'
import { networkOf } from '../../kit/client-network.ts'
import { AppError, invalidRequest, notFound, unauthorized, unavailable } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import type { Money } from '../../kit/money.ts'
import { toPlainText } from '../../kit/money-text.ts'
import type { Attempt, PaymentState } from '../../ports/payments.ts'
import { type Begun, begin, type Terms } from './begin.ts'
import { complete } from './complete.ts'
import { end } from './end.ts'
import { prepare, type Wanted } from './prepare.ts'
import * as queries from './queries.ts'
import { extendReservation, limitPending, PAYMENT_MS } from './reservations.ts'
import { endOrTell, lookAfter, paymentOf, providerOf, settle } from './settle.ts'

/** A request that pays at once is over by then, one way or the other. */
const CARD_CHECK_MS = 20_000

const sourceOf = ({ caller }: Ctx): Terms['source'] => (caller.kind === 'visitor' ? 'storefront' : 'api')

export interface CardOrder extends Wanted {
  paymentMethod: string | undefined
  capture: 'now' | 'later'
  returnUrl: string | null
  request: string | null
  /** From where a visitor asks; agents do not say it, because many buyers share their address. */
  ip?: string
  /** What the buyer's bank has told an agent. */
  authentication?: Attempt['authentication']
  /** By whom, where not by a buyer with a card. */
  by?: Pick<Terms, 'kind' | 'source'>
  /** Asked once everything is held: throws if it is not wanted any more. */
  stillWanted?: () => Promise<void>
}

/** Price, hold, charge, order; or a refusal that leaves the cart as it was. */
export async function payByCard(ctx: Ctx, order: CardOrder): Promise<queries.CheckoutRow> {
  if (order.paymentMethod !== undefined) refuseCardNumber(order.paymentMethod)
  refuseLater(ctx, order.capture)
  const before = await sameRequest(ctx, order.cartId, order.request)
  if (before) return told(before)
  const { capture, request, returnUrl, paymentMethod } = order
  const terms: Terms = {
    kind: 'card',
    source: sourceOf(ctx),
    capture,
    request,
    lastsMs: PAYMENT_MS,
    checkMs: CARD_CHECK_MS,
    ...order.by,
  }
  const { checkout, held } = await beginAlone(ctx, { ...order, isFree: paymentMethod === undefined }, terms)
  try {
    await order.stillWanted?.()
  } catch (error) {
    await stop(ctx, checkout)
    throw error
  }
  if (checkout.ref === null) return (await complete(ctx, checkout, null, held)) ?? lookAfter(ctx, checkout)
  const attempt = { method: paymentMethod ?? '', key: newId('att'), returnUrl, authentication: order.authentication }
  const state = await attemptPayment(ctx, checkout, attempt)
  // In doubt: what is held stays held, and the job that looks after it will ask the provider.
  if (!state) return checkout
  if (state.status === 'needs_action' && ctx.caller.kind === 'visitor') {
    const bought = await unlessHoarding(ctx, checkout, order.ip)
    if (bought) return bought
  }
  return told(await settle(ctx, checkout, state, held))
}

/** Past the visitor's limit the payment is canceled, unless the bank was faster: then it is an order. */
async function unlessHoarding(ctx: Ctx, checkout: queries.CheckoutRow, ip: string | undefined) {
  try {
    await limitPending(ctx, checkout, ip === undefined ? null : networkOf(ip))
    return undefined
  } catch (error) {
    await stop(ctx, checkout)
    const now = await getCheckout(ctx, checkout.id)
    if (now.number !== null) return now
    throw error
  }
}

/** Everything is held for a few minutes, in which the buyer begins to pay in their browser. */
export async function openIntent(
  ctx: Ctx,
  order: Omit<CardOrder, 'paymentMethod' | 'returnUrl' | 'authentication' | 'by' | 'stillWanted'> & { ip: string },
) {
  refuseLater(ctx, order.capture)
  const before = await sameRequest(ctx, order.cartId, order.request)
  if (before) return before
  const { capture, request } = order
  const network = ctx.caller.kind === 'visitor' ? networkOf(order.ip) : null
  const times = { lastsMs: PAYMENT_MS, checkMs: PAYMENT_MS }
  const terms: Terms = { kind: 'intent', capture, request, ...times, source: sourceOf(ctx), network }
  return (await beginAlone(ctx, { ...order, isShownFirst: true }, terms)).checkout
}

export interface Confirmation {
  paymentMethod?: string | undefined
  returnUrl?: string | undefined
  authentication?: Attempt['authentication']
  expectedTotal?: Money | undefined
}

/** With a method it is tried; without one it is looked at what the buyer's browser has done. */
export async function confirmCheckout(ctx: Ctx, id: string, { paymentMethod, expectedTotal, ...how }: Confirmation) {
  if (paymentMethod !== undefined) refuseCardNumber(paymentMethod)
  const checkout = await getCheckout(ctx, id)
  if (checkout.number !== null) return checkout
  refuseEnded(checkout)
  if (expectedTotal) refuseOtherTotal(checkout, expectedTotal)
  if (await queries.hasCartChanged(ctx, checkout)) return giveUp(ctx, checkout)
  if (checkout.ref === null) return (await complete(ctx, checkout, null)) ?? unlessEnded(await lookAfter(ctx, checkout))
  if (paymentMethod === undefined) return told(await lookAfter(ctx, checkout))
  if (Date.parse(checkout.expiresAt) <= ctx.now.getTime()) {
    return unlessEnded(await lookAfter(ctx, checkout))
  }
  const { returnUrl = null, authentication } = how
  const attempt = { method: paymentMethod, key: newId('att'), returnUrl, authentication }
  const paying = await extendReservation(ctx, checkout)
  const state = await attemptPayment(ctx, paying, attempt)
  return state ? told(unlessEnded(await settle(ctx, paying, state))) : paying
}

function refuseOtherTotal({ placed: { totals, currency } }: queries.CheckoutRow, expected: Money): void {
  if (expected.amount === totals.total && expected.currency === currency) return
  const total = toPlainText({ amount: totals.total, currency })
  throw new AppError('cart_changed', `The total of this checkout is ${total}. Show it to the buyer and try again.`, {
    details: [{ path: '/expectedTotal', message: `the total is ${total}`, actual: totals.total }],
  })
}

/** Nobody pays for less, or more, than is in the cart by now. Who has paid already gets what they have paid for. */
async function giveUp(ctx: Ctx, checkout: queries.CheckoutRow): Promise<queries.CheckoutRow> {
  const known = await lookAfter(ctx, checkout)
  if (known.number === null && known.status === 'active') await stop(ctx, known)
  const now = await getCheckout(ctx, checkout.id)
  if (now.outcome !== 'canceled') return told(unlessEnded(now))
  const message = 'The cart was changed after this checkout was begun: show it again, and begin a new checkout with it.'
  throw new AppError('cart_changed', message)
}

/** Nothing is held any more, and nobody can pay. One that is paid is an order: cancel that. */
export async function cancelCheckout(ctx: Ctx, id: string): Promise<queries.CheckoutRow> {
  const checkout = await getCheckout(ctx, id)
  if (checkout.number === null && checkout.status === 'active') await stop(ctx, checkout)
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
export const findCheckoutOf = queries.findOfCart

export const clientSecretOf = async (ctx: Ctx, checkout: queries.CheckoutRow): Promise<string | null> =>
  checkout.ref === null || checkout.status === 'ended' || checkout.number !== null
    ? null
    : (await providerOf(ctx, checkout)).clientSecretOf(paymentOf(checkout))

/** A provider's word that something has changed, which may be late, twice or untrue: it is asked. */
export async function heardOfPayment(ctx: Ctx, provider: string, ref: string): Promise<void> {
  const checkout = await queries.findByRef(ctx, provider, ref)
  if (checkout) await lookAfter(ctx, checkout)
}

/** A cart that others are at, or that has changed since it was read, is read again; whoever was there before steps aside. */
async function beginAlone(ctx: Ctx, wanted: Wanted, terms: Terms): Promise<Begun> {
  for (let attempt = 1; attempt <= 5; attempt++) {
    const begun = await begin(ctx, await prepare(ctx, wanted), terms)
    if (begun) return begun
    await stepAside(ctx, wanted.cartId, attempt === 1)
  }
  throw unavailable('too many changes of one cart at once')
}

/**
 * One that was begun before ends, unless it is just being paid. Only on the first attempt: one that is found later was begun at
 * the same time, or can't be stopped. If all who ask at once stopped each other, none would be left.
 */
async function stepAside(ctx: Ctx, cartId: string, isFirst: boolean): Promise<void> {
  const other = await queries.findOfCart(ctx, cartId)
  if (other?.status !== 'active' || other.number !== null) return
  const isBusy = other.kind !== 'intent' && other.payment === null
  const ageMs = ctx.now.getTime() - Date.parse(other.createdAt)
  if (!isFirst || (isBusy && ageMs < CARD_CHECK_MS)) {
    throw new AppError('checkout_in_progress', 'Another request is just buying this cart. Wait for its answer.', {
      headers: { 'retry-after': '2' },
    })
  }
  await stop(ctx, other)
}

async function stop(ctx: Ctx, checkout: queries.CheckoutRow): Promise<void> {
  if (checkout.ref === null) {
    await end(ctx, checkout, 'canceled', null)
    return
  }
  const payments = await providerOf(ctx, checkout)
  const state = await payments.cancel(paymentOf(checkout))
  if (state.status === 'canceled') await endOrTell(ctx, checkout, 'canceled', state)
  else await settle(ctx, checkout, state)
}

/** A retry of the request that has made the order, or is about to: it gets the same. */
async function sameRequest(ctx: Ctx, cartId: string, request: string | null) {
  if (request === null) return undefined
  const other = await queries.findOfCart(ctx, cartId)
  return other?.request === request ? lookAfter(ctx, other) : undefined
}

/** Undefined when nobody knows what became of it: an answer was lost, and the provider does not tell now. */
async function attemptPayment(
  ctx: Ctx,
  checkout: queries.CheckoutRow,
  tried: Attempt,
): Promise<PaymentState | undefined> {
  const payments = await providerOf(ctx, checkout)
  try {
    return await payments.confirm(paymentOf(checkout), tried)
  } catch (error) {
    if (error instanceof AppError && error.status < 500) {
      if (checkout.kind !== 'intent') await stop(ctx, checkout)
      throw error
    }
    ctx.log.warn(
      { err: error, checkoutId: checkout.id },
      'the provider of payments gave no answer; it is asked what became of it',
    )
    return payments.read(paymentOf(checkout)).catch(() => undefined)
  }
}

/** A decline is an error to whoever has asked to pay; the cart stays as it is. */
function told(checkout: queries.CheckoutRow): queries.CheckoutRow {
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

const ENDED: Record<queries.Outcome, string> = {
  completed: 'has become an order',
  declined: 'has ended because the payment was declined',
  canceled: 'was canceled',
  expired: 'has expired',
  refunding: 'was paid too late; the money is on its way back',
  refunded: 'was paid too late; the money was given back',
}

function refuseEnded({ status, outcome }: queries.CheckoutRow): void {
  if (status !== 'ended' || outcome === null) return
  throw new AppError('checkout_ended', `This checkout ${ENDED[outcome]}: begin a new one with the cart.`, {
    details: [{ path: '/id', message: outcome }],
  })
}

/** To whoever has asked to pay, one that was left meanwhile is an error. A decline is told as such. */
function unlessEnded(checkout: queries.CheckoutRow): queries.CheckoutRow {
  if (checkout.number === null && checkout.outcome !== 'declined') refuseEnded(checkout)
  return checkout
}

/** When the shop takes its money is not for visitors to say. */
function refuseLater({ caller }: Ctx, capture: 'now' | 'later'): void {
  if (capture === 'later' && caller.kind === 'visitor') {
    throw unauthorized('Only a server with a key may have the money reserved now and taken later.')
  }
}

/** A card number must never come here: whoever stores or logs one is in trouble. */
function refuseCardNumber(method: string): void {
  if (!holdsCardNumber(method)) return
  throw invalidRequest('Never send card numbers: let your payment provider’s script make a token of it.', [
    { path: '/paymentMethod', message: 'holds a card number, and must be a token such as pm_card_visa' },
  ])
}
