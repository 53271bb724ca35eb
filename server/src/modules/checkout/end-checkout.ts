import { type Ctx, transaction } from '../../ctx.ts'
import { emitAll } from '../../events/emit.ts'
import { newId } from '../../kit/ids.ts'
import type { PaymentState } from '../../ports/payment-provider.ts'
import { lockCart } from '../carts/checkout-cart/checkout-cart.ts'
import { releaseCards } from '../gift-cards/redemption/redemption.ts'
import { releaseHeldStock } from '../inventory/holds/holds.ts'
import { restorePoints } from '../loyalty/redemption/redemption.ts'
import { releaseUses } from '../promotions/uses/uses.ts'
import { restoreStoreCredit } from '../store-credit/store-credit.ts'
import * as queries from './queries.ts'

/** Releases all reservations. Call only when no money can move. Returns whether the checkout was still active. */
export function endCheckout(
  ctx: Ctx,
  { id, cartId, orderId, snapshot }: queries.CheckoutRow,
  outcome: queries.CheckoutOutcome,
  state: PaymentState | null,
): Promise<boolean> {
  return transaction(ctx, async (ctx) => {
    await lockCart(ctx, cartId)
    if (!(await queries.endCheckout(ctx, id, outcome, state))) return false
    const { currency } = snapshot
    const { uses, giftCards, points, storeCredit } = snapshot.reserved
    // Same lock order as starting a checkout: what follows also waits for pricing rows, so another order could
    // deadlock.
    await queries.lockReserved(ctx, snapshot)
    if (uses > 0) await releaseUses(ctx, orderId)
    const release = { holder: orderId, reference: newId('rel') }
    const events = await releaseCards(ctx, release, giftCards)
    if (points) events.push(...(await restorePoints(ctx, release, points)))
    if (storeCredit) events.push(...(await restoreStoreCredit(ctx, release, { ...storeCredit, currency })))
    await emitAll(ctx, events)
    await releaseHeldStock(ctx, orderId)
    return true
  })
}
