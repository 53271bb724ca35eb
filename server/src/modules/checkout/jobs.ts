import type { Ctx } from '../../ctx.ts'
import { subscriber } from '../../events/subscriber.ts'
import type { Schedule } from '../../jobs/job.ts'
import { heardOfPayment } from './checkout.ts'
import * as queries from './queries.ts'
import { lookAfter } from './settle.ts'

/** A run; the next comes in a minute. */
const MAX_DOUBTFUL = 500

/** What was left half-done, by a crash, a lost answer or a buyer who went away: whoever has the money is asked. */
export const lookAfterCheckouts: Schedule = {
  name: 'checkout.look-after',
  cron: '* * * * *',
  run: async (system) => {
    await queries.closeCompleted(system)
    for (const { id, ...environment } of await queries.listDoubtful(system, MAX_DOUBTFUL)) {
      if (system.signal.aborted) return
      const ctx: Ctx = { ...system, ...environment, caller: { kind: 'system' } }
      try {
        const checkout = await queries.findCheckout(ctx, id)
        if (checkout) await lookAfter(ctx, checkout)
      } catch (error) {
        // One that can't be helped now must not keep the others waiting.
        ctx.log.error({ err: error, checkoutId: id }, 'a checkout could not be looked after; it is tried again')
        await queries.putOff(ctx, id)
      }
    }
  },
}

export const followPayments = subscriber({
  name: 'checkout.payments',
  on: ['payment.updated'],
  run: (ctx, { data }) => heardOfPayment(ctx, data.provider, data.ref),
})
