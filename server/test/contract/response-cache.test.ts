import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { openServer } from '../open-server.ts'
import { createApiClient, openIsolatedShop, openShop } from '../open-shop.ts'
import { sendRaw } from '../raw-socket.ts'
import { addProduct, eur } from '../sample-products.ts'

type Shop = Awaited<ReturnType<typeof openShop>>

/** A visitor of the shop who calls the server at this URL. */
const visitor = (url: string, shop: Shop) => createApiClient(url, { 'x-workspace-id': shop.live.workspaceId })
const titleOn = async (storefront: Pick<Shop['storefront'], 'get'>, id: string) => {
  const response = await storefront.get(`/v1/products/${id}`)
  return [response.body.title, response.headers.get('x-cache')]
}

describe('the response cache', () => {
  it('the next request on the same server always sees a change, even under concurrent reads', async () => {
    const shop = await openShop(await openServer({ trustedProxies: ['127.0.0.1'] }))
    const { id } = await addProduct(shop.api)
    let reading = true
    let address = 0
    const read = (path: string) =>
      shop.storefront.get(path, { 'x-forwarded-for': `10.0.${(address >> 8) & 255}.${address++ & 255}` })
    const readers = Array.from({ length: 3 }, async () => {
      while (reading) await read(`/v1/products/${id}`)
    })
    try {
      for (let round = 0; round < 20; round++) {
        const title = `Shirt ${round}`
        expect((await shop.api.patch(`/v1/catalog/products/${id}`, { title })).status).toBe(200)
        expect((await read(`/v1/products/${id}`)).body.title).toBe(title)
        expect((await read('/v1/products')).body.data[0].title).toBe(title)
      }
    } finally {
      reading = false
      await Promise.all(readers)
    }
  })

  it('another server sees a change as soon as it is notified', async () => {
    const shop = await openIsolatedShop()
    const other = visitor((await openServer({ connection: shop.server.connection })).url, shop)
    const { id } = await addProduct(shop.api)
    for (let round = 0; round < 10; round++) {
      const title = `Shirt ${round}`
      await titleOn(other, id)
      expect((await titleOn(other, id))[1]).toBe('HIT')
      await shop.api.patch(`/v1/catalog/products/${id}`, { title })
      await expect.poll(async () => (await titleOn(other, id))[0], { interval: 5 }).toBe(title)
    }
  })

  it('bypasses the cache while the server has no connection for notifications', async () => {
    const shop = await openIsolatedShop()
    const { id } = await addProduct(shop.api)
    // The server also receives its own notification, at any moment, and invalidates once more.
    await expect.poll(async () => (await titleOn(shop.storefront, id))[1]).toBe('HIT')
    const admin = new pg.Client(shop.server.connection)
    await admin.connect()
    await admin.query(`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'storedesk catalog_changed'`)
    // A manual change, without a notification.
    await admin.query(`update products set title = 'By hand' where id = $1`, [id])
    await admin.end()
    await expect.poll(async () => (await titleOn(shop.storefront, id))[0], { interval: 5 }).toBe('By hand')
    await expect.poll(async () => (await titleOn(shop.storefront, id))[1], { interval: 5 }).toBe('HIT')
  })

  it('shows a scheduled product from its publish time on', async () => {
    let now = new Date('2030-06-01T00:00:00Z')
    const shop = await openShop(await openServer({ clock: () => now }))
    await addProduct(shop.api, { title: 'Soon', publishAt: '2030-06-01T00:00:10.000Z' })
    const seen = async () => (await shop.storefront.get('/v1/products')).body.data.length
    expect([await seen(), await seen()]).toEqual([0, 0])
    now = new Date('2030-06-01T00:00:10Z')
    expect(await seen()).toBe(1)
  })

  it('does not share entries between workspaces, environments or currencies', async () => {
    const shop = await openIsolatedShop()
    const other = await openShop(shop.server)
    await addProduct(shop.api)
    const count = async (by: Pick<Shop['api'], 'get'>) => (await by.get('/v1/products')).body.data.length
    expect(await count(shop.storefront)).toBe(1)
    expect([await count(other.storefront), await count(shop.sandbox), await count(shop.api)]).toEqual([0, 0, 1])
    await shop.api.patch('/v1/workspace', { currency: 'USD' })
    const { body } = await shop.storefront.get('/v1/products')
    expect(body.data[0].priceRange.min).toEqual({ amount: 5500, currency: 'USD' })
    await shop.api.patch('/v1/workspace', { currency: 'EUR' })
    expect((await shop.storefront.get('/v1/products')).body.data[0].priceRange.min).toEqual(eur(3900))
  })

  it('a cached response has every header of a computed one', async () => {
    const shop = await openIsolatedShop()
    const inQuery = createApiClient(shop.server.url)
    const computed = await shop.storefront.get('/v1/products')
    const cached = await shop.storefront.get('/v1/products')
    // One request takes the fast path, the other the full one; the responses must not differ.
    const [short, long] = [
      await shop.storefront.get('/v1/products?limit=3'),
      await inQuery.get(`/v1/products?limit=3&workspace_id=${shop.live.workspaceId}`),
    ]
    const names = (response: typeof computed) => [...response.headers.keys()].sort()
    const varying = ['x-cache', 'x-request-id', 'x-ratelimit-remaining', 'date']
    for (const other of [cached, short, long]) {
      expect(names(other)).toEqual(names(computed))
      for (const name of names(computed)) {
        if (!varying.includes(name)) expect([name, other.headers.get(name)]).toEqual([name, computed.headers.get(name)])
      }
    }
    const unchanged = { 'if-none-match': String(computed.headers.get('etag')) }
    expect((await shop.storefront.get('/v1/products', unchanged)).status).toBe(304)
    expect(cached.headers.get('x-ratelimit-remaining')).toBe(
      String(Number(computed.headers.get('x-ratelimit-remaining')) - 1),
    )
    expect(cached.headers.get('x-request-id')).not.toBe(computed.headers.get('x-request-id'))
  })

  it('keeps a connection open for the next request, and closes it when asked to', async () => {
    const shop = await openIsolatedShop()
    const { body, headers } = await shop.storefront.get('/v1/products')
    const line = `GET /v1/products HTTP/1.1\r\nHost: localhost\r\nX-Workspace-Id: ${shop.live.workspaceId}\r\n`
    const revalidation = `${line}If-None-Match: ${headers.get('etag')}\r\n`
    const requests = [line, revalidation, line, `${line}Connection: close\r\n`]
    const first = await sendRaw(shop.server.port, requests.map((request) => `${request}\r\n`).join(''))
    const responses = `HTTP/1.1 ${first.status}\r\n\r\n${first.body}`.split('HTTP/1.1 ').slice(1)
    expect(responses.map((response) => Number(response.slice(0, 3)))).toEqual([200, 304, 200, 200])
    const isOpen = (response = '') => /^connection: (.*)$/im.exec(response)?.[1]
    expect([first.headers.connection, ...responses.slice(1).map(isOpen)]).toEqual([
      'keep-alive',
      'keep-alive',
      'keep-alive',
      'close',
    ])
    expect(first.headers['keep-alive']).toBe(headers.get('keep-alive'))
    expect(responses.map((response) => /^x-cache: (.*)$/im.exec(response)?.[1])).toEqual([
      undefined,
      'HIT',
      'HIT',
      'HIT',
    ])
    expect(first.headers['x-cache']).toBe('HIT')
    expect(first.headers.date).toBe(new Date(first.headers.date ?? '').toUTCString())
    for (const at of [0, 2, 3]) expect(JSON.parse(responses[at]?.split('\r\n\r\n')[1] ?? '')).toEqual(body)
  })

  it('serves no unauthorized caller, and nobody beyond the limit', async () => {
    const shop = await openIsolatedShop()
    const other = await openShop(shop.server)
    const visit = (headers: Record<string, string>) => createApiClient(shop.server.url).get('/v1/products', headers)
    const own = { 'x-workspace-id': shop.live.workspaceId }
    expect((await visit(own)).headers.get('x-cache')).toBe('MISS')
    expect((await visit({ 'x-workspace-id': own['x-workspace-id'].toUpperCase() })).headers.get('x-cache')).toBe('HIT')
    expect((await visit({})).status).toBe(401)
    expect((await visit({ ...own, authorization: 'Bearer svc_live_nonsense' })).status).toBe(401)
    expect((await visit({ ...own, authorization: `Bearer ${other.liveKey}` })).status).toBe(403)
    expect((await visit({ 'x-workspace-id': '0190b7a0-0000-7000-8000-000000000001' })).status).toBe(401)
    const responses = await Promise.all(Array.from({ length: 130 }, () => visit(own)))
    const statuses = responses.map(({ status }) => status)
    expect([
      statuses.filter((status) => status === 200).length,
      statuses.filter((status) => status === 429).length,
    ]).toEqual([118, 12])
  })

  it('returns 400 to a request that names two workspaces, and 304 when one of several If-None-Match headers matches', async () => {
    const shop = await openIsolatedShop()
    const computed = await shop.storefront.get('/v1/products')
    const send = (...lines: string[]) =>
      sendRaw(
        shop.server.port,
        `GET /v1/products HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n${lines.join('\r\n')}\r\n\r\n`,
      )
    const own = `X-Workspace-Id: ${shop.live.workspaceId}`
    expect((await send(own)).headers['x-cache']).toBe('HIT')
    expect((await send(own, own)).status).toBe(200)
    expect((await send(own, `X-Workspace-Id: ${shop.test.environmentId}`)).status).toBe(400)
    expect((await send(own, 'If-None-Match: "old"', `If-None-Match: ${computed.headers.get('etag')}`)).status).toBe(304)
  })
})
