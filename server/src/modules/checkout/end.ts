import { type Ctx, transaction } from '../../ctx.ts'
import { emitAll } from '../../events/emit.ts'
import { newId } from '../../kit/ids.ts'
import type { PaymentState } from '../../ports/payments.ts'
import { lockCart } from '../carts/for-checkout.ts'
import { releaseCards } from '../gift-cards/redemption.ts'
import { releaseHeld } from '../inventory/holds.ts'
import { restorePoints } from '../loyalty/redemption.ts'
import { releaseUses } from '../promotions/uses.ts'
import * as queries from './queries.ts'

/** All that was taken is there for others again. Only where no money can move any more. Says whether it was active until now. */
export function end(
  ctx: Ctx,
  { id, cartId, orderId, placed }: queries.CheckoutRow,
  outcome: queries.Outcome,
  state: PaymentState | null,
): Promise<boolean> {
  return transaction(ctx, async (ctx) => {
    await lockCart(ctx, cartId)
    if (!(await queries.endCheckout(ctx, id, outcome, state))) return false
    const { uses, giftCards, points } = placed.reserved
    // In one order with those who begin: what follows waits for prices too, and two must not wait for each other.
    await queries.holdTaken(ctx, placed)
    if (uses > 0) await releaseUses(ctx, orderId)
    const back = { holder: orderId, reference: newId('rel') }
    const told = await releaseCards(ctx, back, giftCards)
    if (points) told.push(...(await restorePoints(ctx, back, points)))
    await emitAll(ctx, told)
    await releaseHeld(ctx, orderId)
    return true
  })
}
