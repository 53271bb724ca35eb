import type { Schedule } from '../../jobs/job.ts'
import * as queries from './queries.ts'

const HOUR_MS = 3_600_000
const BATCH_SIZE = 1000

/** The addresses may belong to people who never became customers. */
export const pruneLoginCodes: Schedule = {
  name: 'customer-accounts.prune-login-codes',
  cron: '10 * * * *',
  run: async (ctx) => {
    await queries.deleteLoginCodes(ctx, new Date(ctx.now.getTime() - HOUR_MS))
  },
}

export const pruneSessions: Schedule = {
  name: 'customer-accounts.prune-sessions',
  cron: '30 3 * * *',
  run: async (ctx) => {
    while ((await queries.deleteSessions(ctx, BATCH_SIZE)) === BATCH_SIZE);
  },
}
