// Syncs a shop of 100,000 variants from a local Shopify and kills the server with SIGKILL three times on the way:
// `npm run bench:shopify-sync [variants]`. Fails if a product or a level differs from the shop's, if the server needs
// more than 300 MB above what it needs idle, or if a second sync writes a row.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import { openDatabase } from '../../server/src/db/database.ts'
import { startEmbedded } from '../../server/src/db/embedded/embedded.ts'
import { migrate } from '../../server/src/db/migrate.ts'
import { createKey } from '../../server/src/modules/keys/keys.ts'
import { provisionWorkspace } from '../../server/src/modules/workspaces/workspaces.ts'
import { deriveSecret } from '../../server/src/secret-key.ts'
import {
  openShopifyServer,
  SHOPIFY_CLIENT_SECRET,
  SHOPIFY_DOMAIN,
  SHOPIFY_TOKEN,
} from '../../server/test/shopify-server.ts'
import { SYNCED_TABLES } from '../../server/test/shopify-sync.ts'
import { STUB_DEPENDENCIES } from '../../server/test/stub-dependencies.ts'
import { startChild } from '../kit/child.ts'
import { findDifferences } from './compare.ts'

const VARIANTS = Number(process.argv[2] ?? 100_000)
const VARIANTS_PER_PRODUCT = 10
const MAX_MEGABYTES = 300
/** Of all objects: when the server is killed. */
const KILLS = [0.15, 0.45, 0.75]

const dataDir = join(tmpdir(), `storedesk-bench-shopify-${randomUUID()}`)
const database = await startEmbedded({ dataDir, print: () => {} })
await migrate(database.connection)
const client = new pg.Client(database.connection)
await client.connect()
const remote = await openShopifyServer({
  products: VARIANTS / VARIANTS_PER_PRODUCT,
  variantsPerProduct: VARIANTS_PER_PRODUCT,
  collections: 20,
  customers: Math.ceil(VARIANTS / 200),
  orders: Math.ceil(VARIANTS / 200),
})
const key = await createShop()
const env = {
  CONNECTION: JSON.stringify(database.connection),
  FILES: join(dataDir, 'files'),
  SHOPIFY_URL: remote.url,
}
const startServer = () => startChild<{ port: number }>(new URL('./server.ts', import.meta.url), env)
let server = await startServer()
/** By what the sync was doing, so that it shows where the memory goes. */
const peakMegabytes = new Map<string, number>()

await send('PUT', '/v1/shopify/connection', {
  shop: SHOPIFY_DOMAIN,
  accessToken: SHOPIFY_TOKEN,
  clientSecret: SHOPIFY_CLIENT_SECRET,
})
await sleep(5000)
const idleMegabytes = readMegabytes(server.pid)

const first = await runSync([...KILLS])
console.log(`first sync    ${describe(first)}`)
const differences = await findDifferences(client, remote.data)
console.log(
  `differences   ${differences.length}${differences.length > 0 ? `: ${differences.slice(0, 5).join('; ')}` : ''}`,
)
const before = await readWrites()
const second = await runSync([])
console.log(`second sync   ${describe(second)}`)
const written = await countWrites(before)
console.log(`rows written by the second sync   ${written}`)
for (const [stage, peak] of peakMegabytes) console.log(`  ${stage.padEnd(20)} ${(peak - idleMegabytes).toFixed(0)} MB`)
const above = Math.max(...peakMegabytes.values()) - idleMegabytes
console.log(
  `memory        ${idleMegabytes.toFixed(0)} MB idle, ${above.toFixed(0)} MB more at most (limit ${MAX_MEGABYTES})`,
)

const isComplete = first.counts.products?.read === VARIANTS / VARIANTS_PER_PRODUCT && first.status === 'completed'
process.exitCode = isComplete && differences.length === 0 && written === 0 && above < MAX_MEGABYTES ? 0 : 1
await server.end()
await remote.close()
await client.end()
await database.stop()
await rm(dataDir, { recursive: true })
process.exit()

interface Run {
  id: string
  status: string
  counts: Record<string, Record<string, number>>
  seconds: number
  kills: number
}

async function runSync(killsAt: number[]): Promise<Run> {
  const startedMs = performance.now()
  const { id } = await send('POST', '/v1/shopify/sync', { mode: 'full' })
  const total = VARIANTS + VARIANTS / VARIANTS_PER_PRODUCT
  let kills = 0
  for (;;) {
    await sleep(100)
    // From the database: the server may be dead.
    const { rows } = await client.query('select status, stage, phase, counts, error from shopify_runs where id = $1', [
      id,
    ])
    const { status, stage, phase, counts, error } = rows[0]
    const doing = `${killsAt.length > 0 ? 'first' : 'last'} ${stage} ${phase}`
    peakMegabytes.set(doing, Math.max(peakMegabytes.get(doing) ?? 0, readMegabytes(server.pid)))
    const read = (counts.products?.read ?? 0) + (counts.inventory?.read ?? 0)
    if (killsAt[0] !== undefined && read / total >= killsAt[0]) {
      killsAt.shift()
      kills += 1
      process.kill(server.pid, 'SIGKILL')
      console.log(`killed after ${read} of ${total} objects`)
      server = await startServer()
    }
    if (status === 'failed' || status === 'canceled') throw new Error(`The sync ended as ${status}: ${error}`)
    if (status === 'completed') return { id, status, counts, kills, seconds: (performance.now() - startedMs) / 1000 }
  }
}

function describe({ status, counts, seconds, kills }: Run): string {
  const parts = Object.entries(counts).map(([resource, { read, created, updated, unchanged, failed }]) => {
    return `${resource} ${read} read, ${created} created, ${updated} updated, ${unchanged} unchanged, ${failed} failed`
  })
  return `${status} after ${seconds.toFixed(0)} s and ${kills} kills\n  ${parts.join('\n  ')}`
}

async function createShop(): Promise<string> {
  const db = openDatabase({ connection: database.connection })
  const log = pino({ level: 'silent' })
  const secretFor = (purpose: string) => deriveSecret('the secret of a bench', purpose)
  const system = {
    ...STUB_DEPENDENCIES,
    db,
    secretFor,
    now: new Date(),
    log,
    signal: new AbortController().signal,
  }
  const { live } = await provisionWorkspace(system, 'Bench')
  const { secret } = await createKey(system, live.workspaceId, { label: 'bench', mode: 'live' }, { actor: null })
  await db.close()
  return secret
}

// biome-ignore lint/suspicious/noExplicitAny: what the API answers
async function send(method: string, path: string, body: object): Promise<any> {
  const response = await fetch(`http://127.0.0.1:${server.message.port}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${text}`)
  return JSON.parse(text)
}

/** Resident memory; 0 for a process that was just killed. */
function readMegabytes(pid: number): number {
  try {
    const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kilobytes) / 1024
  } catch {
    return 0
  }
}

/** The newest transaction, and the number of rows, of each table. */
async function readWrites(): Promise<Map<string, { rows: number }>> {
  const tables = new Map<string, { rows: number }>()
  for (const table of SYNCED_TABLES) {
    const { rows } = await client.query(`select count(*)::integer as rows from ${table}`)
    tables.set(table, rows[0])
  }
  // Rows that are written from now on have a newer transaction than this one.
  await client.query('drop table if exists bench_mark')
  await client.query('create table bench_mark as select pg_current_xact_id()::text::bigint as id')
  return tables
}

async function countWrites(before: Map<string, { rows: number }>): Promise<number> {
  let written = 0
  for (const [table, { rows: count }] of before) {
    const { rows } = await client.query(
      `select count(*)::integer as rows,
         count(*) filter (where xmin::text::bigint > (select id from bench_mark))::integer as changed
       from ${table}`,
    )
    const changes = rows[0].changed + Math.abs(rows[0].rows - count)
    if (changes > 0) console.log(`  ${table}: ${changes} rows`)
    written += changes
  }
  return written
}
