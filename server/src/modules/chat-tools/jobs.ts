import type { Schedule } from '../../jobs/job.ts'
import * as queries from './queries.ts'

const DAY_MS = 86_400_000
/** As long as the bodies of emails: questions about an answer come within most return periods. */
const CALL_RETENTION_MS = 90 * DAY_MS
const BATCH_SIZE = 1000

export const pruneToolCalls: Schedule = {
  name: 'chat-tools.prune-calls',
  cron: '50 3 * * *',
  run: async (ctx) => {
    const before = new Date(ctx.now.getTime() - CALL_RETENTION_MS)
    while ((await queries.deleteToolCalls(ctx, before, BATCH_SIZE)) === BATCH_SIZE);
  },
}

/** The addresses may belong to people who never became customers. */
export const pruneVerificationCodes: Schedule = {
  name: 'chat-tools.prune-codes',
  cron: '15 * * * *',
  run: async (ctx) => {
    await queries.deleteVerificationCodes(ctx, new Date(ctx.now.getTime() - DAY_MS))
    await queries.deleteLimits(ctx)
  },
}
