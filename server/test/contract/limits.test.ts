import { describe, expect, it } from 'vitest'
import { KEY_LIMITS, type KeyLimit, STOREFRONT_TIERS } from '../../src/http/limits/quotas.ts'
import type { Routes } from '../../src/http/routes.ts'
import { newApiKey } from '../../src/kit/api-key.ts'
import { createKey } from '../../src/modules/keys/keys.ts'
import { limitedRoutes } from '../limited-routes.ts'
import { openServer } from '../open-server.ts'
import { type ApiResponse, createApiClient, openShop } from '../open-shop.ts'
import { sendRaw } from '../raw-socket.ts'
import { SHIRT } from '../sample-products.ts'

const START = new Date('2030-01-01T00:00:00.400Z')

async function openLimited(options: Parameters<typeof openServer>[0] = {}) {
  const time = { now: START }
  const clock = () => time.now
  const server = await openServer({ clock, extra: { routes: limitedRoutes }, ...options })
  const pass = (seconds: number) => {
    time.now = new Date(time.now.getTime() + seconds * 1000)
  }
  return { shop: await openShop(server), server, pass }
}

const limitsOf = ({ headers }: ApiResponse) =>
  ['limit', 'remaining', 'reset'].map((name) => Number(headers.get(`x-ratelimit-${name}`)))
const times = <Result>(count: number, work: () => Promise<Result>) => Promise.all(Array.from({ length: count }, work))
const statuses = (responses: ApiResponse[]) => {
  const counts: Record<number, number> = {}
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
const RESET = Math.ceil((START.getTime() + 60_000) / 1000)

describe('D1 headers', () => {
  it('D1 count down on successful responses and errors alike, with a constant Reset', async () => {
    const { shop } = await openLimited()
    expect(limitsOf(await shop.api.get('/v1/workspace'))).toEqual([100, 99, RESET])
    expect(limitsOf(await shop.api.get('/v1/nothing'))).toEqual([100, 98, RESET])
    expect(limitsOf(await shop.api.get('/v1/events?limit=1000'))).toEqual([100, 97, RESET])
    expect(limitsOf(await shop.api.post('/v1/workspace', {}))).toEqual([100, 96, RESET])
    expect(limitsOf(await shop.api.get('/v1/workspace', { 'x-workspace-id': 'other' }))).toEqual([100, 95, RESET])
    expect(limitsOf(await shop.api.get('/v1/limited/stream'))).toEqual([60, 59, RESET])
  })

  it('D1 E1 a 429 carries them with Retry-After, and its body says how many seconds to wait', async () => {
    const { shop, pass } = await openLimited()
    await times(100, () => shop.api.get('/v1/workspace'))
    pass(12.3)
    const response = await shop.api.get('/v1/workspace')
    expect(response.status).toBe(429)
    expect(limitsOf(response)).toEqual([100, 0, RESET])
    expect(response.headers.get('retry-after')).toBe('48')
    expect(response.body.error).toEqual({
      code: 'rate_limit_exceeded',
      message:
        'Rate limit exceeded: 100 requests per minute for all other endpoints together. Try again in 48 seconds.',
      limitName: 'default',
      limit: 100,
      retryAfter: 48,
      requestId: response.headers.get('x-request-id'),
    })
    pass(47.6)
    expect((await shop.api.get('/v1/workspace')).headers.get('retry-after')).toBe('1')
    pass(0.1)
    expect((await shop.api.get('/v1/workspace')).status).toBe(200)
  })

  it('D1 an internal error carries them too', async () => {
    const faulty: Routes = async (app) => {
      const schema = { operationId: 'faulty', tags: ['Test'], response: {} }
      app.get('/faulty', { config: { access: 'key', limit: 'default' }, schema }, async () => {
        throw new Error('a fault')
      })
    }
    const { shop } = await openLimited({ extra: { routes: faulty } })
    const response = await shop.api.get('/v1/faulty')
    expect([response.status, ...limitsOf(response)]).toEqual([500, 100, 99, RESET])
  })

  it('D1 an unparsable request reports what unauthenticated callers from that address have left', async () => {
    const { server, shop } = await openLimited()
    await createApiClient(server.url).get('/v1/workspace')
    for (const text of [
      'what is this\r\n\r\n',
      'GET /v1/%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      `GET /v1/workspace HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`,
      'POST /v1/events HTTP/1.1\r\nHost: x\r\nExpect: a-miracle\r\nContent-Length: 0\r\n\r\n',
      'GET /v1/workspace HTTP/1.1\r\nConnection: close\r\n\r\n',
    ]) {
      const { headers } = await sendRaw(server.port, text)
      expect([headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']]).toEqual(['120', '119'])
      expect(headers['x-ratelimit-reset']).toBe(String(RESET))
    }
    expect(limitsOf(await shop.api.get('/v1/workspace'))).toEqual([100, 99, RESET])
  })

  it('D1 a CORS preflight carries them and does not count, on open and closed routes', async () => {
    const { server, shop } = await openLimited()
    const preflight = (path: string, method: string) =>
      createApiClient(server.url).send('OPTIONS', path, undefined, {
        origin: 'https://shop.example',
        'access-control-request-method': method,
      })
    for (const _ of [1, 2]) {
      expect(limitsOf(await preflight('/v1/limited/open', 'GET'))).toEqual([120, 120, RESET])
      expect(limitsOf(await preflight('/v1/limited/open', 'POST'))).toEqual([30, 30, RESET])
      expect(limitsOf(await preflight('/v1/checkout/limited', 'POST'))[0]).toBe(5)
      const closed = await preflight('/v1/workspace', 'GET')
      expect([closed.status, ...limitsOf(closed)]).toEqual([401, 120, 120, RESET])
    }
    expect(limitsOf(await shop.storefront.get('/v1/limited/open'))).toEqual([120, 119, RESET])
  })
})

describe('D3 the checkout tier', () => {
  it('D3 A5 counts every checkout call of a visitor together, five in five minutes, and nowhere else', async () => {
    const { shop } = await openLimited()
    const id = 'chk_01k9z3h8x2f7mtv4q6bw0ncdre'
    const calls = [
      '/v1/checkout/card',
      '/v1/checkout/intent',
      `/v1/checkout/${id}/confirm`,
      `/v1/checkout/${id}/cancel`,
    ]
    const remaining: (number | undefined)[] = []
    for (const path of [...calls, `/v1/checkout/${id}/retrieve`]) {
      remaining.push(limitsOf(await shop.storefront.post(path, {}))[1])
    }
    expect(remaining).toEqual([4, 3, 2, 1, 0])
    for (const path of calls) expect((await shop.storefront.post(path, {})).status).toBe(429)
    expect(limitsOf(await shop.storefront.post('/v1/carts', {})).slice(0, 2)).toEqual([30, 29])
    expect(limitsOf(await shop.api.post(`/v1/checkout/${id}/retrieve`)).slice(0, 2)).toEqual([100, 99])
  })
})

describe('D2 requests with a key', () => {
  it.each(Object.keys(KEY_LIMITS) as KeyLimit[])(
    'D2 C3 class %s has its own limit, and half of it in the sandbox',
    async (name) => {
      const { shop } = await openLimited()
      const { limit } = KEY_LIMITS[name]
      const live = await times(limit + 5, () => shop.api.post(`/v1/limited/${name}`))
      expect(statuses(live)).toEqual({ 200: limit, 429: 5 })
      const test = await times(limit, () => shop.sandbox.post(`/v1/limited/${name}`))
      expect(statuses(test)).toEqual({ 200: Math.floor(limit / 2), 429: limit - Math.floor(limit / 2) })
    },
  )

  it('D2 all keys of a workspace share a quota; other workspaces and storefront visitors do not', async () => {
    const { shop, server } = await openLimited()
    const other = await openShop(server)
    const { secret } = await createKey(
      server.system,
      shop.live.workspaceId,
      { label: '2', mode: 'live' },
      { actor: null },
    )
    const second = createApiClient(server.url, { authorization: `Bearer ${secret}` })
    await times(30, () => shop.api.post('/v1/limited/chat'))
    await times(30, () => second.post('/v1/limited/chat'))
    expect((await second.post('/v1/limited/chat')).status).toBe(429)
    expect((await other.api.post('/v1/limited/chat')).status).toBe(200)
    await shop.storefront.get('/v1/limited/open')
    expect(limitsOf(await shop.api.get('/v1/limited/open'))).toEqual([100, 99, RESET])
  })

  it('D2 a streamed response counts as one request', async () => {
    const { shop } = await openLimited()
    const response = await shop.api.get('/v1/limited/stream')
    expect(response.body.match(/event: word/g)).toHaveLength(5)
    expect(limitsOf(response)).toEqual([60, 59, RESET])
    expect(limitsOf(await shop.api.get('/v1/limited/stream'))).toEqual([60, 58, RESET])
  })

  it('D2 D6 cached responses, including 304, do not count and are sent after the quota is used up; X-Cache marks them', async () => {
    const { shop } = await openLimited()
    let number = 0
    const another = () => shop.api.get(`/v1/catalog/products?sku=${number++}`)
    const getCached = (headers = {}) => shop.api.get('/v1/catalog/products?sku=0', headers)
    expect(statuses(await times(125, another))).toEqual({ 200: 120, 429: 5 })
    const hit = await getCached()
    expect([hit.status, hit.body, hit.headers.get('x-cache')]).toEqual([200, { data: [], nextCursor: null }, 'HIT'])
    expect(limitsOf(hit)).toEqual([120, 0, RESET])
    const etag = String(hit.headers.get('etag'))
    const unchanged = await getCached({ 'if-none-match': `"other", W/${etag}` })
    expect([unchanged.status, unchanged.headers.get('etag'), unchanged.headers.get('x-cache')]).toEqual([
      304,
      etag,
      'HIT',
    ])
    expect(limitsOf(unchanged)).toEqual([120, 0, RESET])
    // The cached data has changed: recomputing it counts.
    await shop.api.post('/v1/catalog/products', SHIRT)
    expect((await getCached()).status).toBe(429)
  })

  it('D6 the cache serves no unauthorized caller; under other limits and in storefront mode cached responses count', async () => {
    const { shop, server } = await openLimited()
    const path = '/v1/catalog/products'
    for (const outcome of ['MISS', 'HIT']) expect((await shop.api.get(path)).headers.get('x-cache')).toBe(outcome)
    expect((await createApiClient(server.url).get(path)).status).toBe(401)
    expect((await shop.storefront.get(path)).status).toBe(401)
    expect((await shop.sandbox.get(path)).headers.get('x-cache')).toBe('MISS')
    const products = async (by: typeof shop.api) => {
      const response = await by.get('/v1/products')
      return [response.headers.get('x-cache'), ...limitsOf(response)]
    }
    expect(await products(shop.api)).toEqual(['MISS', 100, 99, RESET])
    expect(await products(shop.api)).toEqual(['HIT', 100, 98, RESET])
    expect(await products(shop.storefront)).toEqual(['HIT', 120, 119, RESET])
    expect(await products(shop.storefront)).toEqual(['HIT', 120, 118, RESET])
  })
})

describe('D3 requests in storefront mode', () => {
  it.each([
    ['read', 'GET', '/v1/limited/open', 120],
    ['write', 'POST', '/v1/limited/open', 30],
    ['checkout', 'POST', '/v1/checkout/limited', 5],
  ] as const)('D3 %s is counted by client address', async (_tier, method, path, limit) => {
    const { shop } = await openLimited({ trustedProxies: ['127.0.0.1'] })
    const from = (ip: string) => () => shop.storefront.send(method, path, undefined, { 'x-forwarded-for': ip })
    expect(statuses(await times(limit + 3, from('192.0.2.1')))).toEqual({ 200: limit, 429: 3 })
    expect((await from('192.0.2.2')()).status).toBe(200)
  })

  it('D3 counts read, write and checkout separately; checkout per five minutes', async () => {
    const { shop, pass } = await openLimited()
    await times(6, () => shop.storefront.post('/v1/checkout/limited'))
    expect(limitsOf(await shop.storefront.post('/v1/limited/open'))).toEqual([30, 29, RESET])
    expect(limitsOf(await shop.storefront.get('/v1/limited/open'))).toEqual([120, 119, RESET])
    pass(299)
    const response = await shop.storefront.post('/v1/checkout/limited')
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '1'])
    pass(1)
    expect((await shop.storefront.post('/v1/checkout/limited')).status).toBe(200)
  })

  it('D3 one address has one quota across all workspaces', async () => {
    const { shop, server } = await openLimited()
    const other = await openShop(server)
    await shop.storefront.post('/v1/checkout/limited')
    expect(limitsOf(await other.storefront.post('/v1/checkout/limited'))[1]).toBe(3)
  })
})

describe('D4 requests that fail authentication', () => {
  it.each([
    ['no credentials', {}],
    ['an unknown key', { authorization: `Bearer ${newApiKey('live')}` }],
    ['a workspace that does not exist', { 'x-workspace-id': '0190b7a0-0000-7000-8000-000000000001' }],
  ])('D4 with %s: returns 429 beyond the limits of D3', async (_name, headers) => {
    const { server } = await openLimited()
    const stranger = createApiClient(server.url, headers as Record<string, string>)
    expect(statuses(await times(STOREFRONT_TIERS.read.limit + 5, () => stranger.get('/v1/limited/open')))).toEqual({
      401: 120,
      429: 5,
    })
    expect(statuses(await times(STOREFRONT_TIERS.write.limit + 5, () => stranger.post('/v1/limited/open')))).toEqual({
      401: 30,
      429: 5,
    })
    expect(statuses(await times(7, () => stranger.post('/v1/checkout/limited')))).toEqual({ 401: 5, 429: 2 })
  })

  it('D4 uses separate counters: keys and visitors from the same address are not affected', async () => {
    const { server, shop } = await openLimited()
    await times(130, () => createApiClient(server.url).get('/v1/workspace'))
    expect(limitsOf(await shop.api.get('/v1/workspace'))).toEqual([100, 99, RESET])
    expect(limitsOf(await shop.storefront.get('/v1/limited/open'))).toEqual([120, 119, RESET])
  })
})

describe('D7 the client address', () => {
  const raw = (port: number, forwarded: string, extra = '') =>
    sendRaw(
      port,
      `GET /v1/nothing HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${forwarded}\r\n${extra}Connection: close\r\n\r\n`,
    )
  const remaining = async (response: ReturnType<typeof raw>) => (await response).headers['x-ratelimit-remaining']

  it('D7 ignores addresses that a client claims for itself', async () => {
    const { server } = await openLimited()
    expect(await remaining(raw(server.port, '198.51.100.1'))).toBe('119')
    expect(await remaining(raw(server.port, '198.51.100.2', 'X-Real-IP: 198.51.100.3\r\n'))).toBe('118')
    expect(await remaining(raw(server.port, '198.51.100.4', 'Forwarded: for=198.51.100.5\r\n'))).toBe('117')
    expect(await remaining(raw(server.port, '::1', 'CF-Connecting-IP: 198.51.100.6\r\n'))).toBe('116')
  })

  it('D7 uses the nearest address reported by a trusted proxy that is not itself a proxy; IPv6 by its /64', async () => {
    const { server } = await openLimited({ trustedProxies: ['127.0.0.0/8', '10.0.0.0/8'] })
    expect(await remaining(raw(server.port, '203.0.113.9, 198.51.100.1'))).toBe('119')
    expect(await remaining(raw(server.port, '6.6.6.6, 198.51.100.1, 10.1.2.3'))).toBe('118')
    expect(await remaining(raw(server.port, '203.0.113.9', 'X-Forwarded-For: 198.51.100.1\r\n'))).toBe('117')
    expect(await remaining(raw(server.port, '2001:db8:1:2::1'))).toBe('119')
    expect(await remaining(raw(server.port, '2001:db8:1:2:ffff:ffff:ffff:ffff'))).toBe('118')
    expect(await remaining(raw(server.port, '2001:db8:1:3::1'))).toBe('119')
    expect(await remaining(raw(server.port, '::ffff:198.51.100.1'))).toBe('116')
  })
})

describe('D8 startup', () => {
  it('D8 A7 rejects a route without a class', async () => {
    const unclassified: Routes = async (app) => {
      const schema = { operationId: 'careless', tags: ['Test'], response: {} }
      app.get('/careless', { config: { access: 'key' }, schema }, async () => ({}))
    }
    await expect(openServer({ extra: { routes: unclassified } })).rejects.toThrow('does not declare limit')
  })
})
