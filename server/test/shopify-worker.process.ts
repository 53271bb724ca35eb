import { pino } from 'pino'
import { allJobs } from '../src/app.ts'
import { openDatabase } from '../src/db/database.ts'
import { openExternalServices } from '../src/integrations/external-services.ts'
import { openDiskStore } from '../src/integrations/files/disk-store.ts'
import { openMail } from '../src/integrations/mail/mail.ts'
import { startWorker } from '../src/jobs/worker.ts'
import { findEnvironment } from '../src/modules/workspaces/queries.ts'
import { deriveSecret } from '../src/secret-key.ts'
import { STUB_DEPENDENCIES } from './stub-dependencies.ts'

/** A worker that kills itself as soon as a statement returns a row. */
const {
  VICTIM_CONNECTION = '{}',
  VICTIM_FILES = '',
  VICTIM_SHOPIFY = '',
  VICTIM_SECRET = '',
  VICTIM_CRASH_WHEN = '',
} = process.env
const connection = JSON.parse(VICTIM_CONNECTION)
const db = openDatabase({ connection, connectTimeoutMs: 60_000 })
const log = pino({ level: 'warn' })
const mail = openMail({ smtpUrl: undefined, from: 'shop@example.com', log })
await startWorker({
  ...STUB_DEPENDENCIES,
  db,
  connection,
  log,
  clock: () => new Date(),
  files: await openDiskStore(VICTIM_FILES),
  secretFor: (purpose: string) => deriveSecret(VICTIM_SECRET, purpose),
  external: openExternalServices({ allowLoopback: true, shopify: { baseUrl: VICTIM_SHOPIFY } }),
  findEnvironment,
  jobs: allJobs(mail),
  schedules: [],
  pollIntervalMs: 100,
})
for (;;) if ((await db.pool.query(VICTIM_CRASH_WHEN)).rowCount) process.kill(process.pid, 'SIGKILL')
