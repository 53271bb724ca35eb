import { Type } from 'typebox'
import { describe, expect, it, vi } from 'vitest'
import { controlTimeouts } from '../../test/control-timeouts.ts'
import { openServer } from '../../test/open-server.ts'
import { createApiClient, openShop } from '../../test/open-shop.ts'
import { sendRaw } from '../../test/raw-socket.ts'
import { transaction } from '../ctx.ts'
import { sql } from '../db/sql.ts'
import { emit } from '../events/emit.ts'
import { AppError } from '../kit/errors.ts'
import type { Routes } from './routes.ts'

const Empty = Type.Object({})

const openRoutes: Routes = async (app) => {
  const schema = { operationId: 'open.get', tags: ['Test'], response: { 200: Empty } }
  app.get('/open/:id', { config: { access: 'storefront', limit: 'default' }, schema }, async () => ({}))
  app.put(
    '/open/:id',
    { config: { access: 'storefront', limit: 'default' }, schema: { ...schema, operationId: 'open.put' } },
    async () => ({}),
  )
  app.delete(
    '/open/:id',
    { config: { access: 'key', limit: 'default' }, schema: { ...schema, operationId: 'open.delete' } },
    async () => ({}),
  )
}

describe('every response of /v1', () => {
  it('E1 has the request id in the header and, on errors, the same in the body', async () => {
    const shop = await openShop()
    for (const response of [
      await shop.api.get('/v1/nothing'),
      await createApiClient(shop.server.url).get('/v1/workspace'),
    ]) {
      expect(response.body.error.requestId).toBe(response.headers.get('x-request-id'))
    }
    const good = await shop.api.get('/v1/workspace')
    expect(good.headers.get('x-request-id')).toMatch(/^req_[0-9a-f]{32}$/)
  })

  it.each(['http://elsewhere/v1/workspace', '/%761/workspace'])('D1 also when requested as %s', async (target) => {
    const { server, liveKey } = await openShop()
    const head = `GET ${target} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${liveKey}\r\nConnection: close\r\n\r\n`
    const response = await sendRaw(server.port, head)
    expect([response.status, response.headers['x-ratelimit-limit']]).toEqual([200, '100'])
  })

  it('rejects query parameters that its route does not declare, except the workspace id', async () => {
    const shop = await openShop()
    expect((await shop.api.get('/v1/workspace?color=red')).status).toBe(400)
    expect((await shop.api.get(`/v1/workspace?workspace_id=${shop.live.workspaceId}`)).status).toBe(200)
    expect((await shop.api.get(`/v1/events?workspace_id=${shop.live.workspaceId}`)).status).toBe(200)
  })

  it('never uses a request id from the caller', async () => {
    const shop = await openShop()
    const response = await shop.api.get('/v1/workspace', { 'x-request-id': 'mine', 'request-id': 'mine' })
    expect(response.headers.get('x-request-id')).not.toBe('mine')
  })

  it.each([200, 401, 404, 405, 400])('D1 has the limit headers and the security headers on %i', async (status) => {
    const shop = await openShop()
    const responses = await Promise.all([
      shop.api.get('/v1/workspace'),
      createApiClient(shop.server.url).get('/v1/workspace'),
      shop.api.get('/v1/nothing'),
      shop.api.post('/v1/workspace', {}),
      shop.api.get('/v1/events?limit=1000'),
    ])
    const response = responses.find((candidate) => candidate.status === status)
    for (const name of ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']) {
      expect(Number(response?.headers.get(name))).toBeGreaterThan(0)
    }
    expect(response?.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response?.headers.get('cache-control')).toBe('no-store')
    expect(response?.headers.get('content-security-policy')).toContain("default-src 'none'")
  })
})

describe('an error', () => {
  const failingRoutes: Routes = async (app) => {
    app.get(
      '/failing',
      {
        config: { access: 'key', limit: 'default' },
        schema: { operationId: 'failing.get', tags: ['Test'], response: { 200: Empty } },
      },
      async () => {
        const details = [{ path: '/color', message: 'is taken', productId: 'prod_1' }]
        throw new AppError('conflict', 'Two products have this color.', { details, fields: { limit: 2, ids: ['a'] } })
      },
    )
  }

  it('has its data in fields next to the code', async () => {
    const shop = await openShop(await openServer({ extra: { routes: failingRoutes } }))
    const { status, body, headers } = await shop.api.get('/v1/failing')
    expect([status, body.error]).toEqual([
      409,
      {
        code: 'conflict',
        message: 'Two products have this color.',
        details: [{ path: '/color', message: 'is taken', productId: 'prod_1' }],
        limit: 2,
        ids: ['a'],
        requestId: headers.get('x-request-id'),
      },
    ])
  })

  it('returns an unknown id in a field, not in the message', async () => {
    const shop = await openShop()
    const { body } = await shop.api.get('/v1/events/evt_01k9z3h8x2f7mtv4q6bw0ncdre')
    expect(body.error).toMatchObject({ message: 'No such event.', id: 'evt_01k9z3h8x2f7mtv4q6bw0ncdre' })
  })
})

describe('authentication', () => {
  it.each([
    ['nothing', {}],
    ['another scheme', { authorization: 'Basic abc' }],
    ['a mistyped key', { authorization: 'Bearer svc_test_00000000000000000000000000000000000000' }],
    ['no key', { authorization: 'Bearer ' }],
  ])('A3 rejects %s', async (_name, headers) => {
    const server = await openServer()
    const response = await createApiClient(server.url, headers as Record<string, string>).get('/v1/workspace')
    expect([response.status, response.body.error.code]).toEqual([401, 'unauthorized'])
    expect(response.headers.get('www-authenticate')).toBe('Bearer')
  })

  it('A6 returns 401 for an unknown path without a key, 404 with one, and 405 for another method of a known path', async () => {
    const shop = await openShop()
    expect((await createApiClient(shop.server.url).get('/v1/nothing')).status).toBe(401)
    expect((await shop.api.get('/v1/nothing')).status).toBe(404)
    expect((await createApiClient(shop.server.url).post('/v1/workspace', {})).status).toBe(401)
    const response = await shop.api.post('/v1/workspace', {})
    expect([response.status, response.body.error.code]).toEqual([405, 'method_not_allowed'])
    expect(response.headers.get('allow')?.split(', ').sort()).toEqual(['GET', 'HEAD', 'PATCH'])
  })

  it('says what a newcomer has to change', async () => {
    const shop = await openShop()
    const key = { authorization: `Bearer ${shop.testKey}` }
    const json = { ...key, 'content-type': 'application/json' }
    const messageOf = async (path: string, init: RequestInit = {}) => {
      const response = await fetch(shop.server.url + path, init)
      return ((await response.json()) as { error: { message: string } }).error.message
    }
    const unknown = { 'x-workspace-id': '538a088e-7594-4a0e-8f98-26761a8fd548' }
    expect([
      await messageOf('/v1/orders'),
      await messageOf('/v1/orders', { headers: { authorization: shop.testKey } }),
      await messageOf('/v1/orders', { headers: { authorization: 'Bearer svc_test_wrong' } }),
      await messageOf('/v1/orders', { headers: unknown }),
      await messageOf('/v1/products', { headers: unknown }),
      await messageOf('/v1/products'),
      await messageOf('/products'),
      await messageOf('/v1/discounts', { headers: key }),
      await messageOf('/v1/products', { method: 'POST', headers: key }),
      await messageOf('/v1/carts', { method: 'POST', headers: json, body: "{'items': []}" }),
    ]).toEqual([
      'Send an API key as "Authorization: Bearer svc_…".',
      'The Authorization header has no API key. It must be "Bearer", a space and the key.',
      expect.stringMatching(/^This API key is not valid\./),
      expect.stringMatching(/^A workspace ID is not enough here\. Send an API key/),
      expect.stringMatching(/^No workspace has this ID\./),
      'Send an API key as "Authorization: Bearer svc_…", or a workspace ID as "X-Workspace-Id".',
      'No such endpoint: GET /products. The API is below /v1.',
      'No such endpoint: GET /v1/discounts. The reference at /docs lists all endpoints.',
      'Method not allowed. This endpoint supports GET, HEAD. Did you mean POST /v1/catalog/products?',
      "The body is not valid JSON: Expected property name or '}' (line 1, column 2).",
    ])
  })

  it('F1 returns 404 for another version', async () => {
    const shop = await openShop()
    for (const path of ['/v2/workspace', '/workspace', '/nothing']) {
      const response = await shop.api.get(path)
      expect([response.status, response.body.error.code]).toEqual([404, 'not_found'])
    }
  })
})

describe('CORS', () => {
  const preflight = (url: string, path: string, method: string) =>
    fetch(url + path, {
      method: 'OPTIONS',
      headers: { origin: 'https://shop.example', 'access-control-request-method': method },
    })

  it('lets browsers of any origin call storefront routes', async () => {
    const shop = await openShop(await openServer({ extra: { routes: openRoutes } }))
    const response = await preflight(shop.server.url, '/v1/open/5', 'PUT')
    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('access-control-allow-methods')?.split(', ').sort()).toEqual(['GET', 'HEAD', 'PUT'])
    expect(response.headers.get('x-ratelimit-limit')).toBe('30')
    expect(response.headers.get('x-ratelimit-remaining')).toBe('30')

    const call = await shop.api.get('/v1/open/5')
    expect(call.headers.get('access-control-allow-origin')).toBe('*')
    expect(call.headers.get('access-control-expose-headers')).toContain('X-RateLimit-Remaining')
  })

  it('lets browsers call nothing else', async () => {
    const shop = await openShop(await openServer({ extra: { routes: openRoutes } }))
    for (const [path, method] of [
      ['/v1/open/5', 'DELETE'],
      ['/v1/workspace', 'GET'],
      ['/v1/nothing', 'GET'],
    ] as const) {
      const response = await preflight(shop.server.url, path, method)
      expect(response.status).toBe(401)
      expect(response.headers.has('access-control-allow-origin')).toBe(false)
    }
    expect((await shop.api.get('/v1/workspace')).headers.has('access-control-allow-origin')).toBe(false)
  })
})

describe('an undeclared route', () => {
  it.each([
    ['access', { config: { limit: 'default' as const } }],
    ['limit', { config: { access: 'key' as const } }],
  ])('fails the boot without %s', async (missing, { config }) => {
    const routes: Routes = async (app) => {
      app.get('/x', { config, schema: { operationId: 'x', tags: ['x'], response: { 200: Empty } } }, async () => ({}))
    }
    await expect(openServer({ extra: { routes } })).rejects.toThrow(`does not declare ${missing}`)
  })

  it('fails the boot without a schema', async () => {
    const routes: Routes = async (app) => {
      app.get('/x', { config: { access: 'key', limit: 'default' } }, async () => ({}))
    }
    await expect(openServer({ extra: { routes } })).rejects.toThrow('does not declare operationId, tags, response')
  })
})

describe('server errors', () => {
  const signals: AbortSignal[] = []
  let [started, finished] = [0, 0]
  let finishLate = () => {}
  const brokenRoutes: Routes = async (app) => {
    const schema = { tags: ['Test'], response: { 200: Empty } }
    const config = { access: 'key', limit: 'default' } as const
    app.get('/broken', { config, schema: { ...schema, operationId: 'broken' } }, async () => {
      throw new Error('the secret inside')
    })
    app.get('/slow', { config, schema: { ...schema, operationId: 'slow' } }, () => new Promise(() => {}))
    app.post('/slow', { config, schema: { ...schema, operationId: 'slow.post', body: Empty } }, async ({ ctx }) => {
      signals.push(ctx.signal)
      await new Promise(() => {})
      return {}
    })
    app.post('/late', { config, schema: { ...schema, operationId: 'late', body: Empty } }, async ({ ctx }) =>
      transaction(ctx, async (ctx) => {
        await emit(ctx, 'workspace.updated', { name: 'too late', currency: 'EUR', timeZone: 'UTC' })
        started += 1
        await new Promise<void>((resolve) => {
          finishLate = resolve
        })
        finished += 1
        return {}
      }),
    )
    app.get('/doubled', { config, schema: { ...schema, operationId: 'doubled' } }, async ({ ctx }) => {
      const twice = sql`insert into environments (id, workspace_id, mode, name) values (${ctx.environmentId}, ${ctx.workspaceId}, ${ctx.mode}, 'Jane Doe')`
      await ctx.db.run(twice)
      return {}
    })
  }

  it('E2 return 500 without internal details, and log the request id', async () => {
    const shop = await openShop(await openServer({ extra: { routes: brokenRoutes } }))
    const response = await shop.api.get('/v1/broken')
    expect([response.status, response.body.error.code]).toEqual([500, 'internal_error'])
    expect(JSON.stringify(response.body)).not.toContain('secret')
    const line = shop.server.logged.find((logged) => logged.includes('the secret inside'))
    expect(line).toContain(response.body.error.requestId)
  })

  it('E2 return 503 with Retry-After when a handler does not finish', async () => {
    const shop = await openShop(await openServer({ extra: { routes: brokenRoutes }, limits: { handlerMs: 200 } }))
    for (const response of [await shop.api.get('/v1/slow'), await shop.api.post('/v1/slow', {})]) {
      expect([response.status, response.body.error.code]).toEqual([503, 'unavailable'])
      expect(response.headers.get('retry-after')).toBe('1')
    }
    expect(signals.at(-1)?.aborted).toBe(true)
  })

  it.each([{}, { 'idempotency-key': 'a' }])(
    'roll back the work of a handler after its timeout (%j)',
    async (headers) => {
      controlTimeouts()
      const handlerMs = 15_000
      const shop = await openShop(await openServer({ extra: { routes: brokenRoutes }, limits: { handlerMs } }))
      const { pool } = shop.server.db
      const [begunBefore, finishedBefore] = [started, finished]
      for (let round = 1; round <= 2; round++) {
        const late = shop.api.post('/v1/late', {}, headers)
        await expect.poll(() => started).toBe(begunBefore + round)
        vi.advanceTimersByTime(handlerMs)
        const { status, headers: received } = await late
        expect([status, received.has('idempotent-replayed')]).toEqual([503, false])
        finishLate()
        await expect.poll(() => finished).toBe(finishedBefore + round)
        await expect.poll(() => pool.totalCount - pool.idleCount).toBe(0)
      }
      expect((await pool.query('select from events')).rowCount).toBe(0)
    },
  )

  it('abort a handler when the caller disconnects', async () => {
    const shop = await openShop(await openServer({ extra: { routes: brokenRoutes } }))
    const controller = new AbortController()
    const before = signals.length
    const call = fetch(`${shop.server.url}/v1/slow`, {
      method: 'POST',
      headers: { authorization: `Bearer ${shop.liveKey}`, 'content-type': 'application/json' },
      body: '{}',
      signal: controller.signal,
    })
    await vi.waitFor(() => expect(signals.length).toBe(before + 1), { timeout: 120_000 })
    expect(signals.at(-1)?.aborted).toBe(false)
    controller.abort()
    await expect(call).rejects.toThrow()
    await vi.waitFor(() => expect(signals.at(-1)?.aborted).toBe(true), { timeout: 120_000 })
  })

  it('are logged without the values that the database quotes', async () => {
    const shop = await openShop(await openServer({ extra: { routes: brokenRoutes } }))
    expect((await shop.api.get('/v1/doubled')).status).toBe(500)
    const log = shop.server.logged.join('')
    expect(log).toContain('environments_pkey')
    for (const value of ['Jane Doe', `(${shop.live.environmentId})`]) expect(log).not.toContain(value)
  })
})

describe('the log', () => {
  it('contains no key and no query', async () => {
    const shop = await openShop()
    await shop.api.get('/v1/events?limit=3&cursor=c2VjcmV0')
    await shop.api.patch('/v1/workspace', { name: 'Personal Name' })
    const log = shop.server.logged.join('')
    expect(log).toContain('/v1/events')
    for (const secret of [shop.liveKey, shop.liveKey.slice(9), 'c2VjcmV0', 'Personal Name'])
      expect(log).not.toContain(secret)
  })
})
