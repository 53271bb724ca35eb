import type { Schedule } from '../../jobs/job.ts'
import { backoffUntil, reconcileEach } from '../../jobs/reconcile.ts'
import { findOperation, listDueOperations, rescheduleOperationCheck } from './payments/operation-queries.ts'
import { settleOperation } from './payments/settle-operation.ts'
import { findRefund, listDueRefunds, rescheduleRefundCheck } from './refunds/queries.ts'
import { settleRefund } from './refunds/settle-refund.ts'

/** Settles captures, voids and refunds with no recorded outcome by asking the provider. */
export const reconcilePayments: Schedule = {
  name: 'orders.reconcile-payments',
  cron: '* * * * *',
  run: async (system) => {
    await reconcileEach(system, {
      name: 'captures and voids',
      listPending: listDueOperations,
      settle: async (ctx, id) => {
        const operation = await findOperation(ctx, id)
        if (operation) await settleOperation(ctx, operation)
      },
      postpone: async (ctx, id) => {
        const operation = await findOperation(ctx, id)
        if (operation) await rescheduleOperationCheck(ctx, id, backoffUntil(ctx, operation.createdAt))
      },
    })
    await reconcileEach(system, {
      name: 'refunds',
      listPending: listDueRefunds,
      settle: async (ctx, id) => {
        const refund = await findRefund(ctx, id)
        if (refund) await settleRefund(ctx, refund)
      },
      postpone: async (ctx, id) => {
        const refund = await findRefund(ctx, id)
        if (refund) await rescheduleRefundCheck(ctx, id, backoffUntil(ctx, refund.createdAt))
      },
    })
  },
}
