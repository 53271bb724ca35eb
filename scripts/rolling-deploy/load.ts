import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Bootstrap } from './installation.ts'

const CLIENTS = 6
const SORTS = ['newest', 'title', 'price', '-price', 'best_selling']
const ADDRESS = {
  name: 'Ada Lovelace',
  line1: 'Unter den Linden 1',
  city: 'Berlin',
  postalCode: '10117',
  country: 'DE',
}

export interface Load {
  failures: string[]
  /** Of checkouts that succeeded. */
  orderIds: string[]
  product: SoldProduct
  /** What happened since the last summary. */
  summary(): string
  doneCount(): number
  slowest(): SlowestRequest
  /** Of requests so far: what prepares a test may slow them down. */
  resetTimes(): void
  /** Staff archive these products and activate them again, until the end. */
  changeProducts(ids: string[]): void
  waitForMore(count: number): Promise<void>
  stop(): Promise<void>
}

interface SlowestRequest {
  ms: number
  name: string
}

interface SoldProduct {
  id: string
  handle: string
  variants: { id: string }[]
}

interface Cart {
  id: string
  shipping: { options: { service: string }[] | null }
}

/** Visitors that read the catalog, fill carts and check out, each from an address of its own. */
export async function startLoad(url: string, { workspaceId, liveKey }: Bootstrap): Promise<Load> {
  const failures: string[] = []
  const orderIds: string[] = []
  let done = 0
  let slowest: SlowestRequest = { ms: 0, name: 'none' }
  let recentSlowestMs = 0
  let isStopped = false

  async function send<Result>(
    caller: Record<string, string>,
    method: string,
    path: string,
    body?: object,
  ): Promise<Result | undefined> {
    const headers = { ...caller, ...(body && { 'content-type': 'application/json' }) }
    const startedAt = performance.now()
    try {
      const response = await fetch(url + path, { method, headers, body: body ? JSON.stringify(body) : null })
      const text = await response.text()
      const ms = performance.now() - startedAt
      recentSlowestMs = Math.max(recentSlowestMs, ms)
      if (ms > slowest.ms) slowest = { ms, name: `${method} ${path}` }
      if (!response.ok) failures.push(`${method} ${path}: ${response.status} ${text.slice(0, 200)}`)
      else done += 1
      return response.ok ? (JSON.parse(text) as Result) : undefined
    } catch (error) {
      failures.push(`${method} ${path}: ${String((error as Error).cause ?? error)}`)
      return undefined
    }
  }
  const staff = { authorization: `Bearer ${liveKey}` }
  const product = await send<SoldProduct>(staff, 'POST', '/v1/catalog/products', {
    title: 'Sold during the upgrade',
    status: 'active',
    variants: [
      {
        trackStock: false,
        prices: [{ price: { amount: 1999, currency: 'EUR' } }, { price: { amount: 2199, currency: 'USD' } }],
      },
    ],
  })
  if (!product) throw new Error(failures.join('\n'))
  const items = [{ variantId: product.variants[0]?.id, quantity: 1 }]

  async function visit(): Promise<void> {
    const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`
    const visitor = { 'x-workspace-id': workspaceId, 'x-forwarded-for': address }
    await send(visitor, 'GET', `/v1/products?limit=${randomInt(1, 50)}&sort=${SORTS[randomInt(SORTS.length)]}`)
    const created = await send<Cart>(visitor, 'POST', '/v1/carts', { items })
    if (!created) return
    const path = `/v1/carts/${created.id}`
    await send(visitor, 'GET', path)
    const buyer = { email: `${created.id}@example.com`, shippingAddress: ADDRESS }
    const addressed = await send<Cart>(visitor, 'PATCH', path, buyer)
    if (!addressed) return
    await send(visitor, 'PATCH', path, { shipping: { service: addressed.shipping.options?.[0]?.service } })
    const payment = { cartId: created.id, paymentMethod: 'pm_card_visa' }
    const paid = await send<{ order: { id: string } | null }>(visitor, 'POST', '/v1/checkout/card', payment)
    if (paid?.order) orderIds.push(paid.order.id)
    else if (paid) failures.push(`POST /v1/checkout/card: no order for ${created.id}`)
  }
  async function changeStatus(ids: string[]): Promise<void> {
    for (let turn = 0; !isStopped; turn++) {
      const status = Math.floor(turn / ids.length) % 2 === 0 ? 'archived' : 'active'
      await send(staff, 'PATCH', `/v1/catalog/products/${ids[turn % ids.length]}`, { status })
      await sleep(20)
    }
  }
  const work = Array.from({ length: CLIENTS }, async () => {
    for (; !isStopped; await sleep(20)) await visit()
  })
  return {
    failures,
    orderIds,
    product,
    summary() {
      const recent = Math.round(recentSlowestMs)
      recentSlowestMs = 0
      return `${done} requests succeeded, ${failures.length} failed. The slowest took ${recent} ms.`
    },
    doneCount: () => done,
    slowest: () => slowest,
    resetTimes() {
      slowest = { ms: 0, name: 'none' }
      recentSlowestMs = 0
    },
    changeProducts(ids) {
      work.push(changeStatus(ids))
    },
    async waitForMore(count) {
      for (const target = done + count; done < target && failures.length < 100; ) await sleep(20)
    },
    async stop() {
      isStopped = true
      await Promise.all(work)
    },
  }
}
