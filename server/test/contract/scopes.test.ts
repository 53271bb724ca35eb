import { describe, expect, it } from 'vitest'
import type { Routes } from '../../src/http/routes.ts'
import type { Mode, Scope } from '../../src/kit/api-key.ts'
import { createKey } from '../../src/modules/keys/keys.ts'
import { agentHeaders, SESSIONS } from '../agent.ts'
import { fastClock } from '../fast-clock.ts'
import { fileServer, openServer } from '../open-server.ts'
import { type ApiClient, createApiClient, openIsolatedShop, openShop, type Shop } from '../open-shop.ts'
import { addProduct } from '../sample-products.ts'

/** All routes open to an agent key. */
const AGENT = [
  `GET ${SESSIONS}/:id`,
  'GET /v1/collections',
  'GET /v1/collections/:handle',
  'GET /v1/collections/:handle/products',
  'GET /v1/policies',
  'GET /v1/products',
  'GET /v1/products/:id',
  'GET /v1/workspace',
  `POST ${SESSIONS}`,
  `POST ${SESSIONS}/:id`,
  `POST ${SESSIONS}/:id/cancel`,
  `POST ${SESSIONS}/:id/complete`,
  `POST ${SESSIONS}/:id/retrieve`,
]

interface Route {
  name: string
  method: string
  path: string
  scopes: readonly Scope[]
}

const routes: Route[] = []
const openedServer = fileServer({
  limitClock: fastClock(),
  // The only server, so it caches keys.
  lock: { epoch: () => 1, previousLeaseExpired: async () => {}, isHeld: async () => true },
  onRoute: ({ method, url, config }) => {
    routes.push({ name: `${method} ${url}`, method: String(method), path: url, scopes: config?.scopes ?? [] })
  },
})

async function withKey({ server, live }: Shop, scope: Scope, mode: Mode = 'live'): Promise<ApiClient> {
  const { secret } = await createKey(server.system, live.workspaceId, { label: scope, mode, scope }, { actor: null })
  return createApiClient(server.url, { authorization: `Bearer ${secret}` })
}

describe('the scope of a key', () => {
  it('B8 opens exactly the routes that declare it', async () => {
    const shop = await openShop(await openedServer())
    expect(routes.length).toBeGreaterThan(150)
    const keys = [
      { scope: 'full', api: shop.api },
      { scope: 'agent', api: await withKey(shop, 'agent') },
      { scope: 'read', api: await withKey(shop, 'read') },
    ] as const
    for (const { name, method, path, scopes } of routes) {
      const url = path.replaceAll(/:\w+/g, 'x')
      const body = method === 'GET' || method === 'HEAD' ? undefined : {}
      const isRefused = async ({ api }: (typeof keys)[number]) => {
        const response = await api.send(method, url, body, path.startsWith(SESSIONS) ? agentHeaders() : {})
        if (method === 'HEAD') return response.status === 403
        return response.status === 403 && (response.body.error ?? response.body).code === 'insufficient_scope'
      }
      const rejected = await Promise.all(keys.map(isRefused))
      expect([name, ...rejected]).toEqual([name, ...keys.map(({ scope }) => !scopes.includes(scope))])
    }
  })

  it('B8 full opens everything, read every GET, agent the agentic checkout and the storefront catalog', async () => {
    await openedServer()
    const open = (scope: Scope) => routes.filter(({ scopes }) => scopes.includes(scope)).map(({ name }) => name)
    const names = routes.map(({ name }) => name)
    expect(open('full')).toEqual(names)
    expect(open('read')).toEqual(names.filter((name) => /^(GET|HEAD) /.test(name)))
    expect(
      open('agent')
        .filter((name) => !name.startsWith('HEAD'))
        .sort(),
    ).toEqual(AGENT)
  })

  it("B8 rejects with an error of the route's protocol and names the required scope", async () => {
    const shop = await openShop(await openedServer())
    const read = await withKey(shop, 'read')
    const plain = await read.patch('/v1/workspace', { name: 'Mine' })
    expect(plain).toMatchObject({
      status: 403,
      body: {
        error: {
          code: 'insufficient_scope',
          message: 'This key has the scope "read". Use a key with the scope "full".',
        },
      },
    })
    const session = await read.post(SESSIONS, {}, agentHeaders())
    expect(session).toMatchObject({ status: 403, body: { type: 'invalid_request', code: 'insufficient_scope' } })
    expect((await shop.api.get('/v1/workspace')).body.name).not.toBe('Mine')
  })

  it('B8 lets an agent buy, and returns every key its scope', async () => {
    const shop = await openShop(await openedServer())
    const prices = [{ price: { amount: 100, currency: 'EUR' } }]
    const { variants } = await addProduct(shop.api, { variants: [{ prices, trackStock: false }], options: [] })
    const agent = await withKey(shop, 'agent')
    const input = { line_items: [{ id: variants[0].id }], currency: 'eur', capabilities: {} }
    const session = await agent.post(SESSIONS, input, agentHeaders())
    expect(session.status).toBe(201)
    expect((await agent.get(`${SESSIONS}/${session.body.id}`, agentHeaders())).status).toBe(200)
    expect((await agent.get('/v1/workspace')).body.keyScope).toBe('agent')
    expect((await shop.api.get('/v1/workspace')).body.keyScope).toBe('full')
    // An agent's stored response must not be replayed to another key that sends the same Idempotency-Key.
    const once = { ...agentHeaders(), 'idempotency-key': 'order-4711' }
    const first = await shop.api.post(SESSIONS, input, once)
    expect((await agent.post(SESSIONS, input, once)).body.id).not.toBe(first.body.id)
  })

  it('B8 a route with invalid scopes stops startup', async () => {
    const withRoute = (method: 'get' | 'post', scopes: Scope[]) => {
      const schema = { operationId: 'odd', tags: ['Test'], response: { 200: {} } }
      const routes: Routes = async (app) => {
        app[method]('/odd', { config: { access: 'key', scopes, limit: 'default' }, schema }, async () => ({}))
      }
      return openServer({ extra: { routes } })
    }
    await expect(withRoute('get', ['read'])).rejects.toThrow('GET /v1/odd must be open to keys with the scope "full"')
    await expect(withRoute('post', ['full', 'read'])).rejects.toThrow('is not a read')
    await expect(withRoute('get', ['full', 'everything' as Scope])).rejects.toThrow('unknown scopes: everything')
  })
})

describe('agent keys', () => {
  it('B8 C3 have their own limit: 100 a minute, half in the sandbox, including rejected requests; GET /v1/limits shows it', async () => {
    const shop = await openIsolatedShop()
    const [live, test] = [await withKey(shop, 'agent'), await withKey(shop, 'agent', 'test')]
    const many = (api: ApiClient, times: number, path = '/v1/products') =>
      Promise.all(Array.from({ length: times }, async () => (await api.get(path)).status))
    expect(await many(live, 30, '/v1/orders')).toEqual(Array(30).fill(403))
    expect((await many(live, 75)).filter((status) => status === 429)).toHaveLength(5)
    expect((await many(test, 55)).filter((status) => status === 429)).toHaveLength(5)
    const rejected = await live.get('/v1/products')
    expect(rejected.body.error.message).toContain('Rate limit exceeded: 100 requests per minute for agent keys.')
    const limits = await shop.api.get('/v1/limits?history=false')
    expect(limits.headers.get('x-ratelimit-remaining')).toBe('99')
    expect(limits.body.limits.at(-1)).toMatchObject({ name: 'agent', limit: 100, used: 100, windowSeconds: 60 })
  })
})
