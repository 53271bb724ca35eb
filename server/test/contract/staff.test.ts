import { describe, expect, it } from 'vitest'
import type { Role } from '../../src/kit/roles.ts'
import { openServer } from '../open-server.ts'
import { openShop } from '../open-shop.ts'
import { signIn, visitor } from '../sign-in.ts'

interface DashboardRoute {
  method: string
  path: string
  role: string
}

async function openOffice() {
  const routes: DashboardRoute[] = []
  const server = await openServer({
    onDashboardRoute: ({ method, url, config }) => {
      if (method !== 'HEAD') routes.push({ method: String(method), path: url, role: String(config?.role) })
    },
  })
  const inWorkspace = routes.filter(({ path }) => path.includes(':workspaceId'))
  return { shop: await openShop(server), other: await openShop(server), routes, inWorkspace }
}

const addressed = ({ path }: DashboardRoute, workspaceId: string) =>
  path.replace(':workspaceId', workspaceId).replaceAll(/:\w+/g, 'x')
const bodyFor = ({ method }: DashboardRoute) => (method === 'GET' ? undefined : {})

describe('every route of the dashboard', () => {
  it('C1 is 404 in a workspace of which one is not a member, whatever one is elsewhere', async () => {
    const { shop, other, inWorkspace } = await openOffice()
    const owner = await signIn(other, 'owner')
    expect(inWorkspace.length).toBeGreaterThan(8)
    for (const route of inWorkspace) {
      const answer = await owner.send(route.method, addressed(route, shop.live.workspaceId), bodyFor(route))
      expect([route.method, route.path, answer.status]).toEqual([route.method, route.path, 404])
    }
  })

  it('B1 is 403 for a role below the one that it needs', async () => {
    const { shop, inWorkspace } = await openOffice()
    const below: Record<string, Role> = { owner: 'admin', admin: 'agent', agent: 'viewer' }
    for (const route of inWorkspace.filter(({ role }) => role in below)) {
      const colleague = await signIn(shop, below[route.role])
      const answer = await colleague.send(route.method, addressed(route, shop.live.workspaceId), bodyFor(route))
      expect([route.method, route.path, answer.status]).toEqual([route.method, route.path, 403])
    }
  })

  it('A6 is 401 without a sign-in unless it says that it is for everybody', async () => {
    const { shop, routes } = await openOffice()
    for (const route of routes.filter(({ role }) => role !== 'nobody')) {
      const path = addressed(route, shop.live.workspaceId)
      const answer = await visitor(shop.server).send(route.method, path, bodyFor(route))
      expect([route.method, route.path, answer.status]).toEqual([route.method, route.path, 401])
    }
  })

  it('C1 staff reach a module’s routes only in environments of their own workspace', async () => {
    const { shop, other } = await openOffice()
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
