import { type Ctx, transaction } from '../../ctx.ts'
import { emitAll } from '../../events/emit.ts'
import { AppError } from '../../kit/errors.ts'
import { newId, newSecretId } from '../../kit/ids.ts'
import type { NewPayment } from '../../ports/payment-provider.ts'
import { type CheckoutCart, recordUsedUpPromotions } from '../carts/checkout-cart/checkout-cart.ts'
import { cardDebitEvents, toCardDebit } from '../gift-cards/redemption/redemption.ts'
import { holdStock, type StockHold } from '../inventory/holds/holds.ts'
import { debit } from '../ledger/ledger.ts'
import { pointsDebitEvents, toPointsDebit } from '../loyalty/redemption/redemption.ts'
import type { OrderSnapshot, OrderSource } from '../orders/schemas.ts'
import { openForNewPayment } from '../payments/payments.ts'
import { reserveUses } from '../promotions/uses/uses.ts'
import { storeCreditDebitEvents, toStoreCreditDebit } from '../store-credit/store-credit.ts'
import * as queries from './queries.ts'
import { assertReservationLimit, planReservation } from './reservations.ts'
import { snapshotOrder } from './snapshot-order.ts'

export interface StartedCheckout {
  checkout: queries.CheckoutRow
  held: StockHold[]
}

export interface CheckoutTerms {
  kind: queries.CheckoutRow['kind']
  captureMethod: 'automatic' | 'manual'
  /** How long everything is reserved. */
  durationMs: number
  /** When to reconcile the checkout if nothing has happened by then. */
  checkAfterMs: number
  /** Identifies retries of the same request. */
  requestKey: string | null
  source: OrderSource
  /** For an intent: the network of the request; null with an API key. */
  network?: string | null
}

/**
 * Reserves everything the order needs before any money moves: promotions, gift cards, points, store credit and stock, or
 * none of them. Returns undefined if the cart changed since it was read or has another active checkout. The provider's
 * payment is opened first, so that its reference is stored before anyone can pay.
 */
export async function startCheckout(
  ctx: Ctx,
  checkoutCart: CheckoutCart,
  terms: CheckoutTerms,
): Promise<StartedCheckout | undefined> {
  const { kind, captureMethod, requestKey, network = null } = terms
  const reservation = kind === 'intent' ? await planReservation(ctx, checkoutCart, network) : undefined
  const [id, orderId] = [newSecretId('chk'), newId('ord')]
  const snapshot = snapshotOrder(checkoutCart, orderId, terms.source)
  const { due } = snapshot.totals
  const { currency } = snapshot
  const provider = due > 0 ? checkoutCart.context.rules.provider : null
  const isInBrowser = kind === 'intent'
  const opened = provider
    ? await openPayment(ctx, provider, {
        checkoutId: id,
        amount: due,
        currency,
        captureMethod,
        isInBrowser,
        ...toPaymentCustomer(snapshot),
      })
    : undefined
  const { ref = null, accountVersion = null } = opened ?? {}
  const expiresAt = reservation?.expiresAt ?? new Date(ctx.now.getTime() + terms.durationMs)
  const checkAt = reservation?.expiresAt ?? new Date(ctx.now.getTime() + terms.checkAfterMs)
  const base = {
    id,
    cartId: checkoutCart.cart.id,
    orderId,
    kind,
    snapshot,
    provider,
    ref,
    captureMethod,
    currency,
    due,
    requestKey,
  }
  try {
    const held = await transaction(
      ctx,
      async (ctx) => {
        const reservationColumns = {
          reservedFor: reservation?.reservedFor ?? null,
          reservationStartedAt: reservation?.since ?? null,
        }
        const fresh = { ...base, accountVersion, checkAt, expiresAt, ...reservationColumns }
        if (!(await queries.insertCheckout(ctx, fresh, checkoutCart.cart.version))) return undefined
        const held = await reserveForOrder(ctx, base)
        if (reservation) {
          const variantIds = [...new Set(held.map(({ variantId }) => variantId))]
          await assertReservationLimit(ctx, reservation, variantIds)
        }
        return held
      },
      'generic plan',
    )
    if (!held) {
      await opened?.abandon()
      return undefined
    }
    const times = { createdAt: ctx.now.toISOString(), expiresAt: expiresAt.toISOString() }
    return { held, checkout: { ...base, ...times, status: 'active', outcome: null, payment: null, number: null } }
  } catch (error) {
    await opened?.abandon()
    if (error instanceof AppError && error.code === 'promotion_exhausted') {
      const ids = findUsedUpPromotions(error)
      if (ids.length > 0) await recordUsedUpPromotions(ctx, checkoutCart, ids)
    }
    throw error
  }
}

/** Providers reject an address without a name or street. */
function toPaymentCustomer({ email, shippingAddress }: Pick<OrderSnapshot, 'email' | 'shippingAddress'>) {
  const { name, company, line1, line2, city, region, postalCode, country, phone } = shippingAddress ?? {}
  const recipient = name || company
  const isComplete = recipient && line1 && country
  const rest = { line2: line2 ?? null, city: city ?? null, region: region ?? null, postalCode: postalCode ?? null }
  return { email, shipping: isComplete ? { name: recipient, phone: phone ?? null, line1, country, ...rest } : null }
}

async function openPayment(ctx: Ctx, provider: string, payment: Omit<NewPayment, 'description'>) {
  const { payments, accountVersion } = await openForNewPayment(ctx, provider)
  const { ref } = await payments.open({ ...payment, description: 'Order' })
  /** Nobody will pay it, so it is canceled. If that fails too, no harm is done: the buyer never received it. */
  const abandon = async () => {
    // The simulator has stored nothing yet.
    if (accountVersion === null) return
    await payments.cancel({ ...payment, ref }).catch((error: unknown) => {
      ctx.log.warn({ err: error, ref }, 'could not cancel an unused payment; it stays open at the provider')
    })
  }
  return { ref, accountVersion, abandon }
}

/** A bank may take days. Ending a checkout releases its reservations; they never expire on their own. */
const NEVER_MS = 365 * 86_400_000

const IS_LOCKED = true

/**
 * Reserves everything shared with other buyers; stock last, because it has the most contention. An earlier statement
 * has already locked the rest.
 */
export async function reserveForOrder(
  ctx: Ctx,
  { orderId, snapshot }: Pick<queries.CheckoutRow, 'orderId' | 'snapshot'>,
): Promise<StockHold[]> {
  const { currency, promotions, items, reserved } = snapshot
  const { customerKey } = reserved
  if (promotions.length > 0) {
    const uses = promotions.map(({ id, code, amount }) => ({ promotionId: id, code, amount, currency, customerKey }))
    await reserveUses(ctx, orderId, uses, new Date(ctx.now.getTime() + NEVER_MS), IS_LOCKED)
  }
  const debits = [
    ...reserved.giftCards.map(({ giftCardId, amount }) => toCardDebit({ giftCardId, amount, currency })),
    ...(reserved.points ? [toPointsDebit(reserved.points)] : []),
    ...(reserved.storeCredit ? [toStoreCreditDebit({ ...reserved.storeCredit, currency })] : []),
  ]
  const results = await debit(ctx, orderId, debits)
  await emitAll(ctx, [
    ...cardDebitEvents(orderId, debits, results),
    ...pointsDebitEvents(orderId, debits, results),
    ...storeCreditDebitEvents(orderId, debits, results),
  ])
  const units = items.flatMap(({ variantId, quantity }) => (variantId ? [{ variantId, quantity }] : []))
  return holdStock(ctx, orderId, units).catch((error: unknown) => {
    throw toCartError(error, items)
  })
}

/** The request contains a cart and no items, so each detail names the item that is short. */
function toCartError(error: unknown, items: OrderSnapshot['items']): unknown {
  if (!(error instanceof AppError) || error.code !== 'out_of_stock') return error
  const details = error.details?.map((detail) => {
    const item = items.find(({ variantId }) => detail.path === `/items/${variantId}`)
    const ids = item && { itemId: item.id, variantId: item.variantId }
    return { ...detail, ...ids, path: '/cartId', message: `${item?.title ?? 'an item'}: ${detail.message}` }
  })
  return new AppError('out_of_stock', error.message, { ...(details && { details }), cause: error })
}

/**
 * The buyer can't remove an automatic promotion, so the next read of the cart must omit it. Only promotions this
 * customer has used up stay rejected; other rejections may end, such as a last use reserved by an unpaid intent.
 */
const findUsedUpPromotions = ({ details = [] }: AppError): string[] =>
  details.flatMap(({ reason, promotionId }) => (reason === 'customer_limit' ? [String(promotionId)] : []))
