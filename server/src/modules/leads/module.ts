import type { Schedule } from '../../jobs/job.ts'
import { pruneEachEnvironment } from '../../jobs/retention.ts'
import type { Module } from '../module.ts'
import { convertOnOrder } from './conversions.ts'
import { processJob } from './leads.ts'
import { deleteSpam } from './queries.ts'
import { leadRoutes } from './routes.ts'

const DAY_MS = 86_400_000
/** In case it was none. */
const SPAM_RETENTION_DAYS = 30
const BATCH_SIZE = 1000

const pruneSpam: Schedule = {
  name: 'leads.prune-spam',
  cron: '40 3 * * *',
  run: async (ctx) => {
    const before = new Date(ctx.now.getTime() - SPAM_RETENTION_DAYS * DAY_MS)
    await pruneEachEnvironment(ctx, BATCH_SIZE, (environmentId) => deleteSpam(ctx, environmentId, before, BATCH_SIZE))
  },
}

export const leadsModule: Module = {
  routes: [leadRoutes],
  jobs: [processJob],
  subscribers: [convertOnOrder],
  schedules: [pruneSpam],
}
