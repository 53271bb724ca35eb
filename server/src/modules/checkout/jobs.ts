import { defineSubscriber } from '../../events/subscriber.ts'
import type { Schedule } from '../../jobs/job.ts'
import { backoffUntil, reconcileEach } from '../../jobs/reconcile.ts'
import { reconcileOrderPayment } from '../orders/payments/reconcile-payment.ts'
import { handlePaymentUpdate } from './checkout.ts'
import * as queries from './queries.ts'
import { reconcileCheckout } from './settle-checkout.ts'

/** What was left half-done, by a crash, a lost answer or a buyer who went away: whoever has the money is asked. */
export const reconcileCheckouts: Schedule = {
  name: 'checkout.reconcile',
  cron: '* * * * *',
  run: async (system) => {
    await queries.closeCompleted(system)
    await reconcileEach(system, {
      name: 'checkout',
      listPending: queries.listPending,
      settle: async (ctx, id) => {
        const checkout = await queries.findCheckout(ctx, id)
        if (checkout) await reconcileCheckout(ctx, checkout)
      },
      postpone: async (ctx, id) => {
        const checkout = await queries.findCheckout(ctx, id)
        if (checkout) await queries.postpone(ctx, id, backoffUntil(ctx, checkout.createdAt))
      },
    })
  },
}

/** In this order: a refund may be heard of before the order that it belongs to is placed, and nobody tells of it again. */
export const followPayments = defineSubscriber({
  name: 'checkout.payments',
  on: ['payment.updated'],
  run: async (ctx, { data: { provider, ref } }) => {
    await handlePaymentUpdate(ctx, provider, ref)
    await reconcileOrderPayment(ctx, provider, ref)
  },
})
