import { type Ctx, transaction } from '../../ctx.ts'
import { emitAll } from '../../events/emit.ts'
import { AppError } from '../../kit/errors.ts'
import { newId, newSecretId } from '../../kit/ids.ts'
import type { NewPayment } from '../../ports/payments.ts'
import { notePromotionsUsedUp, type ReadyCart } from '../carts/for-checkout.ts'
import { debitCards } from '../gift-cards/redemption.ts'
import { type Held, holdStock } from '../inventory/holds.ts'
import { debitPoints } from '../loyalty/redemption.ts'
import type { PlacedOrder, Source } from '../orders/placed.ts'
import { openForNewPayment } from '../payments/providers.ts'
import { reserveUses } from '../promotions/uses.ts'
import { placedOf } from './placed-of.ts'
import * as queries from './queries.ts'
import { planReservation, refuseHoarding } from './reservations.ts'

export interface Begun {
  checkout: queries.CheckoutRow
  held: Held[]
}

export interface Terms {
  kind: queries.CheckoutRow['kind']
  capture: 'now' | 'later'
  /** How long everything is held. */
  lastsMs: number
  /** When somebody must see to it if nothing has happened until then. */
  checkMs: number
  /** Which retry is the same request. */
  request: string | null
  source: Source
  /** Of an intent: from where it is asked for; null with a key. */
  network?: string | null
}

/**
 * All that the order needs is taken now, before any money moves: promotions, gift cards, points and stock, or nothing of it. Undefined
 * when the cart has changed since it was read, or somebody else is at it. The provider is asked before, so that what it calls
 * the payment is written down before anybody can pay.
 */
export async function begin(ctx: Ctx, ready: ReadyCart, terms: Terms): Promise<Begun | undefined> {
  const { kind, capture, request, network = null } = terms
  const reservation = kind === 'intent' ? await planReservation(ctx, ready, network) : undefined
  const [id, orderId] = [newSecretId('chk'), newId('ord')]
  const placed = placedOf(ready, orderId, terms.source)
  const { due } = placed.totals
  const { currency } = placed
  const provider = due > 0 ? ready.row.rules.provider : null
  const isInBrowser = kind === 'intent'
  const opened = provider
    ? await openPayment(ctx, provider, {
        reference: id,
        amount: due,
        currency,
        capture,
        isInBrowser,
        ...buyerOf(placed),
      })
    : undefined
  const { ref = null, era = null } = opened ?? {}
  const expiresAt = reservation?.expiresAt ?? new Date(ctx.now.getTime() + terms.lastsMs)
  const checkAt = reservation?.expiresAt ?? new Date(ctx.now.getTime() + terms.checkMs)
  const base = { id, cartId: ready.cart.id, orderId, kind, placed, provider, ref, capture, currency, due, request }
  try {
    const held = await transaction(
      ctx,
      async (ctx) => {
        const reserving = { reservedFor: reservation?.reservedFor ?? null, reservingSince: reservation?.since ?? null }
        const fresh = { ...base, era, checkAt, expiresAt, ...reserving }
        if (!(await queries.insertCheckout(ctx, fresh, ready.cart.version))) return undefined
        const held = await take(ctx, base)
        if (reservation) {
          const variantIds = [...new Set(held.map(({ variantId }) => variantId))]
          await refuseHoarding(ctx, reservation, variantIds)
        }
        return held
      },
      'planned once',
    )
    if (!held) {
      await opened?.abandon()
      return undefined
    }
    const times = { createdAt: ctx.now.toISOString(), expiresAt: expiresAt.toISOString() }
    return { held, checkout: { ...base, ...times, status: 'active', outcome: null, payment: null, number: null } }
  } catch (error) {
    await opened?.abandon()
    if (error instanceof AppError && error.code === 'promotion_used_up') {
      const ids = usedUpByCustomer(error)
      if (ids.length > 0) await notePromotionsUsedUp(ctx, ready, ids)
    }
    throw error
  }
}

/** Of an address that names nobody, or no street, providers make nothing. */
function buyerOf({ email, shippingAddress }: Pick<PlacedOrder, 'email' | 'shippingAddress'>) {
  const { name, company, line1, line2, city, region, postcode, country, phone } = shippingAddress ?? {}
  const named = name || company
  const isWhole = named && line1 && country
  const rest = { line2: line2 ?? null, city: city ?? null, region: region ?? null, postalCode: postcode ?? null }
  return { email, shipping: isWhole ? { name: named, phone: phone ?? null, line1, country, ...rest } : null }
}

async function openPayment(ctx: Ctx, provider: string, payment: Omit<NewPayment, 'description'>) {
  const { payments, era } = await openForNewPayment(ctx, provider)
  const { ref } = await payments.open({ ...payment, description: 'Order' })
  /** Nobody will pay it, so it does not stay open. If that fails too it harms nobody: nobody was told of it. */
  const abandon = async () => {
    // The simulator has noted nothing yet.
    if (era === null) return
    await payments.cancel({ ...payment, ref }).catch((error: unknown) => {
      ctx.log.warn({ err: error, ref }, 'a payment that nobody needs stays open at its provider')
    })
  }
  return { ref, era, abandon }
}

/** A bank may think for days. Whoever ends a checkout gives back what it has; nothing lapses under it by the clock. */
const NEVER_MS = 365 * 86_400_000

const HELD = true

/** Everything that others may want too; stock last, since most others want that. All else is held since an earlier statement. */
export async function take(
  ctx: Ctx,
  { orderId, placed }: Pick<queries.CheckoutRow, 'orderId' | 'placed'>,
): Promise<Held[]> {
  const { currency, promotions, lines, reserved } = placed
  const { customerKey } = reserved
  if (promotions.length > 0) {
    const uses = promotions.map(({ id, code, amount }) => ({ promotionId: id, code, amount, currency, customerKey }))
    await reserveUses(ctx, orderId, uses, new Date(ctx.now.getTime() + NEVER_MS), HELD)
  }
  const tenders = reserved.giftCards.map(({ giftCardId, amount }) => ({ giftCardId, amount, currency }))
  const told = await debitCards(ctx, orderId, tenders, HELD)
  if (reserved.points) told.push(...(await debitPoints(ctx, orderId, reserved.points, HELD)))
  await emitAll(ctx, told)
  const wanted = lines.flatMap(({ variantId, quantity }) => (variantId ? [{ variantId, quantity }] : []))
  return holdStock(ctx, orderId, wanted).catch((error: unknown) => {
    throw ofCart(error, lines)
  })
}

/** The request names a cart and no items: each detail says which item is short. */
function ofCart(error: unknown, lines: PlacedOrder['lines']): unknown {
  if (!(error instanceof AppError) || error.code !== 'out_of_stock') return error
  const details = error.details?.map((detail) => {
    const line = lines.find(({ variantId }) => detail.path === `/items/${variantId}`)
    return { ...detail, path: '/cartId', message: `${line?.title ?? 'an item'}: ${detail.message}` }
  })
  return new AppError('out_of_stock', error.message, { ...(details && { details }), cause: error })
}

const PROMOTION = /^\/promotions\/(promo_\w+)$/

/**
 * The buyer can't take an automatic promotion out of the cart: the next read of it must be without. Only what the customer has used
 * up stays so; other refusals may end, such as a last use that somebody's unpaid intent holds.
 */
const usedUpByCustomer = ({ details = [] }: AppError): string[] =>
  details.flatMap(({ path, message }) => (message === 'customer_limit' ? (PROMOTION.exec(path)?.[1] ?? []) : []))
