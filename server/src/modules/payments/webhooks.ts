import { type Ctx, transaction } from '../../ctx.ts'
import { emit } from '../../events/emit.ts'
import type { StripeNews } from '../../ports/stripe.ts'
import { STRIPE } from './connection.ts'
import * as queries from './connection-queries.ts'

/**
 * What Stripe tells counts once. Of a payment it is only a reason to ask: whoever follows it reads from Stripe itself what has
 * become of it, so that late, doubled or swapped messages change nothing. Of a dispute it is taken at its word, which is signed:
 * the last that came on each dispute counts.
 */
export async function hearStripe(ctx: Ctx, news: StripeNews): Promise<void> {
  await queries.noteHeard(ctx)
  if (news.kind === 'other') return
  const { id, ref } = news
  await transaction(ctx, async (ctx) => {
    if (!(await queries.noteWebhook(ctx, id, ref))) return
    if (news.kind === 'updated') await emit(ctx, 'payment.updated', { provider: STRIPE, ref })
    else {
      const order = await queries.findPaidOrder(ctx, ref)
      const orderId = order && { orderId: order.orderId as `ord_${string}` }
      const { status, disputeId, amount } = news
      const about = { provider: STRIPE, ref, status, disputeId, ...(amount && { amount }), ...orderId }
      await emit(ctx, 'payment.disputed', about)
    }
  })
}
