// Measures cart throughput: `npm run bench:carts`, with pgbench and wrk on the PATH. Set SECONDS and ROUNDS to
// override.
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { startChild } from '../kit/child.ts'
import { type RecordedQuery, replay } from '../kit/pgbench.ts'
import { median } from '../kit/statistics.ts'
import { type Measurement, requestScript, wrk } from '../kit/wrk.ts'

const SECONDS = Number(process.env.SECONDS ?? 5)
const ROUNDS = Number(process.env.ROUNDS ?? 5)
const CLIENTS = 16
/** Time for the JIT to compile: the first seconds run at half speed. */
const WARM_UP_SECONDS = 9
/** Enough that no two clients change the same cart at once and no cart fills up. */
const CARTS = 512

/** Measured with the same catalog on a similar machine (2 cores): compare orders of magnitude only. */
const PEERS: [string, number][] = [
  ['Vendure 3.7.3, one process, measured on another day', 27.8],
  ['Medusa 2.21.2, one process, measured on another day', 4.2],
]

interface ServerInfo {
  url: string
  workspaceId: string
  connection: pg.ClientConfig
  variantIds: string[]
}

const dataDir = join(tmpdir(), `storedesk-bench-${randomUUID()}`)
const server = await startChild<ServerInfo>(new URL('server.ts', import.meta.url), { DATA_DIR: dataDir })
const { url, workspaceId, connection, variantIds } = server.message
const headers = { 'x-workspace-id': workspaceId }
/** One request creates a cart, the next adds an item to a created cart. A flow is two requests. */
const FLOW = `
local made = {}
local variants = { ${variantIds
  .slice(0, 200)
  .map((id) => `"${id}"`)
  .join(', ')} }
local count = 0
function response(status, headers, body)
  local id = status == 201 and body:match('"id":"(cart_%w+)"')
  if id then made[#made + 1] = id end
end
function next_request()
  local id = table.remove(made)
  if not id then return "POST", "/v1/carts", '{"country":"AT"}' end
  count = count + 1
  return "POST", "/v1/carts/" .. id .. "/items", '{"variantId":"' .. variants[count % #variants + 1] .. '","quantity":1}'
end
`

async function compareWithPostgres(): Promise<void> {
  await server.request({ promotions: 0 })
  const { requests, cartId } = await recordFlow()
  const script = requestScript(headers, FLOW)
  const retryable = requestScript(headers, FLOW, true)
  for (const one of [script, retryable]) await wrk(one, { url, clients: CLIENTS, seconds: WARM_UP_SECONDS })
  const measurements: Measurement[] = []
  const idempotent: Measurement[] = []
  const postgresRates: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    measurements.push(await wrk(script, { url, clients: CLIENTS, seconds: SECONDS }))
    idempotent.push(await wrk(retryable, { url, clients: CLIENTS, seconds: SECONDS }))
    const options = {
      connection,
      clients: CLIENTS,
      seconds: SECONDS,
      uniqueValues: [cartId.slice(5)],
      usesGenericPlans: true,
    }
    postgresRates.push(await replay([requests], options))
  }
  const rate = flowsOf(measurements)
  const postgres = median(postgresRates)
  console.log(`\nCreate a cart and add an item: ${CLIENTS} clients, ${ROUNDS} rounds of ${SECONDS} s in turn:`)
  console.table([
    { setup: `PostgreSQL alone, the same ${requests.length} statements`, 'flows/s': Math.round(postgres) },
    ...PEERS.map(([setup, flows]) => ({ setup, 'flows/s': flows, 'our multiple': Math.round(rate / flows) })),
    ...Object.entries({
      'Storedesk, storefront mode': measurements,
      'the same, each request with an Idempotency-Key': idempotent,
    }).map(([setup, measured]) => ({
      setup,
      'flows/s': Math.round(flowsOf(measured)),
      'of PostgreSQL alone': `${Math.round((flowsOf(measured) / postgres) * 100)} %`,
      'median ms per request': median(measured.map((one) => one.medianMs)).toFixed(1),
      'p99 ms': median(measured.map((one) => one.p99Ms)).toFixed(1),
    })),
  ])
}

/** A flow is two requests. */
const flowsOf = (measured: Measurement[]): number => median(measured.map((one) => one.rate / 2))

/** Records the queries of one flow. Skips the first flow, which opens connections and loads rules and offers. */
async function recordFlow(): Promise<{ requests: RecordedQuery[]; cartId: string }> {
  await openCart([{ variantId: variantIds[0] }])
  await server.request('takeQueries')
  const { id } = await openCart([])
  await post(`/v1/carts/${id}/items`, { variantId: variantIds[0], quantity: 1 })
  return { requests: await server.request<RecordedQuery[]>('takeQueries'), cartId: id }
}

async function compareSizes(): Promise<void> {
  const rows: Record<string, string | number>[] = []
  const scripts = new Map<string, string>()
  for (const items of [1, 10, 50]) scripts.set(`${items}`, requestScript(headers, addTo(await openCarts(items))))
  for (const promotions of [0, 20, 200]) {
    await server.request({ promotions })
    for (const script of scripts.values()) await wrk(script, { url, clients: CLIENTS, seconds: WARM_UP_SECONDS / 3 })
    const measured = new Map<string, Measurement[]>([...scripts.keys()].map((items) => [items, []]))
    for (let round = 0; round < ROUNDS; round++) {
      for (const [items, script] of scripts) {
        measured.get(items)?.push(await wrk(script, { url, clients: CLIENTS, seconds: SECONDS }))
      }
    }
    for (const [items, figures] of measured) {
      rows.push({
        'active promotions': promotions,
        'items in the cart': Number(items),
        'adds/s': Math.round(median(figures.map(({ rate }) => rate))),
        'median ms': Number(median(figures.map(({ medianMs }) => medianMs)).toFixed(2)),
        'p99 ms': Number(median(figures.map(({ p99Ms }) => p99Ms)).toFixed(2)),
      })
    }
  }
  const base = rows[0]?.['median ms'] as number
  console.log(`\nAdd an item to a cart that has items: ${CLIENTS} clients, ${ROUNDS} rounds of ${SECONDS} s:`)
  console.table(rows.map((row) => ({ ...row, 'times the smallest': ((row['median ms'] as number) / base).toFixed(2) })))
}

/** Raises the quantity of an item already in the cart, so that the number of items stays constant. */
const addTo = (carts: string[]) => `
local carts = { ${carts.map((id) => `"${id}"`).join(', ')} }
local count = 0
function next_request()
  count = count + 1
  return "POST", "/v1/carts/" .. carts[count % #carts + 1] .. "/items", '{"variantId":"${variantIds[0]}","quantity":1}'
end
`

async function openCarts(count: number): Promise<string[]> {
  const items = variantIds.slice(0, count).map((variantId) => ({ variantId, quantity: 1 }))
  const carts: string[] = []
  for (let index = 0; index < CARTS; index++) carts.push((await openCart(items)).id)
  return carts
}

const openCart = (items: object[]) => post('/v1/carts', { country: 'AT', items })

let requestCount = 0
async function post(path: string, body: object): Promise<{ id: string }> {
  requestCount += 1
  const response = await fetch(url + path, {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': 'application/json',
      'x-forwarded-for': `10.1.${(requestCount >> 8) & 255}.${requestCount & 255}`,
    },
    body: JSON.stringify(body),
  })
  const result = await response.json()
  if (!response.ok) throw new Error(JSON.stringify(result))
  return result as { id: string }
}

try {
  await compareWithPostgres()
  await compareSizes()
} finally {
  await server.end()
  rmSync(dataDir, { recursive: true, force: true })
}
