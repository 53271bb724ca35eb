import type { Schedule } from '../../jobs/job.ts'
import { inBatches } from '../../jobs/retention.ts'
import * as queries from './queries.ts'

const DAY_MS = 86_400_000
/** As long as the bodies of emails: questions about an answer come within most return periods. */
const CALL_RETENTION_MS = 90 * DAY_MS

export const pruneToolCalls: Schedule = {
  name: 'chat-tools.prune-calls',
  cron: '50 3 * * *',
  run: async (ctx) => {
    const before = new Date(ctx.now.getTime() - CALL_RETENTION_MS)
    await inBatches(ctx, (limit) => queries.deleteToolCalls(ctx, before, limit))
  },
}

/** The addresses may belong to people who never became customers. */
export const pruneVerificationCodes: Schedule = {
  name: 'chat-tools.prune-codes',
  cron: '15 * * * *',
  run: async (ctx) => {
    const before = new Date(ctx.now.getTime() - DAY_MS)
    await inBatches(ctx, (limit) => queries.deleteVerificationCodes(ctx, before, limit))
    await inBatches(ctx, (limit) => queries.deleteLimits(ctx, limit))
  },
}
