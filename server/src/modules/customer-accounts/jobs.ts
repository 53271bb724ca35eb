import type { Schedule } from '../../jobs/job.ts'
import { inBatches } from '../../jobs/retention.ts'
import * as queries from './queries.ts'

const HOUR_MS = 3_600_000

/** The addresses may belong to people who never became customers. */
export const pruneLoginCodes: Schedule = {
  name: 'customer-accounts.prune-login-codes',
  cron: '10 * * * *',
  run: async (ctx) => {
    const hourAgo = new Date(ctx.now.getTime() - HOUR_MS)
    await inBatches(ctx, (limit) => queries.deleteLoginCodes(ctx, hourAgo, limit))
  },
}

export const pruneSessions: Schedule = {
  name: 'customer-accounts.prune-sessions',
  cron: '30 3 * * *',
  run: async (ctx) => {
    await inBatches(ctx, (limit) => queries.deleteSessions(ctx, limit))
  },
}
