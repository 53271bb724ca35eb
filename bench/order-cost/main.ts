// Measures what an order costs: `npm run bench:order-cost`. Set ORDERS and ROUNDS to override. Linux only.
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { openKillableServer } from '../../scripts/chaos/killable-server.ts'
import { median } from '../kit/statistics.ts'

const ORDERS = Number(process.env.ORDERS ?? 400)
const ROUNDS = Number(process.env.ROUNDS ?? 3)
const BUYERS = 8
/** Until the JIT has compiled what an order uses, and each connection has planned its statements. */
const WARM_UP_ORDERS = 600
const PRODUCTS = 20
const MS_PER_TICK = 10

const server = await openKillableServer()
await server.start()
const { workspaceId, liveKey } = server.bootstrap()
let buyerCount = 0

try {
  await stockProducts()
  // Without the memory that creating the demo shop took.
  await server.stop()
  await server.start()
  await buyMany(WARM_UP_ORDERS)
  const rounds: { node: number; postgres: number }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    await settle()
    const before = cpuTimes()
    await buyMany(ORDERS)
    await settle()
    const after = cpuTimes()
    rounds.push({ node: (after.node - before.node) / ORDERS, postgres: (after.postgres - before.postgres) / ORDERS })
  }
  console.log(
    `\nAn order in seven requests, with its events, emails and other jobs; CPU time, ${ROUNDS} rounds of ${ORDERS}:`,
  )
  console.table([
    { process: 'PostgreSQL', 'ms per order': median(rounds.map(({ postgres }) => postgres)).toFixed(2) },
    { process: 'Node', 'ms per order': median(rounds.map(({ node }) => node)).toFixed(2) },
  ])
  console.log(`Memory of the server: at most ${peakMemoryOf(server.pid())} MB`)
} finally {
  await server.stop()
  server.clean()
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

/** Finds a product, fills a cart, chooses shipping, pays. */
async function buy(): Promise<void> {
  buyerCount += 1
  const number = buyerCount
  const ip = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
  const visitor = { 'x-workspace-id': workspaceId, 'x-forwarded-for': ip }
  const { data } = await send(visitor, 'GET', '/v1/products?vendor=Bench&limit=20')
  const chosen = data[number % data.length]
  const product = await send(visitor, 'GET', `/v1/products/${chosen.handle}`)
  const variant = product.variants.find(({ available }: { available: boolean }) => available)
  const { id } = await send(visitor, 'POST', '/v1/carts', {})
  await send(visitor, 'POST', `/v1/carts/${id}/items`, { variantId: variant.id })
  const shippingAddress = {
    name: 'Ada Lovelace',
    line1: 'Unter den Linden 1',
    city: 'Berlin',
    postalCode: '10117',
    country: 'DE',
  }
  const cart = await send(visitor, 'PATCH', `/v1/carts/${id}`, {
    email: `ada${number}@example.com`,
    shippingAddress,
  })
  const [rate] = cart.shipping.options ?? []
  await send(visitor, 'PATCH', `/v1/carts/${id}`, { shipping: { service: rate.service } })
  await send(visitor, 'POST', '/v1/checkout/card', { cartId: id, paymentMethod: 'pm_card_visa' })
}

async function buyMany(count: number): Promise<void> {
  let left = count
  const buyer = async () => {
    while (left-- > 0) await buy()
  }
  await Promise.all(Array.from({ length: BUYERS }, buyer))
}

/** Until the jobs of the orders have run: nothing uses the processor any more. */
async function settle(): Promise<void> {
  for (let last = cpuTimes(), quiet = 0; quiet < 3; ) {
    await sleep(1000)
    const next = cpuTimes()
    quiet = next.node + next.postgres - last.node - last.postgres < 100 ? quiet + 1 : 0
    last = next
  }
}

function cpuTimes(): { node: number; postgres: number } {
  const postmaster = server.databasePid()
  const children = processes().filter((pid) => statOf(pid)?.parent === postmaster)
  const postgres = [postmaster, ...children].reduce((sum, pid) => sum + (statOf(pid)?.ms ?? 0), 0)
  // Connections that were closed count with their parent.
  return { node: statOf(server.pid())?.ms ?? 0, postgres: postgres + (statOf(postmaster)?.childrenMs ?? 0) }
}

function processes(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
}

function statOf(pid: number): { parent: number; ms: number; childrenMs: number } | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').map(Number) ?? []
    const [user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = fields.slice(11, 15)
    return {
      parent: fields[1] ?? 0,
      ms: (user + system) * MS_PER_TICK,
      childrenMs: (childrenUser + childrenSystem) * MS_PER_TICK,
    }
  } catch {
    return undefined
  }
}

function peakMemoryOf(pid: number): number {
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024)
}
