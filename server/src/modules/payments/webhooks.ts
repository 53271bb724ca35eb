import { type Ctx, transaction } from '../../ctx.ts'
import { emit } from '../../events/emit.ts'
import type { StripeNews } from '../../ports/stripe.ts'
import { STRIPE } from './connection.ts'
import * as queries from './connection-queries.ts'

/**
 * A webhook is only ever a reason to ask: whoever follows the payment reads its state, refunds and disputes from Stripe, so late,
 * duplicate and reordered deliveries change nothing.
 */
export async function hearStripe(ctx: Ctx, news: StripeNews): Promise<void> {
  await queries.noteHeard(ctx)
  if (news.kind === 'other') return
  const { id, ref } = news
  await transaction(ctx, async (ctx) => {
    if (await queries.noteWebhook(ctx, id, ref)) await emit(ctx, 'payment.updated', { provider: STRIPE, ref })
  })
}
