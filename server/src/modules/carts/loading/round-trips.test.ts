import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { describe, expect, it } from 'vitest'
import { type CartShop, openCart, openIsolatedCartShop } from '../../../../test/cart-shop.ts'
import { fastClock } from '../../../../test/fast-clock.ts'
import { openServer } from '../../../../test/open-server.ts'
import { type ApiResponse, createApiClient } from '../../../../test/open-shop.ts'
import { recordQueries } from '../../../../test/query-recorder.ts'
import { addCustomer } from '../../../../test/sample-customers.ts'
import { issueCard } from '../../../../test/sample-gift-cards.ts'
import { createProgram, grantPoints } from '../../../../test/sample-points.ts'
import { addCodes, addPromotion } from '../../../../test/sample-promotions.ts'
import type { Database } from '../../../db/database.ts'

/** No other server revokes keys. */
const SINGLE_SERVER_LOCK = { epoch: () => 1, previousLeaseExpired: async () => {}, isHeld: async () => true }

/** Opens connections up front: a query that waits for a connection can't run in parallel with another. */
const openConnections = async ({ pool, genericPlanPool }: Database) => {
  const pools = [pool, genericPlanPool].flatMap((one) => Array(4).fill(one))
  await Promise.all(pools.map((one: pg.Pool) => one.query('select pg_sleep(0.1)')))
}

/** A shop with a cart; its server caches API keys if it is the only one. */
async function openCounted({ isSingleServer = false } = {}) {
  const shop = await openIsolatedCartShop(isSingleServer ? { lock: SINGLE_SERVER_LOCK } : {})
  const { id: promotionId } = await addPromotion(shop.api)
  await addCodes(shop.api, promotionId, { codes: ['TEN'] })
  const { roundTrips, queries, clear } = recordQueries(shop.server.db)
  const path = `/v1/carts/${(await openCart(shop)).id}`
  await openConnections(shop.server.db)
  /** Counts the round trips of one successful request. */
  const counted = async (work: () => Promise<ApiResponse>) => {
    clear()
    const { status, body } = await work()
    expect([status === 200 || status === 201, body.error]).toEqual([true, undefined])
    return roundTrips()
  }
  return { shop, path, counted, queries, clear, roundTrips }
}

/** The SDK sends this with every POST. */
const retryable = () => ({ 'idempotency-key': randomUUID() })

/** Changes rules and variants so that no server has them cached. */
async function invalidateCaches({ api, productId }: CartShop) {
  await api.patch(`/v1/catalog/products/${productId}`, { title: `Shirt ${randomUUID()}` })
  await addPromotion(api, { trigger: 'automatic' })
}

describe('round trips of a cart change', () => {
  it('takes two with cached rules and variants, whatever changes', async () => {
    const { shop, path, counted } = await openCounted()
    const card = await issueCard(shop)
    const itemId = (await shop.storefront.post(`${path}/items`, { variantId: shop.small })).body.items[0].id
    await shop.storefront.post(`${path}/items`, { variantId: shop.medium })
    const changes: (() => Promise<ApiResponse>)[] = [
      () => shop.storefront.post('/v1/carts', { items: [{ sku: 'SHIRT-S' }], codes: ['ten', card.code] }),
      () => shop.storefront.post(`${path}/items`, { items: [{ sku: 'SHIRT-S' }, { sku: 'SHIRT-M' }] }),
      () => shop.storefront.post('/v1/carts', { items: [{ sku: 'SHIRT-S' }], codes: ['ten', card.code] }, retryable()),
      () => shop.storefront.post(`${path}/items`, { sku: 'SHIRT-S' }, retryable()),
      () => shop.storefront.send('PUT', `${path}/items/${itemId}`, { quantity: 7 }),
      () => shop.storefront.post(`${path}/promotions`, { code: 'ten' }),
      () => shop.storefront.post(`${path}/promotions`, { code: card.code }, retryable()),
      () => shop.storefront.patch(path, { email: 'ada@example.com', shippingAddress: { country: 'AT' } }),
      () => shop.storefront.send('DELETE', `${path}/items/${itemId}`),
      () => shop.storefront.send('DELETE', `${path}/promotions`),
    ]
    for (const change of changes) expect(await counted(change)).toBe(2)
  })

  it('takes three when rules, variants or both are not cached, and two afterwards', async () => {
    const { shop, path, counted } = await openCounted()
    const add = () => shop.storefront.post(`${path}/items`, { variantId: shop.medium })
    const twice = async () => [await counted(add), await counted(add)]
    // Nobody has requested this one yet.
    expect(await twice()).toEqual([3, 2])
    await addPromotion(shop.api, { trigger: 'automatic' })
    expect(await twice()).toEqual([3, 2])
    await shop.api.patch(`/v1/catalog/products/${shop.productId}`, { title: 'Another shirt' })
    expect(await twice()).toEqual([3, 2])
    await invalidateCaches(shop)
    const once = () => shop.storefront.post(`${path}/items`, { variantId: shop.medium }, retryable())
    expect([await counted(once), await counted(once)]).toEqual([3, 2])
    expect((await add()).body.items[0].title).toMatch(/^Shirt /)
  })

  it('takes three when the caller must be looked up, even if nothing is cached', async () => {
    const { shop, path, counted } = await openCounted()
    await createProgram(shop)
    const ada = await addCustomer(shop)
    await grantPoints(shop, ada, 500)
    const changes: (() => Promise<ApiResponse>)[] = [
      () => shop.api.patch(path, { customer: { id: ada }, points: { requested: 100 } }),
      () => shop.api.post(`${path}/items`, { sku: 'SHIRT-M' }),
      () => shop.api.post(`${path}/items`, { variantId: shop.small }, retryable()),
      () => shop.api.post('/v1/carts', { items: [{ sku: 'SHIRT-S' }], codes: ['ten'] }, retryable()),
      () => shop.api.send('DELETE', `${path}/promotions`),
    ]
    for (const change of changes) {
      expect(await counted(change)).toBe(3)
      await invalidateCaches(shop)
      expect(await counted(change)).toBe(3)
    }
  })

  it('does not wait for a prefetch it turns out not to need', async () => {
    const { shop, path } = await openCounted()
    const add = () => shop.api.post(`${path}/items`, { sku: 'SHIRT-S' })
    await add()
    const blocker = await shop.server.db.pool.connect()
    await blocker.query('begin; lock table tax_regions in access exclusive mode')
    const { status } = await add()
    await blocker.query('rollback')
    blocker.release()
    expect(status).toBe(200)
  })

  it('takes three for each of many concurrent unknown callers, and only one reads the rules', async () => {
    const { shop, queries, clear } = await openCounted()
    const carts = await Promise.all(Array.from({ length: 30 }, () => openCart(shop)))
    await invalidateCaches(shop)
    clear()
    await Promise.all(carts.map(({ id }) => shop.api.post(`/v1/carts/${id}/items`, { sku: 'SHIRT-S' })))
    expect(queries()).toHaveLength(30 * 4)
    // Each query passes the version it knows; the first doesn't know the newest one.
    const versions = queries().flatMap(({ text, values: [, isVariantsOnly, version] }) =>
      text.includes('tax_regions') && isVariantsOnly === false ? [version] : [],
    )
    expect(versions.filter((version) => version !== versions.at(-1)).length).toBeLessThanOrEqual(1)
  })

  it('takes three for the first visitor of another server in the same process: servers share no cache', async () => {
    const { shop, path } = await openCounted()
    await shop.storefront.post(`${path}/items`, { items: [{ sku: 'SHIRT-S' }, { sku: 'SHIRT-M' }] })
    const server = await openServer({ connection: shop.server.connection, limitClock: fastClock() })
    await openConnections(server.db)
    const { roundTrips } = recordQueries(server.db)
    const visitor = createApiClient(server.url, { 'x-workspace-id': shop.live.workspaceId })
    const { status } = await visitor.post(`${path}/items`, { sku: 'SHIRT-S' }, retryable())
    expect([status, roundTrips()]).toEqual([200, 3])
  })

  it('takes two with a key that the only server has cached', async () => {
    const { shop, path, counted } = await openCounted({ isSingleServer: true })
    await shop.api.post(`${path}/items`, { sku: 'SHIRT-S' })
    expect(await counted(() => shop.api.post(`${path}/items`, { sku: 'SHIRT-S' }, retryable()))).toBe(2)
  })

  it('takes one for a retry, and one more to store a rejection', async () => {
    const { shop, path, clear, roundTrips } = await openCounted()
    const send = async (body: object, headers: Record<string, string>) => {
      clear()
      const { status } = await shop.storefront.post(`${path}/items`, body, headers)
      return [status, roundTrips()]
    }
    await send({ sku: 'SHIRT-S' }, {})
    const [good, bad] = [retryable(), retryable()]
    expect(await send({ sku: 'SHIRT-S' }, good)).toEqual([200, 2])
    expect(await send({ sku: 'SHIRT-S' }, good)).toEqual([200, 1])
    expect(await send({ sku: 'NONE' }, bad)).toEqual([404, 2])
    expect(await send({ sku: 'NONE' }, bad)).toEqual([404, 1])
  })
})
