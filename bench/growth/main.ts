// Measures what grows with the shop or with its neighbors: `npm run bench:growth` runs each list and job in a small shop, in the
// same shop beside many other workspaces, and in the shop at ten times its size, and counts the pages that PostgreSQL reads.
// Fails if an operation, or any statement of it, reads twice as many in the larger shop, or more because of the neighbors.
// `npm run bench:growth -- 1000 500` uses 1,000 and then 10,000 products, and 500 neighbors; a third argument selects operations.
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import type { Ctx } from '../../server/src/ctx.ts'
import { openDatabase } from '../../server/src/db/database.ts'
import { startEmbedded } from '../../server/src/db/embedded/embedded.ts'
import { migrate } from '../../server/src/db/migrate.ts'
import { provisionWorkspace } from '../../server/src/modules/workspaces/workspaces.ts'
import { STUB_DEPENDENCIES } from '../../server/test/stub-dependencies.ts'
import { OPERATIONS, type Operation } from './operations.ts'
import { addNeighbors, type Growth, growArchive, growShop, ORDERS_PER_PRODUCT } from './seed.ts'

const PRODUCTS = Number(process.argv[2] ?? 10_000)
const NEIGHBORS = Number(process.argv[3] ?? 2000)
const SELECTED = process.argv[4] ?? ''
const GROWTH = 10
/** Beside fewer, the shop is most of each table, and PostgreSQL reads ranges of it instead of rows. */
const FEW_NEIGHBORS = 200

/** PostgreSQL chooses the plan of a prepared statement at its sixth run. */
const RUNS = 7
const MAX_SHOP_GROWTH = 2
/** The indexes of more rows may have a level more. */
const MAX_NEIGHBOR_GROWTH = 1.6
const TOLERANCE = 24

/** Reports every statement to the client that ran it, with the plan that it really had. */
const AUTO_EXPLAIN = [
  'session_preload_libraries=auto_explain',
  'auto_explain.log_min_duration=0',
  'auto_explain.log_analyze=on',
  'auto_explain.log_timing=off',
  'auto_explain.log_buffers=on',
  'auto_explain.log_format=json',
  'auto_explain.log_level=notice',
]

interface Measurement {
  buffers: number
  /** By the text of the statement: what grows must not hide behind what does not. */
  statements: Map<string, number>
  ms: number
  plans: string[]
}

class Rollback extends Error {}

const dataDir = join(tmpdir(), `storedesk-bench-${randomUUID()}`)
const database = await startEmbedded({ dataDir, print: () => {}, durable: false })
try {
  await migrate(database.connection)
  const log = pino({ level: 'error' })
  const db = openDatabase({ connection: database.connection })
  const system = {
    ...STUB_DEPENDENCIES,
    secretFor: (purpose: string) => purpose,
    db,
    now: new Date(),
    log,
    signal: new AbortController().signal,
  }
  const { live, test } = await provisionWorkspace(system, 'Bench')
  const seeding: Ctx = { ...system, ...live, caller: { kind: 'system' } }
  const client = new pg.Client(database.connection)
  // Otherwise the end of the database would hide the error that ended it.
  client.on('error', () => {})
  await client.connect()

  async function grow(what: string, work: () => Promise<void>): Promise<Map<string, Measurement>> {
    const startedMs = performance.now()
    await work()
    await stopAutovacuum()
    await client.query('vacuum analyze')
    console.log(`${what}: ${((performance.now() - startedMs) / 1000).toFixed(0)} s`)
    const measured = await measureAll()
    // Those of the purchases: the next to read the feed would have to give them positions.
    await client.query('delete from events where position is null')
    await client.query('alter system reset autovacuum')
    await client.query('select pg_reload_conf()')
    return measured
  }

  /** A running worker would keep our own vacuum from removing what was deleted since it began. */
  async function stopAutovacuum(): Promise<void> {
    await client.query('alter system set autovacuum = off')
    await client.query('select pg_reload_conf()')
    const running = `select from pg_stat_activity where backend_type = 'autovacuum worker'`
    while ((await client.query(running)).rowCount !== 0) await sleep(100)
  }

  async function growBoth(growth: Growth): Promise<void> {
    await growShop(seeding, client, growth)
    await growArchive(client, { live, test }, growth)
  }

  /** On connections of its own, as a server would have that starts now. */
  async function measureAll(): Promise<Map<string, Measurement>> {
    const { rows } = await client.query(`select max(placed_at) as now from orders`)
    const ctx: Ctx = { ...seeding, now: rows[0].now }
    let notices: string[] = []
    const openExplained = (...settings: string[]) => {
      const options = [...AUTO_EXPLAIN, ...settings].map((setting) => `-c ${setting}`).join(' ')
      const explained = openDatabase({ connection: { ...database.connection, options }, maxConnections: 2 })
      for (const pool of [explained.pool, explained.genericPlanPool]) {
        pool.on('connect', (client) => client.on('notice', ({ message }) => void notices.push(message ?? '')))
      }
      return explained
    }
    const forReads = openExplained('default_transaction_read_only=on')
    const forWrites = openExplained()
    const measured = new Map<string, Measurement>()
    for (const operation of OPERATIONS.filter(({ name }) => name.includes(SELECTED))) {
      for (let run = 1; run <= RUNS; run++) {
        notices = []
        await runOnce(ctx, operation, operation.writes || operation.commits ? forWrites : forReads)
      }
      measured.set(operation.name, toMeasurement(notices))
    }
    await Promise.all([forReads.close(), forWrites.close()])
    return measured
  }

  /** Outside of a transaction, statements with a generic plan use their own connections, as in a server. */
  async function runOnce(ctx: Ctx, { name, run, isArchive, writes }: Operation, explained: typeof db): Promise<void> {
    const work = (db: Ctx['db']) => run({ ...ctx, ...(isArchive && test), db })
    const writing = async (db: Ctx['db']) => {
      await work(db)
      // The next run finds the same shop.
      throw new Rollback()
    }
    await (writes ? explained.transaction(writing) : work(explained)).catch((error: unknown) => {
      if (!(error instanceof Rollback)) throw new Error(`${name} failed`, { cause: error })
    })
  }

  const few = await grow(`${PRODUCTS} products and ${PRODUCTS * ORDERS_PER_PRODUCT} orders`, async () => {
    await growBoth({ from: 1, to: PRODUCTS })
    await addNeighbors(client, live.environmentId, FEW_NEIGHBORS)
  })
  const many = await grow(`${NEIGHBORS} neighbors`, () =>
    addNeighbors(client, live.environmentId, NEIGHBORS - FEW_NEIGHBORS),
  )
  const large = await grow(`${PRODUCTS * GROWTH} products`, () =>
    growBoth({ from: PRODUCTS + 1, to: PRODUCTS * GROWTH }),
  )
  await client.end()
  await db.close()
  report(few, many, large)
} finally {
  await database.stop()
  await rm(dataDir, { recursive: true, force: true })
}

function toMeasurement(notices: string[]): Measurement {
  const plans = notices.filter((notice) => notice.startsWith('duration: '))
  const statements = new Map<string, number>()
  let ms = 0
  for (const notice of plans) {
    const { Plan: plan, 'Query Text': text } = JSON.parse(notice.slice(notice.indexOf('{')))
    const buffers = plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
    statements.set(text, (statements.get(text) ?? 0) + buffers)
    ms += Number(/^duration: ([\d.]+)/.exec(notice)?.[1])
  }
  return { buffers: sum(statements.values()), statements, ms, plans }
}

function sum(values: Iterable<number>): number {
  return [...values].reduce((total, value) => total + value, 0)
}

/** Each statement, and all together. One that did not run before replaces others: it may read as much as they did. */
function growthOf(before: Measurement, after: Measurement, limit: number): string[] {
  const isAbove = (grown: number, from: number) => grown > from * limit + TOLERANCE
  const grown = [...after.statements].filter(([text, buffers]) =>
    isAbove(buffers, before.statements.get(text) ?? before.buffers),
  )
  return [
    ...(isAbove(after.buffers, before.buffers) ? [`all statements: ${before.buffers} to ${after.buffers}`] : []),
    ...grown.map(
      ([text, buffers]) => `${before.statements.get(text) ?? 0} to ${buffers}: ${text.replaceAll(/\s+/g, ' ')}`,
    ),
  ]
}

function report(few: Map<string, Measurement>, many: Map<string, Measurement>, large: Map<string, Measurement>): void {
  console.log(
    `\n| pages read | ${FEW_NEIGHBORS} neighbors | ${NEIGHBORS} neighbors | shop × ${GROWTH} | ms | |\n|---|---:|---:|---:|---:|---|`,
  )
  const failed = new Map<string, string[]>()
  for (const [name, alone] of few) {
    const beside = many.get(name) ?? alone
    const grown = large.get(name) ?? beside
    const byNeighbors = growthOf(alone, beside, MAX_NEIGHBOR_GROWTH)
    const byShop = growthOf(beside, grown, MAX_SHOP_GROWTH)
    const verdicts = [
      ...(byNeighbors.length > 0 ? ['grows with the neighbors'] : []),
      ...(byShop.length > 0 ? ['grows with the shop'] : []),
    ]
    if (verdicts.length > 0) failed.set(name, [...byNeighbors, ...byShop])
    console.log(
      `| ${name} | ${alone.buffers} | ${beside.buffers} | ${grown.buffers} | ${grown.ms.toFixed(1)} | ${verdicts.join(', ')} |`,
    )
  }
  if (failed.size > 0) {
    console.log(`\n${failed.size} of ${few.size} grow.`)
    for (const [name, statements] of failed) console.log(`\n${name}\n${statements.join('\n')}`)
    process.exitCode = 1
  }
  const { PLANS } = process.env
  if (!PLANS) return
  for (const name of few.keys()) {
    if (!failed.has(name) && !name.includes(PLANS)) continue
    for (const [what, measured] of Object.entries({ neighbors: many, shop: large })) {
      console.log(`\n${name}, ${what}\n${measured.get(name)?.plans.join('\n')}`)
    }
  }
}
