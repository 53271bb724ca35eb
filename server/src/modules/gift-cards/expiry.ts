import { type Ctx, type SystemCtx, transaction } from '../../ctx.ts'
import { emitAll } from '../../events/emit.ts'
import type { Schedule } from '../../jobs/job.ts'
import { findEnvironmentById } from '../workspaces/workspaces.ts'
import { isExpired, writeOffCards } from './balances.ts'
import * as queries from './queries.ts'

/** Cards per transaction. */
const BATCH_SIZE = 500

/**
 * The balance of an expired card is no longer a liability. Expired cards are rejected even before this job writes them
 * off.
 */
export const expireGiftCards: Schedule = {
  name: 'gift-cards.expire',
  cron: '*/5 * * * *',
  run: async (ctx) => {
    for (;;) {
      const due = await queries.listExpiredCards(ctx, BATCH_SIZE)
      for (const { environmentId, ids } of due) await expireCardsIn(ctx, environmentId, ids)
      if (due.length === 0 || ctx.signal.aborted) return
    }
  },
}

async function expireCardsIn(system: SystemCtx, environmentId: string, ids: string[]): Promise<void> {
  const environment = await findEnvironmentById(system.db, environmentId)
  if (!environment) throw new Error(`The environment ${environmentId} has gift cards but does not exist`)
  const ctx: Ctx = { ...system, ...environment, caller: { kind: 'system' } }
  await transaction(ctx, async (ctx) => {
    const locked = await queries.lockCards(ctx, ids)
    // Another job may have expired the card, or its expiry may have been extended, since it was listed.
    const due = locked.filter((card) => card.status === 'active' && isExpired(ctx, card))
    await emitAll(ctx, await writeOffCards(ctx, due))
  })
}
