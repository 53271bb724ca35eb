import { subscriber } from '../../events/subscriber.ts'
import type { Schedule } from '../../jobs/job.ts'
import * as queries from './queries.ts'
import { tellAgent } from './webhook.ts'

/** Tried again for four days: an agent may be away. It is told the order as it is by then. */
export const tellAgents = subscriber({
  name: 'agents.orders',
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
    'order.paid',
    'order.exchanged',
    'order.return_requested',
    'order.return_approved',
    'order.return_rejected',
    'order.return_received',
    'order.return_closed',
    'payment.disputed',
  ],
  run: async (ctx, { id, type, data: { orderId } }) => {
    // A dispute may be of money that has paid for nothing here.
    if (orderId)
      await tellAgent(ctx, type === 'order.created' ? 'order_create' : 'order_update', { orderId, eventId: id })
  },
})

const DAY_MS = 86_400_000
/** As long as the carts behind them. */
const FORGOTTEN_DAYS = 60
const BITE = 1000

export const forgetSessions: Schedule = {
  name: 'agents.sessions.forget',
  cron: '40 3 * * *',
  run: async (ctx) => {
    const before = new Date(ctx.now.getTime() - FORGOTTEN_DAYS * DAY_MS)
    while ((await queries.forgetIdle(ctx, before, BITE)) === BITE);
  },
}
