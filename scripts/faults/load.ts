import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Installation } from './installation.ts'

/** Everything the server has acknowledged; none of it may be lost. */
export interface Acknowledged {
  carts: string[]
  orders: string[]
  /** Checkouts whose payment the bank confirms some seconds later: a job creates the order. */
  pending: string[]
  /** Checkouts whose payment result is still unknown: a job asks the bank every minute. */
  unsettled: string[]
}

export interface Load {
  acknowledged: Acknowledged
  /** Number of responses per status; `0` means no response. */
  statuses: Map<number, number>
  /** Waits until `count` more requests have been acknowledged. */
  waitForMore(count: number): Promise<void>
  stop(): Promise<void>
}

const BUYERS = 4
const PAUSE_MS = 150
const RETRY_MS = 1000
const MORE_LIMIT_MS = 120_000

interface LoadResponse {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: the response body is untyped
  body: any
}

/**
 * Buyers who fill carts and pay, at once or later, and retry with the same idempotency key until they get a response.
 */
export async function startLoad(installation: Installation): Promise<Load> {
  const { url, workspaceId } = installation
  const variantId = await addProduct(installation)
  const acknowledged: Acknowledged = { carts: [], orders: [], pending: [], unsettled: [] }
  const statuses = new Map<number, number>()
  let visitors = 0
  let isStopping = false

  async function post(path: string, body: object): Promise<LoadResponse | undefined> {
    visitors += 1
    const headers = {
      'content-type': 'application/json',
      'x-workspace-id': workspaceId,
      'x-forwarded-for': `10.${(visitors >> 16) & 255}.${(visitors >> 8) & 255}.${visitors & 255}`,
      'idempotency-key': randomUUID(),
    }
    for (let waitMs = RETRY_MS; !isStopping; waitMs *= 2) {
      const signal = AbortSignal.timeout(30_000)
      const result = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body), signal })
        .then(async (response) => ({ status: response.status, body: await response.json() }))
        .catch(() => ({ status: 0, body: undefined }))
      statuses.set(result.status, (statuses.get(result.status) ?? 0) + 1)
      // A visitor has five checkout attempts, then stops.
      if (result.status === 429) return undefined
      if (result.status > 0 && result.status < 500 && result.status !== 409) return result
      for (const overMs = Date.now() + waitMs; Date.now() < overMs && !isStopping; ) await sleep(100)
    }
    return undefined
  }

  async function buy(turn: number): Promise<void> {
    const items = [{ variantId, quantity: 1 }]
    const cart = await post('/v1/carts', { items, email: `${randomUUID()}@example.com` })
    if (!cart) return
    if (cart.status !== 201) throw new Error(`/v1/carts: ${JSON.stringify(cart)}`)
    acknowledged.carts.push(cart.body.id)
    if (turn % 3 === 0) return
    const paymentMethod = turn % 3 === 1 ? 'pm_card_visa' : 'pm_card_late_success'
    const paid = await post('/v1/checkout/card', { cartId: cart.body.id, paymentMethod })
    if (!paid) return
    if (paid.status >= 300) throw new Error(`/v1/checkout/card: ${JSON.stringify(paid)}`)
    if (paid.body.order) acknowledged.orders.push(paid.body.order.id)
    else if (paid.body.payment.status === 'processing') acknowledged.pending.push(paid.body.id)
    else acknowledged.unsettled.push(paid.body.id)
  }

  let failure: unknown
  const buyers = Array.from({ length: BUYERS }, async (_, first) => {
    for (let turn = first; !isStopping; turn++) {
      await buy(turn)
      await sleep(PAUSE_MS)
    }
  }).map((buyer) =>
    buyer.catch((error: unknown) => {
      failure = error
    }),
  )
  const count = () => acknowledged.carts.length + acknowledged.orders.length + acknowledged.pending.length
  return {
    acknowledged,
    statuses,
    async waitForMore(additional) {
      const enough = count() + additional
      for (const giveUp = Date.now() + MORE_LIMIT_MS; count() < enough; await sleep(50)) {
        if (failure) throw failure
        installation.assertRunning()
        if (Date.now() > giveUp) throw new Error(`Nothing more was acknowledged for ${MORE_LIMIT_MS / 1000} s`)
      }
    },
    async stop() {
      isStopping = true
      await Promise.all(buyers)
      if (failure) throw failure
    },
  }
}

async function addProduct({ url, liveKey }: Installation): Promise<string> {
  const headers = { authorization: `Bearer ${liveKey}`, 'content-type': 'application/json' }
  const prices = [{ price: { amount: 1999, currency: 'EUR' } }]
  const variants = [{ sku: `FAULT-${randomUUID()}`, prices, trackStock: false, requiresShipping: false }]
  const body = JSON.stringify({ title: 'Fault', status: 'active', variants })
  const response = await fetch(`${url}/v1/catalog/products`, { method: 'POST', headers, body })
  const product = await response.json()
  if (!response.ok) throw new Error(`/v1/catalog/products: ${JSON.stringify(product)}`)
  return product.variants[0].id
}
