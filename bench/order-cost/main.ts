// Measures the CPU time of an order and of reads: `npm run bench:order-cost`, with REDIS_URL or CITUS_URL (docs/scaling.md)
// on these. Set ORDERS, READS and ROUNDS to override. Linux only.
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { openKillableServer } from '../../scripts/chaos/killable-server.ts'
import { connectRedis } from '../../server/src/http/limits/connect-redis.ts'
import { cpuTimeOf, cpuTimeWithChildren, peakMemoryOf } from '../kit/cpu-time.ts'
import { median } from '../kit/statistics.ts'

const ORDERS = Number(process.env.ORDERS ?? 400)
const READS = Number(process.env.READS ?? 2000)
const ROUNDS = Number(process.env.ROUNDS ?? 3)
const CLIENTS = 8
/** Until the JIT has compiled what an order uses, and each connection has planned its statements. */
const WARM_UP_ORDERS = 600
const PRODUCTS = 20

const redisPid = process.env.REDIS_URL ? await pidOfRedis(process.env.REDIS_URL) : undefined
const server = await openKillableServer()
await server.start()
const { workspaceId, liveKey } = server.bootstrap()
let visitorCount = 0
let spellingCount = 0

try {
  await stockProducts()
  // Without the memory that creating the demo shop took.
  await server.stop()
  await server.start()
  const order = { name: 'an order in seven requests, with its jobs', work: buy, count: ORDERS }
  await repeat(order.work, WARM_UP_ORDERS)
  const [product = ''] = (await visit('/v1/products')).data.map(({ handle }: { handle: string }) => handle)
  const reads = [
    { name: 'a cached list', work: () => visit('/v1/products'), count: 5 * READS },
    { name: 'a list', work: () => visit(respell('/v1/products?limit=20')), count: READS },
    { name: 'a product', work: () => visit(respell(`/v1/products/${product}`)), count: READS },
  ]
  for (const { work } of reads) await repeat(work, READS / 4)
  const rows: Record<string, string>[] = []
  for (const { name, work, count } of [order, ...reads]) {
    const rounds: Record<string, number>[] = []
    for (let round = 0; round < ROUNDS; round++) rounds.push(await measure(work, count))
    const usual = Object.keys(cpuTimes()).map((process) => [
      `${process}, ms`,
      median(rounds.map((one) => one[process] ?? 0)).toFixed(3),
    ])
    rows.push({ '': name, ...Object.fromEntries(usual) })
  }
  console.log(`\nCPU time, median of ${ROUNDS} rounds:`)
  console.table(rows)
  console.log(`Memory of the server: at most ${peakMemoryOf(server.pid())} MB`)
} finally {
  await server.stop()
  await server.clean()
}

/** More than all rounds buy. */
async function stockProducts(): Promise<void> {
  const caller = { authorization: `Bearer ${liveKey}` }
  for (let number = 1; number <= PRODUCTS; number++) {
    const prices = [{ price: { amount: 1999, currency: 'EUR' } }]
    const product = {
      title: `Mug ${number}`,
      vendor: 'Bench',
      status: 'active',
      variants: [{ prices, trackStock: true }],
    }
    const { variants } = await send(caller, 'POST', '/v1/catalog/products', product)
    const changes = [{ variantId: variants[0].id, onHandChange: 100_000 }]
    await send(caller, 'POST', '/v1/inventory/adjustments', { reason: 'received', changes })
  }
}

async function send(caller: Record<string, string>, method: string, path: string, body?: object) {
  const headers = { ...caller, ...(body && { 'content-type': 'application/json' }) }
  const response = await fetch(server.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  const result = await response.json()
  if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(result)}`)
  return result
}

type Visit = (method: string, path: string, body?: object) => ReturnType<typeof send>

/** Each visitor has an address of their own, so that rate limits are counted and never reached. */
function newVisitor(): Visit {
  visitorCount += 1
  const ip = `10.${(visitorCount >> 16) & 255}.${(visitorCount >> 8) & 255}.${visitorCount & 255}`
  const headers = { 'x-workspace-id': workspaceId, 'x-forwarded-for': ip }
  return (method, path, body) => send(headers, method, path, body)
}

function visit(path: string): ReturnType<typeof send> {
  return newVisitor()('GET', path)
}

/** Another spelling of the path each time, which the response cache does not know. */
function respell(path: string): string {
  spellingCount += 1
  let bit = 0
  return path.replaceAll(/[a-z]/g, (letter) =>
    (spellingCount >> bit++) & 1 ? `%${letter.charCodeAt(0).toString(16)}` : letter,
  )
}

/** Finds a product, fills a cart, chooses shipping, pays. */
async function buy(): Promise<void> {
  const visitor = newVisitor()
  const number = visitorCount
  const { data } = await visitor('GET', '/v1/products?vendor=Bench&limit=20')
  const chosen = data[number % data.length]
  const product = await visitor('GET', `/v1/products/${chosen.handle}`)
  const variant = product.variants.find(({ available }: { available: boolean }) => available)
  const { id } = await visitor('POST', '/v1/carts', {})
  await visitor('POST', `/v1/carts/${id}/items`, { variantId: variant.id })
  const shippingAddress = {
    name: 'Ada Lovelace',
    line1: 'Unter den Linden 1',
    city: 'Berlin',
    postalCode: '10117',
    country: 'DE',
  }
  const cart = await visitor('PATCH', `/v1/carts/${id}`, { email: `ada${number}@example.com`, shippingAddress })
  const [rate] = cart.shipping.options ?? []
  await visitor('PATCH', `/v1/carts/${id}`, { shipping: { service: rate.service } })
  await visitor('POST', '/v1/checkout/card', { cartId: id, paymentMethod: 'pm_card_visa' })
}

async function repeat(work: () => Promise<unknown>, count: number): Promise<void> {
  let left = count
  const client = async () => {
    while (left-- > 0) await work()
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
}

/** CPU time of each process per unit of work. */
async function measure(work: () => Promise<unknown>, count: number): Promise<Record<string, number>> {
  await settle()
  const before = cpuTimes()
  await repeat(work, count)
  await settle()
  const after = cpuTimes()
  return Object.fromEntries(Object.entries(after).map(([name, ms]) => [name, (ms - (before[name] ?? 0)) / count]))
}

/** Until the jobs of the orders have run: nothing uses the processor any more. */
async function settle(): Promise<void> {
  const sum = () => Object.values(cpuTimes()).reduce((total, ms) => total + ms, 0)
  for (let last = sum(), quiet = 0; quiet < 3; ) {
    await sleep(1000)
    const next = sum()
    quiet = next - last < 100 ? quiet + 1 : 0
    last = next
  }
}

function cpuTimes(): Record<string, number> {
  const databases = Object.entries(server.databasePids()).map(([name, pid]) => [name, cpuTimeWithChildren(pid)])
  return {
    Node: cpuTimeOf(server.pid()),
    ...Object.fromEntries(databases),
    ...(redisPid && { Redis: cpuTimeOf(redisPid) }),
  }
}

async function pidOfRedis(url: string): Promise<number> {
  const redis = connectRedis(url)
  await once(redis, 'ready')
  const pid = Number(/process_id:(\d+)/.exec(await redis.info('server'))?.[1])
  redis.disconnect()
  return pid
}
