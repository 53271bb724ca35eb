import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Shop {
  url: string
  workspaceId: string
  liveKey: string
  variantId: string
  code: string
  /** Customers who have points and store credit. */
  members: { id: string; email: string }[]
}

/** The final outcome as the buyer saw it. */
export interface CheckoutOutcome {
  cartId: string
  outcome: 'ordered' | 'declined' | 'left' | 'refused'
  orderId?: string
  /** Why the checkout did not succeed. */
  code?: string
}

interface ApiResponse {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: the response body is untyped
  body: any
}

/** Longer than a visitor waits who has checked out five times in five minutes; requests rejected by a dead server do not count. */
const TIMEOUT_MS = 480_000
const WAIT_MS = 1000
/** Those that a server answers without its database do: they need patience. */
const WAIT_AFTER_ERROR_MS = 5000
let requestCount = 0

/** As a visitor from an address of their own. */
function postAsVisitor(shop: Shop, path: string, body: object): Promise<ApiResponse> {
  requestCount += 1
  const address = `10.${(requestCount >> 16) & 255}.${(requestCount >> 8) & 255}.${requestCount & 255}`
  return postWithRetry(shop, path, body, { 'x-workspace-id': shop.workspaceId, 'x-forwarded-for': address })
}

/** As the shop's server. */
const postWithKey = (shop: Shop, path: string, body: object): Promise<ApiResponse> =>
  postWithRetry(shop, path, body, { authorization: `Bearer ${shop.liveKey}` })

/** Retries with the same idempotency key until the server responds: any number of retries must be safe. */
async function postWithRetry(
  shop: Shop,
  path: string,
  body: object,
  caller: Record<string, string>,
): Promise<ApiResponse> {
  const headers = { ...caller, 'content-type': 'application/json', 'idempotency-key': randomUUID() }
  const giveUp = Date.now() + TIMEOUT_MS
  let waitMs = WAIT_MS
  let last = 'none'
  for (let attempt = 1; Date.now() < giveUp; await sleep(waitMs * attempt * (0.5 + Math.random()))) {
    attempt += 1
    waitMs = WAIT_MS
    try {
      const response = await fetch(shop.url + path, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(20_000),
      })
      const result = { status: response.status, body: JSON.parse(await response.text()) }
      const code = result.body.error?.code
      const isInProgress = code === 'idempotency_key_in_use' || code === 'checkout_in_progress'
      if (response.status < 500 && response.status !== 429 && !isInProgress) return result
      if (response.status >= 500) waitMs = WAIT_AFTER_ERROR_MS
      last = `${response.status} ${code}`
    } catch {
      // The server is down, or died in the middle of a response.
    }
  }
  throw new Error(`No response to ${path} for ${TIMEOUT_MS / 1000} s, the last one was ${last}`)
}

const METHODS = ['pm_card_visa', 'pm_card_visa', 'pm_card_visa', 'pm_card_visa', 'pm_card_timeout', 'pm_card_declined']
const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T

/**
 * One purchase: paid at once or by a payment intent; some are declined, some abandoned. Members pay with points and store
 * credit as far as these go, and some get part of it back.
 */
export async function buyOnce(shop: Shop): Promise<CheckoutOutcome> {
  const items = [{ variantId: shop.variantId, quantity: 1 + Math.floor(Math.random() * 2) }]
  const codes = Math.random() < 0.3 ? [shop.code] : []
  if (Math.random() < 0.6) {
    const visitor = { items, codes, email: `${randomUUID()}@example.com` }
    return checkOut(shop, (await postAsVisitor(shop, '/v1/carts', visitor)).body.id)
  }
  const { id, email } = pick(shop.members)
  const cart = { items, codes, customer: { id }, email, ...pick(STORED_VALUE) }
  const outcome = await checkOut(shop, (await postWithKey(shop, '/v1/carts', cart)).body.id)
  if (outcome.outcome === 'ordered' && Math.random() < 0.3) await refundPart(shop, outcome.orderId as string)
  return outcome
}

const STORED_VALUE = [
  { points: { requested: 700 } },
  { storeCredit: {} },
  { points: { requested: 300 }, storeCredit: {} },
  {},
]

async function refundPart(shop: Shop, orderId: string): Promise<void> {
  const amount = { amount: 500 + Math.floor(Math.random() * 500), currency: 'EUR' }
  const { status, body } = await postWithKey(shop, `/v1/orders/${orderId}/refunds`, { amount })
  if (status >= 300) throw new Error(`The refund failed: ${JSON.stringify(body)}`)
}

async function checkOut(shop: Shop, cartId: string): Promise<CheckoutOutcome> {
  if (Math.random() < 0.6) {
    const card = { cartId, paymentMethod: pick(METHODS) }
    return toOutcome(cartId, await postAsVisitor(shop, '/v1/checkout/card', card))
  }
  const opened = await postAsVisitor(shop, '/v1/checkout/intent', { cartId })
  if (opened.status !== 201) return toOutcome(cartId, opened)
  const { id } = opened.body
  const chance = Math.random()
  if (chance < 0.15) return { cartId, outcome: 'left' }
  if (chance < 0.25) await postAsVisitor(shop, `/v1/checkout/${id}/cancel`, {})
  return toOutcome(cartId, await postAsVisitor(shop, `/v1/checkout/${id}/confirm`, { paymentMethod: pick(METHODS) }))
}

function toOutcome(cartId: string, { status, body }: ApiResponse): CheckoutOutcome {
  if (status < 300) {
    return body.order ? { cartId, outcome: 'ordered', orderId: body.order.id } : { cartId, outcome: 'left' }
  }
  const { code } = body.error
  return { cartId, outcome: code === 'payment_declined' ? 'declined' : 'refused', code }
}
