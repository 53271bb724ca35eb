import { defineSubscriber } from '../../events/subscriber.ts'
import type { Schedule } from '../../jobs/job.ts'
import { backoffUntil, reconcileEach } from '../../jobs/reconcile.ts'
import { reconcileOrderPayment } from '../orders/payments/payments.ts'
import { handlePaymentUpdate } from './checkout.ts'
import * as queries from './queries.ts'
import { reconcileCheckout } from './settle-checkout.ts'

/** Reconciles checkouts interrupted by a crash, a lost response or a buyer who left, by querying the provider. */
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

/** In this order: a refund may arrive before its order exists, and it is not sent again. */
export const applyPaymentUpdates = defineSubscriber({
  name: 'checkout.apply-payment-updates',
  on: ['payment.updated'],
  run: async (ctx, { data: { provider, providerPaymentId } }) => {
    await handlePaymentUpdate(ctx, provider, providerPaymentId)
    await reconcileOrderPayment(ctx, provider, providerPaymentId)
  },
})
