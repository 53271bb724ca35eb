import { type Ctx, transaction } from '../../ctx.ts'
import type { PaymentState } from '../../ports/payments.ts'
import { type Bought, finishCart } from '../carts/for-checkout.ts'
import { type Held, sellHeld } from '../inventory/holds.ts'
import { isNumberTaken, placeOrder, takeNumber } from '../orders/place-order.ts'
import type { NewPayment } from '../orders/placed.ts'
import { type CheckoutRow, findCheckout } from './queries.ts'

/**
 * The order is made, once: whoever comes second, a webhook or a retry, finds it made. Undefined where the checkout has ended
 * meanwhile and what it held is gone.
 */
export async function complete(
  ctx: Ctx,
  checkout: CheckoutRow,
  state: PaymentState | null,
  held?: Held[],
): Promise<CheckoutRow | undefined> {
  const number = checkout.number ?? (await takeNumber(ctx))
  try {
    return await completeAs(ctx, number, checkout, state, held)
  } catch (error) {
    if (!isNumberTaken(error)) throw error
    return completeAs(ctx, await takeNumber(ctx), checkout, state, held)
  }
}

async function completeAs(
  ctx: Ctx,
  number: number,
  checkout: CheckoutRow,
  state: PaymentState | null,
  held?: Held[],
): Promise<CheckoutRow | undefined> {
  const { id, cartId, orderId, placed } = checkout
  const outcome = await transaction(
    ctx,
    async (ctx) => {
      // First, and by everybody who completes or ends a checkout: of two only one does.
      if ((await finishCart(ctx, cartId, boughtOf(checkout, state))) === 'before') return 'before'
      const { reserved: _, cartVersion: __, ...order } = placed
      const payments = paymentsOf(checkout, state)
      if (!(await placeOrder(ctx, { placed: order, number, payments, checkoutId: id, isSale: true }))) throw new Ended()
      await sellHeld(ctx, orderId, orderId, held)
      return 'done'
    },
    'planned once',
  ).catch((error: unknown) => {
    if (error instanceof Ended) return 'ended'
    throw error
  })
  if (outcome === 'ended') return undefined
  if (outcome === 'done') return { ...checkout, number, payment: state }
  return findCheckout(ctx, id)
}

function boughtOf({ id, orderId, placed }: CheckoutRow, state: PaymentState | null): Bought {
  const lines = placed.lines.flatMap(({ id, variantId, quantity, properties, unitPrice, giftOf }) =>
    variantId === null || giftOf !== null ? [] : [{ id, variantId, quantity, properties, unitPrice }],
  )
  return { orderId, checkoutId: id, payment: state && JSON.stringify(state), version: placed.cartVersion, lines }
}

class Ended extends Error {}

/** In the order in which they pay: gift cards, points, then whoever takes the rest. */
function paymentsOf({ placed, provider, ref, due, capture }: CheckoutRow, state: PaymentState | null): NewPayment[] {
  const { giftCards, points } = placed.reserved
  const stored = giftCards.map(
    ({ giftCardId, last4, amount }): NewPayment => ({
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
    stored.push({
      kind: 'points',
      provider: null,
      ref: points.customerId,
      status: 'paid',
      amount: points.amount,
      details,
    })
  }
  if (due === 0) return stored
  const status = capture === 'later' && state?.status === 'authorized' ? 'authorized' : 'paid'
  const isTest = state?.isTest && { isTest: true }
  return [
    ...stored,
    { kind: 'provider', provider, ref, status, amount: due, details: { method: state?.method ?? null, ...isTest } },
  ]
}
