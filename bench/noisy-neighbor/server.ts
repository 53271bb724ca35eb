import { pino } from 'pino'
import { buildApp } from '../../server/src/app.ts'
import type { Ctx } from '../../server/src/ctx.ts'
import { openDatabase } from '../../server/src/db/database.ts'
import { startEmbedded } from '../../server/src/db/embedded/embedded.ts'
import { migrate } from '../../server/src/db/migrate.ts'
import { openFileStore } from '../../server/src/integrations/files/file-store.ts'
import { provisionWorkspace } from '../../server/src/modules/workspaces/workspaces.ts'
import { STUB_DEPENDENCIES } from '../../server/test/stub-dependencies.ts'
import { seedCatalog } from '../catalog/seed.ts'

const PRODUCTS = 500

/** The whole server with its default settings, without a proxy in front. */
const { DATA_DIR = '' } = process.env
const database = await startEmbedded({ dataDir: DATA_DIR, print: () => {}, durable: false })
await migrate(database.connection)
const db = openDatabase({ connection: database.connection })
const log = pino({ level: 'silent' })
const clock = () => new Date()
const files = await openFileStore({ filesUrl: undefined, dataDir: DATA_DIR })
const dependencies = { ...STUB_DEPENDENCIES, db, files }
const system = { ...dependencies, now: clock(), log, signal: new AbortController().signal }
const { live } = await provisionWorkspace(system, 'Bench')
const ctx: Ctx = { ...system, ...live, caller: { kind: 'system' } }
await seedCatalog(ctx, PRODUCTS)

const app = await buildApp({
  ...dependencies,
  connection: database.connection,
  log,
  clock,
  lock: { epoch: () => 1, previousLeaseExpired: async () => {}, isHeld: async () => true },
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
