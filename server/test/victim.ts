import { existsSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { Type } from 'typebox'
import { allJobs, allSchedules, buildApp, modules } from '../src/app.ts'
import { openDatabase } from '../src/db/database.ts'
import { emit } from '../src/events/emit.ts'
import { inOwnScope, type Routes } from '../src/http/routes.ts'
import { openDisk } from '../src/integrations/files/disk.ts'
import { openMail } from '../src/integrations/mail/mail.ts'
import { defineJob } from '../src/jobs/job.ts'
import { startWorker } from '../src/jobs/worker.ts'
import { findEnvironment } from '../src/modules/workspaces/queries.ts'
import { BARE } from './bare-surroundings.ts'

/** A server that is made to be killed: its deeds leave traces (events), and it dies where a test asks it to. */
const { VICTIM_CONNECTION = '{}', VICTIM_MARK = '', VICTIM_ROLE = 'api', VICTIM_FILES = '' } = process.env
const connection = JSON.parse(VICTIM_CONNECTION)
const db = openDatabase({ connection })
const surroundings = { ...BARE, db, files: await openDisk(VICTIM_FILES), secretFor: () => 'of a victim' }
const log = pino({ level: 'warn' })
const clock = () => new Date()
const die = () => process.kill(process.pid, 'SIGKILL')

const Deed = Type.Object({ name: Type.String(), dies: Type.Optional(Type.String()) })

const deedRoutes: Routes = inOwnScope(async (app) => {
  app.addHook('onSend', async (request) => {
    if ((request.body as { dies?: string } | undefined)?.dies === 'before the answer' && !existsSync(VICTIM_MARK)) {
      writeFileSync(VICTIM_MARK, '')
      die()
    }
  })
  app.post(
    '/deeds',
    {
      config: { access: 'key', limit: 'default' },
      schema: {
        operationId: 'deeds.do',
        tags: ['Test'],
        body: Deed,
        response: { 201: Type.Object({ name: Type.String() }) },
      },
    },
    async ({ ctx, body }, reply) => {
      await emit(ctx, 'workspace.updated', { name: body.name, currency: 'EUR', timeZone: 'UTC' })
      if (body.dies === 'in the middle' && !existsSync(VICTIM_MARK)) {
        writeFileSync(VICTIM_MARK, '')
        die()
      }
      reply.code(201)
      return { name: body.name }
    },
  )
})

/** Dies in its first attempt, after half of the work. */
const deadlyJob = defineJob({
  name: 'test.deadly',
  payload: Type.Object({ name: Type.String() }),
  run: async (ctx, { name }) => {
    if (!existsSync(VICTIM_MARK)) {
      writeFileSync(VICTIM_MARK, '')
      die()
    }
    await emit(ctx, 'workspace.updated', { name, currency: 'EUR', timeZone: 'UTC' })
  },
})

const workingJob = defineJob({
  name: 'test.working',
  payload: Type.Object({ name: Type.String() }),
  run: async (ctx, { name }) => {
    await new Promise((resolve) => setTimeout(resolve, 5))
    await emit(ctx, 'workspace.updated', { name, currency: 'EUR', timeZone: 'UTC' })
  },
})

const all = [...modules, { routes: deedRoutes, jobs: [deadlyJob, workingJob] }]
if (VICTIM_ROLE === 'worker') {
  const mail = openMail({ smtpUrl: undefined, from: 'shop@example.com', log })
  const jobs = { jobs: allJobs(mail, all), schedules: allSchedules(all) }
  await startWorker({ ...surroundings, connection, log, clock, findEnvironment, pollIntervalMs: 100, ...jobs })
  console.log('working')
} else {
  const app = await buildApp({ ...surroundings, log, clock, isDraining: () => false, modules: all })
  await app.listen({ host: '127.0.0.1', port: 0 })
  console.log(`listening on ${(app.server.address() as AddressInfo).port}`)
}
