import { randomUUID } from 'node:crypto'
import type { Shop } from '../open-shop.ts'
import { addMember, type StaffClient } from '../sign-in.ts'
import type { Route } from './route-table.ts'

interface Fixture {
  shop: Shop
  owner: StaffClient
}

const workspacePath = ({ shop }: Fixture) => `/dashboard/api/workspaces/${shop.live.workspaceId}`

/** For each kind of resource in a dashboard path: how its owner creates one. Returns its id. */
const RESOURCES: Record<string, (fixture: Fixture) => Promise<string>> = {
  'workspaces/:workspaceId': async ({ shop }) => shop.live.workspaceId,
  'keys/:keyId': async (fixture) => {
    const { body } = await fixture.owner.post(`${workspacePath(fixture)}/keys`, { label: 'Till', mode: 'test' })
    return body.key.id
  },
  'signing-keys/:signingKeyId': async (fixture) => {
    const { body } = await fixture.owner.post(`${workspacePath(fixture)}/signing-keys`, { label: 'Web', mode: 'test' })
    return body.key.id
  },
  'invitations/:id': async (fixture) => {
    const invited = { email: 'new@example.com', role: 'agent' }
    const { body } = await fixture.owner.post(`${workspacePath(fixture)}/invitations`, invited)
    return body.invitation.id
  },
  'saved-views/:id': async (fixture) => {
    const view = { page: 'orders', name: randomUUID(), filters: { status: 'open' } }
    const { body } = await fixture.owner.post(`${workspacePath(fixture)}/saved-views`, view)
    return body.id
  },
  'environments/:environmentId': async ({ shop }) => shop.live.environmentId,
  'tickets/:id': async ({ shop }) => (await shop.api.post('/v1/tickets', { subject: 'Help' })).body.id,
  'drafts/:mode': async () => 'reply',
  'members/:userId': async ({ shop }) => (await addMember(shop, 'agent')).userId,
}

/** For each route with a parameter and a body: a valid body. */
const BODIES: Record<string, unknown> = {
  'POST workspaces/:workspaceId/keys': { label: 'Till', mode: 'test' },
  'POST workspaces/:workspaceId/signing-keys': { label: 'Web', mode: 'live' },
  'POST workspaces/:workspaceId/invitations': { email: 'other@example.com', role: 'agent' },
  'POST workspaces/:workspaceId/saved-views': { page: 'customers', name: 'Best', filters: { sort: 'spent' } },
  'PATCH workspaces/:workspaceId/saved-views/:id': { name: 'Open' },
  'PATCH workspaces/:workspaceId/members/:userId': { role: 'viewer' },
  'POST workspaces/:workspaceId/environments/:environmentId/tickets/:id/presence': { state: 'viewing' },
  'PUT workspaces/:workspaceId/environments/:environmentId/tickets/:id/drafts/:mode': { text: 'Hi', attachmentIds: [] },
}

const FILE = 'server/test/contract/dashboard-samples.ts'

/** The resources in a path, such as `keys/:keyId`. */
export const listResources = ({ path }: Route): string[] => path.match(/[^/]+\/:\w+/g) ?? []

/** Creates every resource of the path, so that 404 can only mean "not yours". */
export async function createResources(route: Route, fixture: Fixture): Promise<Record<string, string>> {
  const ids: Record<string, string> = {}
  for (const resource of listResources(route)) {
    const create = RESOURCES[resource]
    if (!create)
      throw new Error(`${route.method} ${route.path}: add '${resource}' to THINGS in ${FILE}: how to make one`)
    ids[resource] = await create(fixture)
    if (!ids[resource]) throw new Error(`THINGS['${resource}'] in ${FILE} has made nothing`)
  }
  return ids
}

export const resolvePath = ({ path }: Route, ids: Record<string, string>): string =>
  path.replaceAll(/([^/]+)\/:\w+/g, (resource, folder) => `${folder}/${ids[resource]}`)

export function validBody({ method, path, takesBody }: Route): unknown {
  if (!takesBody) return undefined
  const name = `${method} ${path.replace('/dashboard/api/', '')}`
  if (!(name in BODIES)) throw new Error(`add '${name}' to BODIES in ${FILE}: a body that it accepts`)
  return BODIES[name]
}
