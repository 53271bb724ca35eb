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
/** They take a second each. */
const LISTING_ROUNDS = 3

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
  // As autovacuum does within minutes.
  await db.run(sql`vacuum analyze facet_bitmaps, facet_changes, facet_ordinals`)
  await logTime('auditing them', () => auditFacetIndex(ctx))
  await compare(ctx, 'Without changes')
  const step = Math.floor(PRODUCTS / CHANGED)
  const changed = Array.from({ length: CHANGED }, (_, number) => productId(1 + number * step))
  await recordFacetChanges(ctx, changed)
  await compare(ctx, `With ${CHANGED} changed products`)
  await logTime(`folding ${CHANGED} changes`, () => buildFacetIndex(ctx))
}

/** All filters in turn, round by round, so that a slow moment of the machine does not hit one of them. */
async function compare(ctx: Ctx, title: string): Promise<void> {
  const countListings: Count = (ctx, filters) => countListingFacets(ctx, filters, null)
  const all = Object.entries(QUERIES).map(([name, query]) => {
    const filters = toFilters(query, null)
    return {
      name,
      filters,
      listings: newTimes(ctx, countListings, filters),
      bitmaps: newTimes(ctx, countBitmapFacets, filters),
    }
  })
  for (const { name, filters } of all) {
    const [before, after] = [await countListings(ctx, filters), await countBitmapFacets(ctx, filters)]
    if (JSON.stringify(before) !== JSON.stringify(after)) throw new Error(`The counts differ: ${name}`)
  }
  // The first one plans it and fills caches.
  for (let round = 0; round <= ROUNDS; round++) {
    for (const { listings, bitmaps } of all) {
      if (round <= LISTING_ROUNDS) await explain(await listings, round > 0)
      await explain(await bitmaps, round > 0)
    }
  }
  const rows = all.map(async ({ name, ...counts }) => {
    const [listings, bitmaps] = [await counts.listings, await counts.bitmaps]
    return {
      filters: name,
      'listings ms': toTenths(median(listings.ms)),
      'listings buffers': listings.buffers,
      'bitmaps ms': toTenths(median(bitmaps.ms)),
      'fastest ms': toTenths(Math.min(...bitmaps.ms)),
      'bitmaps buffers': bitmaps.buffers,
    }
  })
  console.log(`\n${title}: ${PRODUCTS} products, ${PRODUCTS * VARIANTS} variants, time within PostgreSQL`)
  console.table(await Promise.all(rows))
}

type Count = (ctx: Ctx, filters: Filters) => Promise<unknown>

interface Times {
  name: string
  statement: Statement
  ms: number[]
  buffers: number
}

async function newTimes(ctx: Ctx, count: Count, filters: Filters): Promise<Times> {
  return { name: `explain_${randomUUID()}`, statement: await capture(ctx, count, filters), ms: [], buffers: 0 }
}

/** As the server runs it: prepared, and with a generic plan if it asks for one. */
async function explain(times: Times, isCounted: boolean): Promise<void> {
  const { text, values, usesGenericPlan } = times.statement
  const client = await (usesGenericPlan ? db.genericPlanPool : db.pool).connect()
  try {
    const { rows } = await client.query({
      name: times.name,
      text: `explain (analyze, buffers, timing off, format json) ${text}`,
      values,
    })
    const [plan] = rows[0]['QUERY PLAN']
    times.buffers = plan.Plan['Shared Hit Blocks'] + plan.Plan['Shared Read Blocks']
    if (isCounted) times.ms.push(plan['Execution Time'])
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
