import { defineSubscriber } from '../../events/subscriber.ts'
import type { Schedule } from '../../jobs/job.ts'
import { inBatches } from '../../jobs/retention.ts'
import { deliverReply } from './deliver-reply.ts'
import * as queries from './queries.ts'

export const deliverReplies = defineSubscriber({
  name: 'chat.deliver-replies',
  on: ['ticket.message_created'],
  run: async (ctx, { data: { ticketId, messageId, kind } }) => {
    if (kind === 'reply') await deliverReply(ctx, ticketId, messageId)
  },
})

const DAY_MS = 86_400_000
/** Of conversations with nobody in particular. Those of customers are kept until the customer is erased. */
const RETENTION_DAYS = 90

export const pruneConversations: Schedule = {
  name: 'chat.prune',
  cron: '50 3 * * *',
  run: async (ctx) => {
    const daysAgo = (days: number) => new Date(ctx.now.getTime() - days * DAY_MS)
    await inBatches(ctx, (limit) => queries.deleteOldConversations(ctx, daysAgo(RETENTION_DAYS), limit))
    await inBatches(ctx, (limit) => queries.closeIdleConversations(ctx, daysAgo(1), limit))
  },
}
