import { describe, expect, it } from 'vitest'
import { openShop } from '../../../test/open-shop.ts'
import { addProduct, eur } from '../../../test/sample-products.ts'
import { addLocation, addVariants, adjustStock, listStockEvents, setStock } from '../../../test/sample-stock.ts'

const ADJUSTMENTS = '/v1/inventory/adjustments'
const UNKNOWN_ID = 'var_01k9z3h8x2f7mtv4q6bw0ncdre'

describe('POST /v1/inventory/adjustments', () => {
  it('adds and sets quantities, creates the first location, and records actor and reason', async () => {
    const shop = await openShop()
    const [first, second] = await addVariants(shop)
    const response = await shop.api.post(ADJUSTMENTS, {
      reason: 'received',
      reference: 'PO-118',
      changes: [
        { variantId: first, onHandChange: 40, incomingChange: 10, safetyStock: 3, lowStockThreshold: 5 },
        { sku: 'LS-S-Sky', onHand: 7 },
      ],
    })
    const [main] = (await shop.api.get('/v1/inventory/locations')).body.data
    expect(main).toMatchObject({ name: 'Main location', position: 0, active: true })
    const locationId = main.id
    expect([response.status, response.body]).toEqual([
      201,
      {
        reason: 'received',
        reference: 'PO-118',
        levels: [
          {
            variantId: first,
            locationId,
            onHand: 40,
            reserved: 0,
            incoming: 10,
            safetyStock: 3,
            lowStockThreshold: 5,
            available: 37,
          },
          {
            variantId: second,
            locationId,
            onHand: 7,
            reserved: 0,
            incoming: 0,
            safetyStock: 0,
            lowStockThreshold: null,
            available: 7,
          },
        ],
      },
    ])
    const { data: movements } = (await shop.api.get('/v1/inventory/movements')).body
    expect(movements).toHaveLength(2)
    expect(movements[1]).toEqual({
      id: expect.stringMatching(/^mov_/),
      variantId: first,
      locationId,
      onHandChange: 40,
      reservedChange: 0,
      incomingChange: 10,
      reason: 'received',
      orderId: null,
      reference: 'PO-118',
      actor: expect.stringMatching(/^key:key_/),
      createdAt: expect.any(String),
    })
    const [event] = (await shop.api.get('/v1/events?type=inventory.adjusted')).body.data
    expect(event.data).toMatchObject({ reason: 'received', levels: [{ variantId: first, onHand: 40 }, {}] })
  })

  it('moves stock between locations, and records no movement when nothing changes', async () => {
    const shop = await openShop()
    const [variantId] = await addVariants(shop)
    const [here, there] = [await addLocation(shop, 'Here'), await addLocation(shop, 'There')]
    await setStock(shop, { variantId, locationId: here, onHand: 9 })
    const moved = await adjustStock(
      shop,
      [
        { variantId, locationId: here, onHandChange: -4 },
        { variantId, locationId: there, onHandChange: 4 },
      ],
      'transfer',
    )
    expect(moved.body.levels.map(({ onHand }: { onHand: number }) => onHand)).toEqual([5, 4])
    await setStock(shop, { variantId, locationId: here, onHand: 5, lowStockThreshold: 2 })
    expect((await shop.api.get('/v1/inventory/movements')).body.data).toHaveLength(3)
    expect((await shop.api.get('/v1/inventory/movements?reason=transfer')).body.data).toHaveLength(2)
    expect((await shop.api.get(`/v1/inventory/movements?locationId=${there}`)).body.data).toHaveLength(1)
    expect((await shop.api.get('/v1/inventory/movements?sku=LS-S-White')).body.data).toHaveLength(3)
    expect((await shop.api.get('/v1/inventory/movements?sku=LS-S-Sky')).body.data).toEqual([])
  })

  it('adds up changes of the same level, and rejects contradictions', async () => {
    const shop = await openShop()
    const [variantId] = await addVariants(shop)
    await setStock(shop, { variantId, onHand: 5 })
    const both = await adjustStock(shop, [
      { variantId, onHandChange: -4, expectedOnHand: 5 },
      { sku: 'LS-S-White', onHandChange: 6, expectedOnHand: 5 },
    ])
    expect(both.body.levels).toMatchObject([{ variantId, onHand: 7 }])
    // Each change alone would be possible.
    const tooMuch = await adjustStock(shop, [
      { variantId, onHandChange: -4 },
      { variantId, onHandChange: -4 },
    ])
    expect([tooMuch.status, tooMuch.body.error.code]).toEqual([409, 'insufficient_stock'])
    const set = await adjustStock(shop, [
      { variantId, onHand: 4 },
      { variantId, onHandChange: 1 },
    ])
    expect([set.status, set.body.error.details[0].path]).toEqual([400, '/changes/1/onHand'])
    expect((await shop.api.get('/v1/inventory')).body.data).toMatchObject([{ onHand: 7 }])
  })

  it.each([
    ['no variant', { onHand: 1 }, '/changes/0'],
    ['two identifiers', { variantId: UNKNOWN_ID, sku: 'x', onHand: 1 }, '/changes/0'],
    ['nothing to change', { variantId: UNKNOWN_ID, expectedOnHand: 1 }, '/changes/0'],
    ['both a value and a change', { variantId: UNKNOWN_ID, onHand: 1, onHandChange: 1 }, '/changes/0/onHandChange'],
    ['a fraction', { variantId: UNKNOWN_ID, onHandChange: 1.5 }, '/changes/0/onHandChange'],
    ['a quantity above the maximum', { variantId: UNKNOWN_ID, onHand: 1_000_000_001 }, '/changes/0/onHand'],
    ['a negative safety stock', { variantId: UNKNOWN_ID, safetyStock: -1 }, '/changes/0/safetyStock'],
    ['a misspelled field', { variantId: UNKNOWN_ID, onhand: 1 }, '/changes/0/onhand'],
  ])('rejects %s with the path of the error', async (_name, change, path) => {
    const shop = await openShop()
    const { status, body } = await adjustStock(shop, [change])
    expect([status, body.error.code]).toEqual([400, 'invalid_request'])
    expect(body.error.details.map((detail: { path: string }) => detail.path)).toContain(path)
  })

  it('rejects unknown and ambiguous variants with the path of each, and changes nothing', async () => {
    const shop = await openShop()
    const [existing] = await addVariants(shop)
    const unknown = await adjustStock(shop, [
      { variantId: existing, onHandChange: 1 },
      { variantId: UNKNOWN_ID, onHandChange: 1 },
    ])
    expect([unknown.status, unknown.body.error.details[0].path]).toEqual([404, '/changes/1'])
    const noSku = await adjustStock(shop, [
      { variantId: existing, onHandChange: 1 },
      { sku: 'none', onHandChange: 1 },
    ])
    expect([noSku.status, noSku.body.error.details[0].path]).toEqual([404, '/changes/1/sku'])
    const unknownLocation = await adjustStock(shop, [
      { variantId: existing, locationId: UNKNOWN_ID.replace('var', 'loc'), onHand: 1 },
    ])
    expect([unknownLocation.status, unknownLocation.body.error.details[0].path]).toEqual([404, '/changes/0/locationId'])
    const [other] = await addVariants(shop)
    const twice = await adjustStock(shop, [{ sku: 'LS-S-White', onHandChange: 1 }])
    expect(twice.status).toBe(400)
    expect(twice.body.error.details).toEqual([
      {
        path: '/changes/0/sku',
        message: 'is used by several variants; send variantId instead',
        sku: 'LS-S-White',
        variantIds: [existing, other],
      },
    ])
    expect((await shop.api.get('/v1/inventory')).body.data).toEqual([])
    expect((await shop.api.get('/v1/inventory/movements')).body.data).toEqual([])
    expect((await shop.api.get('/v1/events?type=inventory.adjusted')).body.data).toEqual([])
  })

  it('rejects variants and locations of another workspace or the sandbox', async () => {
    const shop = await openShop()
    const other = await openShop(shop.server)
    const [own] = await addVariants(shop)
    const [foreign] = await addVariants(other)
    const [sandboxVariant] = (await addProduct(shop.sandbox)).variants
    const foreignLocation = await addLocation(other, 'Theirs')
    for (const change of [
      { variantId: foreign, onHand: 1 },
      { variantId: sandboxVariant.id, onHand: 1 },
      { variantId: own, locationId: foreignLocation, onHand: 1 },
    ]) {
      const response = await adjustStock(shop, [change])
      expect([response.status, response.body.error.code]).toEqual([404, 'not_found'])
    }
    expect((await other.api.get('/v1/inventory')).body.data).toEqual([])
    expect((await shop.sandbox.get('/v1/inventory')).body.data).toEqual([])
  })

  it('rejects a stale expectedOnHand and returns the actual value', async () => {
    const shop = await openShop()
    const [first, second, third] = await addVariants(shop)
    await setStock(shop, { variantId: first, onHand: 4 }, { variantId: second, onHand: 5 })
    const { status, body } = await adjustStock(shop, [
      { variantId: first, onHand: 1, expectedOnHand: 4 },
      { variantId: second, onHandChange: -1, expectedOnHand: 9 },
      { variantId: third, safetyStock: 2, expectedOnHand: 1 },
    ])
    expect([status, body.error.code, body.error.details]).toEqual([
      409,
      'stock_changed',
      [
        { path: '/changes/1/expectedOnHand', message: 'is actually 5', actual: 5 },
        { path: '/changes/2/expectedOnHand', message: 'is actually 0', actual: 0 },
      ],
    ])
    const levels = (await shop.api.get('/v1/inventory')).body.data
    expect(levels.map(({ onHand }: { onHand: number }) => onHand)).toEqual([5, 4])
    expect((await setStock(shop, { variantId: third, onHand: 3, expectedOnHand: 0 }))[0].onHand).toBe(3)
  })

  it('allows a negative on hand only for variants that continue selling, never a negative incoming, and no overflow', async () => {
    const shop = await openShop()
    const [deny, sold] = await addVariants(shop, {
      options: [{ name: 'A', values: ['x', 'y'] }],
      variants: [
        { options: { A: 'x' }, prices: [{ price: eur(1) }] },
        { options: { A: 'y' }, prices: [{ price: eur(1) }], inventoryPolicy: 'continue' },
      ],
    })
    const rejected = await adjustStock(shop, [{ variantId: deny, onHandChange: -1 }])
    expect([rejected.status, rejected.body.error.code, rejected.body.error.details[0].actual]).toEqual([
      409,
      'insufficient_stock',
      0,
    ])
    expect((await adjustStock(shop, [{ variantId: deny, onHand: -1 }])).status).toBe(409)
    expect((await adjustStock(shop, [{ variantId: sold, incomingChange: -1 }])).status).toBe(409)
    expect(await setStock(shop, { variantId: sold, onHandChange: -3 })).toMatchObject([{ onHand: -3, available: -3 }])
    await setStock(shop, { variantId: deny, onHand: 1_000_000_000, safetyStock: 1_000_000_000 })
    const full = await adjustStock(shop, [{ variantId: deny, onHandChange: 1_000_000_000 }])
    expect([full.status, full.body.error.code, full.body.error.details[0].path]).toEqual([
      400,
      'invalid_request',
      '/changes/0',
    ])
    expect(await setStock(shop, { variantId: sold, onHand: -1_000_000_000, safetyStock: 1_000_000_000 })).toMatchObject(
      [{ available: -2_000_000_000 }],
    )
    expect((await shop.api.get('/v1/inventory')).status).toBe(200)
  })

  it('accepts 500 changes and rejects one more', async () => {
    const shop = await openShop()
    const values = Array.from({ length: 501 }, (_, n) => `v${n}`)
    const options = [
      { name: 'A', values: values.slice(0, 250) },
      { name: 'B', values: ['x', 'y', 'z'] },
    ]
    const variants = ['x', 'y', 'z']
      .flatMap((B) => values.slice(0, 250).map((A) => ({ options: { A, B }, prices: [{ price: eur(1) }] })))
      .slice(0, 501)
    const ids = await addVariants(shop, { options, variants })
    const changes = ids.map((variantId) => ({ variantId, onHandChange: 1, lowStockThreshold: 2 }))
    expect((await adjustStock(shop, changes)).status).toBe(400)
    expect(await setStock(shop, ...changes.slice(0, 500))).toHaveLength(500)
    const types = (await listStockEvents(shop)).map(({ type }) => type)
    expect(types.filter((type) => type === 'inventory.low_stock')).toHaveLength(500)
    expect(types.filter((type) => type === 'inventory.back_in_stock')).toHaveLength(500)
  })

  it('runs once per Idempotency-Key', async () => {
    const shop = await openShop()
    const [variantId] = await addVariants(shop)
    const send = () =>
      shop.api.post(
        ADJUSTMENTS,
        { reason: 'received', changes: [{ variantId, onHandChange: 5 }] },
        { 'idempotency-key': 'delivery-1' },
      )
    expect((await send()).status).toBe(201)
    expect((await send()).body.levels).toMatchObject([{ onHand: 5 }])
    expect((await shop.api.get('/v1/inventory')).body.data).toMatchObject([{ onHand: 5 }])
  })
})
