import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openExternalServer, respondJson } from '../../../test/external-server.ts'
import { hasShopifySchema, requireShopifySchema } from '../../../test/shopify/schema.ts'
import { openShopifyServer, SHOPIFY_DOMAIN, SHOPIFY_TOKEN, type ShopifyServer } from '../../../test/shopify-server.ts'
import { SHOP_RESOURCES, type ShopLine, type ShopResource } from '../../ports/shop-lines.ts'
import type { ShopAddress, ShopSource } from '../../ports/shop-source.ts'
import { TOPICS } from './queries.ts'
import { type ShopifyOptions, shopifyShop } from './shopify.ts'

const signal = new AbortController().signal
const SIZE = { products: 25, variantsPerProduct: 55, imagesPerProduct: 2, collections: 3, customers: 30, orders: 30 }

let server: ShopifyServer

beforeAll(async () => {
  if (hasShopifySchema()) server = await openShopifyServer(SIZE)
})
afterAll(() => server?.close())
beforeEach(requireShopifySchema)

function connect(address: Partial<ShopAddress> = {}, options: ShopifyOptions = {}): ShopSource {
  return shopifyShop(
    { shop: SHOPIFY_DOMAIN, token: SHOPIFY_TOKEN, ...address },
    { baseUrl: server.url, allowLoopback: true, firstRetryMs: 1, ...options },
  )
}

async function exportAll<R extends ShopResource>(source: ShopSource, resource: R, options = {}) {
  const id = await source.startExport(resource, options, signal)
  for (;;) {
    const found = await source.getExport(id, signal)
    if (found.status !== 'running') return { id, ...found }
  }
}

async function readAll<R extends ShopResource>(source: ShopSource, resource: R, url: string, fromByte = 0) {
  const lines: { line: ShopLine<R>; endByte: number }[] = []
  for await (const line of source.readExport(resource, url, fromByte, signal)) lines.push(line)
  return lines
}

const countRequests = () => server.requests.length

describe('verify', () => {
  it('returns the name, currency and scopes of the shop', async () => {
    expect(await connect().verify(signal)).toEqual({
      name: 'Northwind',
      domain: SHOPIFY_DOMAIN,
      currency: 'EUR',
      scopes: expect.arrayContaining(['read_products', 'read_orders']),
      apiVersion: '2026-07',
    })
  })

  it('reports once that a later version answers', async () => {
    const later = await openShopifyServer({ servedVersion: '2026-10' })
    const versions: string[] = []
    const onOtherVersion = (version: string) => void versions.push(version)
    const shop = connect({ onOtherVersion }, { baseUrl: later.url })
    expect((await shop.verify(signal)).apiVersion).toBe('2026-10')
    await shop.verify(signal)
    expect(versions).toEqual(['2026-10'])
    await later.close()
  })

  it('rejects a wrong token at once', async () => {
    const before = countRequests()
    await expect(connect({ token: 'shpat_wrong' }).verify(signal)).rejects.toMatchObject({ code: 'unauthorized' })
    expect(countRequests() - before).toBe(1)
  })

  it.each([
    'localhost',
    'shop.example.com',
    'evil.com/.myshopify.com',
    'a.myshopify.com.evil.com',
    'a.b.myshopify.com',
  ])('never sends the token to %s', (shop) => {
    expect(() => connect({ shop })).toThrow('name.myshopify.com')
  })

  it.each([
    [301, 'not_found'],
    [404, 'not_found'],
    [402, 'forbidden'],
    [403, 'forbidden'],
    [406, 'rejected'],
  ])('maps status %i to %s', async (status, code) => {
    const other = await openExternalServer((response) => response.writeHead(status).end('{}'))
    const { origin } = new URL(other.url)
    await expect(connect({}, { baseUrl: origin }).verify(signal)).rejects.toMatchObject({ code })
    expect(other.requests).toHaveLength(1)
  })
})

describe('Errors in a response', () => {
  const ERRORS: [code: string, mapped: string, attempts: number][] = [
    ['ACCESS_DENIED', 'forbidden', 1],
    ['SHOP_INACTIVE', 'forbidden', 1],
    ['MAX_COST_EXCEEDED', 'rejected', 1],
    ['INTERNAL_SERVER_ERROR', 'unavailable', 6],
  ]
  it.each(ERRORS)('maps %s to %s after %i attempts', async (code, mapped, attempts) => {
    const errors = [{ message: 'Refused', extensions: { code, requiredAccess: '`read_orders` access scope.' } }]
    const other = await openExternalServer(respondJson({ data: null, errors }))
    const failure = connect({}, { baseUrl: new URL(other.url).origin }).verify(signal)
    await expect(failure).rejects.toMatchObject({ code: mapped, message: expect.not.stringContaining(SHOPIFY_TOKEN) })
    expect(other.requests).toHaveLength(attempts)
  })

  it('names the scope that is missing', async () => {
    const errors = [{ message: 'x', extensions: { code: 'ACCESS_DENIED', requiredAccess: '`read_orders`' } }]
    const other = await openExternalServer(respondJson({ errors }))
    const failure = connect({}, { baseUrl: new URL(other.url).origin }).verify(signal)
    await expect(failure).rejects.toThrow('It needs: `read_orders`')
  })

  it('leaves a long wait to the caller', async () => {
    const other = await openExternalServer((response) => response.writeHead(429, { 'retry-after': '90' }).end())
    const failure = connect({}, { baseUrl: new URL(other.url).origin }).verify(signal)
    await expect(failure).rejects.toMatchObject({ code: 'throttled', retryAfterMs: 90_000, isRetryable: true })
    expect(other.requests).toHaveLength(1)
  })

  it('rejects a token that is none before it sends anything', () => {
    for (const token of ['', 'two words', 'shpat_1\r\nhost: evil']) {
      expect(() => connect({ token })).toThrow('rejected the access token')
    }
  })
})

describe('Requests that fail for a while', () => {
  it.each(['throttled', 'busy', 'down', 'dropped', 'lost', 'garbled'] as const)(
    'are repeated when they are %s',
    async (fault) => {
      server.fail(fault, 2)
      const before = countRequests()
      expect((await connect().verify(signal)).name).toBe('Northwind')
      expect(countRequests() - before).toBe(3)
    },
  )

  it('fail after six attempts', async () => {
    server.fail('down', 6)
    const before = countRequests()
    await expect(connect().verify(signal)).rejects.toMatchObject({ code: 'unavailable', isRetryable: true })
    expect(countRequests() - before).toBe(6)
  })

  it('stop when the caller gives up', async () => {
    server.fail('down', 1)
    const controller = new AbortController()
    const verified = connect({}, { firstRetryMs: 60_000 }).verify(controller.signal)
    controller.abort(new Error('the server stops'))
    await expect(verified).rejects.toThrow()
    await connect().verify(signal)
  })

  it('wait for points instead of being refused', async () => {
    const slow = await openShopifyServer({ bucket: { size: 1000, restoreRate: 4000 } })
    const shop = connect({}, { baseUrl: slow.url })
    // A product costs some hundred points: the bucket is empty after a few.
    for (let count = 0; count < 6; count++) await shop.getObject('products', 'gid://shopify/Product/1', signal)
    expect(slow.requests).toHaveLength(6)
    await slow.close()
  })
})

describe('Exports', () => {
  it.each(SHOP_RESOURCES)('list all %s, parents before their children', async (resource) => {
    const shop = connect()
    server.nextExport.polls = 2
    const { url, status, objectCount, rootObjectCount, sizeBytes } = await exportAll(shop, resource)
    expect(status).toBe('completed')
    const lines = await readAll(shop, resource, url ?? '')
    expect(lines).toHaveLength(objectCount)
    expect(lines.at(-1)?.endByte).toBe(sizeBytes)
    const seen = new Set<string>()
    for (const { line } of lines) {
      if (line.__parentId !== undefined) expect(seen).toContain(line.__parentId)
      else seen.add(line.id)
    }
    expect(seen.size).toBe(rootObjectCount)
    expect(seen).toEqual(new Set([...server.data.list(resource)].map(({ id }) => id)))
  })

  it('contain the same lines as a single object, which may have more fields', async () => {
    const shop = connect()
    for (const resource of SHOP_RESOURCES) {
      const { url } = await exportAll(shop, resource)
      const lines = (await readAll(shop, resource, url ?? '')).map(({ line }) => line)
      const [first] = lines as [ShopLine]
      const own = lines.filter(({ id, __parentId }) => (__parentId ?? id) === first.id)
      expect(await shop.getObject(resource, first.id, signal)).toMatchObject(own)
    }
  })

  it('can be limited to what changed', async () => {
    const shop = connect()
    const updatedFrom = new Date().toISOString()
    server.data.change('products', 7, (product) => {
      product.title = 'Renamed'
    })
    server.data.change('inventory', 3, (item) => {
      item.inventoryLevels[0].updatedAt = new Date().toISOString()
    })
    const products = await exportAll(shop, 'products', { updatedFrom })
    expect(products.rootObjectCount).toBe(1)
    const inventory = await exportAll(shop, 'inventory', { updatedFrom })
    const lines = await readAll(shop, 'inventory', inventory.url ?? '')
    expect(lines.filter(({ line }) => line.__typename === 'InventoryLevel')).toHaveLength(1)
  })

  it('have no link when they are empty', async () => {
    const shop = connect()
    const updatedFrom = new Date(Date.now() + 86_400_000).toISOString()
    expect(await exportAll(shop, 'orders', { updatedFrom })).toMatchObject({ status: 'completed', url: null })
  })

  it('are started once, even if the answer is lost', async () => {
    server.fail('lost')
    const before = countRequests()
    await exportAll(connect(), 'collections')
    const sent = server.requests.slice(before).map(({ query = '' }) => query.split(/[ ($]/)[1])
    expect(sent.slice(0, 2)).toEqual(['StartExport', 'RecentExports'])
    expect(sent.filter((name) => name === 'StartExport')).toHaveLength(1)
  })

  it('are started again if the connection broke before', async () => {
    server.fail('dropped')
    expect((await exportAll(connect(), 'collections')).status).toBe('completed')
  })

  it('report a failure and its partial data', async () => {
    const shop = connect()
    server.nextExport.ending = 'failed'
    const failed = await exportAll(shop, 'customers')
    expect(failed).toMatchObject({ status: 'failed', url: null, error: expect.stringContaining('Try again') })
    expect((await readAll(shop, 'customers', failed.partialUrl ?? '')).length).toBeLessThan(60)
  })

  it('can be canceled, and then run no more', async () => {
    const shop = connect()
    server.nextExport.polls = 1000
    const id = await shop.startExport('orders', {}, signal)
    await shop.cancelExport(id, signal)
    expect((await shop.getExport(id, signal)).status).toBe('canceled')
    await shop.cancelExport(id, signal)
  })

  it('say when too many are running', async () => {
    const shop = connect()
    const ids: string[] = []
    for (let count = 0; count < 5; count++) {
      server.nextExport.polls = 1000
      ids.push(await shop.startExport('collections', {}, signal))
    }
    await expect(shop.startExport('collections', {}, signal)).rejects.toMatchObject({ code: 'busy', isRetryable: true })
    for (const id of ids) await shop.cancelExport(id, signal)
  })

  it('are unknown to a shop that has forgotten them', async () => {
    const forgotten = connect().getExport('gid://shopify/BulkOperation/999', signal)
    await expect(forgotten).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('Downloads of an export', () => {
  let [url, expected]: [string, { line: ShopLine<'products'>; endByte: number }[]] = ['', []]
  beforeAll(async () => {
    if (!hasShopifySchema()) return
    url = (await exportAll(connect(), 'products')).url ?? ''
    expected = await readAll(connect(), 'products', url)
  })

  it('continue from any line', async () => {
    for (const index of [0, 1, 700, expected.length - 1]) {
      const rest = await readAll(connect(), 'products', url, expected[index]?.endByte)
      expect(rest).toEqual(expected.slice(index + 1))
    }
  })

  it.each([
    ['breaks the connection twice', 'dropped', 2],
    ['is down for a moment', 'down', 2],
    ['ignores the range', 'whole', 1],
  ] as const)('survive a server that %s', async (_, fault, times) => {
    const from = expected[10]?.endByte ?? 0
    server.failDownload(fault, times)
    expect(await readAll(connect(), 'products', url, from)).toEqual(expected.slice(11))
  })

  it('continue when the server falls silent', async () => {
    server.failDownload('silent')
    expect(await readAll(connect({}, { timeoutMs: 200 }), 'products', url)).toEqual(expected)
  })

  it('fail when nothing helps', async () => {
    server.failDownload('down', 6)
    await expect(readAll(connect(), 'products', url)).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('fail at a damaged line, not before it', async () => {
    const { url } = await openExternalServer((response) => response.end('{"id":"1"}\n{"id":\n{"id":"3"}\n'))
    const ids: string[] = []
    const reading = (async () => {
      for await (const { line } of connect().readExport('products', url, 0, signal)) ids.push(line.id)
    })()
    await expect(reading).rejects.toMatchObject({ code: 'rejected' })
    expect(ids).toEqual(['1'])
  })

  it('read a last line without a line break, empty lines and letters of several bytes', async () => {
    const text = '{"id":"größe"}\n\n{"id":"日本"}'
    const { url } = await openExternalServer((response) => {
      const bytes = Buffer.from(text)
      response.write(bytes.subarray(0, 10), () => response.end(bytes.subarray(10)))
    })
    const lines = await readAll(connect(), 'products', url)
    expect(lines).toEqual([
      { line: { id: 'größe' }, endByte: 17 },
      { line: { id: '日本' }, endByte: Buffer.byteLength(text) },
    ])
  })

  it('end when the reader has enough', async () => {
    for await (const { line } of connect().readExport('products', url, 0, signal)) {
      expect(line.__typename).toBe('Product')
      break
    }
  })

  it('report a link that has expired; the export has a new one', async () => {
    const shop = connect()
    const { id, ...first } = await exportAll(shop, 'customers')
    server.expireLinks()
    await expect(readAll(shop, 'customers', first.url ?? '')).rejects.toMatchObject({ code: 'expired' })
    const renewed = await shop.getExport(id, signal)
    expect(await readAll(shop, 'customers', renewed.url ?? '')).toHaveLength(60)
  })
})

describe('Single objects', () => {
  it('have all their children, page by page', async () => {
    const lines = await connect().getObject('products', 'gid://shopify/Product/2', signal)
    expect(lines?.filter(({ __typename }) => __typename === 'ProductVariant')).toHaveLength(55)
    expect(lines?.slice(1).every(({ __parentId }) => __parentId === 'gid://shopify/Product/2')).toBe(true)
  })

  it('are undefined when they do not exist', async () => {
    expect(await connect().getObject('orders', 'gid://shopify/Order/999999', signal)).toBeUndefined()
  })
})

describe('Images', () => {
  it('are downloaded', async () => {
    const { body, contentType } = await connect().downloadImage(`${server.url}/images/1-0.png`, signal)
    expect([contentType, body.toString('latin1', 1, 4)]).toEqual(['image/png', 'PNG'])
  })

  it.each([
    ['a page', 200, { 'content-type': 'text/html' }, '<html>', 'rejected'],
    ['an SVG', 200, { 'content-type': 'image/svg+xml' }, '<svg/>', 'rejected'],
    ['a redirect', 302, { location: 'http://127.0.0.1/' }, '', 'rejected'],
    ['more than 10 MB', 200, { 'content-type': 'image/png' }, Buffer.alloc(10 * 1024 ** 2 + 1), 'rejected'],
    ['a missing image', 404, {}, '', 'not_found'],
    ['a failing server', 502, {}, '', 'unavailable'],
  ])('rejects %s', async (_, status, headers, body, code) => {
    const { url } = await openExternalServer((response) => response.writeHead(status, headers).end(body))
    await expect(connect().downloadImage(url, signal)).rejects.toMatchObject({ code })
  })

  it('are not downloaded from private addresses or without TLS', async () => {
    const shop = connect({}, { allowLoopback: false })
    for (const url of [`${server.url}/images/1-0.png`, 'https://169.254.169.254/x.png', 'http://example.com/x.png']) {
      await expect(shop.downloadImage(url, signal)).rejects.toThrow()
    }
  })
})

describe('subscribeWebhooks', () => {
  it('subscribes every topic once, and moves subscriptions to a new URL', async () => {
    const shop = connect()
    await shop.subscribeWebhooks('https://desk.example.com/hooks/shopify/a', signal)
    await shop.subscribeWebhooks('https://desk.example.com/hooks/shopify/a', signal)
    server.fail('lost')
    await shop.subscribeWebhooks('https://desk.example.com/hooks/shopify/b', signal)
    expect(server.subscriptions.map(({ topic }) => topic).sort()).toEqual([...TOPICS].sort())
    expect(new Set(server.subscriptions.map(({ uri }) => uri))).toEqual(
      new Set(['https://desk.example.com/hooks/shopify/b']),
    )
  })

  it('leaves out topics of data that it may not read', async () => {
    const limited = await openShopifyServer({ scopes: ['read_products'] })
    await connect({}, { baseUrl: limited.url }).subscribeWebhooks('https://desk.example.com/hooks/x', signal)
    const topics = limited.subscriptions.map(({ topic }) => topic)
    expect(topics).toContain('PRODUCTS_UPDATE')
    expect(topics.filter((topic) => /^(ORDERS|CUSTOMERS|INVENTORY)/.test(topic))).toEqual([])
    await limited.close()
  })
})
