import type { Schedule } from '../../jobs/job.ts'
import { dropCountsBefore } from './queries.ts'

const TWO_DAYS_MS = 2 * 86_400_000

export const forgetOldCounts: Schedule = {
  name: 'limits.forget',
  cron: '47 * * * *',
  run: async (ctx) => {
    await dropCountsBefore(ctx, new Date(ctx.now.getTime() - TWO_DAYS_MS))
  },
}
