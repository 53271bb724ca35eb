import { randomUUID } from 'node:crypto'
import { hashPassword } from 'better-auth/crypto'
import { newId } from '../src/kit/ids.ts'
import type { Role } from '../src/kit/roles.ts'
import { insertMember } from '../src/modules/members/members.ts'
import { insertPassword, insertUser } from '../src/modules/sign-in/queries.ts'
import type { TestServer } from './open-server.ts'
import { type Answer, type Caller, caller, type Shop } from './open-shop.ts'

export const PASSWORD = 'correct horse battery'

export interface Colleague extends Caller {
  userId: string
  name: string
  email: string
  /** As the browser would send them. */
  cookies: string
}

/** A member of the shop with this role, signed in through the front door: calls carry the cookies and our own Origin. */
export async function signIn(shop: Pick<Shop, 'server' | 'live'>, role: Role = 'owner'): Promise<Colleague> {
  const account = await addMember(shop, role)
  const answer = await visitor(shop.server).post('/dashboard/api/auth/sign-in', {
    email: account.email,
    password: PASSWORD,
  })
  if (answer.status !== 200) throw new Error(`could not sign in: ${JSON.stringify(answer.body)}`)
  const cookies = cookiesOf(answer)
  return { ...account, cookies, ...browser(shop.server, cookies) }
}

/** The same without the sign-in. */
export async function addMember({ server, live }: Pick<Shop, 'server' | 'live'>, role: Role) {
  const user = await addPerson(server)
  await insertMember(server.system, live.workspaceId, user.userId, role)
  return user
}

/** Hashing is slow on purpose: everybody here has the same password, so it is hashed once for all of them. */
let hash: Promise<string> | undefined

/** An account that is nobody's member. */
export async function addPerson({ system }: TestServer) {
  const name = `Robin ${randomUUID().slice(0, 4)}`
  const user = { userId: newId('usr'), name, email: `${randomUUID().slice(0, 8)}@example.com` }
  hash ??= hashPassword(PASSWORD)
  await insertUser(system, { ...user, emailVerified: true })
  await insertPassword(system, user.userId, await hash)
  return user
}

/** A page of ours in a browser that holds these cookies. */
export const browser = (server: TestServer, cookies: string, headers: Record<string, string> = {}): Caller =>
  caller(server.url, { cookie: cookies, origin: server.url, ...headers })

/** A page of ours before anybody has signed in. */
export const visitor = (server: TestServer): Caller => caller(server.url, { origin: server.url })

export const cookiesOf = ({ headers }: Answer): string =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0] as string)
    .filter((cookie) => !cookie.endsWith('='))
    .join('; ')
