// Measures facets with and without bitmaps: `npm run bench:facets`. Set PRODUCTS, CHANGED and ROUNDS to override.
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import type { Ctx } from '../../server/src/ctx.ts'
import { openDatabase } from '../../server/src/db/database.ts'
import { startEmbedded } from '../../server/src/db/embedded/embedded.ts'
import { migrate } from '../../server/src/db/migrate.ts'
import { type Statement, sql } from '../../server/src/db/sql.ts'
import { openFileStore } from '../../server/src/integrations/files/file-store.ts'
import {
  auditFacetIndex,
  buildFacetIndex,
  recordFacetChanges,
} from '../../server/src/modules/facet-index/facet-index.ts'
import { countBitmapFacets } from '../../server/src/modules/listings/facet-bitmap-queries.ts'
import { countListingFacets } from '../../server/src/modules/listings/facets.ts'
import { type Filters, toFilters } from '../../server/src/modules/listings/filters.ts'
import type { ProductListQuery } from '../../server/src/modules/listings/schemas.ts'
import { provisionWorkspace } from '../../server/src/modules/workspaces/workspaces.ts'
import { STUB_DEPENDENCIES } from '../../server/test/stub-dependencies.ts'
import { median } from '../kit/statistics.ts'
import { productId, seedCatalog } from './seed.ts'

const PRODUCTS = Number(process.env.PRODUCTS ?? 100_000)
const CHANGED = Number(process.env.CHANGED ?? 200)
const ROUNDS = Number(process.env.ROUNDS ?? 15)
const VARIANTS = 3

const QUERIES: Record<string, ProductListQuery> = {
  'no filter': {},
  'one vendor': { vendor: ['Maker 1'] },
  'vendor and type': { vendor: ['Maker 1'], type: ['Mugs'] },
  available: { available: true },
  'a price': { maxPrice: 9000 },
  'one option': { option: ['Color:Sky'] },
  'two options': { option: ['Color:Sky', 'Size:M'] },
  'two options, a price, available': { option: ['Color:Sky', 'Size:M'], maxPrice: 9000, available: true },
}

const dataDir = join(tmpdir(), `storedesk-bench-${randomUUID()}`)
const database = await startEmbedded({ dataDir, print: () => {}, durable: false })
await migrate(database.connection)
const db = openDatabase({ connection: database.connection })
try {
  const files = await openFileStore({ filesUrl: undefined, dataDir })
  const system = { ...STUB_DEPENDENCIES, db, files, now: new Date(), log: pino({ level: 'silent' }) }
  const signal = new AbortController().signal
  const { live } = await provisionWorkspace({ ...system, signal }, 'Bench')
  await measure({ ...system, signal, ...live, caller: { kind: 'system' } })
} finally {
  await db.close()
  await database.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

async function measure(ctx: Ctx): Promise<void> {
  await seedCatalog(ctx, PRODUCTS, VARIANTS)
  await logTime('building the bitmaps', () => buildFacetIndex(ctx))
  await db.run(sql`analyze facet_bitmaps, facet_changes, facet_ordinals`)
  await logTime('auditing them', () => auditFacetIndex(ctx))
  await compare(ctx, 'Without changes')
  const step = Math.floor(PRODUCTS / CHANGED)
  const changed = Array.from({ length: CHANGED }, (_, number) => productId(1 + number * step))
  await recordFacetChanges(ctx, changed)
  await compare(ctx, `With ${CHANGED} changed products`)
  await logTime(`folding ${CHANGED} changes`, () => buildFacetIndex(ctx))
}

async function compare(ctx: Ctx, title: string): Promise<void> {
  const table: Record<string, string | number>[] = []
  for (const [name, query] of Object.entries(QUERIES)) {
    const filters = toFilters(query, null)
    const [before, after] = [await countListingFacets(ctx, filters, null), await countBitmapFacets(ctx, filters)]
    if (JSON.stringify(before) !== JSON.stringify(after)) throw new Error(`The counts differ: ${name}`)
    const listings = await explain(ctx, (ctx, filters) => countListingFacets(ctx, filters, null), filters, 3)
    const bitmaps = await explain(ctx, countBitmapFacets, filters, ROUNDS)
    table.push({
      filters: name,
      'listings ms': listings.medianMs,
      'listings buffers': listings.buffers,
      'bitmaps ms': bitmaps.medianMs,
      'fastest ms': bitmaps.fastestMs,
      'bitmaps buffers': bitmaps.buffers,
    })
  }
  console.log(`\n${title}: ${PRODUCTS} products, ${PRODUCTS * VARIANTS} variants, time within PostgreSQL`)
  console.table(table)
}

type Count = (ctx: Ctx, filters: Filters) => Promise<unknown>

/** As the server runs it: prepared, and with a generic plan if it asks for one. */
async function explain(ctx: Ctx, count: Count, filters: Filters, rounds: number) {
  const { text, values, usesGenericPlan } = await capture(ctx, count, filters)
  const client = await (usesGenericPlan ? db.genericPlanPool : db.pool).connect()
  try {
    const name = `explain_${randomUUID()}`
    const times: number[] = []
    let buffers = 0
    for (let round = 0; round <= rounds; round++) {
      const { rows } = await client.query({
        name,
        text: `explain (analyze, buffers, timing off, format json) ${text}`,
        values,
      })
      const [plan] = rows[0]['QUERY PLAN']
      buffers = plan.Plan['Shared Hit Blocks'] + plan.Plan['Shared Read Blocks']
      // The first one plans it and fills caches.
      if (round > 0) times.push(plan['Execution Time'])
    }
    return { medianMs: toTenths(median(times)), fastestMs: toTenths(Math.min(...times)), buffers }
  } finally {
    client.release()
  }
}

async function capture(ctx: Ctx, count: Count, filters: Filters): Promise<Statement> {
  const statements: Statement[] = []
  const rows = async (_schema: unknown, statement: Statement) => {
    statements.push(statement)
    return []
  }
  await count({ ...ctx, db: { ...ctx.db, rows: rows as Ctx['db']['rows'] } }, filters)
  const [statement] = statements
  if (!statement) throw new Error('No statement was executed')
  return statement
}

async function logTime(what: string, work: () => Promise<unknown>): Promise<void> {
  const start = performance.now()
  await work()
  console.log(`${what}: ${Math.round(performance.now() - start)} ms`)
}

function toTenths(ms: number): number {
  return Math.round(ms * 10) / 10
}
