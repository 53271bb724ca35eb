import { createHmac } from 'node:crypto'
import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../kit/errors.ts'
import type { ReadyCart } from '../carts/for-checkout.ts'
import type { CheckoutRow } from './queries.ts'
import * as queries from './reservation-queries.ts'

const MINUTE_MS = 60_000
/** What a buyer gets once they try to pay: long enough for a bank that asks questions. */
export const PAYMENT_MS = 15 * MINUTE_MS
/** However often they try. */
const MOST_MS = 30 * MINUTE_MS
/** A cart may reserve anew, but no longer than so many times the shop's minutes in all. */
const RENEWALS = 3

export interface Reservation {
  /** Who reserves; null where nobody is limited. */
  reservedFor: string | null
  since: Date
  expiresAt: Date
  limits: queries.ReservationLimits
}

/**
 * An intent takes stock from others before anybody pays, so it is short, can't be renewed for ever, and what one visitor takes is
 * limited (`refuseHoarding`). A customer whom a server has named is no stranger: their orders may be large.
 */
export async function planReservation(ctx: Ctx, { cart, stage }: ReadyCart, network: string | null) {
  const limits = await queries.findReservationLimits(ctx, cart.id, new Date(ctx.now.getTime() - MOST_MS))
  const since = limits.since === null ? ctx.now : new Date(limits.since)
  const lastsMs = limits.minutes * MINUTE_MS
  const endMs = Math.min(ctx.now.getTime() + lastsMs, since.getTime() + RENEWALS * lastsMs)
  if (endMs <= ctx.now.getTime()) throw reservedTooLong(RENEWALS * limits.minutes)
  const { customer, customerKey } = stage.contents
  const name = network === null ? `customer ${customerKey ?? cart.id}` : `network ${network}`
  const hash = createHmac('sha256', ctx.secretFor('reservations')).update(name).digest('base64url').slice(0, 22)
  return { reservedFor: customer?.id ? null : hash, since, expiresAt: new Date(endMs), limits } satisfies Reservation
}

function reservedTooLong(minutes: number): AppError {
  const message = `This cart has reserved its items for ${minutes} minutes without a payment. Wait half an hour, or pay at once with POST /v1/checkout/card.`
  return new AppError('reservation_limit_exceeded', message, {
    details: [{ path: '/cartId', message: 'has reserved its items too often without a payment' }],
    headers: { 'retry-after': String(MOST_MS / 1000) },
  })
}

/**
 * Of each variant one visitor holds at most a few units, or a share of what they leave and hold together, by all their intents. To be
 * asked once the stock is held: the levels are locked then, so of two intents at once the second sees the first.
 */
export async function refuseHoarding(ctx: Ctx, { reservedFor, limits }: Reservation, variantIds: string[]) {
  if (reservedFor === null) return
  const details = (await queries.listReserved(ctx, reservedFor, variantIds)).flatMap(({ sku, held, free }) => {
    const most = Math.max(limits.maxUnits, Math.floor(((held + free) * limits.maxPercent) / 100))
    const name = sku ?? 'this item'
    return held > most ? [{ path: '/cartId', message: `at most ${most} of ${name} can be reserved`, actual: most }] : []
  })
  if (details.length === 0) return
  const message = `Too many units are reserved without a payment: ${details.map(({ message }) => message).join('; ')}. Reduce the quantity, or pay at once with POST /v1/checkout/card.`
  throw new AppError('reservation_limit_exceeded', message, { details })
}

/** Who tries to pay gets the full time, counted from now, but not for ever. */
export async function extendReservation(ctx: Ctx, checkout: CheckoutRow): Promise<CheckoutRow> {
  const untilMs = Math.min(ctx.now.getTime() + PAYMENT_MS, Date.parse(checkout.createdAt) + MOST_MS)
  if (checkout.kind !== 'intent' || untilMs <= Date.parse(checkout.expiresAt)) return checkout
  const expiresAt = new Date(untilMs)
  await queries.extendCheckout(ctx, checkout.id, expiresAt)
  return { ...checkout, expiresAt: expiresAt.toISOString() }
}
