import { type Ctx, transaction } from '../../ctx.ts'
import type { PaymentState } from '../../ports/payment-provider.ts'
import { completeCart, type OrderedCart } from '../carts/checkout-cart/checkout-cart.ts'
import { type StockHold, sellHeldStock } from '../inventory/holds/holds.ts'
import { claimOrderNumber, isOrderNumberTaken, placeOrder } from '../orders/orders.ts'
import type { NewOrderPayment } from '../orders/schemas.ts'
import { type CheckoutRow, findCheckout } from './queries.ts'

/**
 * Creates the order exactly once: a later webhook or retry finds it. Returns undefined if the checkout has ended and
 * its reservations are gone.
 */
export async function completeCheckout(
  ctx: Ctx,
  checkout: CheckoutRow,
  state: PaymentState | null,
  held?: StockHold[],
): Promise<CheckoutRow | undefined> {
  const number = checkout.number ?? (await claimOrderNumber(ctx))
  try {
    return await completeWithNumber(ctx, number, checkout, state, held)
  } catch (error) {
    if (!isOrderNumberTaken(error)) throw error
    return completeWithNumber(ctx, await claimOrderNumber(ctx), checkout, state, held)
  }
}

async function completeWithNumber(
  ctx: Ctx,
  number: number,
  checkout: CheckoutRow,
  state: PaymentState | null,
  held?: StockHold[],
): Promise<CheckoutRow | undefined> {
  const { id, cartId, orderId, snapshot } = checkout
  const outcome = await transaction(
    ctx,
    async (ctx) => {
      // Everything that completes or ends a checkout takes this lock first, so that only one of them succeeds.
      const result = await completeCart(ctx, cartId, toOrderedCart(checkout, state))
      if (result === 'already_completed') return result
      const { reserved: _, cartVersion: __, ...order } = snapshot
      const payments = toOrderPayments(checkout, state)
      if (!(await placeOrder(ctx, { snapshot: order, number, payments, checkoutId: id, kind: 'sale' })))
        throw new CheckoutEndedError()
      await sellHeldStock(ctx, orderId, orderId, held)
      return 'completed'
    },
    'generic plan',
  ).catch((error: unknown) => {
    if (error instanceof CheckoutEndedError) return 'ended'
    throw error
  })
  if (outcome === 'ended') return undefined
  if (outcome === 'completed') return { ...checkout, number, payment: state }
  return findCheckout(ctx, id)
}

function toOrderedCart({ id, orderId, snapshot }: CheckoutRow, state: PaymentState | null): OrderedCart {
  const items = snapshot.items.flatMap(({ id, variantId, quantity, properties, unitPrice, giftPromotionId }) =>
    variantId === null || giftPromotionId !== null ? [] : [{ id, variantId, quantity, properties, unitPrice }],
  )
  return { orderId, checkoutId: id, payment: state && JSON.stringify(state), version: snapshot.cartVersion, items }
}

class CheckoutEndedError extends Error {}

/** In payment order: gift cards, points, store credit, then the provider for the rest. */
function toOrderPayments(
  { snapshot, provider, ref, due, captureMethod }: CheckoutRow,
  state: PaymentState | null,
): NewOrderPayment[] {
  const { giftCards, points, storeCredit } = snapshot.reserved
  const payments = giftCards.map(
    ({ giftCardId, last4, amount }): NewOrderPayment => ({
      kind: 'gift_card',
      provider: null,
      ref: giftCardId,
      status: 'paid',
      amount,
      details: { last4 },
    }),
  )
  if (points) {
    const details = { points: points.points }
    payments.push({
      kind: 'points',
      provider: null,
      ref: points.customerId,
      status: 'paid',
      amount: points.amount,
      details,
    })
  }
  if (storeCredit) {
    payments.push({
      kind: 'store_credit',
      provider: null,
      ref: storeCredit.customerId,
      status: 'paid',
      amount: storeCredit.amount,
      details: {},
    })
  }
  if (due === 0) return payments
  const status = captureMethod === 'manual' && state?.status === 'authorized' ? 'authorized' : 'paid'
  const test = state?.isTest && { test: true }
  return [
    ...payments,
    {
      kind: 'provider',
      provider,
      ref,
      status,
      amount: due,
      details: { method: state?.method ?? null, ...test },
      fingerprint: state?.fingerprint ?? null,
    },
  ]
}
