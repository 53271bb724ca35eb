import type { Shop } from '../open-shop.ts'
import { addMember, type Colleague } from '../sign-in.ts'
import type { Route } from './route-table.ts'

interface Place {
  shop: Shop
  owner: Colleague
}

const inWorkspace = ({ shop }: Place) => `/dashboard/api/workspaces/${shop.live.workspaceId}`

/** For each kind of thing that a path of the dashboard names: how its owner makes one. Answers its id. */
const THINGS: Record<string, (place: Place) => Promise<string>> = {
  'workspaces/:workspaceId': async ({ shop }) => shop.live.workspaceId,
  'keys/:keyId': async (place) => {
    const { body } = await place.owner.post(`${inWorkspace(place)}/keys`, { label: 'Till', mode: 'test' })
    return body.key.id
  },
  'invitations/:id': async (place) => {
    const invited = { email: 'new@example.com', role: 'agent' }
    const { body } = await place.owner.post(`${inWorkspace(place)}/invitations`, invited)
    return body.invitation.id
  },
  'members/:userId': async ({ shop }) => (await addMember(shop, 'agent')).userId,
}

/** For each route with a parameter that takes a body: one that it accepts. */
const BODIES: Record<string, unknown> = {
  'POST workspaces/:workspaceId/keys': { label: 'Till', mode: 'test' },
  'POST workspaces/:workspaceId/invitations': { email: 'other@example.com', role: 'agent' },
  'PATCH workspaces/:workspaceId/members/:userId': { role: 'viewer' },
}

const FILE = 'server/test/contract/dashboard-samples.ts'

/** The names of the things in a path, such as `keys/:keyId`. */
export const thingsIn = ({ path }: Route): string[] => path.match(/[^/]+\/:\w+/g) ?? []

/** What there really is at a place, so that 404 can only mean "not yours". */
export async function makeThings(route: Route, place: Place): Promise<Record<string, string>> {
  const ids: Record<string, string> = {}
  for (const thing of thingsIn(route)) {
    const make = THINGS[thing]
    if (!make) throw new Error(`${route.method} ${route.path}: add '${thing}' to THINGS in ${FILE}: how to make one`)
    ids[thing] = await make(place)
    if (!ids[thing]) throw new Error(`THINGS['${thing}'] in ${FILE} has made nothing`)
  }
  return ids
}

export const address = ({ path }: Route, ids: Record<string, string>): string =>
  path.replaceAll(/([^/]+)\/:\w+/g, (thing, folder) => `${folder}/${ids[thing]}`)

export function goodBody({ method, path, takesBody }: Route): unknown {
  if (!takesBody) return undefined
  const name = `${method} ${path.replace('/dashboard/api/', '')}`
  if (!(name in BODIES)) throw new Error(`add '${name}' to BODIES in ${FILE}: a body that it accepts`)
  return BODIES[name]
}
