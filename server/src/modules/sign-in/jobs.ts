import type { Schedule } from '../../jobs/job.ts'
import { inBatches } from '../../jobs/retention.ts'
import { deleteAttempts } from './attempt-limits.ts'
import { deleteExpiredSessions, deleteExpiredVerifications } from './queries.ts'

export const pruneSessions: Schedule = {
  name: 'sign-in.prune',
  cron: '37 * * * *',
  run: async (ctx) => {
    await inBatches(ctx, (limit) => deleteExpiredSessions(ctx, limit))
    await inBatches(ctx, (limit) => deleteExpiredVerifications(ctx, limit))
    await inBatches(ctx, (limit) => deleteAttempts(ctx, limit))
  },
}
