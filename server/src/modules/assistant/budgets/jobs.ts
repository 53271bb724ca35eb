import type { Schedule } from '../../../jobs/job.ts'
import { inBatches } from '../../../jobs/retention.ts'
import { deleteOldUsage } from './queries.ts'

const DAY_MS = 86_400_000

/** Counters of visitors are needed for a day, those of conversations while they may continue; totals for a year. */
export const pruneUsage: Schedule = {
  name: 'assistant.prune-usage',
  cron: '41 3 * * *',
  run: async (ctx) => {
    const daysAgo = (days: number) => new Date(ctx.now.getTime() - days * DAY_MS)
    const limits = { visitorsBefore: daysAgo(2), conversationsBefore: daysAgo(90), totalsBefore: daysAgo(400) }
    await inBatches(ctx, (limit) => deleteOldUsage(ctx, limits, limit))
  },
}
