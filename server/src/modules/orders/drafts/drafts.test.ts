import { describe, expect, it, vi } from 'vitest'
import { ADDRESS, createReadyCart, openCheckoutShop } from '../../../../test/checkout-shop.ts'
import { type ApiResponse, openShop } from '../../../../test/open-shop.ts'
import { errorOf, IMPORTED_ORDER, importJugs, orderMugs } from '../../../../test/sample-orders.ts'
import { eur } from '../../../../test/sample-products.ts'

describe('card number detection', () => {
  it('rejects card numbers in every buyer field of drafts, imports and updates', async () => {
    const { api } = await openShop()
    const faultOf = ({ status, body }: ApiResponse) => [status, body.error?.details?.[0].path]
    const shippingAddress = { line1: '4000-0566-5566-5556', country: 'AT' }
    const draft = { kind: 'draft', items: [{ title: 'Mending', unitPrice: eur(100), quantity: 1 }] }
    expect(faultOf(await api.post('/v1/orders', { ...draft, shippingAddress }))).toEqual([
      400,
      '/shippingAddress/line1',
    ])
    const note = 'card 4000056655665556'
    expect(faultOf(await api.post('/v1/orders', { ...IMPORTED_ORDER, note }))).toEqual([400, '/note'])
    const { id } = await importJugs(api, {})
    expect(faultOf(await api.patch(`/v1/orders/${id}`, { staffNote: note }))).toEqual([400, '/staffNote'])
  })
})

describe('POST /v1/orders with kind "import"', () => {
  it('stores the order as imported, without changing stock or emailing the buyer', async () => {
    const shop = await openCheckoutShop({ onHand: 5 })
    const order = await importJugs(shop.api, {
      number: 4711,
      externalId: 'old-1',
      items: [
        { title: 'Jug', quantity: 2, unitPrice: eur(1500), discount: eur(100), tax: eur(483) },
        { title: 'Mug', variantId: shop.mug, quantity: 1, unitPrice: eur(2000) },
      ],
      shipping: { title: 'Post', amount: eur(490), tax: eur(82) },
      total: eur(5390),
      payments: [{ kind: 'external', amount: eur(5390), status: 'paid', refunded: eur(390) }],
      tags: ['old'],
      staffNote: 'From the old shop',
    })
    expect(order).toMatchObject({
      number: 4711,
      externalId: 'old-1',
      source: 'import',
      status: 'archived',
      paymentStatus: 'partially_refunded',
      fulfillmentStatus: 'fulfilled',
      totals: { subtotal: eur(5000), discount: eur(100), shipping: eur(490), tax: eur(565), total: eur(5390) },
      refunded: eur(390),
      placedAt: IMPORTED_ORDER.placedAt,
      tags: ['old'],
      items: [{ total: eur(2900) }, { sku: 'MUG-One', variantId: shop.mug }],
    })
    const [level] = (await shop.api.get(`/v1/inventory?variantId=${shop.mug}`)).body.data
    expect(level.onHand).toBe(5)
    expect((await shop.api.get('/v1/events?type=order.created')).body.data).toEqual([])
    expect((await shop.api.get('/v1/events?type=order.imported')).body.data).toHaveLength(1)
    expect((await orderMugs(shop, 1)).number).toBe(4712)
  })

  it('imports a canceled order with nothing left to fulfill', async () => {
    const shop = await openShop()
    const canceledAt = '2026-01-06T10:00:00.000Z'
    const payments = [{ kind: 'external', amount: eur(3000), refunded: eur(3000), status: 'paid' }]
    const order = await importJugs(shop.api, { fulfilled: false, canceledAt, payments })
    expect(order).toMatchObject({
      status: 'canceled',
      paymentStatus: 'refunded',
      fulfillmentStatus: 'not_required',
      canceledAt,
      items: [{ status: 'removed', quantities: { ordered: 2, current: 0 } }],
    })
    expect((await importJugs(shop.api, { fulfilled: false, canceledAt })).paymentStatus).toBe('voided')
    expect((await shop.api.get('/v1/orders?fulfillmentStatus=unfulfilled')).body.data).toEqual([])
  })

  it('lists imports by placedAt on every page, and finds them by externalId', async () => {
    const shop = await openShop()
    const days = ['2026-03-01', '2026-01-01', '2026-02-01', '2026-02-01']
    for (const [at, day] of days.entries())
      await importJugs(shop.api, { placedAt: `${day}T10:00:00.123456Z`, externalId: `old-${at}` })
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const { body } = await shop.api.get(`/v1/orders?limit=1${cursor && `&cursor=${cursor}`}`)
      seen.push(...body.data.map(({ externalId }: { externalId: string }) => externalId))
      cursor = body.nextCursor
    }
    expect(seen).toEqual(['old-0', 'old-3', 'old-2', 'old-1'])
    const countOrders = async (filter: string) => (await shop.api.get(`/v1/orders?${filter}`)).body.data.length
    expect([
      await countOrders('externalId=old-1'),
      await countOrders('externalId=old'),
      await countOrders('source=import'),
    ]).toEqual([1, 0, 4])
    expect(await countOrders('source=staff')).toBe(0)
    for (const wrong of [
      'nonsense',
      Buffer.from(`2026-02-30T10:00:00.000Z ord_${'0'.repeat(26)}`).toString('base64url'),
    ])
      expect((await shop.api.get(`/v1/orders?cursor=${wrong}`)).status).toBe(400)
  })

  it('rejects inconsistent amounts and dates, with a path for each error', async () => {
    const shop = await openShop()
    const response = await shop.api.post('/v1/orders', {
      ...IMPORTED_ORDER,
      total: eur(2999),
      placedAt: '2999-01-01T00:00:00.000Z',
      payments: [{ kind: 'external', amount: eur(3001), status: 'paid' }],
      canceledAt: '2026-01-06T10:00:00.000Z',
      fulfilled: true,
    })
    const paths = response.body.error.details.map(({ path }: { path: string }) => path)
    expect([response.status, paths]).toEqual([400, ['/total', '/payments', '/placedAt', '/fulfilled']])
    expect(response.body.error.details[0].amount).toEqual(eur(3000))
    const items = [{ title: 'Jug', quantity: 2, unitPrice: eur(1500), discount: eur(100), tax: eur(2901) }]
    for (const [path, fields] of [
      ['/canceledAt', { canceledAt: '2999-01-01T00:00:00.000Z' }],
      ['/canceledAt', { canceledAt: '2020-01-01T00:00:00.000Z' }],
      ['/items/0/tax', { items }],
      ['/shipping/tax', { shipping: { title: 'Post', amount: eur(490), discount: eur(90), tax: eur(401) } }],
    ] as const) {
      const { status, body } = await shop.api.post('/v1/orders', {
        ...IMPORTED_ORDER,
        fulfilled: false,
        payments: [],
        ...fields,
      })
      expect([status, body.error.details]).toMatchObject([400, [{ path }]])
    }
    expect((await shop.api.get('/v1/orders')).body.data).toEqual([])
  })

  it('rejects totals beyond the safe integer range', async () => {
    const shop = await openShop()
    const items = [{ title: 'Jug', quantity: 2, unitPrice: eur(Number.MAX_SAFE_INTEGER) }]
    expect(errorOf(await shop.api.post('/v1/orders', { ...IMPORTED_ORDER, items }))).toEqual([422, 'order_too_large'])
  })

  it('imports the same number or externalId once, even concurrently', async () => {
    const shop = await openShop()
    const body = { ...IMPORTED_ORDER, externalId: 'old-7' }
    const responses = await Promise.all(Array.from({ length: 4 }, () => shop.api.post('/v1/orders', body)))
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
    const [order] = (await shop.api.get('/v1/orders')).body.data
    const again = await shop.api.post('/v1/orders', body)
    expect(again.body.error).toMatchObject({ details: [{ path: '/externalId' }], orderId: order.id })
    expect(errorOf(await shop.api.post('/v1/orders', { ...IMPORTED_ORDER, number: order.number }))).toEqual([
      409,
      'conflict',
    ])
    const once = { 'idempotency-key': 'import-1' }
    const [first, second] = [
      await shop.api.post('/v1/orders', IMPORTED_ORDER, once),
      await shop.api.post('/v1/orders', IMPORTED_ORDER, once),
    ]
    expect([first.status, second.body.id]).toEqual([201, first.body.id])
    expect((await shop.sandbox.post('/v1/orders', body)).status).toBe(201)
  })

  it('gives a buyer the next number if an import takes theirs', async () => {
    const shop = await openCheckoutShop()
    const { id: cartId } = await createReadyCart(shop)
    const intent = (await shop.storefront.post('/v1/checkout/intent', { cartId })).body
    const client = await shop.server.db.pool.connect()
    try {
      await client.query('begin')
      await client.query('select from carts where environment_id = $1 and id = $2 for update', [
        shop.live.environmentId,
        cartId,
      ])
      const confirm = shop.storefront.post(`/v1/checkout/${intent.id}/confirm`, { paymentMethod: 'pm_card_visa' })
      const lastOf = () =>
        shop.server.db.pool.query('select last from order_counters where environment_id = $1', [
          shop.live.environmentId,
        ])
      await vi.waitFor(async () => expect((await lastOf()).rows).toEqual([{ last: 1001 }]), { timeout: 120_000 })
      expect((await importJugs(shop.api, { number: 1001 })).number).toBe(1001)
      await client.query('rollback')
      const { status, body } = await confirm
      expect([status, body.order.number]).toEqual([200, 1002])
    } finally {
      client.release()
    }
    expect((await shop.api.post('/v1/orders', IMPORTED_ORDER)).body.number).toBe(1003)
  })

  it('leaves the counter unchanged when it rejects an import', async () => {
    const shop = await openShop()
    expect((await shop.api.post('/v1/orders', { ...IMPORTED_ORDER, number: 900_000, total: eur(1) })).status).toBe(400)
    expect((await shop.api.post('/v1/orders', IMPORTED_ORDER)).body.number).toBe(1001)
  })

  it('keeps a distant number without raising the counter to it', async () => {
    const [shop, fresh] = [await openShop(), await openShop()]
    expect((await importJugs(fresh.api, { number: 1_000_000_000 })).number).toBe(1_000_000_000)
    expect((await importJugs(fresh.api)).number).toBe(1001)
    expect((await importJugs(shop.api, { number: 900_000 })).number).toBe(900_000)
    expect((await importJugs(shop.api, { number: 1_900_001 })).number).toBe(1_900_001)
    expect((await importJugs(shop.api)).number).toBe(900_001)
    expect((await importJugs(shop.api, { number: 1_900_000 })).number).toBe(1_900_000)
    // 1,900,001 was out of reach before; it is skipped now that it is in reach.
    expect((await importJugs(shop.api)).number).toBe(1_900_002)
  })

  it('commits the exact stock with deductStock, and rejects a variant of another workspace', async () => {
    const [shop, other] = [await openCheckoutShop({ onHand: 2 }), await openShop()]
    const items = [{ title: 'Mug', variantId: shop.mug, quantity: 2, unitPrice: eur(2000) }]
    expect((await other.api.post('/v1/orders', { ...IMPORTED_ORDER, items })).status).toBe(404)
    const take = () => shop.api.post('/v1/orders', { ...IMPORTED_ORDER, items, deductStock: true })
    const responses = await Promise.all([take(), take(), take()])
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 422, 422])
    const [level] = (await shop.api.get(`/v1/inventory?variantId=${shop.mug}`)).body.data
    expect([level.onHand, level.reserved]).toEqual([0, 0])
    expect((await shop.api.get('/v1/inventory/audit')).body.driftCount).toBe(0)
  })
})

describe('POST /v1/orders with kind "draft"', () => {
  const draftOf = (mug: string) => ({
    kind: 'draft',
    email: 'ada@example.com',
    items: [
      { variantId: mug, quantity: 2 },
      { title: 'Engraving', unitPrice: eur(900), quantity: 1, requiresShipping: false },
    ],
    shippingAddress: ADDRESS,
    shipping: { title: 'Bicycle', amount: eur(300) },
  })

  it('creates, updates and completes a draft, and sells nothing before completion', async () => {
    const shop = await openCheckoutShop({ onHand: 3 })
    const draft = (await shop.api.post('/v1/orders', draftOf(shop.mug))).body
    expect(draft).toMatchObject({ status: 'draft', source: 'staff', totals: { total: eur(6198), due: eur(6198) } })
    const path = `/v1/orders/${draft.id}`
    const items = [{ variantId: shop.mug, quantity: 3, unitPrice: eur(2000) }]
    const changed = (await shop.api.patch(path, { items, staffNote: 'A friend' })).body
    expect(changed).toMatchObject({
      status: 'draft',
      staffNote: 'A friend',
      draft: { items },
      items: [{ title: 'Mug', quantities: { ordered: 3 }, unitPrice: eur(2000) }],
      totals: { subtotal: eur(6000), shipping: eur(300), total: eur(6300) },
    })
    expect(errorOf(await shop.api.post(`${path}/fulfillments`, {}))).toEqual([409, 'conflict'])
    const levelOf = async () => (await shop.api.get(`/v1/inventory?variantId=${shop.mug}`)).body.data[0]
    expect([(await levelOf()).onHand, (await levelOf()).reserved]).toEqual([3, 0])
    expect((await shop.api.get('/v1/events?type=order.created')).body.data).toEqual([])

    const completions = await Promise.all(
      [1, 2, 3].map(() => shop.api.post(`${path}/completion`, { payment: 'external' })),
    )
    expect(completions.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const order = (await shop.api.get(path)).body
    expect(order).toMatchObject({
      number: draft.number,
      status: 'open',
      paymentStatus: 'paid',
      draft: null,
      payments: [{ kind: 'external', captured: eur(6300) }],
    })
    expect([(await levelOf()).onHand, (await levelOf()).reserved]).toEqual([0, 0])
    expect((await shop.api.get('/v1/inventory/audit')).body.driftCount).toBe(0)
    expect((await shop.api.get('/v1/events?type=order.created')).body.data).toHaveLength(1)
    expect(errorOf(await shop.api.patch(path, { items }))).toEqual([409, 'conflict'])
  })

  it('requires a deliverable address to complete a shipped draft', async () => {
    const shop = await openCheckoutShop()
    const { id } = (await shop.api.post('/v1/orders', { ...draftOf(shop.mug), shippingAddress: null })).body
    const complete = () => shop.api.post(`/v1/orders/${id}/completion`, { payment: 'pending' })
    const pathsOf = async () => {
      const { status, body } = await complete()
      return [status, body.error?.code, body.error?.details.map(({ path }: { path: string }) => path)]
    }
    expect(await pathsOf()).toEqual([422, 'checkout_incomplete', ['/shippingAddress']])
    const shippingAddress = { line1: 'x', city: 'y', country: 'DE' }
    await shop.api.patch(`/v1/orders/${id}`, { shippingAddress })
    const paths = ['/shippingAddress/name', '/shippingAddress/postalCode']
    expect(await pathsOf()).toEqual([422, 'checkout_incomplete', paths])
    expect((await shop.api.get(`/v1/orders/${id}`)).body).toMatchObject({ status: 'draft', payments: [] })
    expect((await complete()).body.error.message).toMatch(/PATCH/)
    // Handed over in person: nothing is shipped, and the country only serves taxes.
    await shop.api.patch(`/v1/orders/${id}`, { shippingAddress: { country: 'DE' }, shipping: null })
    expect((await complete()).status).toBe(200)
  })

  it('stays a draft and commits nothing when it is out of stock', async () => {
    const shop = await openCheckoutShop({ onHand: 1 })
    const { id } = (await shop.api.post('/v1/orders', draftOf(shop.mug))).body
    const response = await shop.api.post(`/v1/orders/${id}/completion`, { payment: 'pending' })
    expect(errorOf(response)).toEqual([422, 'out_of_stock'])
    expect(response.body.error.message).toMatch(/order/)
    expect(response.body.error.message).not.toMatch(/cart/)
    expect(response.body.error.details).toMatchObject([{ path: `/items/${shop.mug}`, available: 1 }])
    expect((await shop.api.get(`/v1/orders/${id}`)).body).toMatchObject({ status: 'draft', payments: [] })
  })

  it('applies the tax of the address, and of a new address', async () => {
    const shop = await openCheckoutShop()
    for (const [country, percentage] of [
      ['AT', 20],
      ['DE', 19],
    ]) {
      await shop.api.post('/v1/taxes/regions', {
        area: { country },
        rates: [{ class: 'standard', name: 'VAT', percentage }],
      })
    }
    const items = [{ title: 'Work', unitPrice: eur(11900), quantity: 1 }]
    const at = (country: string) => ({ shippingAddress: { country } })
    const draft = (await shop.api.post('/v1/orders', { kind: 'draft', items, ...at('AT') })).body
    const moved = (await shop.api.patch(`/v1/orders/${draft.id}`, at('DE'))).body
    expect([draft.totals, moved.totals]).toMatchObject([
      { tax: eur(1983), taxIncluded: true, total: eur(11900) },
      { tax: eur(1900), taxIncluded: true, total: eur(11900) },
    ])
    expect(moved.items[0].taxes).toEqual([{ name: 'VAT', percentage: 19, amount: eur(1900) }])
  })

  it('taxes shipping like a cart, and lists a tax that staff provide', async () => {
    const shop = await openCheckoutShop()
    const region = { area: { country: 'AT' }, rates: [{ class: 'standard', name: 'VAT', percentage: 19 }] }
    expect((await shop.api.post('/v1/taxes/regions', region)).status).toBe(201)
    const cart = await createReadyCart(shop)
    const shipping = { title: 'Post', amount: eur(490) }
    const items = [{ variantId: shop.mug, quantity: 1 }]
    const body = { kind: 'draft', items, shipping, shippingAddress: cart.shippingAddress }
    const draft = (await shop.api.post('/v1/orders', body)).body
    expect([draft.shipping.tax, draft.totals.tax]).toEqual([eur(78), eur(477)])
    expect([draft.taxes, draft.totals]).toEqual([cart.taxes, cart.totals])

    const withTax = { shipping: { ...shipping, tax: eur(50) } }
    const changed = (await shop.api.patch(`/v1/orders/${draft.id}`, withTax)).body
    expect(changed.taxes).toEqual([
      { name: 'Shipping tax', percentage: 11.3636, amount: eur(50) },
      { name: 'VAT', percentage: 19, amount: eur(399) },
    ])
    expect([changed.shipping.tax, changed.totals.tax]).toEqual([eur(50), eur(449)])
    const tooMuch = await shop.api.patch(`/v1/orders/${draft.id}`, { shipping: { ...shipping, tax: eur(491) } })
    expect([tooMuch.status, tooMuch.body.error.details]).toMatchObject([400, [{ path: '/shipping/tax' }]])
  })

  it('rejects ambiguous items, items that are not on sale, and other currencies', async () => {
    const [shop, other] = [await openCheckoutShop(), await openShop()]
    const draft = (...items: object[]) => shop.api.post('/v1/orders', { kind: 'draft', items })
    expect(errorOf(await draft({ quantity: 1 }))).toEqual([400, 'invalid_request'])
    expect(errorOf(await draft({ variantId: shop.mug, title: 'Mug', quantity: 1 }))).toEqual([400, 'invalid_request'])
    const large = await draft({ title: 'Work', unitPrice: eur(Number.MAX_SAFE_INTEGER), quantity: 2 })
    expect(errorOf(large)).toEqual([422, 'order_too_large'])
    const dollars = { amount: 100, currency: 'USD' }
    expect(errorOf(await draft({ title: 'Work', unitPrice: dollars, quantity: 1 }))).toEqual([400, 'invalid_request'])
    const foreign = await other.api.post('/v1/orders', { kind: 'draft', items: [{ variantId: shop.mug, quantity: 1 }] })
    expect(errorOf(foreign)).toEqual([404, 'not_found'])
  })
})
