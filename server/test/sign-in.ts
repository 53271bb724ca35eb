import { randomUUID, scryptSync } from 'node:crypto'
import { newId } from '../src/kit/ids.ts'
import type { Role } from '../src/kit/roles.ts'
import { insertMember } from '../src/modules/members/members.ts'
import { insertPassword, insertUser } from '../src/modules/sign-in/queries.ts'
import type { TestServer } from './open-server.ts'
import { type ApiClient, type ApiResponse, createApiClient, type Shop } from './open-shop.ts'

export const PASSWORD = 'correct horse battery'

export interface StaffClient extends ApiClient {
  userId: string
  name: string
  email: string
  /** As the browser would send them. */
  cookies: string
}

/** A member of the shop with this role, signed in through the API: calls carry the cookies and our own Origin. */
export async function signIn(shop: Pick<Shop, 'server' | 'live'>, role: Role = 'owner'): Promise<StaffClient> {
  const account = await addMember(shop, role)
  const response = await anonymousBrowser(shop.server).post('/dashboard/api/auth/sign-in', {
    email: account.email,
    password: PASSWORD,
  })
  if (response.status !== 200) throw new Error(`could not sign in: ${JSON.stringify(response.body)}`)
  const cookies = readCookies(response)
  return { ...account, cookies, ...browserClient(shop.server, cookies) }
}

/** Adds a member without signing in. */
export async function addMember({ server, live }: Pick<Shop, 'server' | 'live'>, role: Role) {
  const user = await addUser(server)
  await insertMember(server.system, live.workspaceId, user.userId, role)
  return user
}

/** Hashing is slow on purpose. Signing in, which hundreds of tests do, takes as long as the stored hash cost. */
const HASH_COST = 16
const HASH = `${HASH_COST}:salt:${scryptSync(PASSWORD, 'salt', 64, { N: HASH_COST, r: 16, p: 1 }).toString('hex')}`

/** An account without a workspace. */
export async function addUser({ system }: TestServer) {
  const name = `Robin ${randomUUID().slice(0, 4)}`
  const user = { userId: newId('usr'), name, email: `${randomUUID().slice(0, 8)}@example.com` }
  await insertUser(system, { ...user, emailVerified: true })
  await insertPassword(system, user.userId, HASH)
  return user
}

/** A dashboard page in a browser with these cookies. */
export const browserClient = (server: TestServer, cookies: string, headers: Record<string, string> = {}): ApiClient =>
  createApiClient(server.url, { cookie: cookies, origin: server.url, ...headers })

/** A dashboard page before sign-in. */
export const anonymousBrowser = (server: TestServer): ApiClient => createApiClient(server.url, { origin: server.url })

export const readCookies = ({ headers }: ApiResponse): string =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0] as string)
    .filter((cookie) => !cookie.endsWith('='))
    .join('; ')
