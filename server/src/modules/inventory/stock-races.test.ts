import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { fastClock } from '../../../test/fast-clock.ts'
import { openServer } from '../../../test/open-server.ts'
import { type ApiResponse, openShop, type Shop } from '../../../test/open-shop.ts'
import { addProduct } from '../../../test/sample-products.ts'
import { addLocation, addVariants, adjustStock, listStockEvents, setStock } from '../../../test/sample-stock.ts'
import { listen } from '../../db/listen.ts'

/** Uses its own server, because notifications reach every listener of the database. */
const openBusyShop = async (): Promise<Shop> => openShop(await openServer({ limitClock: fastClock() }))

const statuses = (responses: { status: number }[]) =>
  Object.fromEntries(
    [201, 409].map((status) => [status, responses.filter((response) => response.status === status).length]),
  )
const times = <T>(count: number, work: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => work(n)))

/**
 * On a busy machine more requests may arrive than the database accepts within 3 s. Retries after a 503, as clients do.
 */
async function adjustWithRetry(shop: Shop, changes: object[]): Promise<ApiResponse> {
  for (;;) {
    const response = await adjustStock(shop, changes)
    if (response.status !== 503) return response
  }
}

const onHandOf = async (shop: Shop, variantId = '') =>
  (await shop.api.get(`/v1/inventory?variantId=${variantId}`)).body.data[0].onHand

/** Collects the notifications that invalidate response caches. */
async function collectAnnouncements(shop: Shop): Promise<string[]> {
  const announcements: string[] = []
  const subscription = await listen(shop.server.connection, 'catalog_changed', {
    onMessage: (payload) => announcements.push(payload),
    onReconnect: () => {},
  })
  onTestFinished(subscription.stop)
  return announcements
}

describe('concurrent stock changes', () => {
  it('lets 30 of 50 requests take one of 30 units, rejects 20, and leaves none, with a matching ledger', async () => {
    const shop = await openBusyShop()
    const [variantId] = await addVariants(shop)
    await setStock(shop, { variantId, onHand: 30 })
    const responses = await times(50, () => adjustWithRetry(shop, [{ variantId, onHandChange: -1 }]))
    expect(statuses(responses)).toEqual({ 201: 30, 409: 20 })
    const rejected = responses.filter(({ status }) => status === 409)
    expect(new Set(rejected.map(({ body }) => body.error.code))).toEqual(new Set(['insufficient_stock']))
    expect(await onHandOf(shop, variantId)).toBe(0)
    expect((await shop.api.get('/v1/inventory/movements?limit=100')).body.data).toHaveLength(31)
    expect((await shop.api.get('/v1/inventory/audit')).body.driftCount).toBe(0)
    expect((await listStockEvents(shop)).map(({ type }) => type)).toEqual([
      'inventory.back_in_stock',
      'inventory.out_of_stock',
    ])
  })

  it('accepts one of 20 requests with the same expectedOnHand, and returns the actual value to the others', async () => {
    const shop = await openBusyShop()
    const [variantId] = await addVariants(shop)
    await setStock(shop, { variantId, onHand: 30 })
    const responses = await times(20, () =>
      adjustWithRetry(shop, [{ variantId, onHandChange: -1, expectedOnHand: 30 }]),
    )
    expect(statuses(responses)).toEqual({ 201: 1, 409: 19 })
    for (const { status, body } of responses) {
      if (status === 409) expect([body.error.code, body.error.details[0].actual]).toEqual(['stock_changed', 29])
    }
    expect(await onHandOf(shop, variantId)).toBe(29)
  })

  it('keeps every level equal to the sum of its movements and of the accepted changes under random load', async () => {
    const shop = await openBusyShop()
    const variants = [...(await addVariants(shop)), ...(await addVariants(shop))]
    const locations = await times(3, (n) => addLocation(shop, `Location ${n}`))
    const pick = <T>(list: T[]): T => list[Math.floor(Math.random() * list.length)] as T
    const expected = new Map<string, number>()
    let [done, rejected] = [0, 0]
    await times(120, async () => {
      const changes = Array.from({ length: 1 + Math.floor(Math.random() * 6) }, () => ({
        variantId: pick(variants),
        locationId: pick(locations),
        onHandChange: Math.floor(Math.random() * 11) - 4,
      }))
      const { status } = await adjustWithRetry(shop, changes)
      expect([201, 409]).toContain(status)
      if (status === 409) rejected += 1
      else done += 1
      if (status !== 201) return
      for (const { variantId, locationId, onHandChange } of changes) {
        const key = `${variantId} ${locationId}`
        expected.set(key, (expected.get(key) ?? 0) + onHandChange)
      }
    })
    expect(done).toBeGreaterThan(0)
    expect(rejected).toBeGreaterThan(0)
    const { data } = (await shop.api.get('/v1/inventory?limit=100')).body
    const levels = data.map((level: Record<string, unknown>) => [
      `${level.variantId} ${level.locationId}`,
      level.onHand,
    ])
    const touched = [...expected].filter(([, onHand]) => onHand !== 0)
    expect(levels.filter(([, onHand]: [string, number]) => onHand !== 0).sort()).toEqual(touched.sort())
    expect((await shop.api.get('/v1/inventory/audit')).body.driftCount).toBe(0)
    const adjusted = await shop.server.db.pool.query("select from events where type = 'inventory.adjusted'")
    expect(adjusted.rowCount).toBe(done)
  })

  it('emits out_of_stock once and back_in_stock once when a variant sells out at all locations concurrently', async () => {
    const shop = await openBusyShop()
    const [variantId] = await addVariants(shop)
    const locations = await times(3, (n) => addLocation(shop, `Location ${n}`))
    for (let round = 1; round <= 6; round++) {
      await times(3, (n) => setStock(shop, { variantId, locationId: locations[n], onHand: 1 }))
      await times(3, (n) => setStock(shop, { variantId, locationId: locations[n], onHandChange: -1 }))
      const types = (await listStockEvents(shop)).map(({ type }) => type)
      expect(types).toEqual(
        Array.from({ length: round }, () => ['inventory.back_in_stock', 'inventory.out_of_stock']).flat(),
      )
    }
  })
})

describe('deleting a product while its stock changes', () => {
  it('deletes its levels, and each change either succeeds before or returns 404', async () => {
    const shop = await openBusyShop()
    for (let round = 0; round < 4; round++) {
      const shirt = await addProduct(shop.api)
      const changes = shirt.variants.map(({ id }: { id: string }) => ({ variantId: id, onHandChange: 1 }))
      const [deleted, ...responses] = await Promise.all([
        sleep(round * 5).then(() => shop.api.send('DELETE', `/v1/catalog/products/${shirt.id}`)),
        ...Array.from({ length: 8 }, (_, n) => adjustStock(shop, n % 2 ? changes : changes.toReversed())),
      ])
      expect(deleted?.status).toBe(204)
      for (const { status } of responses) expect([201, 404]).toContain(status)
    }
    expect((await shop.api.get('/v1/inventory')).body.data).toEqual([])
    expect((await shop.api.get('/v1/inventory/audit')).body.driftCount).toBe(0)
  })
})

describe('stock notifications and events', () => {
  it('notifies storefronts only when availability changes', async () => {
    const shop = await openBusyShop()
    const [variantId] = await addVariants(shop)
    const announcements = await collectAnnouncements(shop)
    const countAnnouncements = async (change: object) => {
      announcements.length = 0
      await setStock(shop, { variantId, ...change })
      // Notifications arrive on commit over another connection; a marker sent afterwards shows that none are pending.
      await shop.server.db.pool.query("select pg_notify('catalog_changed', 'mark')")
      while (!announcements.includes('mark')) await sleep(5)
      return announcements.filter((payload) => payload === shop.live.environmentId).length
    }
    expect(await countAnnouncements({ onHand: 0 })).toBe(0)
    expect(await countAnnouncements({ onHand: 9 })).toBe(1)
    expect(await countAnnouncements({ onHand: 5 })).toBe(0)
    expect(await countAnnouncements({ safetyStock: 4 })).toBe(0)
    expect(await countAnnouncements({ safetyStock: 5 })).toBe(1)
    expect(await countAnnouncements({ onHandChange: -2 })).toBe(0)
    expect(await countAnnouncements({ onHand: 6 })).toBe(1)
    expect((await listStockEvents(shop)).map(({ type }) => type.replace('inventory.', ''))).toEqual([
      'back_in_stock',
      'out_of_stock',
      'back_in_stock',
    ])
  })

  it('emits low_stock with the available quantity once each time a level becomes low', async () => {
    const shop = await openBusyShop()
    const [variantId] = await addVariants(shop)
    const [{ locationId }] = await setStock(shop, { variantId, onHand: 9, safetyStock: 1, lowStockThreshold: 5 })
    const low = async () =>
      (await listStockEvents(shop)).filter(({ type }) => type === 'inventory.low_stock').map(({ data }) => data)
    await setStock(shop, { variantId, onHandChange: -2 })
    expect(await low()).toEqual([])
    await setStock(shop, { variantId, onHandChange: -1 })
    expect(await low()).toEqual([{ variantId, locationId, available: 5, lowStockThreshold: 5 }])
    await times(4, () => setStock(shop, { variantId, onHandChange: -1 }))
    expect(await low()).toHaveLength(1)
    await setStock(shop, { variantId, onHand: 20 })
    await times(10, () => setStock(shop, { variantId, onHandChange: -2 }))
    expect(await low()).toHaveLength(2)
    await setStock(shop, { variantId, onHand: 20, lowStockThreshold: null })
    await setStock(shop, { variantId, onHand: 0 })
    expect(await low()).toHaveLength(2)
  })

  it('emits nothing for an untracked variant or a rejected change', async () => {
    const shop = await openBusyShop()
    const { variants, ...product } = (
      await shop.api.post('/v1/catalog/products', {
        title: 'Advice',
        variants: [{ prices: [{ price: { amount: 1, currency: 'EUR' } }], trackStock: false }],
      })
    ).body
    const variantId = variants[0].id
    await setStock(shop, { variantId, onHand: 3, lowStockThreshold: 5 }, { variantId, incoming: 1 })
    await setStock(shop, { variantId, onHand: 0 })
    expect(await listStockEvents(shop)).toEqual([])
    await shop.api.patch(`/v1/catalog/products/${product.id}`, { variants: [{ ...variants[0], trackStock: true }] })
    const [other] = await addVariants(shop)
    const rejected = await adjustStock(shop, [
      { variantId, onHand: 3 },
      { variantId: other, onHandChange: -1 },
    ])
    expect(rejected.status).toBe(409)
    expect(await listStockEvents(shop)).toEqual([])
    expect(await onHandOf(shop, variantId)).toBe(0)
  })
})
