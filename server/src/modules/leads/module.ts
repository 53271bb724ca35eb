import type { Schedule } from '../../jobs/job.ts'
import type { Module } from '../module.ts'
import { convertOnOrder } from './conversions.ts'
import { processJob } from './leads.ts'
import { pruneSpam } from './queries.ts'
import { leadRoutes } from './routes.ts'

/** Daily: spam is kept for 30 days, in case it was none. */
const pruneSpamLeads: Schedule = {
  name: 'leads.prune-spam',
  cron: '40 3 * * *',
  run: async (ctx) => {
    await pruneSpam(ctx)
  },
}

export const leadsModule: Module = {
  routes: [leadRoutes],
  jobs: [processJob],
  subscribers: [convertOnOrder],
  schedules: [pruneSpamLeads],
}
