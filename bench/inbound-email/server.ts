import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { SMTPServer } from 'smtp-server'
import { allJobs } from '../../server/src/app.ts'
import type { Ctx } from '../../server/src/ctx.ts'
import { openDatabase } from '../../server/src/db/database.ts'
import { startEmbedded } from '../../server/src/db/embedded/embedded.ts'
import { migrate } from '../../server/src/db/migrate.ts'
import { openMail } from '../../server/src/integrations/mail/mail.ts'
import { startWorker } from '../../server/src/jobs/worker.ts'
import { startSmtpListener } from '../../server/src/modules/inbound-email/smtp/smtp.ts'
import { createMailbox } from '../../server/src/modules/mailboxes/mailboxes.ts'
import { findEnvironment } from '../../server/src/modules/workspaces/queries.ts'
import { provisionWorkspace } from '../../server/src/modules/workspaces/workspaces.ts'
import { STUB_DEPENDENCIES } from '../../server/test/stub-dependencies.ts'

/** The listener, and beside it a bare one that inserts the same bytes into a table of the same database. */
const { DATA_DIR = '' } = process.env
const database = await startEmbedded({ dataDir: DATA_DIR, print: () => {} })
await migrate(database.connection)
const db = openDatabase({ connection: database.connection })
const log = pino({ level: 'silent' })
const clock = () => new Date()
const dependencies = { ...STUB_DEPENDENCIES, db, secretFor: () => 'the secret of a bench' }
const system = { ...dependencies, now: clock(), log, signal: new AbortController().signal }
const { live } = await provisionWorkspace(system, 'Bench')
const ctx: Ctx = { ...system, ...live, caller: { kind: 'system' } }
await createMailbox(ctx, { address: 'support@bench.example', name: 'Support' })
const listener = await startSmtpListener({
  ...dependencies,
  host: '127.0.0.1',
  port: 0,
  log,
  clock,
  isAllowed: () => true,
})

await db.pool.query(
  'create table bare_emails (id bigint generated always as identity primary key, content bytea not null)',
)
await db.pool.query('alter table bare_emails alter column content set storage external')
const bare = new SMTPServer({
  authOptional: true,
  disabledCommands: ['AUTH', 'STARTTLS'],
  logger: false,
  disableReverseLookup: true,
  maxAllowedUnauthenticatedCommands: false,
  onData: async (stream, _session, done) => {
    const chunks: Buffer[] = []
    for await (const chunk of stream) chunks.push(chunk as Buffer)
    await db.pool.query({
      name: 'bare',
      text: 'insert into bare_emails (content) values ($1)',
      values: [Buffer.concat(chunks)],
    })
    done()
  },
})
const listening = bare.listen(0, '127.0.0.1')
await once(listening, 'listening')

/** Processes what has arrived, and returns how many emails became messages per second. */
async function processAll(): Promise<number> {
  const count = async (status: string) =>
    (await db.pool.query('select count(*)::integer as n from inbound_emails where status = $1', [status])).rows[0]
      .n as number
  const mail = openMail({ smtpUrl: undefined, from: 'shop@bench.example', log })
  const startedMs = performance.now()
  const worker = await startWorker({
    ...dependencies,
    connection: database.connection,
    log,
    clock,
    findEnvironment,
    jobs: allJobs(mail),
    schedules: [],
    pollIntervalMs: 100,
  })
  while ((await count('received')) > 0) await new Promise((resolve) => setTimeout(resolve, 200))
  const rate = (await count('processed')) / ((performance.now() - startedMs) / 1000)
  await worker.stop()
  return rate
}

process.on('message', async () => void process.send?.({ rate: await processAll() }))
process.send?.({ ours: listener.port, bare: (listening.address() as AddressInfo).port })
process.on('disconnect', async () => {
  await listener.stop()
  await db.close()
  await database.stop()
  process.exit()
})
