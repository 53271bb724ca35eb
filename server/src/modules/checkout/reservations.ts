import { createHmac } from 'node:crypto'
import { type Ctx, transaction } from '../../ctx.ts'
import { AppError } from '../../kit/errors.ts'
import type { CheckoutCart } from '../carts/checkout-cart/checkout-cart.ts'
import type { CheckoutRow } from './queries.ts'
import * as queries from './reservation-queries.ts'

const MINUTE_MS = 60_000
/** The time a buyer gets once they attempt to pay: long enough for a bank that asks questions. */
export const PAYMENT_MS = 15 * MINUTE_MS
/** Regardless of the number of attempts. */
const MAX_MS = 30 * MINUTE_MS
/** A cart may renew its reservation, up to this multiple of the shop's minutes in total. */
const MAX_RENEWALS = 3

export interface Reservation {
  /** The reservation's owner; null if not limited. */
  reservedFor: string | null
  since: Date
  expiresAt: Date
  limits: queries.ReservationLimits
}

interface ReservationOwner {
  customerId: string | null
  customerKey: string | null
  cartId: string
}

/**
 * A keyed hash of the visitor's network, or else of the customer. A customer set by a server is not limited: their
 * orders may be large.
 */
function hashReservationOwner(
  ctx: Ctx,
  { customerId, customerKey, cartId }: ReservationOwner,
  network: string | null,
): string | null {
  if (customerId !== null) return null
  const name = network === null ? `customer ${customerKey ?? cartId}` : `network ${network}`
  return createHmac('sha256', ctx.secretFor('reservations')).update(name).digest('base64url').slice(0, 22)
}

/**
 * An intent takes stock from others before anyone pays. So it is short, can't be renewed forever, and is limited per
 * visitor (`assertReservationLimit`).
 */
export async function planReservation(
  ctx: Ctx,
  checkoutCart: CheckoutCart,
  network: string | null,
): Promise<Reservation> {
  const { cart, resolved } = checkoutCart
  const { customer, customerKey } = resolved.contents
  const reservedFor = hashReservationOwner(
    ctx,
    { customerId: customer?.id ?? null, customerKey, cartId: cart.id },
    network,
  )
  const limits = await queries.findReservationLimits(ctx, cart.id, new Date(ctx.now.getTime() - MAX_MS))
  const isBounded = reservedFor !== null && limits.since !== null && isScarce(checkoutCart)
  const since = isBounded ? new Date(limits.since ?? ctx.now) : ctx.now
  const durationMs = limits.minutes * MINUTE_MS
  const endMs = Math.min(ctx.now.getTime() + durationMs, since.getTime() + MAX_RENEWALS * durationMs)
  if (endMs <= ctx.now.getTime()) throw reservedTooLong(ctx, limits)
  return { reservedFor, since, expiresAt: new Date(endMs), limits }
}

/** Whether this cart's reservation affects other buyers: tracked stock, or uses of a promotion. */
const isScarce = ({ resolved, priced }: CheckoutCart): boolean =>
  priced.promotions.length > 0 || resolved.items.some(({ offer }) => offer.available !== null)

function reservedTooLong({ now }: Ctx, { minutes, endedAt }: queries.ReservationLimits): AppError {
  const waitMs = (endedAt === null ? now.getTime() : Date.parse(endedAt)) + MAX_MS - now.getTime()
  const waitMinutes = Math.ceil(waitMs / MINUTE_MS)
  const wait = waitMinutes === 1 ? '1 minute' : `${waitMinutes} minutes`
  const message = `This cart has reserved its items for ${MAX_RENEWALS * minutes} minutes without a payment. Try again in ${wait}, or pay now with POST /v1/checkout/card.`
  return new AppError('reservation_limit_exceeded', message, {
    details: [{ path: '/cartId', message: 'has reserved its items too often without a payment' }],
    headers: { 'retry-after': String(Math.ceil(waitMs / 1000)) },
  })
}

/**
 * Per variant, one visitor's intents reserve at most a few units, or a share of the free stock plus their own. Call
 * this once the stock is reserved: the levels are locked then, so of two concurrent intents the second sees the
 * first.
 */
export async function assertReservationLimit(
  ctx: Ctx,
  { reservedFor, limits }: Pick<Reservation, 'reservedFor' | 'limits'>,
  variantIds: string[],
  advice = 'Reduce the quantity, or pay now with POST /v1/checkout/card.',
): Promise<void> {
  if (reservedFor === null) return
  const details = (await queries.listReservedStock(ctx, reservedFor, variantIds)).flatMap(
    ({ title, sku, held, free }) => {
      const limit = Math.max(limits.maxUnits, Math.floor(((held + free) * limits.maxPercent) / 100))
      return held > limit
        ? [{ path: '/cartId', message: `at most ${limit} of ${title} can be reserved`, limit, sku }]
        : []
    },
  )
  if (details.length === 0) return
  const message = `Too many units are reserved without a payment: ${details.map(({ message }) => message).join('; ')}. ${advice}`
  throw new AppError('reservation_limit_exceeded', message, { details })
}

/**
 * A card checkout that waits for the buyer's bank reserves like an intent. Without this limit, cards with unfinished
 * authentication could hold all stock.
 */
export function limitPendingPayment(ctx: Ctx, checkout: CheckoutRow, network: string | null): Promise<void> {
  const { id, cartId, snapshot } = checkout
  const buyer = { customerId: snapshot.customerId, customerKey: snapshot.reserved.customerKey, cartId }
  const reservedFor = hashReservationOwner(ctx, buyer, network)
  if (reservedFor === null) return Promise.resolve()
  const variantIds = [...new Set(snapshot.items.flatMap(({ variantId }) => variantId ?? []))]
  return transaction(ctx, async (ctx) => {
    // The checkout first, then the stock levels: completing or ending a checkout locks in the same order.
    await queries.setReservedFor(ctx, id, reservedFor)
    await queries.lockStockLevels(ctx, variantIds)
    const limits = await queries.findReservationLimits(ctx, cartId, ctx.now)
    await assertReservationLimit(ctx, { reservedFor, limits }, variantIds, 'Reduce the quantity.')
  })
}

/** A payment attempt gets the full time from now on, up to a maximum. The cart's next intent starts over. */
export async function extendReservation(ctx: Ctx, checkout: CheckoutRow): Promise<CheckoutRow> {
  if (checkout.kind !== 'intent') return checkout
  const latestMs = Math.min(ctx.now.getTime() + PAYMENT_MS, Date.parse(checkout.createdAt) + MAX_MS)
  const expiresAt = new Date(Math.max(latestMs, Date.parse(checkout.expiresAt)))
  await queries.extendCheckout(ctx, checkout.id, expiresAt)
  return { ...checkout, expiresAt: expiresAt.toISOString() }
}
