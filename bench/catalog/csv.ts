// Measures CSV import and export. `npm run bench:csv` imports 1,000 products of 5 variants each through the API and the
// job, exports them, imports that file again and checks that no row changed, and reads the product feeds; `npm run
// bench:csv -- 5000` uses 5,000 products.
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { allJobs, allSchedules, buildApp } from '../../server/src/app.ts'
import { openDatabase } from '../../server/src/db/database.ts'
import { startEmbedded } from '../../server/src/db/embedded/embedded.ts'
import { migrate } from '../../server/src/db/migrate.ts'
import { openFileStore } from '../../server/src/integrations/files/file-store.ts'
import { openMail } from '../../server/src/integrations/mail/mail.ts'
import { startWorker } from '../../server/src/jobs/worker.ts'
import { createKey } from '../../server/src/modules/keys/keys.ts'
import { findEnvironment } from '../../server/src/modules/workspaces/queries.ts'
import { provisionWorkspace } from '../../server/src/modules/workspaces/workspaces.ts'
import { STUB_DEPENDENCIES } from '../../server/test/stub-dependencies.ts'

const PRODUCTS = Number(process.argv[2] ?? 1000)
const SIZES = ['XS', 'S', 'M', 'L', 'XL']

const dataDir = join(tmpdir(), `storedesk-bench-${randomUUID()}`)
const database = await startEmbedded({ dataDir, print: () => {} })
await migrate(database.connection)
const db = openDatabase({ connection: database.connection })
const log = pino({ level: 'error' })
const clock = () => new Date()
const files = await openFileStore({ filesUrl: undefined, dataDir })
const dependencies = { ...STUB_DEPENDENCIES, db, files }
// Without a connection for notifications, no feed would be cached.
const { connection } = database
const app = await buildApp({ ...dependencies, connection, log, clock, isDraining: () => false })
const url = await app.listen({ host: '127.0.0.1', port: 0 })
const mail = openMail({ smtpUrl: undefined, from: 'shop@example.com', log })
const jobs = { jobs: allJobs(mail), schedules: allSchedules() }
const worker = await startWorker({
  connection: database.connection,
  ...dependencies,
  log,
  clock,
  findEnvironment,
  ...jobs,
})
const system = { ...dependencies, now: clock(), log, signal: new AbortController().signal }
const { live } = await provisionWorkspace(system, 'Bench')
const { secret: key } = await createKey(system, live.workspaceId, { label: 'bench', mode: 'live' }, { actor: null })
const authorization = `Bearer ${key}`

async function request(path: string, body?: string, type = 'text/csv') {
  const headers = { authorization, ...(body !== undefined && { 'content-type': type }) }
  const response = await fetch(`${url}/v1/catalog${path}`, {
    headers,
    ...(body !== undefined && { method: 'POST', body }),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response
}

async function timed<Result>(label: string, work: () => Promise<Result>): Promise<Result> {
  const startedMs = performance.now()
  const result = await work()
  console.log(`${label}: ${((performance.now() - startedMs) / 1000).toFixed(2)} s`)
  return result
}

async function importFile(file: string) {
  const { id } = (await (await request('/imports', file)).json()) as { id: string }
  for (;;) {
    // Polls the database directly: polling the API would count a request each time.
    const { rows } = await db.pool.query(
      'select status, created, updated, unchanged, failed, errors from imports where id = $1',
      [id],
    )
    if (['completed', 'failed'].includes(rows[0].status)) return rows[0]
    await sleep(50)
  }
}

async function fingerprint(): Promise<string> {
  const tables = ['products', 'variants', 'variant_prices', 'product_images', 'events']
  const sums = tables.map((table) =>
    db.pool.query(`select md5(string_agg(t::text, '' order by t::text)) as sum from ${table} t`),
  )
  return (await Promise.all(sums)).map(({ rows }) => rows[0].sum).join(' ')
}

const file = [
  'Handle,Title,Body (HTML),Vendor,Tags,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Compare At Price,Variant Price USD,Image Src,Status',
  ...Array.from({ length: PRODUCTS }, (_, n) =>
    SIZES.map((size, at) =>
      at === 0
        ? `p-${n},Product ${n},"${'Soft, light and ""airy"". '.repeat(20)}",Hilda,"summer, linen",Size,${size},P-${n}-${size},49.00,59.00,55.00,https://cdn.example.com/${n}.jpg,active`
        : `p-${n},,,,,,${size},P-${n}-${size},49.00,59.00,55.00,,`,
    ).join('\n'),
  ),
].join('\n')

/** The highest memory of the process while it works, above what it had before. */
async function withMemory<Result>(work: () => Promise<Result>): Promise<Result> {
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  let highest = before
  const timer = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage().rss)
  }, 5)
  const result = await work()
  clearInterval(timer)
  console.log(`  memory: +${((highest - before) / 1e6).toFixed(0)} MB`)
  return result
}

/** Reads the feed without keeping it. */
async function readFeed(name: string): Promise<void> {
  const response = await fetch(`${url}/feeds/${live.environmentId}/${name}`)
  if (!response.ok || !response.body) throw new Error(`${name}: ${response.status} ${await response.text()}`)
  let bytes = 0
  for await (const chunk of response.body) bytes += chunk.length
  console.log(`  ${(bytes / 1e6).toFixed(1)} MB, ETag ${response.headers.get('etag')}`)
}

try {
  console.log(`${PRODUCTS} products, ${PRODUCTS * SIZES.length} variants, ${(file.length / 1e6).toFixed(1)} MB`)
  console.log(await timed('import', () => importFile(file)))
  const exported = await timed('export', async () => (await request('/export')).text())
  const before = await fingerprint()
  console.log(await timed('import of the export', () => importFile(exported)))
  console.log(before === (await fingerprint()) ? 'no row has changed' : 'ROWS HAVE CHANGED')

  await db.pool.query(`update environments set storefront_url = 'https://shop.example/products/{handle}'`)
  for (const name of ['google.xml', 'meta.csv', 'sitemap.xml', 'sitemap-1.xml']) {
    await withMemory(() => timed(`${name}, generated`, () => readFeed(name)))
    await timed(`${name}, cached`, () => readFeed(name))
  }

  const products = Array.from({ length: 500 }, (_, n) => ({
    handle: `bulk-${n}`,
    title: `Bulk ${n}`,
    options: [{ name: 'Size', values: SIZES }],
    variants: SIZES.map((Size) => ({
      options: { Size },
      sku: `B-${n}-${Size}`,
      prices: [{ price: { amount: 4900, currency: 'EUR' } }],
    })),
  }))
  const bulk = (vendor: string) =>
    request(
      '/products/bulk',
      JSON.stringify({ matchBy: 'handle', products: products.map((product) => ({ ...product, vendor })) }),
      'application/json',
    )
  for (const [label, vendor] of [
    ['bulk, 500 new', 'One'],
    ['bulk, 500 changed', 'Two'],
    ['bulk, 500 unchanged', 'Two'],
  ] as const) {
    await timed(label, () => bulk(vendor))
  }
} finally {
  await app.close()
  await worker.stop()
  await db.close()
  await database.stop()
  await rm(dataDir, { recursive: true })
}
