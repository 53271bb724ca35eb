import { createHmac } from 'node:crypto'
import { type Ctx, transaction } from '../../ctx.ts'
import { AppError } from '../../kit/errors.ts'
import type { CheckoutCart } from '../carts/checkout-cart.ts'
import type { CheckoutRow } from './queries.ts'
import * as queries from './reservation-queries.ts'

const MINUTE_MS = 60_000
/** What a buyer gets once they try to pay: long enough for a bank that asks questions. */
export const PAYMENT_MS = 15 * MINUTE_MS
/** However often they try. */
const MAX_MS = 30 * MINUTE_MS
/** A cart may reserve anew, but no longer than so many times the shop's minutes in all. */
const MAX_RENEWALS = 3

export interface Reservation {
  /** Who reserves; null where nobody is limited. */
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

/** A keyed hash: the visitor's network, or else the customer. A customer whom a server has named is no stranger: their orders may be large. */
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
 * An intent takes stock from others before anybody pays, so it is short, can't be renewed for ever, and what one visitor takes is
 * limited (`refuseHoarding`).
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

/** Whether anybody else could miss what this cart reserves: counted stock, or uses of a promotion. */
const isScarce = ({ resolved, priced }: CheckoutCart): boolean =>
  priced.promotions.length > 0 || resolved.lines.some(({ offer }) => offer.available !== null)

function reservedTooLong({ now }: Ctx, { minutes, endedAt }: queries.ReservationLimits): AppError {
  const waitMs = (endedAt === null ? now.getTime() : Date.parse(endedAt)) + MAX_MS - now.getTime()
  const message = `This cart has reserved its items for ${MAX_RENEWALS * minutes} minutes without a payment. Try again in ${Math.ceil(waitMs / MINUTE_MS)} minutes, or pay at once with POST /v1/checkout/card.`
  return new AppError('reservation_limit_exceeded', message, {
    details: [{ path: '/cartId', message: 'has reserved its items too often without a payment' }],
    headers: { 'retry-after': String(Math.ceil(waitMs / 1000)) },
  })
}

/**
 * Of each variant one visitor holds at most a few units, or a share of what they leave and hold together, by all their intents. To be
 * asked once the stock is held: the levels are locked then, so of two intents at once the second sees the first.
 */
export async function assertReservationLimit(
  ctx: Ctx,
  { reservedFor, limits }: Pick<Reservation, 'reservedFor' | 'limits'>,
  variantIds: string[],
  advice = 'Reduce the quantity, or pay at once with POST /v1/checkout/card.',
): Promise<void> {
  if (reservedFor === null) return
  const details = (await queries.listReservedStock(ctx, reservedFor, variantIds)).flatMap(({ sku, held, free }) => {
    const limit = Math.max(limits.maxUnits, Math.floor(((held + free) * limits.maxPercent) / 100))
    const name = sku ?? 'this item'
    return held > limit
      ? [{ path: '/cartId', message: `at most ${limit} of ${name} can be reserved`, actual: limit }]
      : []
  })
  if (details.length === 0) return
  const message = `Too many units are reserved without a payment: ${details.map(({ message }) => message).join('; ')}. ${advice}`
  throw new AppError('reservation_limit_exceeded', message, { details })
}

/**
 * A card checkout that waits for the buyer's bank reserves like an intent. Without this limit, a card whose authentication nobody
 * finishes would hold everything.
 */
export function limitPendingPayment(ctx: Ctx, checkout: CheckoutRow, network: string | null): Promise<void> {
  const { id, cartId, placed } = checkout
  const buyer = { customerId: placed.customerId, customerKey: placed.reserved.customerKey, cartId }
  const reservedFor = hashReservationOwner(ctx, buyer, network)
  if (reservedFor === null) return Promise.resolve()
  const variantIds = [...new Set(placed.lines.flatMap(({ variantId }) => variantId ?? []))]
  return transaction(ctx, async (ctx) => {
    // The checkout first, then the levels: whoever completes or ends it takes them in this order.
    await queries.setReservedFor(ctx, id, reservedFor)
    await queries.lockStockLevels(ctx, variantIds)
    const limits = await queries.findReservationLimits(ctx, cartId, ctx.now)
    await assertReservationLimit(ctx, { reservedFor, limits }, variantIds, 'Reduce the quantity.')
  })
}

/** Who tries to pay gets the full time, counted from now, but not for ever. The next intent of the cart begins anew. */
export async function extendReservation(ctx: Ctx, checkout: CheckoutRow): Promise<CheckoutRow> {
  if (checkout.kind !== 'intent') return checkout
  const latestMs = Math.min(ctx.now.getTime() + PAYMENT_MS, Date.parse(checkout.createdAt) + MAX_MS)
  const expiresAt = new Date(Math.max(latestMs, Date.parse(checkout.expiresAt)))
  await queries.extendCheckout(ctx, checkout.id, expiresAt)
  return { ...checkout, expiresAt: expiresAt.toISOString() }
}
