import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openEventRunner } from '../../../test/event-runner.ts'
import { fastClock } from '../../../test/fast-clock.ts'
import { openServer, type TestServer } from '../../../test/open-server.ts'
import { openShop, type Shop } from '../../../test/open-shop.ts'
import type { ShopObject } from '../../../test/shopify/generated-values.ts'
import { requireShopifySchema } from '../../../test/shopify/schema.ts'
import {
  openShopifyServer,
  SHOPIFY_CLIENT_SECRET,
  SHOPIFY_DOMAIN,
  SHOPIFY_TOKEN,
  type ShopifyServer,
} from '../../../test/shopify-server.ts'
import { newSyncs, SYNCED_TABLES, startSyncWorker } from '../../../test/shopify-sync.ts'
import { eraseOnRequest } from '../customer-data/erasures/erasures.ts'

const CONNECTION = { shop: SHOPIFY_DOMAIN, accessToken: SHOPIFY_TOKEN, clientSecret: SHOPIFY_CLIENT_SECRET }

const waitUntil = async (isReached: () => Promise<boolean>) => {
  while (!(await isReached())) await new Promise((resolve) => setTimeout(resolve, 50))
}

describe('a sync with Shopify', () => {
  let remote: ShopifyServer
  let server: TestServer
  let shop: Shop
  let syncs: ReturnType<typeof newSyncs>
  const closing: (() => Promise<void>)[] = []

  beforeAll(async () => {
    remote = await openShopifyServer({ products: 30, variantsPerProduct: 3 })
    const shopify = { baseUrl: remote.url, firstRetryMs: 1 }
    server = await openServer({ shopify, limitClock: fastClock() }, (close) => closing.push(close))
    shop = await openShop(server)
    syncs = newSyncs(shop, shop.api)
    await startSyncWorker(server)
  })
  afterAll(async () => {
    for (const close of closing) await close()
    await remote.close()
  })

  const product = async (index: number) => {
    const { body } = await shop.api.get(`/v1/catalog/products?sku=SKU-${(index + 1) * 10_000 + 1}`)
    return body.data[0]
  }

  const listErased = async () =>
    (await server.db.pool.query("select external_id from shopify_objects where external_id like 'erased %'")).rows

  it('verifies the connection before it is saved, and never shows its secrets', async (test) => {
    requireShopifySchema(test)
    expect((await shop.api.post('/v1/shopify/sync', {})).body.error.code).toBe('conflict')
    const refused = await shop.api.send('PUT', '/v1/shopify/connection', { ...CONNECTION, accessToken: 'shpat_wrong' })
    expect(refused).toMatchObject({ status: 400, body: { error: { details: [{ path: '/accessToken' }] } } })
    expect((await shop.api.get('/v1/shopify/connection')).body.status).toBe('not_connected')
    const connected = await shop.api.send('PUT', '/v1/shopify/connection', CONNECTION)
    expect(connected.body).toMatchObject({ status: 'active', shop: SHOPIFY_DOMAIN, currency: 'EUR' })
    const stored = [
      (await server.db.pool.query('select * from shopify_connections')).rows,
      (await server.db.pool.query('select * from connections')).rows,
    ]
    for (const secret of [SHOPIFY_TOKEN, SHOPIFY_CLIENT_SECRET]) {
      expect(JSON.stringify([connected.body, stored])).not.toContain(secret)
    }
    expect((await shop.sandbox.send('PUT', '/v1/shopify/connection', CONNECTION)).status).toBe(409)
  })

  it('imports everything, through throttling, lost answers, broken downloads and expired links', async (test) => {
    requireShopifySchema(test)
    remote.fail('throttled', 2)
    remote.fail('lost')
    remote.failDownload('dropped', 2)
    remote.failDownload('expired')
    const { id } = await syncs.start({})
    expect((await shop.api.post('/v1/shopify/sync', {})).body.error).toMatchObject({ code: 'sync_running', syncId: id })
    const run = await syncs.waitFor(id)
    expect(await syncs.failures(id)).toEqual([])
    expect(run).toMatchObject({
      status: 'completed',
      counts: {
        products: { read: 30, created: 30, failed: 0 },
        collections: { created: 2 },
        inventory: { read: 90 },
        customers: { created: 3 },
        orders: { created: 4 },
        images: { updated: 30, failed: 0 },
      },
    })
    const first = await product(0)
    const remoteProduct = remote.data.find('products', first.externalId)
    expect(first).toMatchObject({
      title: remoteProduct?.title,
      status: 'active',
      options: [{ name: 'Color' }, { name: 'Size' }],
      customFields: { 'custom.care': 'Wash by hand' },
      variants: [
        {
          sku: 'SKU-10001',
          prices: [{ price: { amount: 990, currency: 'EUR' }, compareAtPrice: { amount: 1490, currency: 'EUR' } }],
          cost: { amount: 400, currency: 'EUR' },
          weightGrams: 250,
          inventoryPolicy: 'continue',
          imageUrl: expect.stringContaining('/files/'),
        },
        { imageUrl: null },
        {},
      ],
      images: [{ url: expect.stringContaining('/files/'), alt: `${remoteProduct?.title}, picture 1` }],
    })
    expect((await product(19)).status).toBe('draft')
    const level = await shop.api.get('/v1/inventory?sku=SKU-50002')
    expect(level.body.data).toMatchObject([{ onHand: 5, locationName: 'Warehouse' }])
    const { body: orders } = await shop.api.get('/v1/orders?number=1001')
    expect(orders.data).toMatchObject([
      { source: 'import', paymentStatus: 'paid', fulfillmentStatus: 'fulfilled', email: 'customer-1@example.com' },
    ])
    expect(orders.data[0].customerId).not.toBeNull()
    expect((await server.db.pool.query('select from emails')).rowCount).toBe(0)
  })

  it('writes nothing when nothing changed', async (test) => {
    requireShopifySchema(test)
    const before = await syncs.rowVersions(SYNCED_TABLES)
    const run = await syncs.run({})
    expect(run.counts.products).toMatchObject({ read: 30, unchanged: 30, created: 0, updated: 0 })
    expect(await syncs.rowVersions(SYNCED_TABLES)).toEqual(before)
  })

  it('reports in a dry run what a sync would change, then changes only that', async (test) => {
    requireShopifySchema(test)
    remote.data.change('products', 2, (changed) => {
      changed.title = 'Renamed'
      changed.variants[0].price = '12.00'
      changed.variants[1].sku = 'NEW-SKU'
    })
    await shop.api.patch(`/v1/catalog/products/${(await product(3)).id}`, { vendor: 'Edited here' })
    const ids = (await product(2)).variants.map(({ id }: { id: string }) => id)
    const dry = await syncs.run({ dryRun: true, resources: ['products'] })
    expect(dry.counts.products).toMatchObject({ updated: 2, unchanged: 28 })
    const { body } = await shop.api.get(`/v1/shopify/sync/${dry.id}/changes`)
    const renamed = body.data.find(({ title }: { title: string }) => title === 'Renamed')
    expect(renamed.changes).toContainEqual({ field: 'title', from: expect.any(String), to: 'Renamed' })
    expect(renamed.changes).toContainEqual({
      field: 'Terracotta / 1: price',
      from: expect.any(String),
      to: expect.stringContaining('12.00 EUR'),
    })
    expect((await product(2)).title).not.toBe('Renamed')

    await syncs.run({ resources: ['products'], mode: 'incremental' })
    expect(await product(2)).toMatchObject({
      title: 'Renamed',
      variants: [{ prices: [{ price: { amount: 1200 } }] }, { sku: 'NEW-SKU' }, {}],
    })
    expect((await product(2)).variants.map(({ id }: { id: string }) => id)).toEqual(ids)
    expect((await product(3)).vendor).toBe('Edited here')
    const full = await syncs.run({ resources: ['products'] })
    expect(full.counts.products).toMatchObject({ updated: 1, unchanged: 29 })
    expect((await product(3)).vendor).toBe('Vendor 3')
  })

  it('brings orders up to date, and never brings erased customers back', async (test) => {
    requireShopifySchema(test)
    const shipmentOf = (order: ShopObject, number: number) => ({
      id: `gid://shopify/Fulfillment/${100 + number}`,
      status: 'SUCCESS',
      createdAt: new Date(Date.UTC(2026, 9, number)).toISOString(),
      deliveredAt: null,
      trackingInfo: [{ company: 'Post AT', number: `P${number}`, url: null }],
      fulfillmentLineItems: [{ quantity: 1, lineItem: { id: order.lineItems[0].id } }],
    })
    const { id: orderId } = (await shop.api.get('/v1/orders?number=1002')).body.data[0]
    const listShipments = async () => (await shop.api.get(`/v1/orders/${orderId}/fulfillments`)).body.data
    remote.data.change('orders', 1, (order) => {
      order.displayFulfillmentStatus = 'PARTIALLY_FULFILLED'
      order.lineItems[0].unfulfilledQuantity = 1
      order.fulfillments = [shipmentOf(order, 1)]
    })
    await syncs.run({ resources: ['orders'] })
    expect((await shop.api.get(`/v1/orders/${orderId}`)).body.fulfillmentStatus).toBe('partially_fulfilled')
    const first = { status: 'shipped', tracking: { carrier: 'Post AT', number: 'P1' }, items: [{ quantity: 1 }] }
    expect(await listShipments()).toMatchObject([first])

    remote.data.change('orders', 1, (order) => {
      order.displayFulfillmentStatus = 'FULFILLED'
      order.lineItems[0].unfulfilledQuantity = 0
      order.fulfillments = [{ ...shipmentOf(order, 1), deliveredAt: '2026-10-03T08:00:00Z' }, shipmentOf(order, 2)]
      order.displayFinancialStatus = 'PARTIALLY_REFUNDED'
      order.totalRefundedSet = { shopMoney: { amount: '1.00', currencyCode: 'EUR' } }
    })
    const { data: customers } = (await shop.api.get('/v1/customers?email=customer-3@example.com')).body
    expect(customers).toMatchObject([{ name: 'Alan Muster 3', externalIds: [{ source: 'shopify' }] }])
    expect((await shop.api.post(`/v1/customers/${customers[0].id}/erasure`)).status).toBeLessThan(300)
    await waitUntil(async () => (await listErased()).length === 1)
    const run = await syncs.run({ resources: ['customers', 'orders'] })
    expect(run.counts).toMatchObject({ customers: { unchanged: 3 }, orders: { updated: 1, unchanged: 3 } })
    expect((await shop.api.get('/v1/orders?number=1002')).body.data).toMatchObject([
      { fulfillmentStatus: 'fulfilled', paymentStatus: 'partially_refunded', refunded: { amount: 100 } },
    ])
    expect(await listShipments()).toMatchObject([
      { ...first, tracking: { number: 'P2' } },
      { ...first, status: 'delivered', deliveredAt: expect.any(String) },
    ])
    expect((await shop.api.get('/v1/customers?email=customer-3@example.com')).body.data).toEqual([])
    expect((await shop.api.get('/v1/orders?number=1003')).body.data).toMatchObject([{ email: null, customerId: null }])
  })

  it('follows canceled shipments, keeps tracking of staff, and reports what was returned here', async (test) => {
    requireShopifySchema(test)
    const readOrder = async (number: number) => (await shop.api.get(`/v1/orders?number=${number}`)).body.data[0]
    const { id: orderId, items } = await readOrder(1002)
    const listShipments = async () => (await shop.api.get(`/v1/orders/${orderId}/fulfillments`)).body.data
    remote.data.change('orders', 0, (order) => {
      order.fulfillments[0].status = 'CANCELLED'
      order.lineItems[0].unfulfilledQuantity = order.lineItems[0].quantity
      order.displayFulfillmentStatus = 'UNFULFILLED'
    })
    remote.data.change('orders', 1, (order) => {
      const [first, second] = order.fulfillments
      const replacement = { ...second, id: 'gid://shopify/Fulfillment/103', trackingInfo: [] }
      order.fulfillments = [first, { ...second, status: 'CANCELLED' }, replacement]
    })
    await syncs.run({ resources: ['orders'] })
    expect(await readOrder(1001)).toMatchObject({ fulfillmentStatus: 'unfulfilled' })
    expect(await readOrder(1002)).toMatchObject({ fulfillmentStatus: 'fulfilled' })
    const [sent] = await listShipments()
    expect(await listShipments()).toMatchObject([
      { status: 'shipped', tracking: null, items: [{ quantity: 1 }] },
      { status: 'canceled' },
      { status: 'delivered' },
    ])

    const tracking = { carrier: 'DHL', number: 'STAFF1' }
    await shop.api.patch(`/v1/orders/${orderId}/fulfillments/${sent.id}`, { tracking })
    const returned = { items: [{ itemId: items[0].id, quantity: 2 }] }
    const { body: created } = await shop.api.post(`/v1/orders/${orderId}/returns`, returned)
    for (const step of ['approval', 'receipt']) {
      const { status } = await shop.api.post(`/v1/orders/${orderId}/returns/${created.id}/${step}`, {})
      expect(status).toBeLessThan(300)
    }
    remote.data.change('orders', 1, (order) => {
      order.tags = ['vip']
    })
    expect((await syncs.run({ resources: ['orders'] })).counts.orders).toMatchObject({ updated: 1, failed: 0 })
    expect(await listShipments()).toMatchObject([{ tracking }, {}, {}])

    remote.data.change('orders', 1, (order) => {
      order.tags = ['vip', 'complaint']
      order.fulfillments[2].status = 'CANCELLED'
    })
    const run = await syncs.run({ resources: ['orders'] })
    expect(run).toMatchObject({ status: 'completed', counts: { orders: { failed: 1 } } })
    expect(await syncs.failures(run.id)).toMatchObject([{ error: expect.stringContaining('returned here') }])
    expect(await listShipments()).toMatchObject([{ status: 'shipped', tracking }, {}, {}])
    expect((await readOrder(1002)).tags).toContain('complaint')
  })

  it('deletes what is gone only when asked, only from a complete export, and never much without confirmation', async (test) => {
    requireShopifySchema(test)
    for (const index of [25, 26, 27, 28]) remote.data.remove('products', index)
    const kept = await syncs.run({ resources: ['products'] })
    expect(kept.warnings).toEqual([expect.stringContaining('4 synced products are no longer in the shop')])
    const held = await syncs.run({ resources: ['products'], deleteMissing: true })
    expect(held).toMatchObject({
      counts: { products: { deleted: 0 } },
      warnings: [expect.stringContaining('more than 10 %')],
    })
    expect(await product(25)).toBeDefined()

    remote.nextExport.ending = 'short'
    const short = await syncs.run({
      resources: ['products'],
      deleteMissing: true,
      confirmDeletions: true,
      dryRun: true,
    })
    expect(short.counts.products.deleted).toBe(4)
    const run = await syncs.run({ resources: ['products'], deleteMissing: true, confirmDeletions: true })
    expect(run).toMatchObject({ status: 'completed', warnings: [], counts: { products: { deleted: 4 } } })
    expect(await product(25)).toBeUndefined()
    expect(await product(29)).toBeDefined()
  })

  it('keeps the rules of collections where ours can say the same, and lists the products otherwise', async (test) => {
    requireShopifySchema(test)
    const addSmart = (id: number, column: string, relation: string, condition: string, others = {}) =>
      remote.data.add('collections', {
        id: `gid://shopify/Collection/${id}`,
        title: `Smart ${id}`,
        handle: `smart-${id}`,
        sortOrder: 'CREATED_DESC',
        ruleSet: { appliedDisjunctively: true, rules: [{ column, relation, condition }] },
        ...others,
      })
    // More than can be listed, which only matters without rules.
    const products = Array.from({ length: 6001 }, (_, index) => ({ id: `gid://shopify/Product/${index + 1}` }))
    addSmart(101, 'VENDOR', 'EQUALS', 'Vendor 3', { products })
    addSmart(103, 'VARIANT_WEIGHT', 'GREATER_THAN', '1000', { products })
    addSmart(102, 'VARIANT_WEIGHT', 'GREATER_THAN', '1000')
    const run = await syncs.run({ resources: ['collections'] })
    expect(run.counts.collections).toMatchObject({ created: 2, unchanged: 2, failed: 1 })
    expect(await syncs.failures(run.id)).toMatchObject([
      { title: 'Smart 103', error: expect.stringContaining('5000 products, the most that a collection without rules') },
    ])
    expect(run.warnings).toEqual([expect.stringMatching(/^“Smart 102”: its rules can’t be used here/)])
    const { data } = (await shop.api.get('/v1/catalog/collections')).body
    const smart = data.filter(({ handle }: { handle: string }) => handle.startsWith('smart-'))
    expect(smart).toMatchObject([
      { handle: 'smart-102', kind: 'manual', rules: [], productCount: 20 },
      { handle: 'smart-101', kind: 'rules', rules: [{ field: 'vendor', relation: 'is', value: 'Vendor 3' }] },
    ])
    expect(smart[1].productCount).toBeGreaterThan(0)
    expect((await syncs.run({ resources: ['collections'] })).counts.collections).toMatchObject({ unchanged: 4 })
  })

  it('can be canceled, and starts again after a failed export', async (test) => {
    requireShopifySchema(test)
    remote.nextExport.polls = 1000
    const { id } = await syncs.start({ resources: ['products'] })
    await syncs.waitFor(id, ({ phase }: { phase: string }) => phase === 'wait')
    expect((await shop.api.post(`/v1/shopify/sync/${id}/cancel`)).body).toMatchObject({ status: 'canceled' })
    expect((await shop.api.post(`/v1/shopify/sync/${id}/cancel`)).status).toBe(409)

    remote.nextExport.ending = 'failed'
    const restarted = await syncs.run({ resources: ['products'] })
    expect(restarted).toMatchObject({ status: 'completed', counts: { products: { read: 26 } } })
    const { rows } = await server.db.pool.query(
      "select data ->> 'status' as status from events where type = 'shopify_sync.finished' order by id desc limit 2",
    )
    expect(rows).toEqual([{ status: 'completed' }, { status: 'canceled' }])
  })

  it('applies webhooks in any order, once, and forgets whom and what Shopify says', async (test) => {
    requireShopifySchema(test)
    const { webhookUrl } = (await shop.api.get('/v1/connections/shopify')).body
    const url = server.url + new URL(webhookUrl).pathname
    const deliver = async (topic: string, payload: object, eventId?: string) => {
      const response = await remote.deliver({ url, topic, payload, ...(eventId && { eventId }) })
      expect(response.status).toBe(200)
      const { id } = (await response.json()) as { id: string }
      return waitForEvent(id)
    }
    const waitForEvent = async (id: string) => {
      const read = async () => (await shop.api.get(`/v1/inbound-events/${id}`)).body
      await waitUntil(async () => (await read()).status !== 'received')
      return read()
    }
    // Read alone, an order is the same as in an export.
    const before = await syncs.rowVersions(SYNCED_TABLES)
    const order = { admin_graphql_api_id: 'gid://shopify/Order/4' }
    expect(await deliver('orders/updated', order)).toMatchObject({ status: 'processed' })
    expect(await syncs.rowVersions(SYNCED_TABLES)).toEqual(before)

    const gid = (await product(5)).externalId
    remote.data.change('products', 5, (changed) => {
      changed.title = 'Changed by webhook'
    })
    expect(
      await deliver('products/update', { admin_graphql_api_id: gid, updated_at: new Date().toISOString() }),
    ).toMatchObject({ status: 'processed' })
    expect((await product(5)).title).toBe('Changed by webhook')
    const old = await deliver('products/update', { admin_graphql_api_id: gid, updated_at: '2020-01-01T00:00:00Z' })
    expect(old).toMatchObject({ status: 'ignored', note: 'Older than what we have.' })
    remote.data.change('inventory', 4, (item) => {
      item.inventoryLevels[0].quantities = ({ names }: { names: string[] }) =>
        names.map((name) => ({ name, quantity: 77 }))
    })
    await deliver('inventory_levels/update', { inventory_item_id: 20_002, location_id: 1, available: 77 })
    expect((await shop.api.get('/v1/inventory?sku=SKU-20002')).body.data).toMatchObject([{ onHand: 77 }])
    remote.data.remove('products', 6)
    await deliver('products/delete', { id: 7 })
    expect(await product(6)).toBeUndefined()

    const drift = await syncs.run({ resources: ['products', 'inventory'] })
    expect((await shop.api.get(`/v1/shopify/sync/${drift.id}/changes`)).body.data).toEqual([])

    const request = await deliver('customers/data_request', { customer: { id: 1 } })
    const { body: ticket } = await shop.api.get(`/v1/tickets/${request.note}`)
    expect(ticket).toMatchObject({ subject: 'Data request of a customer', tags: ['data-request'] })
    expect(await deliver('customers/redact', { customer: { id: 2 } })).toMatchObject({ status: 'processed' })
    expect(await deliver('customers/redact', { customer: { id: 999 } })).toMatchObject({ status: 'ignored' })
    expect(await deliver('themes/publish', { id: 1 })).toMatchObject({ status: 'ignored' })
    const { rows } = await server.db.pool.query("select from events where type = 'customer.erasure_requested'")
    expect(rows).toHaveLength(1)
    expect((await shop.api.get('/v1/customers?email=customer-2@example.com')).body.data).toHaveLength(1)
    await openEventRunner(shop, [eraseOnRequest])()
    await waitUntil(async () => (await listErased()).length === 2)
    expect((await shop.api.get('/v1/customers?email=customer-2@example.com')).body.data).toEqual([])

    expect(await deliver('app/uninstalled', { id: 1 })).toMatchObject({ status: 'processed' })
    expect((await shop.api.get('/v1/shopify/connection')).body).toMatchObject({ status: 'disabled' })
    const other = await deliver('shop/redact', { shop_domain: 'other.myshopify.com' })
    expect(other).toMatchObject({ status: 'ignored', note: 'This shop is not connected.' })
    expect(await deliver('shop/redact', { shop_domain: SHOPIFY_DOMAIN })).toMatchObject({ status: 'processed' })
    expect((await shop.api.get('/v1/shopify/connection')).body).toMatchObject({ status: 'not_connected', shop: null })
    const left = await server.db.pool.query('select external_id from shopify_objects')
    expect(left.rows).toEqual(await listErased())
    expect((await server.db.pool.query('select external_id from shopify_images')).rows).toEqual([])
    expect((await server.db.pool.query('select shop from shopify_connections')).rows).toEqual([])
    expect((await remote.deliver({ url, topic: 'products/update', payload: { id: 1 } })).status).toBe(404)
    // The goods are the merchant's.
    expect((await product(5)).title).toBe('Changed by webhook')
  })
})
