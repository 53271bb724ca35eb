import { pino } from 'pino'
import { buildApp } from '../../server/src/app.ts'
import type { Ctx } from '../../server/src/ctx.ts'
import { openDatabase } from '../../server/src/db/database.ts'
import { startEmbedded } from '../../server/src/db/embedded/embedded.ts'
import { migrate } from '../../server/src/db/migrate.ts'
import { sql } from '../../server/src/db/sql.ts'
import { openFileStore } from '../../server/src/integrations/files/file-store.ts'
import { buildFacetIndex } from '../../server/src/modules/facet-index/facet-index.ts'
import { provisionWorkspace } from '../../server/src/modules/workspaces/workspaces.ts'
import { recordQueries } from '../../server/test/query-recorder.ts'
import { STUB_DEPENDENCIES } from '../../server/test/stub-dependencies.ts'
import { seedCatalog } from './seed.ts'

/** The whole server on a large catalog, twice: with and without the response cache. */
const { DATA_DIR = '', PRODUCTS = '20000' } = process.env
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
await seedCatalog(ctx, Number(PRODUCTS))
// As the worker does for shops with 2,000 products or more.
await buildFacetIndex(ctx)
await db.run(sql`analyze facet_bitmaps, facet_changes, facet_ordinals`)

/** Records the queries of the next request, on connections of its own: recording takes time. */
const recordedDb = openDatabase({ connection: database.connection })
const { queries, clear } = recordQueries(recordedDb)

const lock = { epoch: () => 1, previousLeaseExpired: async () => {}, isHeld: async () => true }
const options = { ...dependencies, log, clock, lock, isDraining: () => false, trustedProxies: ['127.0.0.1'] }
const cached = await buildApp({ ...options, connection: database.connection })
const uncached = await buildApp(options)
const recorded = await buildApp({ ...options, db: recordedDb })
const recordedUrl = await recorded.listen({ host: '127.0.0.1', port: 0 })
const urls = {
  cached: await cached.listen({ host: '127.0.0.1', port: 0 }),
  uncached: await uncached.listen({ host: '127.0.0.1', port: 0 }),
}
process.on('message', async (path: string) => {
  clear()
  const response = await fetch(recordedUrl + path, { headers: { 'x-workspace-id': live.workspaceId } })
  const body = await response.text()
  // Excludes background writes, such as request counts, which do not belong to this request.
  const reads = queries().filter(({ text }) => !/insert|update|delete/.test(text))
  process.send?.({ queries: reads, body, status: response.status })
})
process.send?.({ urls, workspaceId: live.workspaceId, connection: database.connection })
process.on('disconnect', async () => {
  await Promise.all([db.close(), recordedDb.close()])
  await database.stop()
  process.exit()
})
