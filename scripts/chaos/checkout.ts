import { setTimeout as sleep } from 'node:timers/promises'
import { checkInvariants, readBooks, type Victim } from './books.ts'
import { buyOnce, type CheckoutOutcome, type Shop } from './buyer.ts'
import { openKillableServer } from './killable-server.ts'

const KILLS = Number(process.env.KILLS ?? 40)
const CHECKOUTS = Number(process.env.CHECKOUTS ?? 2000)
const BUYERS = Number(process.env.BUYERS ?? 16)
/** Enough for all checkouts. */
const STOCK = 2 * CHECKOUTS
/** Few, so that many checkouts spend the same balance at once. */
const MEMBERS = 12

/**
 * Kills server and database repeatedly during checkouts and refunds; with `CITUS_URL`, server and nodes of the cluster.
 * Afterwards stock, payments, orders, points and store credit must be consistent.
 */
export async function runCheckoutChaos(): Promise<boolean> {
  const victim = await openKillableServer()
  try {
    await victim.start()
    const shop = await seedShop(victim)
    const outcomes: CheckoutOutcome[] = []
    let started = 0
    const buyers = Promise.all(
      Array.from({ length: BUYERS }, async () => {
        while (started++ < CHECKOUTS) outcomes.push(await buyOnce(shop))
      }),
    )
    let failure: unknown
    // Otherwise the process would end here and leave the server behind.
    buyers.catch((error) => {
      failure = error
    })
    const kills: Record<string, number> = {}
    for (let kill = 1; kill <= KILLS; kill++) {
      const threshold = Math.floor((CHECKOUTS * kill) / (KILLS + 1))
      while (outcomes.length < threshold && !failure) await sleep(5)
      if (failure) throw failure
      await sleep(Math.random() * 100)
      const target = victim.targets[(kill - 1) % victim.targets.length] as string
      await victim.kill(target)
      kills[target] = (kills[target] ?? 0) + 1
      process.stdout.write(`\r${kill} of ${KILLS} kills, ${outcomes.length} of ${CHECKOUTS} checkouts completed`)
    }
    await buyers
    await victim.stop()
    console.log('')
    return await report(victim, shop, outcomes, kills)
  } finally {
    await victim.stop()
    await victim.clean()
  }
}

async function seedShop({ url, bootstrap }: Victim): Promise<Shop> {
  const { workspaceId, liveKey } = bootstrap()
  const send = async (method: string, path: string, body: object) => {
    const headers = { authorization: `Bearer ${liveKey}`, 'content-type': 'application/json' }
    const response = await fetch(url + path, { method, headers, body: JSON.stringify(body) })
    const result = await response.json()
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(result)}`)
    return result as { id: string; variants: { id: string }[] }
  }
  const post = (path: string, body: object) => send('POST', path, body)
  const prices = [{ price: { amount: 1999, currency: 'EUR' } }]
  const variants = [{ sku: 'CHAOS', prices, trackStock: true, requiresShipping: false }]
  const product = await post('/v1/catalog/products', { title: 'Chaos', status: 'active', variants })
  const variantId = product.variants[0]?.id ?? ''
  await post('/v1/inventory/adjustments', { reason: 'received', changes: [{ variantId, onHandChange: STOCK }] })
  const benefit = { kind: 'percentage', target: 'order', percentage: 10 }
  const promotion = await post('/v1/promotions', { title: 'Chaos', trigger: 'code', benefit, usageLimit: CHECKOUTS })
  await post(`/v1/promotions/${promotion.id}/codes`, { codes: ['CHAOS'] })
  await send('PUT', '/v1/loyalty/program', {
    name: 'Chaos',
    active: true,
    minPoints: 100,
    pointValues: [{ currency: 'EUR', points: 1, amount: 1 }],
    earning: [{ currency: 'EUR', points: 1, amount: 10 }],
    pendingDays: 0,
  })
  const members: Shop['members'] = []
  for (let n = 0; n < MEMBERS; n++) {
    const email = `member${n}@example.com`
    const { id } = await post('/v1/customers', { name: `Member ${n}`, emails: [{ address: email }] })
    await post(`/v1/loyalty/accounts/${id}/entries`, { points: 5000, reason: 'Chaos' })
    await post(`/v1/customers/${id}/store-credit`, { amount: { amount: 10_000, currency: 'EUR' }, reason: 'Chaos' })
    members.push({ id, email })
  }
  return { url, workspaceId, liveKey, variantId, code: 'CHAOS', members }
}

async function report(victim: Victim, shop: Shop, outcomes: CheckoutOutcome[], kills: object): Promise<boolean> {
  const books = await readBooks(victim, shop)
  const lost = outcomes.filter(({ orderId }) => orderId !== undefined && !books.orderIds.has(orderId)).length
  const count = (outcome: CheckoutOutcome['outcome']) => outcomes.filter((one) => one.outcome === outcome).length
  const outcomeCounts = {
    ordered: count('ordered'),
    declined: count('declined'),
    left: count('left'),
    refused: count('refused'),
  }
  console.table([{ checkouts: outcomes.length, ...kills, ...outcomeCounts, 'in doubt at the end': books.pendingCount }])
  const codes = [...new Set(outcomes.flatMap(({ code }) => code ?? []))]
  console.table(Object.fromEntries(codes.map((code) => [code, outcomes.filter((one) => one.code === code).length])))
  console.table(books.totals)
  const { drift: _, unbalanced: __, ...audit } = books.audit
  console.table(audit)
  return checkInvariants(books, STOCK, lost)
}
