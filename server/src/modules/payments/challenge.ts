import { createHash, timingSafeEqual } from 'node:crypto'
import { type Ctx, transaction } from '../../ctx.ts'
import { emit } from '../../events/emit.ts'
import { notFound } from '../../kit/errors.ts'
import { pageToken, SIMULATOR, type Signer } from './simulator.ts'
import * as queries from './simulator-queries.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const hash = (text: string) => createHash('sha256').update(text).digest()

/** Of which environment the payment is, where the token is what we have put into the address of its page. */
export function environmentOfToken(secretFor: Signer['secretFor'], ref: string, token: string): string | undefined {
  const environmentId = token.split('.', 1)[0] ?? ''
  if (!UUID.test(environmentId)) return undefined
  const ours = pageToken({ secretFor, environmentId }, ref)
  return timingSafeEqual(hash(token), hash(ours)) ? environmentId : undefined
}

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
