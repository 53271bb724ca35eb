import type { Schedule } from '../../jobs/job.ts'
import { inBatches } from '../../jobs/retention.ts'
import * as queries from './queries.ts'

const DAY_MS = 86_400_000
/** As long as the carts behind them. */
const RETENTION_DAYS = 60

export const pruneAgentSessions: Schedule = {
  name: 'acp.prune-sessions',
  cron: '40 3 * * *',
  run: async (ctx) => {
    const before = new Date(ctx.now.getTime() - RETENTION_DAYS * DAY_MS)
    await inBatches(ctx, (limit) => queries.deleteIdleSessions(ctx, before, limit))
  },
}
