import type { Schedule } from '../../jobs/job.ts'
import { deleteRequestCountsBefore } from './queries.ts'

const RETENTION_MS = 2 * 86_400_000

export const pruneRequestCounts: Schedule = {
  name: 'limits.prune-request-counts',
  cron: '47 * * * *',
  run: async (ctx) => {
    await deleteRequestCountsBefore(ctx, new Date(ctx.now.getTime() - RETENTION_MS))
  },
}
