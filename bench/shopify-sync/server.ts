import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { allJobs, buildApp } from '../../server/src/app.ts'
import { openDatabase } from '../../server/src/db/database.ts'
import { openExternalServices } from '../../server/src/integrations/external-services.ts'
import { openDiskStore } from '../../server/src/integrations/files/disk-store.ts'
import { openMail } from '../../server/src/integrations/mail/mail.ts'
import { startWorker } from '../../server/src/jobs/worker.ts'
import { newPerServer } from '../../server/src/kit/per-server.ts'
import { findEnvironment } from '../../server/src/modules/workspaces/queries.ts'
import { deriveSecret } from '../../server/src/secret-key.ts'

/** The whole server with its worker, to be killed. */
const { CONNECTION = '{}', FILES = '', SHOPIFY_URL = '' } = process.env
const connection = JSON.parse(CONNECTION)
const log = pino({ level: process.env.LOG_LEVEL ?? 'error' })
const clock = () => new Date()
const dependencies = {
  db: openDatabase({ connection }),
  publicUrl: 'http://127.0.0.1',
  files: await openDiskStore(FILES),
  secretFor: (purpose: string) => deriveSecret('the secret of a bench', purpose),
  external: openExternalServices({ allowLoopback: true, shopify: { baseUrl: SHOPIFY_URL } }),
  perServer: newPerServer(),
}
const app = await buildApp({ ...dependencies, connection, log, clock, isDraining: () => false })
await app.listen({ host: '127.0.0.1', port: 0 })
const mail = openMail({ smtpUrl: undefined, from: 'shop@example.com', log })
// Without schedules, one of which writes files that are no longer used.
const jobs = { jobs: allJobs(mail), schedules: [] }
await startWorker({ ...dependencies, connection, log, clock, findEnvironment, ...jobs })
process.send?.({ port: (app.server.address() as AddressInfo).port })
process.on('disconnect', () => process.exit())
