// Measures checkout throughput: `npm run bench:checkout`, with pgbench and wrk on the PATH. Set SECONDS and ROUNDS to
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
const REQUESTS_PER_FLOW = 3
/**
 * Each flow buys its own pair of variants. Our load and the pgbench replay pick flows at random, so both contend for
 * the same rows. 128 is the maximum number of files for pgbench.
 */
const FLOWS = 128

/** Measured with the same catalog on a similar machine (2 cores): compare orders of magnitude only. */
const PEERS: [string, number][] = [
  ['Vendure or Medusa, best configuration of each, measured on another day', 8.1],
  ['Vendure 3.7.3, one process, measured on another day', 5.5],
  ['Medusa 2.21.2, one process, measured on another day', 0.7],
]

interface ServerInfo {
  url: string
  workspaceId: string
  connection: pg.ClientConfig
  variantIds: string[]
}

const dataDir = join(tmpdir(), `storedesk-bench-${randomUUID()}`)
const server = await startChild<ServerInfo>(new URL('../carts/server.ts', import.meta.url), { DATA_DIR: dataDir })
const { url, workspaceId, connection, variantIds } = server.message
const headers = { 'x-workspace-id': workspaceId }

/** Buyers differ: orders of one buyer wait for each other, because each adds to the same customer's totals. */
const buyerDetails = (number: number | string) =>
  `{"email":"ada${number}@example.com","shippingAddress":{"name":"Ada Lovelace","line1":"Stephansplatz 1","city":"Wien","postalCode":"1010","country":"AT"},"shipping":{"service":"standard"}}`

/** Creates a cart with two items, then sets address and shipping, then pays and orders. A flow is three requests. */
const FLOW = `
local created, prepared = {}, {}
local variants = { ${variantIds
  .slice(0, 2 * FLOWS)
  .map((id) => `"${id}"`)
  .join(', ')} }
function response(status, headers, body)
  if status >= 400 then io.write(body, "\\n") end
  local id = body:match('"id":"(cart_%w+)"')
  if not id then return end
  if status == 201 then created[#created + 1] = id elseif status == 200 then prepared[#prepared + 1] = id end
end
function next_request()
  local id = table.remove(prepared)
  if id then return "POST", "/v1/checkout/card", '{"cartId":"' .. id .. '","paymentMethod":"pm_card_visa"}' end
  id = table.remove(created)
  if id then return "PATCH", "/v1/carts/" .. id, '${buyerDetails(`' .. math.random(${FLOWS}) .. '`)}' end
  local flow = math.random(${FLOWS})
  local one, other = variants[2 * flow - 1], variants[2 * flow]
  return "POST", "/v1/carts", '{"items":[{"variantId":"' .. one .. '"},{"variantId":"' .. other .. '","quantity":2}]}'
end
`

let requestCount = 0
async function send(method: string, path: string, body: object | string): Promise<{ id: string }> {
  requestCount += 1
  const response = await fetch(url + path, {
    method,
    headers: {
      ...headers,
      'content-type': 'application/json',
      'x-forwarded-for': `10.9.${requestCount >> 8}.${requestCount & 255}`,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const result = await response.json()
  if (!response.ok) throw new Error(JSON.stringify(result))
  return result as { id: string }
}

function openCart(number: number): Promise<{ id: string }> {
  const items = [{ variantId: variantIds[2 * number] }, { variantId: variantIds[2 * number + 1], quantity: 2 }]
  return send('POST', '/v1/carts', { items })
}

async function buy(number: number): Promise<void> {
  const { id } = await openCart(number)
  await send('PATCH', `/v1/carts/${id}`, buyerDetails(number))
  await send('POST', '/v1/checkout/card', { cartId: id, paymentMethod: 'pm_card_visa' })
}

/**
 * Records the queries of each flow, after a first purchase has opened connections, loaded rules and offers, and made the
 * buyer a customer, as most buyers of the load are.
 */
async function recordFlows(): Promise<RecordedQuery[][]> {
  const flows: RecordedQuery[][] = []
  for (let number = 0; number < FLOWS; number++) {
    await buy(number)
    await server.request('takeQueries')
    await buy(number)
    flows.push(await server.request<RecordedQuery[]>('takeQueries'))
  }
  return flows
}

const CREATED_ID = /\b(?:cart|chk|ord|li|sim|mov|evt|pay|att)_([0-9a-hjkmnp-tv-z]{26})\b/g

/** All ids created in the flows, and the order numbers. */
function uniqueValuesOf(flows: RecordedQuery[][]): (string | number)[] {
  const text = JSON.stringify(flows.flat().map(({ values }) => values))
  const ids = [...text.matchAll(CREATED_ID)].flatMap(([, id]) => id ?? [])
  const orders = flows.flat().filter(({ text }) => text.includes('insert into orders'))
  const isNumber = (value: unknown) => typeof value === 'number' && value > 1000 && value <= 1001 + 2 * FLOWS
  const numbers = orders.map(({ values }) => Number(values.find(isNumber)))
  return [...new Set(ids), ...numbers]
}

try {
  await server.request({ promotions: 0 })
  const flows = await recordFlows()
  const uniqueValues = uniqueValuesOf(flows)
  const script = requestScript(headers, FLOW)
  await wrk(script, { url, clients: CLIENTS, seconds: WARM_UP_SECONDS })
  const measurements: Measurement[] = []
  const postgresRates: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    measurements.push(await wrk(script, { url, clients: CLIENTS, seconds: SECONDS }))
    const options = { connection, clients: CLIENTS, seconds: SECONDS, uniqueValues, usesGenericPlans: true }
    postgresRates.push(await replay(flows, options))
  }
  const rate = median(measurements.map((one) => one.rate / REQUESTS_PER_FLOW))
  const postgres = median(postgresRates)
  console.log(
    `\nA cart with two items, address, shipping, payment, order; ${CLIENTS} clients, ${ROUNDS} rounds of ${SECONDS} s in turn:`,
  )
  console.table([
    { setup: `PostgreSQL alone, the same ${flows[0]?.length} statements`, 'orders/s': Math.round(postgres) },
    ...PEERS.map(([setup, orders]) => ({ setup, 'orders/s': orders, 'our multiple': Math.round(rate / orders) })),
    {
      setup: 'Storedesk, storefront mode',
      'orders/s': Math.round(rate),
      'of PostgreSQL alone': `${Math.round((rate / postgres) * 100)} %`,
      'median ms per request': median(measurements.map((one) => one.medianMs)).toFixed(1),
      'p99 ms': median(measurements.map((one) => one.p99Ms)).toFixed(1),
    },
  ])
} finally {
  await server.end()
  rmSync(dataDir, { recursive: true, force: true })
}
