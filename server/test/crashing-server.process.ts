import { existsSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { Type } from 'typebox'
import { allJobs, allSchedules, buildApp, modules } from '../src/app.ts'
import { openDatabase } from '../src/db/database.ts'
import { emit } from '../src/events/emit.ts'
import { inOwnScope, type Routes } from '../src/http/routes.ts'
import { openDiskStore } from '../src/integrations/files/disk-store.ts'
import { openMail } from '../src/integrations/mail/mail.ts'
import { defineJob } from '../src/jobs/job.ts'
import { startWorker } from '../src/jobs/worker.ts'
import { findEnvironment } from '../src/modules/workspaces/queries.ts'
import { STUB_DEPENDENCIES } from './stub-dependencies.ts'

/** A server built to be killed: its actions write events, and it crashes where a test tells it to. */
const {
  VICTIM_CONNECTION = '{}',
  VICTIM_MARK = '',
  VICTIM_ROLE = 'api',
  VICTIM_FILES = '',
  /** A statement: the worker crashes as soon as it returns a row. */
  VICTIM_CRASH_WHEN = '',
} = process.env
const connection = JSON.parse(VICTIM_CONNECTION)
const db = openDatabase({ connection, connectTimeoutMs: 60_000 })
const dependencies = {
  ...STUB_DEPENDENCIES,
  db,
  files: await openDiskStore(VICTIM_FILES),
  secretFor: () => 'of a victim',
}
const log = pino({ level: 'warn' })
const clock = () => new Date()
const crash = () => process.kill(process.pid, 'SIGKILL')

const CrashBody = Type.Object({ name: Type.String(), dies: Type.Optional(Type.String()) })

const crashRoutes: Routes = inOwnScope(async (app) => {
  app.addHook('onSend', async (request) => {
    if ((request.body as { dies?: string } | undefined)?.dies === 'before the response' && !existsSync(VICTIM_MARK)) {
      writeFileSync(VICTIM_MARK, '')
      crash()
    }
  })
  app.post(
    '/actions',
    {
      config: { access: 'key', limit: 'default' },
      schema: {
        operationId: 'actions.create',
        tags: ['Test'],
        body: CrashBody,
        response: { 201: Type.Object({ name: Type.String() }) },
      },
    },
    async ({ ctx, body }, reply) => {
      await emit(ctx, 'workspace.updated', { name: body.name, currency: 'EUR', timeZone: 'UTC' })
      if (body.dies === 'in the middle' && !existsSync(VICTIM_MARK)) {
        writeFileSync(VICTIM_MARK, '')
        crash()
      }
      reply.code(201)
      return { name: body.name }
    },
  )
})

/** Crashes in its first attempt, halfway through the work. */
const crashingJob = defineJob({
  name: 'test.deadly',
  payload: Type.Object({ name: Type.String() }),
  run: async (ctx, { name }) => {
    if (!existsSync(VICTIM_MARK)) {
      writeFileSync(VICTIM_MARK, '')
      crash()
    }
    await emit(ctx, 'workspace.updated', { name, currency: 'EUR', timeZone: 'UTC' })
  },
})

const slowJob = defineJob({
  name: 'test.working',
  payload: Type.Object({ name: Type.String() }),
  run: async (ctx, { name }) => {
    await new Promise((resolve) => setTimeout(resolve, 5))
    await emit(ctx, 'workspace.updated', { name, currency: 'EUR', timeZone: 'UTC' })
  },
})

const allModules = [...modules, { routes: crashRoutes, jobs: [crashingJob, slowJob] }]
if (VICTIM_ROLE === 'worker') {
  const mail = openMail({ smtpUrl: undefined, from: 'shop@example.com', log })
  const jobs = { jobs: allJobs(mail, allModules), schedules: allSchedules(allModules) }
  await startWorker({ ...dependencies, connection, log, clock, findEnvironment, pollIntervalMs: 100, ...jobs })
  while (VICTIM_CRASH_WHEN) if ((await db.pool.query(VICTIM_CRASH_WHEN)).rowCount) crash()
} else {
  const app = await buildApp({ ...dependencies, log, clock, isDraining: () => false, modules: allModules })
  await app.listen({ host: '127.0.0.1', port: 0 })
  console.log(`listening on ${(app.server.address() as AddressInfo).port}`)
}
