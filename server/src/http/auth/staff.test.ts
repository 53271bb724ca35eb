import { describe, expect, it } from 'vitest'
import { openServer } from '../../../test/open-server.ts'
import { openIsolatedShop, openShop } from '../../../test/open-shop.ts'
import { PASSWORD, signIn } from '../../../test/sign-in.ts'
import { ROLES, type Role } from '../../kit/roles.ts'
import { createAccount } from '../../modules/sign-in/accounts/accounts.ts'
import type { Routes } from '../routes.ts'

const V1 = '/dashboard/api/v1'
const inEnvironment = (environmentId: string) => ({ 'x-environment-id': environmentId })

describe('changes under /dashboard/api', () => {
  const sign = (shop: Awaited<ReturnType<typeof openShop>>, headers: Record<string, string>) =>
    fetch(`${shop.server.url}/dashboard/api/auth/sign-out`, { method: 'POST', headers })

  it.each([
    ['no origin headers', {}],
    ["another page's origin", { origin: 'https://evil.example' }],
    ['the origin of a sandboxed page', { origin: 'null' }],
    ['a cross-site request without an origin', { 'sec-fetch-site': 'cross-site' }],
    [
      'a foreign origin and a same-origin fetch header',
      { origin: 'http://evil.example', 'sec-fetch-site': 'same-origin' },
    ],
    ['another port of this host', { origin: 'http://127.0.0.1:9' }],
  ])('E1 are rejected with %s', async (_what, headers) => {
    const response = await sign(await openShop(), headers)
    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({ error: { code: 'forbidden' } })
  })

  it('are accepted from our own pages', async () => {
    const shop = await openShop(await openServer({ publicUrl: 'https://shop.example.com/' }))
    for (const headers of [
      { origin: 'https://shop.example.com' },
      { origin: shop.server.url },
      { 'sec-fetch-site': 'same-origin' },
    ]) {
      expect((await sign(shop, headers)).status).toBe(200)
    }
  })

  it('must be JSON', async () => {
    const shop = await openShop()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const owner = await signIn(shop)
    const response = await owner.post('/dashboard/api/auth/password', 'currentPassword=x', headers)
    expect(response).toMatchObject({ status: 415, body: { error: { code: 'unsupported_media_type' } } })
  })

  it('are guarded on the routes of modules too', async () => {
    const shop = await openShop()
    const owner = await signIn(shop)
    const headers = { ...inEnvironment(shop.live.environmentId), origin: 'https://evil.example' }
    const response = await owner.send('PATCH', `${V1}/workspace`, { name: 'Hijacked' }, headers)
    expect(response.status).toBe(403)
    expect((await shop.api.get('/v1/workspace')).body.name).toBe('Test shop')
  })
})

describe('staff on the routes of modules', () => {
  const sampleRoutes: Routes = async (app) => {
    const schema = { operationId: 'odd', tags: ['Odd'], response: {} }
    const declared = { access: 'storefront', limit: 'default' } as const
    app.get('/odd', { config: declared, schema: { ...schema, response: { 200: {} } } }, async ({ ctx }) => ctx.caller)
    app.post('/odd', { config: declared, schema: { ...schema, response: { 200: {} } } }, async () => ({}))
    app.delete(
      '/odd',
      { config: { ...declared, staff: 'owner' }, schema: { ...schema, response: { 200: {} } } },
      async () => ({}),
    )
  }

  it('see the environment that they name, with a cookie instead of a key', async () => {
    const shop = await openShop()
    const agent = await signIn(shop, 'agent')
    const live = await agent.get(`${V1}/workspace`, inEnvironment(shop.live.environmentId))
    expect(live).toMatchObject({ status: 200, body: { mode: 'live' } })
    const test = await agent.get(`${V1}/workspace`, inEnvironment(shop.test.environmentId))
    expect(test).toMatchObject({ status: 200, body: { mode: 'test', environmentId: shop.test.environmentId } })
  })

  it('get 401 without a session and 404 for environments of others', async () => {
    const shop = await openShop()
    const other = await openShop(shop.server)
    const owner = await signIn(shop)
    const anonymous = await shop.api.get(`${V1}/workspace`, inEnvironment(shop.live.environmentId))
    expect(anonymous).toMatchObject({ status: 401, body: { error: { code: 'unauthorized' } } })
    for (const id of [other.live.environmentId, other.test.environmentId, 'x', '']) {
      expect((await owner.get(`${V1}/workspace`, inEnvironment(id))).status).toBe(404)
    }
    expect((await owner.get(`${V1}/workspace`)).status).toBe(404)
    expect((await owner.get(`${V1}/nothing`, inEnvironment(shop.live.environmentId))).status).toBe(404)
  })

  it('read as viewers, write as agents, unless the route requires more', async () => {
    const shop = await openShop(await openServer({ extra: { routes: sampleRoutes } }))
    const statuses: Record<string, number[]> = {}
    for (const role of ROLES) {
      const member = await signIn(shop, role)
      const send = async (method: string) =>
        (await member.send(method, `${V1}/odd`, undefined, inEnvironment(shop.live.environmentId))).status
      statuses[role] = [await send('GET'), await send('POST'), await send('DELETE')]
      const { body } = await member.get(`${V1}/odd`, inEnvironment(shop.live.environmentId))
      expect(body).toEqual({ kind: 'member', userId: member.userId, name: member.name, role })
    }
    expect(statuses).toEqual({
      owner: [200, 200, 200],
      admin: [200, 200, 403],
      agent: [200, 200, 403],
      viewer: [200, 403, 403],
    })
  })

  it('change the settings of the workspace only as admins', async () => {
    const shop = await openShop()
    const rename = async (role: Role) =>
      (
        await (
          await signIn(shop, role)
        ).send('PATCH', `${V1}/workspace`, { name: role }, inEnvironment(shop.live.environmentId))
      ).status
    expect([await rename('agent'), await rename('admin')]).toEqual([403, 200])
    expect((await shop.api.get('/v1/workspace')).body.name).toBe('admin')
  })

  it('A8 are not open to browsers of other origins, and not in the API document', async () => {
    const shop = await openShop(await openServer({ extra: { routes: sampleRoutes } }))
    const owner = await signIn(shop)
    const response = await owner.get(`${V1}/odd`, inEnvironment(shop.live.environmentId))
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
    const preflight = { origin: 'https://evil.example', 'access-control-request-method': 'GET' }
    const preflightResponse = await owner.send('OPTIONS', `${V1}/odd`, undefined, preflight)
    expect(preflightResponse.headers.get('access-control-allow-origin')).toBeNull()
    const { body } = await owner.get('/openapi.json')
    expect(Object.keys(body.paths).filter((path) => path.includes('dashboard'))).toEqual([])
    expect(Object.keys(body.paths)).toContain('/v1/odd')
  })

  it('lose access with their membership, at once', async () => {
    const shop = await openShop()
    const owner = await signIn(shop)
    const agent = await signIn(shop, 'agent')
    await owner.send('DELETE', `/dashboard/api/workspaces/${shop.live.workspaceId}/members/${agent.userId}`)
    expect((await agent.get(`${V1}/workspace`, inEnvironment(shop.live.environmentId))).status).toBe(404)
    expect((await agent.get('/dashboard/api/me')).body.workspaces).toEqual([])
  })
})

describe('the boot', () => {
  it('rejects a dashboard route that does not declare its role', async () => {
    const undeclared: Routes = async (app) => {
      app.get('/secrets', async () => ({}))
    }
    await expect(openServer({ extra: { dashboardRoutes: undeclared } })).rejects.toThrow(/does not declare the role/)
  })

  it('rejects a route that needs a role but names no workspace', async () => {
    const withoutWorkspace: Routes = async (app) => {
      app.get('/secrets', { config: { role: 'admin' } }, async () => ({}))
    }
    await expect(openServer({ extra: { dashboardRoutes: withoutWorkspace } })).rejects.toThrow(/names no workspace/)
  })
})

it('rejects a second account with the same address', async () => {
  const { server } = await openIsolatedShop()
  const account = { name: 'Robin', email: 'Robin@example.com', password: PASSWORD, emailVerified: true }
  await createAccount(server.system, account)
  await expect(createAccount(server.system, { ...account, email: 'robin@EXAMPLE.com' })).rejects.toThrow(
    /already exists/,
  )
})
