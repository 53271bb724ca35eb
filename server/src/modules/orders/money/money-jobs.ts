import type { Schedule } from '../../../jobs/job.ts'
import { laterOn, lookAfterEach } from '../../../jobs/look-after.ts'
import { checkDeedAgain, findDeed, listDoubtfulDeeds } from './deed-queries.ts'
import { checkRefundAgain, findRefund, listDoubtfulRefunds } from './refund-queries.ts'
import { settleDeed } from './settle-deed.ts'
import { settleRefund } from './settle-refund.ts'

/** Money that was asked to move, and nobody noted whether it has: whoever has it is asked. */
export const lookAfterMoney: Schedule = {
  name: 'orders.look-after-money',
  cron: '* * * * *',
  run: async (system) => {
    await lookAfterEach(system, {
      name: 'captures and voids',
      list: listDoubtfulDeeds,
      settle: async (ctx, id) => {
        const deed = await findDeed(ctx, id)
        if (deed) await settleDeed(ctx, deed)
      },
      postpone: async (ctx, id) => {
        const deed = await findDeed(ctx, id)
        if (deed) await checkDeedAgain(ctx, id, laterOn(ctx, deed.createdAt))
      },
    })
    await lookAfterEach(system, {
      name: 'refunds',
      list: listDoubtfulRefunds,
      settle: async (ctx, id) => {
        const refund = await findRefund(ctx, id)
        if (refund) await settleRefund(ctx, refund)
      },
      postpone: async (ctx, id) => {
        const refund = await findRefund(ctx, id)
        if (refund) await checkRefundAgain(ctx, id, laterOn(ctx, refund.createdAt))
      },
    })
  },
}
