import type { Schedule } from '../../jobs/job.ts'
import * as queries from './connection-queries.ts'

const HOUR_MS = 3_600_000

export const pruneConnections: Schedule = {
  name: 'payments.prune-connections',
  cron: '23 * * * *',
  run: async (system) => {
    await queries.deleteClosedConnections(system, new Date(system.now.getTime() - HOUR_MS))
  },
}
