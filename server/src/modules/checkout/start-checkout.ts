import { type Ctx, transaction } from '../../ctx.ts'
import { emitAll } from '../../events/emit.ts'
import { AppError } from '../../kit/errors.ts'
import { newId, newSecretId } from '../../kit/ids.ts'
import type { NewPayment } from '../../ports/payment-provider.ts'
import { type CheckoutCart, recordUsedUpPromotions } from '../carts/checkout-cart.ts'
import { debitCards } from '../gift-cards/redemption.ts'
import { holdStock, type StockHold } from '../inventory/holds.ts'
import { debitPoints } from '../loyalty/loyalty.ts'
import type { OrderSnapshot, OrderSource } from '../orders/snapshot.ts'
import { openForNewPayment } from '../payments/providers.ts'
import { reserveUses } from '../promotions/uses.ts'
import * as queries from './queries.ts'
import { assertReservationLimit, planReservation } from './reservations.ts'
import { snapshotOrder } from './snapshot-order.ts'

export interface StartedCheckout {
  checkout: queries.CheckoutRow
  held: StockHold[]
}

export interface CheckoutTerms {
  kind: queries.CheckoutRow['kind']
  capture: 'now' | 'later'
  /** How long everything is held. */
  durationMs: number
  /** When somebody must see to it if nothing has happened until then. */
  checkAfterMs: number
  /** Which retry is the same request. */
  requestKey: string | null
  source: OrderSource
  /** Of an intent: from where it is asked for; null with a key. */
  network?: string | null
}

/**
 * All that the order needs is taken now, before any money moves: promotions, gift cards, points and stock, or nothing of it. Undefined
 * when the cart has changed since it was read, or somebody else is at it. The provider is asked before, so that what it calls
 * the payment is written down before anybody can pay.
 */
export async function startCheckout(
  ctx: Ctx,
  checkoutCart: CheckoutCart,
  terms: CheckoutTerms,
): Promise<StartedCheckout | undefined> {
  const { kind, capture, requestKey: request, network = null } = terms
  const reservation = kind === 'intent' ? await planReservation(ctx, checkoutCart, network) : undefined
  const [id, orderId] = [newSecretId('chk'), newId('ord')]
  const placed = snapshotOrder(checkoutCart, orderId, terms.source)
  const { due } = placed.totals
  const { currency } = placed
  const provider = due > 0 ? checkoutCart.context.rules.provider : null
  const isInBrowser = kind === 'intent'
  const opened = provider
    ? await openPayment(ctx, provider, {
        reference: id,
        amount: due,
        currency,
        capture,
        isInBrowser,
        ...toPaymentCustomer(placed),
      })
    : undefined
  const { ref = null, era = null } = opened ?? {}
  const expiresAt = reservation?.expiresAt ?? new Date(ctx.now.getTime() + terms.durationMs)
  const checkAt = reservation?.expiresAt ?? new Date(ctx.now.getTime() + terms.checkAfterMs)
  const base = {
    id,
    cartId: checkoutCart.cart.id,
    orderId,
    kind,
    placed,
    provider,
    ref,
    capture,
    currency,
    due,
    request,
  }
  try {
    const held = await transaction(
      ctx,
      async (ctx) => {
        const reservationColumns = {
          reservedFor: reservation?.reservedFor ?? null,
          reservingSince: reservation?.since ?? null,
        }
        const fresh = { ...base, era, checkAt, expiresAt, ...reservationColumns }
        if (!(await queries.insertCheckout(ctx, fresh, checkoutCart.cart.version))) return undefined
        const held = await reserveForOrder(ctx, base)
        if (reservation) {
          const variantIds = [...new Set(held.map(({ variantId }) => variantId))]
          await assertReservationLimit(ctx, reservation, variantIds)
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
      const ids = findUsedUpPromotions(error)
      if (ids.length > 0) await recordUsedUpPromotions(ctx, checkoutCart, ids)
    }
    throw error
  }
}

/** Of an address that names nobody, or no street, providers make nothing. */
function toPaymentCustomer({ email, shippingAddress }: Pick<OrderSnapshot, 'email' | 'shippingAddress'>) {
  const { name, company, line1, line2, city, region, postcode, country, phone } = shippingAddress ?? {}
  const recipient = name || company
  const isComplete = recipient && line1 && country
  const rest = { line2: line2 ?? null, city: city ?? null, region: region ?? null, postalCode: postcode ?? null }
  return { email, shipping: isComplete ? { name: recipient, phone: phone ?? null, line1, country, ...rest } : null }
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
export async function reserveForOrder(
  ctx: Ctx,
  { orderId, placed }: Pick<queries.CheckoutRow, 'orderId' | 'placed'>,
): Promise<StockHold[]> {
  const { currency, promotions, lines, reserved } = placed
  const { customerKey } = reserved
  if (promotions.length > 0) {
    const uses = promotions.map(({ id, code, amount }) => ({ promotionId: id, code, amount, currency, customerKey }))
    await reserveUses(ctx, orderId, uses, new Date(ctx.now.getTime() + NEVER_MS), HELD)
  }
  const tenders = reserved.giftCards.map(({ giftCardId, amount }) => ({ giftCardId, amount, currency }))
  const events = await debitCards(ctx, orderId, tenders, HELD)
  if (reserved.points) events.push(...(await debitPoints(ctx, orderId, reserved.points, HELD)))
  await emitAll(ctx, events)
  const items = lines.flatMap(({ variantId, quantity }) => (variantId ? [{ variantId, quantity }] : []))
  return holdStock(ctx, orderId, items).catch((error: unknown) => {
    throw toCartError(error, lines)
  })
}

/** The request names a cart and no items: each detail says which item is short. */
function toCartError(error: unknown, lines: OrderSnapshot['lines']): unknown {
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
const findUsedUpPromotions = ({ details = [] }: AppError): string[] =>
  details.flatMap(({ path, message }) => (message === 'customer_limit' ? (PROMOTION.exec(path)?.[1] ?? []) : []))
