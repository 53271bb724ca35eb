import type { Schedule } from '../../jobs/job.ts'
import * as queries from './connection-queries.ts'

const HOUR_MS = 3_600_000
/** Stripe retries unacknowledged webhooks for three days. */
const RETENTION_MS = 14 * 24 * HOUR_MS

export const prunePaymentWebhooks: Schedule = {
  name: 'payments.prune-webhooks',
  cron: '23 * * * *',
  run: async (system) => {
    await queries.deleteOldWebhooks(system, new Date(system.now.getTime() - RETENTION_MS))
    await queries.deleteClosedConnections(system, new Date(system.now.getTime() - HOUR_MS))
  },
}
