import { pino } from 'pino'
import { allJobs, allWebhookFormats } from '../../server/src/app.ts'
import { type Ctx, transaction } from '../../server/src/ctx.ts'
import { openDatabase } from '../../server/src/db/database.ts'
import { startEmbedded } from '../../server/src/db/embedded/embedded.ts'
import { migrate } from '../../server/src/db/migrate.ts'
import { emitAll } from '../../server/src/events/emit.ts'
import { openExternalServices } from '../../server/src/integrations/external-services.ts'
import { openMail } from '../../server/src/integrations/mail/mail.ts'
import { startWorker } from '../../server/src/jobs/worker.ts'
import { startWebhookSender } from '../../server/src/modules/webhooks/sending/sender.ts'
import { changeEndpoint, createEndpoint, replayEvents } from '../../server/src/modules/webhooks/webhooks.ts'
import { findEnvironment } from '../../server/src/modules/workspaces/queries.ts'
import { provisionWorkspace } from '../../server/src/modules/workspaces/workspaces.ts'
import { STUB_DEPENDENCIES } from '../../server/test/stub-dependencies.ts'
import type { Command, Report } from './protocol.ts'

/** Sends webhooks, and emits events on request. The bench kills it and starts it again on its data. */
const { DATA_DIR = '' } = process.env
const database = await startEmbedded({ dataDir: DATA_DIR, print: () => {} })
const { connection } = database
await migrate(connection)
const db = openDatabase({ connection })
const log = pino({ level: 'warn' }, pino.destination(2))
const clock = () => new Date()
const external = openExternalServices({ allowWebhookLoopback: true, timeoutMs: 2000 })
const dependencies = { ...STUB_DEPENDENCIES, db, external, secretFor: () => 'the secret of a bench' }
const system = () => ({ ...dependencies, now: clock(), log, signal: new AbortController().signal })
const environmentId = await findOrCreateEnvironment()
const environment = await findEnvironment(db, environmentId)
if (!environment) throw new Error('The environment is gone')
const ctx = (): Ctx => ({ ...system(), ...environment, caller: { kind: 'system' } })

const mail = openMail({ smtpUrl: undefined, from: 'shop@bench.example', log })
const worker = await startWorker({
  ...dependencies,
  connection,
  log,
  clock,
  findEnvironment,
  jobs: allJobs(mail),
  schedules: [],
})
/** As in production, but three days are a quarter of a minute. */
const schedule = {
  delaysMs: [200, 400, 800, 1600, 2000, 2000, 2000, 2000, 2000],
  failuresBeforePause: 10,
  firstPauseMs: 100,
  longestPauseMs: 1000,
  disableAfterMs: 3_600_000,
}
const formats = allWebhookFormats()
const sender = await startWebhookSender({
  ...dependencies,
  connection,
  log,
  clock,
  formats,
  schedule,
  isOnlySender: true,
})

async function findOrCreateEnvironment(): Promise<string> {
  const { rows } = await db.pool.query("select id from environments where mode = 'live'")
  return rows[0]?.id ?? (await provisionWorkspace(system(), 'Bench')).live.environmentId
}

const WRITERS = 4
const EVENTS_PER_TRANSACTION = 5

async function emitEvents(count: number): Promise<void> {
  let left = count
  const write = async () => {
    while (left > 0) {
      const size = Math.min(left, EVENTS_PER_TRANSACTION)
      left -= size
      const data = { name: 'Bench', currency: 'EUR', timeZone: 'UTC' }
      await transaction(ctx(), (ctx) =>
        emitAll(
          ctx,
          Array.from({ length: size }, () => ({ type: 'workspace.updated' as const, data })),
        ),
      )
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, write))
}

async function run(command: Command): Promise<Report> {
  if (command.do === 'emit') await emitEvents(command.count)
  if (command.do === 'create') {
    const { url, active } = command
    return { id: (await createEndpoint(ctx(), { url, active, events: ['workspace.updated'] })).id }
  }
  if (command.do === 'activate') {
    for (const id of command.ids) await changeEndpoint(ctx(), id as `whe_${string}`, { active: command.active })
  }
  if (command.do === 'replay') {
    const id = command.id as `whe_${string}`
    return { count: (await replayEvents(ctx(), id, { from: command.from, onlyFailed: true })).count }
  }
  if (command.do === 'list') {
    const { rows } = await db.pool.query(
      `select id from events where environment_id = $1 and type = 'workspace.updated' and created_at >= $2
       order by position`,
      [environmentId, command.from],
    )
    return { ids: rows.map(({ id }) => id as string) }
  }
  if (command.do === 'first-attempts') {
    const { rows } = await db.pool.query(
      `select attempts -> 0 ->> 'at' as at from webhook_deliveries where environment_id = $1 and endpoint_id = $2
       order by position`,
      [environmentId, command.id],
    )
    return { times: rows.map(({ at }) => at as string) }
  }
  return {}
}

process.on('message', async (command: Command) => process.send?.(await run(command)))
process.send?.({})
process.on('disconnect', async () => {
  await sender.stop()
  await worker.stop()
  await db.close()
  await database.stop()
  process.exit()
})
