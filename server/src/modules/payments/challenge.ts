import { type Ctx, transaction } from '../../ctx.ts'
import { emit } from '../../events/emit.ts'
import { notFound } from '../../kit/errors.ts'
import { SIMULATOR } from './simulator.ts'
import * as queries from './simulator-queries.ts'

export async function getChallenge(ctx: Ctx, ref: string): Promise<queries.Simulated> {
  const known = await queries.find(ctx, ref)
  if (!known) throw notFound('payment', ref)
  return known
}

/** On the bank's page; the first answer counts. Whoever waits for the payment is told, as by a provider's webhook. */
export function answerChallenge(ctx: Ctx, ref: string, isApproved: boolean): Promise<queries.Simulated> {
  return transaction(ctx, async (ctx) => {
    const decided = await queries.decide(ctx, ref, 'needs_action', isApproved)
    if (decided) await emit(ctx, 'payment.updated', { provider: SIMULATOR, ref })
    return decided ?? getChallenge(ctx, ref)
  })
}
