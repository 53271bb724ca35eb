import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { type CheckoutShop, createReadyCart, getStockLevel, openCheckoutShop } from '../../../test/checkout-shop.ts'
import { openExtraServers } from '../../../test/extra-servers.ts'
import type { ApiClient, ApiResponse } from '../../../test/open-shop.ts'
import { addCodes, addPromotion, findUsageDrift } from '../../../test/sample-promotions.ts'

async function inTurn<T>(count: number, width: number, work: (n: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  let next = 0
  const worker = async () => {
    while (next < count) {
      const n = next++
      results[n] = await work(n)
    }
  }
  await Promise.all(Array.from({ length: width }, worker))
  return results
}

/**
 * Buys like a storefront, with one key for all attempts. On a busy machine some requests get no connection in time,
 * before or during the order: 503 asks for a retry, which returns the outcome of the first attempt.
 */
async function buyPatiently(storefront: ApiClient | undefined, cartId: string): Promise<ApiResponse> {
  const body = { cartId, paymentMethod: 'pm_card_visa' }
  for (;;) {
    const response = await (storefront as ApiClient).post('/v1/checkout/card', body, { 'idempotency-key': cartId })
    const isUnderWay = response.body.error?.code === 'idempotency_key_in_use'
    if (response.status !== 503 && !isUnderWay) return response
    await sleep(Number(response.headers.get('retry-after')) * 1000)
  }
}

const capturedPayments = async ({ server, live }: CheckoutShop) =>
  (
    await server.db.pool.query(
      "select count(*)::integer as count, coalesce(sum(captured - refunded), 0)::integer as net from simulated_payments where environment_id = $1 and status = 'paid'",
      [live.environmentId],
    )
  ).rows[0]

/** After all concurrent requests, payments, stock and orders agree. */
async function expectSold(shop: CheckoutShop, sold: number, each: number): Promise<void> {
  expect(await capturedPayments(shop)).toEqual({ count: sold, net: sold * each })
  const orders: { number: number; payments: { captured: { amount: number } }[] }[] = []
  for (let cursor = ''; ; ) {
    const { body } = await shop.api.get(`/v1/orders?limit=100${cursor}`)
    orders.push(...body.data)
    if (body.nextCursor === null) break
    cursor = `&cursor=${body.nextCursor}`
  }
  expect(orders).toHaveLength(sold)
  expect(new Set(orders.map(({ number }) => number)).size).toBe(sold)
  expect((await shop.api.get('/v1/inventory/audit')).body).toMatchObject({ driftCount: 0 })
  expect((await getStockLevel(shop)).reserved).toBe(0)
}

describe('concurrent buyers', () => {
  it.each([1, 3])('500 for 10 mugs on %i servers: 10 orders, 490 rejections, 10 charges', async (count) => {
    const shop = await openCheckoutShop({ onHand: 10, isolated: true })
    const sellers = await openExtraServers(shop, count)
    const carts = await inTurn(500, 20, async () => (await createReadyCart(shop)).id)
    const responses = await Promise.all(carts.map((id, n) => buyPatiently(sellers[n % count], id)))
    const outcomes = responses.map(({ status, body }) => `${status} ${body.error?.code ?? body.status}`).sort()
    expect(outcomes).toEqual([...Array(10).fill('201 completed'), ...Array(490).fill('422 out_of_stock')])
    expect(await getStockLevel(shop)).toMatchObject({ onHand: 0, available: 0 })
    await expectSold(shop, 10, 2989)
  })

  it('200 with a code that has 10 uses left, on 3 servers: exactly 10 orders use it', async () => {
    const shop = await openCheckoutShop({ onHand: 500, isolated: true })
    const sellers = await openExtraServers(shop, 3)
    const { id } = await addPromotion(shop.api)
    await addCodes(shop.api, id, { codes: ['TEN'], usageLimit: 10 })
    const carts = await inTurn(200, 20, async () => (await createReadyCart(shop, { codes: ['TEN'] })).id)
    const responses = await Promise.all(carts.map((id, n) => buyPatiently(sellers[n % 3], id)))
    const sold = responses.filter(({ status }) => status === 201)
    expect(sold.map(({ body }) => body.totals.discount.amount)).toEqual(Array(10).fill(250))
    // A buyer who read the cart after the last use gets the higher price instead.
    const codes = new Set(responses.flatMap(({ body }) => body.error?.code ?? []))
    expect([...codes].every((code) => code === 'promotion_exhausted' || code === 'cart_changed')).toBe(true)
    expect((await shop.api.get(`/v1/promotions/${id}`)).body.usageCount).toBe(10)
    expect(await findUsageDrift(shop)).toEqual([])
  })
})
