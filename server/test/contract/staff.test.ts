import { describe, expect, it } from 'vitest'
import type { Role } from '../../src/kit/roles.ts'
import { openShop, type Shop } from '../open-shop.ts'
import { anonymousBrowser, type StaffClient, signIn } from '../sign-in.ts'
import { createResources, listResources, resolvePath, validBody } from './dashboard-samples.ts'
import { openServerWithRoutes, type Route } from './route-table.ts'
import { changedTables, checksumsOutside, DEFERRED_TABLES } from './row-checksums.ts'

async function openStaffShop() {
  const { server, dashboard } = await openServerWithRoutes()
  const inWorkspace = dashboard.filter(({ path }) => path.includes(':workspaceId'))
  return { shop: await openShop(server), other: await openShop(server), routes: dashboard, inWorkspace }
}

/** Uses unknown ids: for tests where the response precedes any lookup. */
const resolvePathIn = ({ path }: Route, workspaceId: string) =>
  path.replace(':workspaceId', workspaceId).replaceAll(/:\w+/g, 'x')
const bodyFor = ({ method }: Route) => (method === 'GET' || method === 'HEAD' ? undefined : {})

/** Its response has no end. */
const isStream = ({ path }: Route) => path.endsWith('-stream')

async function openAndLeave(url: string, { cookies }: StaffClient): Promise<{ status: number }> {
  const { status, body } = await fetch(url, { headers: { cookie: cookies } })
  await body?.cancel()
  return { status }
}

/** Without their last use. */
async function listKeys({ server }: Shop): Promise<object[]> {
  const statement = 'select id, hash, scope, label, hint, created_at, revoked_at, revoked_by from api_keys order by id'
  return (await server.db.pool.query(statement)).rows
}

describe('every dashboard route', () => {
  it('C1 returns 404 to non-members of a workspace, for existing resources that its owner can reach', async () => {
    const { shop, other, routes, inWorkspace } = await openStaffShop()
    const [owner, stranger] = [await signIn(shop), await signIn(other)]
    expect(inWorkspace.length).toBeGreaterThan(8)
    for (const route of routes.filter((route) => listResources(route).length > 0)) {
      const name = `${route.method} ${route.path}`
      const ids = await createResources(route, { shop, owner })
      const path = resolvePath(route, ids)
      const before = await checksumsOutside(shop.server, other.live.environmentId)
      const keys = await listKeys(shop)
      const rejected = await stranger.send(route.method, path, validBody(route))
      expect([name, rejected.status]).toEqual([name, 404])
      if (inWorkspace.includes(route) && route.method !== 'HEAD') {
        const { message, id } = rejected.body.error
        expect([name, message, id]).toEqual([name, 'No such workspace.', shop.live.workspaceId])
      }
      const changed = changedTables(before, await checksumsOutside(shop.server, other.live.environmentId))
      // The uses of a key by which a resource was created are recorded some seconds later; all else of keys is compared.
      expect([name, await listKeys(shop)]).toEqual([name, keys])
      expect([name, changed.filter((table) => !DEFERRED_TABLES.includes(table))]).toEqual([name, []])
      const { status } = isStream(route)
        ? await openAndLeave(shop.server.url + path, owner)
        : await owner.send(route.method, path, validBody(route))
      expect([name, status]).toEqual([name, expect.toSatisfy((status: number) => status < 300)])
    }
  })

  it('C1 returns 404 for a resource of another workspace under the caller’s own workspace path, and does not change it', async () => {
    const { shop, other, inWorkspace } = await openStaffShop()
    const [owner, stranger] = [await signIn(shop), await signIn(other)]
    const withThing = inWorkspace.filter((route) => listResources(route).length > 1)
    expect(withThing.length).toBeGreaterThan(2)
    for (const route of withThing) {
      const name = `${route.method} ${route.path}`
      const ids = await createResources(route, { shop, owner })
      const path = resolvePath(route, { ...ids, 'workspaces/:workspaceId': other.live.workspaceId })
      const before = await checksumsOutside(shop.server, other.live.environmentId)
      const keys = await listKeys(shop)
      const { status } = await stranger.send(route.method, path, validBody(route))
      expect([name, status]).toEqual([name, 404])
      const changed = changedTables(before, await checksumsOutside(shop.server, other.live.environmentId))
      // The uses of a key by which a resource was created are recorded some seconds later; all else of keys is compared.
      expect([name, await listKeys(shop)]).toEqual([name, keys])
      expect([name, changed.filter((table) => !DEFERRED_TABLES.includes(table))]).toEqual([name, []])
    }
  })

  it('C1 asks for a sample when its path has an unknown resource', async () => {
    const { shop } = await openStaffShop()
    const owner = await signIn(shop)
    const path = '/dashboard/api/workspaces/:workspaceId/desks/:deskId'
    const route = { method: 'PUT', path, takesBody: true, role: 'admin', customer: 'none' }
    await expect(createResources(route, { shop, owner })).rejects.toThrow("add 'desks/:deskId' to THINGS")
    expect(() => validBody(route)).toThrow("add 'PUT workspaces/:workspaceId/desks/:deskId' to BODIES")
  })

  it('B1 returns 403 for a role below the required one', async () => {
    const { shop, inWorkspace } = await openStaffShop()
    const below: Record<string, Role> = { owner: 'admin', admin: 'agent', agent: 'viewer' }
    const colleagues: Record<string, StaffClient> = {}
    for (const route of inWorkspace.filter(({ role }) => role in below)) {
      colleagues[route.role] ??= await signIn(shop, below[route.role])
      const colleague = colleagues[route.role] as StaffClient
      const response = await colleague.send(route.method, resolvePathIn(route, shop.live.workspaceId), bodyFor(route))
      expect([route.method, route.path, response.status]).toEqual([route.method, route.path, 403])
    }
  })

  it('A6 returns 401 without a session unless the route is public', async () => {
    const { shop, routes } = await openStaffShop()
    for (const route of routes.filter(({ role }) => role !== 'anonymous')) {
      const path = resolvePathIn(route, shop.live.workspaceId)
      const response = await anonymousBrowser(shop.server).send(route.method, path, bodyFor(route))
      expect([route.method, route.path, response.status]).toEqual([route.method, route.path, 401])
    }
  })

  it('C1 staff reach a module’s routes only in environments of their own workspace', async () => {
    const { shop, other } = await openStaffShop()
    const colleague = await signIn(shop, 'viewer')
    const read = (environmentId: string) =>
      colleague.get('/dashboard/api/v1/workspace', { 'x-environment-id': environmentId })
    expect((await read(shop.live.environmentId)).body.mode).toBe('live')
    expect((await read(shop.test.environmentId)).body.mode).toBe('test')
    for (const foreign of [other.live.environmentId, other.test.environmentId, 'nonsense']) {
      expect((await read(foreign)).status).toBe(404)
    }
  })
})
