import type { Schedule } from '../../jobs/job.ts'
import { pruneAttempts } from './attempt-limits.ts'
import { deleteExpiredSessions } from './queries.ts'

export const pruneSessions: Schedule = {
  name: 'sign-in.prune',
  cron: '37 * * * *',
  run: async (ctx) => {
    await deleteExpiredSessions(ctx)
    await pruneAttempts(ctx)
  },
}
