import { type Ctx, transaction } from '../../ctx.ts'
import { emit } from '../../events/emit.ts'
import type { StripeNews } from '../../ports/stripe.ts'
import { STRIPE } from './connection.ts'
import * as queries from './connection-queries.ts'

/**
 * What Stripe tells counts once, and only as a reason to ask it: whoever follows the payment reads from Stripe itself what has
 * become of it, so that late, doubled or swapped messages change nothing.
 */
export async function hearStripe(ctx: Ctx, news: StripeNews): Promise<void> {
  if (news.kind === 'other') return
  const { id, ref } = news
  await transaction(ctx, async (ctx) => {
    if (!(await queries.noteWebhook(ctx, id, ref))) return
    if (news.kind === 'updated') await emit(ctx, 'payment.updated', { provider: STRIPE, ref })
    else {
      const order = await queries.findPaidOrder(ctx, ref)
      const orderId = order && { orderId: order.orderId as `ord_${string}` }
      await emit(ctx, 'payment.disputed', { provider: STRIPE, ref, status: news.status, ...orderId })
    }
  })
}
