import { pino } from 'pino'
import { buildApp } from '../../server/src/app.ts'
import type { Ctx } from '../../server/src/ctx.ts'
import { openDatabase } from '../../server/src/db/database.ts'
import { startEmbedded } from '../../server/src/db/embedded/embedded.ts'
import { migrate } from '../../server/src/db/migrate.ts'
import { openFiles } from '../../server/src/integrations/files/files.ts'
import { openWorkspace } from '../../server/src/modules/workspaces/workspaces.ts'
import { BARE } from '../../server/test/bare-surroundings.ts'
import { seedCatalogue } from '../catalogue/seed.ts'

const PRODUCTS = 500

/** The whole server as it is started by default, without a proxy before it. */
const { DATA_DIR = '' } = process.env
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
await seedCatalogue(ctx, PRODUCTS)

const app = await buildApp({
  ...surroundings,
  connection: database.connection,
  log,
  clock,
  lock: { tenure: () => 1, settled: async () => {}, isHeld: async () => true },
  isDraining: () => false,
  dashboard: { secretKey: 'the secret key of the noisy neighbor' },
})
const url = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
process.on('message', () => process.send?.({ rssMb: Math.round(process.memoryUsage.rss() / 1e6) }))
process.send?.({ port: Number(url.port), workspaceId: live.workspaceId })
process.on('disconnect', async () => {
  app.server.closeAllConnections()
  await app.close()
  await db.close()
  await database.stop()
  process.exit()
})
