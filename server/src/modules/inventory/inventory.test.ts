import { describe, expect, it } from 'vitest'
import { openShop, type Shop } from '../../../test/open-shop.ts'
import { addProduct } from '../../../test/sample-products.ts'
import { addLocation, addVariants, adjustStock, setStock } from '../../../test/sample-stock.ts'
import { type Ctx, transaction } from '../../ctx.ts'
import { holdStock, releaseHeldStock } from './holds/holds.ts'

const LOCATIONS = '/v1/inventory/locations'

/** Without a hold. */
const reserve = (shop: Shop, variantId: string | undefined, quantity: number) =>
  shop.server.db.pool.query('update stock_levels set reserved = $3 where environment_id = $1 and variant_id = $2', [
    shop.live.environmentId,
    variantId,
    quantity,
  ])

describe('GET /v1/inventory', () => {
  it('lists levels with product, variant and location, with filters and pagination', async () => {
    const shop = await openShop()
    const [first, second, third] = await addVariants(shop)
    const here = await addLocation(shop, 'Here')
    const there = await addLocation(shop, 'There')
    await setStock(
      shop,
      { variantId: first, locationId: here, onHand: 3, lowStockThreshold: 3 },
      { variantId: first, locationId: there, onHand: 3 },
      { variantId: second, locationId: here, onHand: 9, safetyStock: 6, lowStockThreshold: 2 },
      { variantId: third, locationId: there, onHand: 1, safetyStock: 2 },
    )
    const ctx: Ctx = { ...shop.server.system, ...shop.live, caller: { kind: 'system' } }
    const lowLevels = async () => (await shop.api.get('/v1/inventory?lowStock=true')).body.data.length
    const hold = () => transaction(ctx, (ctx) => holdStock(ctx, 'buyer', [{ variantId: String(second), quantity: 2 }]))
    await hold()
    expect(await lowLevels()).toBe(2)
    await transaction(ctx, (ctx) => releaseHeldStock(ctx, 'buyer'))
    expect(await lowLevels()).toBe(1)
    await hold()
    const find = async (query: string) => (await shop.api.get(`/v1/inventory?${query}`)).body.data
    const [level] = await find(`variantId=${second}`)
    expect(level).toEqual({
      variantId: second,
      productId: expect.stringMatching(/^prod_/),
      productTitle: 'Linen shirt',
      variantTitle: 'S / Sky',
      sku: 'LS-S-Sky',
      locationId: here,
      locationName: 'Here',
      onHand: 9,
      reserved: 2,
      incoming: 0,
      safetyStock: 6,
      lowStockThreshold: 2,
      available: 1,
      trackStock: true,
      inventoryPolicy: 'deny',
      updatedAt: expect.any(String),
    })
    const keys = async (query: string) =>
      (await find(query)).map(({ variantId, locationId }: Record<string, string>) => [variantId, locationId])
    const all = [
      [third, there],
      [second, here],
      [first, there],
      [first, here],
    ]
    expect(await keys('')).toEqual(all)
    expect(await keys(`productId=${level.productId}`)).toEqual(all)
    expect(await keys('sku=LS-S-White')).toEqual(all.slice(2))
    expect(await keys(`locationId=${here}`)).toEqual([all[1], all[3]])
    expect(await keys('lowStock=true')).toEqual([all[1], all[3]])
    expect(await keys('lowStock=false')).toEqual(all)
    for (const q of ['LINEN', 'lin shi', 'ls-', '%20']) expect([q, await keys(`q=${q}`)]).toEqual([q, all])
    for (const q of ['LS-S-sky', 'shirt sky']) expect([q, await keys(`q=${q}`)]).toEqual([q, [all[1]]])
    for (const q of ['wool', 'linen wool', '---', '%25']) expect([q, await keys(`q=${q}`)]).toEqual([q, []])
    expect((await find(`variantId=${third}`))[0].available).toBe(-1)
    const page = (await shop.api.get('/v1/inventory?limit=3')).body
    expect(page.data).toHaveLength(3)
    expect(await keys(`limit=3&cursor=${page.nextCursor}`)).toEqual([all[3]])
    expect((await shop.api.get('/v1/inventory?limit=4')).body.nextCursor).toBeNull()
    expect((await shop.api.get('/v1/inventory?cursor=bm9uc2Vuc2U')).status).toBe(400)
    expect((await shop.sandbox.get('/v1/inventory')).body.data).toEqual([])
  })

  it('calculates available stock that exceeds 32 bits, including in listings, rules and carts', async () => {
    const shop = await openShop()
    const { id, variants } = await addProduct(shop.api)
    const [plenty, oversold] = variants.map((variant: { id: string }) => variant.id)
    const locationIds = [await addLocation(shop, 'Here'), await addLocation(shop, 'There')]
    await setStock(shop, ...locationIds.map((locationId) => ({ variantId: plenty, locationId, onHand: 1 })))
    await setStock(shop, { variantId: oversold, locationId: locationIds[0], onHand: 1 })
    const setLevels = (variantId: string, values: string) =>
      shop.server.db.pool.query(`update stock_levels set ${values} where variant_id = $1`, [variantId])
    await setLevels(plenty, 'on_hand = 2147483647')
    await setLevels(oversold, 'on_hand = -2147483648, reserved = 1000000000, safety_stock = 1000000000')

    const available = async (variantId: string) =>
      (await shop.api.get(`/v1/inventory?variantId=${variantId}`)).body.data.map(
        (level: { available: number }) => level.available,
      )
    expect(await available(oversold)).toEqual([-4_147_483_648])
    expect((await shop.api.patch(`/v1/catalog/products/${id}`, { status: 'active' })).status).toBe(200)
    const product = (await shop.storefront.get(`/v1/products/${id}`)).body
    expect(product.variants.slice(0, 2)).toMatchObject([{ availability: 'in_stock' }, { availability: 'out_of_stock' }])
    const rule = { field: 'stock', relation: 'is', value: 2 * 2_147_483_647 }
    expect((await shop.api.post('/v1/catalog/collections/preview', { rules: [rule] })).body).toMatchObject({ count: 1 })
    const cart = await shop.storefront.post('/v1/carts', { items: [{ variantId: plenty, quantity: 1 }] })
    expect([cart.status, cart.body.warnings]).toEqual([201, []])
  })
})

describe('locations', () => {
  it('have unique names and an order; the first active one is the default', async () => {
    const shop = await openShop()
    const [variantId] = await addVariants(shop)
    const berlin = await addLocation(shop, 'Berlin')
    const paris = await addLocation(shop, 'Paris')
    expect((await shop.api.post(LOCATIONS, { name: 'Paris' })).status).toBe(409)
    expect((await shop.api.patch(`${LOCATIONS}/${berlin}`, { name: 'Paris' })).status).toBe(409)
    expect((await shop.api.patch(`${LOCATIONS}/${berlin}`, { name: 'Berlin', position: 5 })).body).toMatchObject({
      name: 'Berlin',
      position: 5,
    })
    const names = async () => (await shop.api.get(LOCATIONS)).body.data.map(({ name }: { name: string }) => name)
    expect(await names()).toEqual(['Paris', 'Berlin'])
    expect(await setStock(shop, { variantId, onHand: 1 })).toMatchObject([{ locationId: paris }])
    expect((await shop.sandbox.post(LOCATIONS, { name: 'Paris' })).status).toBe(201)
    expect(await names()).toEqual(['Paris', 'Berlin'])
    const { data } = (await shop.api.get('/v1/events?limit=100')).body
    const types = data.map(({ type }: { type: string }) => type).filter((type: string) => type.startsWith('location'))
    expect(types).toEqual(['location.updated', 'location.created', 'location.created'])
  })

  it('can’t be deactivated or deleted while they have stock, and the last active one never', async () => {
    const shop = await openShop()
    const [variantId] = await addVariants(shop)
    const berlin = await addLocation(shop, 'Berlin')
    const remove = (id: string) => shop.api.send('DELETE', `${LOCATIONS}/${id}`)
    const close = (id: string) => shop.api.patch(`${LOCATIONS}/${id}`, { active: false })
    expect((await close(berlin)).body.error.message).toContain('needs an active location')
    expect((await remove(berlin)).status).toBe(409)
    const paris = await addLocation(shop, 'Paris')
    for (const held of [{ onHand: 1 }, { incoming: 1 }]) {
      await setStock(shop, { variantId, locationId: paris, ...held })
      expect((await close(paris)).body.error.message).toContain('one variant has units')
      expect((await remove(paris)).body.error.code).toBe('conflict')
      await setStock(shop, { variantId, locationId: paris, onHand: 0, incoming: 0 })
    }
    expect((await close(paris)).body.active).toBe(false)
    const shut = await adjustStock(shop, [{ variantId, locationId: paris, onHand: 1 }])
    expect([shut.status, shut.body.error.details[0].path]).toEqual([409, '/changes/0/locationId'])
    expect((await remove(paris)).status).toBe(204)
    expect((await remove(paris)).status).toBe(404)
    expect((await shop.api.get('/v1/inventory')).body.data).toEqual([])
    expect((await shop.api.get('/v1/inventory/audit')).body).toMatchObject({ checkedLevels: 0, driftCount: 0 })
  })

  it('keep one active under concurrent deactivation, even while stock arrives', async () => {
    const shop = await openShop()
    const [variantId] = await addVariants(shop)
    for (let round = 0; round < 5; round++) {
      const ids = [await addLocation(shop, `A ${round}`), await addLocation(shop, `B ${round}`)]
      for (const { id } of (await shop.api.get(LOCATIONS)).body.data) {
        if (!ids.includes(id)) await shop.api.send('DELETE', `${LOCATIONS}/${id}`)
      }
      const [arrival, ...closed] = await Promise.all([
        adjustStock(shop, [{ variantId, locationId: ids[0], onHandChange: 1 }]),
        ...ids.map((id) => shop.api.patch(`${LOCATIONS}/${id}`, { active: false })),
      ])
      expect(closed.filter(({ status }) => status === 200).length).toBeLessThan(2)
      const locations = (await shop.api.get(LOCATIONS)).body.data
      expect(locations.some(({ active }: { active: boolean }) => active)).toBe(true)
      const closedOne = locations.find(({ active }: { active: boolean }) => !active)
      const levels = (await shop.api.get('/v1/inventory')).body.data
      expect(
        levels.filter(
          (level: { locationId: string; onHand: number }) => level.locationId === closedOne?.id && level.onHand > 0,
        ),
      ).toEqual([])
      if (arrival.status === 201) await setStock(shop, { variantId, locationId: ids[0], onHand: 0 })
    }
  })
})

describe('deleting products and variants with stock', () => {
  it('rejects a product or variant with reserved stock, and keeps the ledger after deletion', async () => {
    const shop = await openShop()
    const shirt = await addProduct(shop.api)
    const [first, second] = shirt.variants
    const path = `/v1/catalog/products/${shirt.id}`
    await setStock(shop, { variantId: first.id, onHand: 3 }, { variantId: second.id, onHand: 3 })
    await reserve(shop, first.id, 1)
    const whole = await shop.api.send('DELETE', path)
    expect([whole.status, whole.body.error.variantIds]).toEqual([409, [first.id]])
    expect((await shop.api.patch(path, { variants: shirt.variants.slice(1) })).status).toBe(409)
    expect((await shop.api.get('/v1/inventory')).body.data).toHaveLength(2)
    expect((await shop.api.patch(path, { variants: [first, ...shirt.variants.slice(2)] })).status).toBe(200)
    await reserve(shop, first.id, 0)
    expect((await shop.api.send('DELETE', path)).status).toBe(204)
    expect((await shop.api.get('/v1/inventory')).body.data).toEqual([])
    expect((await shop.api.get(`/v1/inventory/movements?variantId=${first.id}`)).body.data).toHaveLength(1)
    expect((await shop.api.get('/v1/inventory/audit')).body.driftCount).toBe(0)
  })
})

describe('GET /v1/inventory/audit', () => {
  it('reports every quantity that differs from the sum of its movements, including missing levels', async () => {
    const shop = await openShop()
    const [first, second, third, fourth] = await addVariants(shop)
    await setStock(shop, ...[first, second, third, fourth].map((variantId) => ({ variantId, onHand: 5, incoming: 2 })))
    const audit = async () => (await shop.api.get('/v1/inventory/audit')).body
    expect(await audit()).toEqual({
      checkedLevels: 4,
      driftCount: 0,
      drift: [],
      checkpointDriftCount: 0,
      checkpointDrift: [],
      nextCursor: null,
    })
    const plant = (statement: string, variantId: string | undefined) =>
      shop.server.db.pool.query(statement, [shop.live.environmentId, variantId])
    const of = 'where environment_id = $1 and variant_id = $2'
    await plant(`update stock_levels set on_hand = 6, incoming = 0 ${of}`, first)
    await plant(`update stock_movements set on_hand = 4 ${of}`, second)
    await plant(`delete from stock_levels ${of}`, third)
    await reserve(shop, fourth, 1)
    const { checkedLevels, driftCount, drift } = await audit()
    expect([checkedLevels, driftCount]).toEqual([3, 6])
    const actual = drift.map(({ locationId: _, ...rest }: Record<string, unknown>) => rest)
    expect(actual).toEqual([
      { variantId: first, field: 'incoming', level: 0, ledger: 2 },
      { variantId: first, field: 'onHand', level: 6, ledger: 5 },
      { variantId: second, field: 'onHand', level: 5, ledger: 4 },
      { variantId: third, field: 'incoming', level: 0, ledger: 2 },
      { variantId: third, field: 'onHand', level: 0, ledger: 5 },
      { variantId: fourth, field: 'reserved', level: 1, ledger: 0 },
    ])
    expect((await shop.sandbox.get('/v1/inventory/audit')).body).toMatchObject({ checkedLevels: 0, driftCount: 0 })
    await shop.server.db.pool.query(
      `insert into variants (environment_id, id, product_id, position, option_values, requires_shipping, created_at, updated_at)
       select environment_id, 'var_' || lpad(n::text, 26, '0'), product_id, 100 + n, array[n::text], true, now(), now()
       from variants, generate_series(1, 1000) as n where environment_id = $1 and id = $2`,
      [shop.live.environmentId, first],
    )
    await plant(
      `insert into stock_movements select environment_id, id || 'x', 'var_00000000000000000000000001', location_id, 1, 0, 0,
         reason, null, actor, created_at from stock_movements ${of}`,
      fourth,
    )
    const { nextCursor, ...newest } = await audit()
    expect([newest.checkedLevels, newest.driftCount]).toEqual([3, 6])
    const older = (await shop.api.get(`/v1/inventory/audit?cursor=${nextCursor}`)).body
    expect(older).toMatchObject({ checkedLevels: 0, driftCount: 1, nextCursor: null })
  })
})
