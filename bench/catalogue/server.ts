import { pino } from 'pino'
import { buildApp } from '../../server/src/app.ts'
import type { Ctx } from '../../server/src/ctx.ts'
import { openDatabase } from '../../server/src/db/database.ts'
import { startEmbedded } from '../../server/src/db/embedded/embedded.ts'
import { migrate } from '../../server/src/db/migrate.ts'
import { openFiles } from '../../server/src/integrations/files/files.ts'
import { openWorkspace } from '../../server/src/modules/workspaces/workspaces.ts'
import { listenTo } from '../../server/test/asked.ts'
import { BARE } from '../../server/test/bare-surroundings.ts'
import { seedCatalogue } from './seed.ts'

/** The whole server on a large catalogue, twice: once as it is, once keeping no answers. */
const { DATA_DIR = '', PRODUCTS = '20000' } = process.env
const database = await startEmbedded({ dataDir: DATA_DIR, say: () => {}, durable: false })
await migrate(database.connection)
const db = openDatabase({ connection: database.connection })
const log = pino({ level: 'silent' })
const clock = () => new Date()
const files = await openFiles({ filesUrl: undefined, dataDir: DATA_DIR })
const surroundings = { ...BARE, db, files }
const system = { ...surroundings, now: clock(), log, signal: new AbortController().signal }
const { live } = await openWorkspace(system, 'Bench')
const ctx: Ctx = { ...system, ...live, caller: { kind: 'system' } }
await seedCatalogue(ctx, Number(PRODUCTS))

/** What the next request asks the database. */
const { heard, forget } = listenTo(db)

const lock = { tenure: () => 1, settled: async () => {}, isHeld: async () => true }
const options = { ...surroundings, log, clock, lock, isDraining: () => false, trustedProxies: ['127.0.0.1'] }
const keeping = await buildApp({ ...options, connection: database.connection })
const forgetful = await buildApp(options)
const urls = {
  keeping: await keeping.listen({ host: '127.0.0.1', port: 0 }),
  forgetful: await forgetful.listen({ host: '127.0.0.1', port: 0 }),
}
process.on('message', async (path: string) => {
  forget()
  const response = await fetch(urls.forgetful + path, { headers: { 'x-workspace-id': live.workspaceId } })
  const body = await response.text()
  // What is written meanwhile, as how many requests there were, is not of this request.
  const asked = heard().filter(({ text }) => !/insert|update|delete/.test(text))
  process.send?.({ asked, body, status: response.status })
})
process.send?.({ urls, workspaceId: live.workspaceId, connection: database.connection })
process.on('disconnect', async () => {
  await db.close()
  await database.stop()
  process.exit()
})
