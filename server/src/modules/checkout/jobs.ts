import { subscriber } from '../../events/subscriber.ts'
import type { Schedule } from '../../jobs/job.ts'
import { laterOn, lookAfterEach } from '../../jobs/look-after.ts'
import { followOrderPayment } from '../orders/money/payment-news.ts'
import { heardOfPayment } from './checkout.ts'
import * as queries from './queries.ts'
import { lookAfter } from './settle.ts'

/** What was left half-done, by a crash, a lost answer or a buyer who went away: whoever has the money is asked. */
export const lookAfterCheckouts: Schedule = {
  name: 'checkout.look-after',
  cron: '* * * * *',
  run: async (system) => {
    await queries.closeCompleted(system)
    await lookAfterEach(system, {
      name: 'checkout',
      list: queries.listDoubtful,
      settle: async (ctx, id) => {
        const checkout = await queries.findCheckout(ctx, id)
        if (checkout) await lookAfter(ctx, checkout)
      },
      postpone: async (ctx, id) => {
        const checkout = await queries.findCheckout(ctx, id)
        if (checkout) await queries.postpone(ctx, id, laterOn(ctx, checkout.createdAt))
      },
    })
  },
}

/** In this order: a refund may be heard of before the order that it belongs to is placed, and nobody tells of it again. */
export const followPayments = subscriber({
  name: 'checkout.payments',
  on: ['payment.updated'],
  run: async (ctx, { data: { provider, ref } }) => {
    await heardOfPayment(ctx, provider, ref)
    await followOrderPayment(ctx, provider, ref)
  },
})
