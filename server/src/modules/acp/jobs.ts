import { defineSubscriber } from '../../events/subscriber.ts'
import type { Schedule } from '../../jobs/job.ts'
import * as queries from './queries.ts'
import { notifyAgent } from './webhook.ts'

/** Retried for four days, since an agent may be down. Each delivery contains the order as it is by then. */
export const notifyAgents = defineSubscriber({
  name: 'acp.notify-agents',
  on: [
    'order.created',
    'order.updated',
    'order.canceled',
    'order.captured',
    'order.refunded',
    'order.refund_failed',
    'order.fulfilled',
    'order.fulfillment_updated',
    'order.fulfillment_canceled',
    'order.delivered',
    'order.payment_recorded',
    'order.exchanged',
    'order.return_requested',
    'order.return_approved',
    'order.return_rejected',
    'order.return_received',
    'order.return_closed',
    'payment.disputed',
  ],
  run: async (ctx, { id, type, data: { orderId } }) => {
    // A disputed payment may belong to no order of ours.
    if (orderId)
      await notifyAgent(ctx, type === 'order.created' ? 'order_create' : 'order_update', { orderId, eventId: id })
  },
})

const DAY_MS = 86_400_000
/** As long as the carts behind them. */
const RETENTION_DAYS = 60
const BATCH_SIZE = 1000

export const pruneAgentSessions: Schedule = {
  name: 'acp.prune-sessions',
  cron: '40 3 * * *',
  run: async (ctx) => {
    const before = new Date(ctx.now.getTime() - RETENTION_DAYS * DAY_MS)
    while ((await queries.deleteIdleSessions(ctx, before, BATCH_SIZE)) === BATCH_SIZE);
  },
}
