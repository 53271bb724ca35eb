import type { Ctx, Environment, SystemCtx } from '../../ctx.ts'
import type { Schedule } from '../../jobs/job.ts'
import { findDeed, listDoubtfulDeeds } from './deed-queries.ts'
import { findRefund, listDoubtfulRefunds } from './refund-queries.ts'
import { settleDeed } from './settle-deed.ts'
import { settleRefund } from './settle-refund.ts'

/** A run; the next comes in a minute. */
const MAX_DOUBTFUL = 500

/** Money that was asked to move, and nobody noted whether it has: whoever has it is asked. */
export const lookAfterMoney: Schedule = {
  name: 'orders.look-after-money',
  cron: '* * * * *',
  run: async (system) => {
    await each(system, await listDoubtfulDeeds(system, MAX_DOUBTFUL), async (ctx, id) => {
      const deed = await findDeed(ctx, id)
      if (deed) await settleDeed(ctx, deed)
    })
    await each(system, await listDoubtfulRefunds(system, MAX_DOUBTFUL), async (ctx, id) => {
      const refund = await findRefund(ctx, id)
      if (refund) await settleRefund(ctx, refund)
    })
  },
}

async function each(
  system: SystemCtx,
  doubtful: (Environment & { id: string })[],
  settle: (ctx: Ctx, id: string) => Promise<void>,
): Promise<void> {
  for (const { id, ...environment } of doubtful) {
    if (system.signal.aborted) return
    const ctx: Ctx = { ...system, ...environment, caller: { kind: 'system' } }
    try {
      await settle(ctx, id)
    } catch (error) {
      // One that can't be helped now must not keep the others waiting.
      ctx.log.error({ err: error, id }, 'money of an order could not be looked after; it is tried again')
    }
  }
}
