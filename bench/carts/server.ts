import { pino } from 'pino'
import { buildApp } from '../../server/src/app.ts'
import type { Ctx } from '../../server/src/ctx.ts'
import { openDatabase } from '../../server/src/db/database.ts'
import { startEmbedded } from '../../server/src/db/embedded/embedded.ts'
import { migrate } from '../../server/src/db/migrate.ts'
import { provisionWorkspace } from '../../server/src/modules/workspaces/workspaces.ts'
import { recordQueries } from '../../server/test/query-recorder.ts'
import { STUB_DEPENDENCIES } from '../../server/test/stub-dependencies.ts'
import { analyzeNonEmptyTables } from '../kit/analyze.ts'
import { seedProducts, setPromotions } from './seed.ts'

/**
 * The whole server on the peers' catalog: 1,000 products with two variants, one currency, flat-rate shipping, one tax.
 */
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
const variantIds = await seedProducts(ctx)
await analyzeNonEmptyTables(db)

/** Records all queries; each message returns those since the last one. */
const { queries, clear } = recordQueries(db)

const lock = { epoch: () => 1, previousLeaseExpired: async () => {}, isHeld: async () => true }
const app = await buildApp({
  ...dependencies,
  connection: database.connection,
  log,
  clock,
  lock,
  isDraining: () => false,
  trustedProxies: ['127.0.0.1'],
})
const url = await app.listen({ host: '127.0.0.1', port: 0 })

process.on('message', async (command: { promotions: number } | 'takeQueries') => {
  if (command !== 'takeQueries') await setPromotions(ctx, command.promotions)
  const recorded = queries()
  clear()
  process.send?.(recorded)
})
process.send?.({ url, workspaceId: live.workspaceId, connection: database.connection, variantIds })
process.on('disconnect', async () => {
  await app.close()
  await db.close()
  await database.stop()
  process.exit()
})
