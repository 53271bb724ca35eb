import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { type Environment, type Surroundings, type SystemCtx, surroundingsOf } from '../ctx.ts'
import { AppError, notFound } from '../kit/errors.ts'
import { isAtLeast, ROLES, type Role } from '../kit/roles.ts'
import type { Admit } from './admission.ts'
import { boundPasswords } from './bulkhead.ts'
import { countByAddress, countBySession } from './public-limits.ts'
import { type App, closeInputs, type Routes } from './routes.ts'
import { refuseForeignPages } from './staff-origin.ts'

/** Somebody who has signed in. */
export interface Person {
  userId: string
  name: string
  email: string
  /** Until then they are confined to the workspace whose invitation created the account. */
  emailVerified: boolean
  twoFactorEnabled: boolean
  sessionId: string
}

/** The same, in the workspace that the address names. */
export interface Member extends Person {
  workspaceId: string
  role: Role
}

/** `nobody`: no sign-in. `person`: whoever is signed in. A role: a member with at least this role, in the address's workspace. */
type Needed = 'nobody' | 'person' | Role

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Every route of the dashboard says whom it needs. */
    role?: Needed
    /** A module's route: the least role of staff, when reading is not for viewers or writing not for agents. */
    staff?: Role
  }
  interface FastifyRequest {
    /** Only on routes of the dashboard, where no environment is known. */
    system: SystemCtx
    /** Only where the route needs at least a `person`. */
    person: Person
    /** Only where the route needs a role. */
    member: Member
  }
}

/** What the server asks of those who know the staff. */
export interface Staff {
  /** With a reply the session is prolonged, and the reply carries the new cookie. */
  findPerson(request: FastifyRequest, reply?: FastifyReply): Promise<Person | undefined>
  findRole(userId: string, workspaceId: string): Promise<Role | undefined>
  findPost(userId: string, environmentId: string): Promise<(Environment & { role: Role }) | undefined>
}

/** An address, a password, a token: from somebody who is not known yet, no more is read. */
const PUBLIC_BODY_BYTES = 8192

interface DashboardOptions extends Surroundings {
  staff: Staff
  clock: () => Date
  routes: Routes[]
  /** Told of every route as it is mounted. */
  onRoute: (route: RouteOptions) => void
}

/** Mounts what the dashboard asks besides the modules' routes. Who may do what is decided here and nowhere else. */
export async function mountDashboard(server: FastifyInstance, options: DashboardOptions): Promise<void> {
  const { staff, publicUrl, clock } = options
  const surroundings = surroundingsOf(options)
  const refuseForeign = refuseForeignPages(publicUrl)
  await server.register(
    async (scope: App) => {
      scope.decorateRequest('system')
      scope.decorateRequest('person')
      scope.decorateRequest('member')
      scope.addHook('onRoute', (route) => {
        refuseWithoutRole(route)
        route.config = { ...route.config, counted: route.config?.role === 'nobody' ? 'account' : 'session' }
        closeInputs(route)
        if (route.config.role === 'nobody') route.bodyLimit ??= PUBLIC_BODY_BYTES
        boundPasswords(route)
        route.schema = { ...route.schema, hide: true }
        options.onRoute(route)
      })
      scope.addHook('onRequest', async (request, reply) => {
        reply.header('cross-origin-resource-policy', 'same-origin')
        refuseForeign(request)
        request.system = { ...surroundings, now: clock(), log: request.log, signal: request.deadline }
        const { role: needed = 'nobody' } = request.routeOptions.config
        if (needed === 'nobody') return
        const person = await staff.findPerson(request, reply)
        if (!person) throw signInFirst(request)
        countBySession(server.gate, person)
        request.person = person
        if (needed !== 'person') request.member = await memberOf(staff, person, request, needed)
      })
      // Before the pages, which would answer an unknown address with a page.
      scope.get('/*', { config: { role: 'nobody' } }, async ({ url }) => {
        throw notFound('address', url.split('?', 1)[0] ?? '')
      })
      for (const routes of options.routes) await routes(scope)
    },
    { prefix: '/dashboard/api' },
  )
}

/** Staff reach the modules' routes as keys do, with their session and the environment that they are looking at. */
export function admitStaff(staff: Staff, publicUrl: string): Admit {
  const refuseForeign = refuseForeignPages(publicUrl)
  return async (request) => {
    refuseForeign(request)
    const person = await staff.findPerson(request)
    if (!person) throw signInFirst(request)
    countBySession(request.server.gate, person)
    const environmentId = String(request.headers['x-environment-id'] ?? '')
    // Not a UUID: it can't be anybody's, so nobody is asked.
    const post = UUID.test(environmentId) ? await staff.findPost(person.userId, environmentId) : undefined
    if (!post) throw new AppError('not_found', 'Name one of your environments in "X-Environment-Id".')
    const { role, ...environment } = post
    const reads = request.method === 'GET' || request.method === 'HEAD'
    refuseLesser(role, request.routeOptions.config.staff ?? (reads ? 'viewer' : 'agent'))
    const caller = { kind: 'member', userId: person.userId, name: person.name, role } as const
    return { attribution: { ...environment, caller }, isLookedUp: true }
  }
}

/** Neither in the API's documents nor open to browsers of other origins: both belong to the routes under `/v1`. */
export function closeForStaff(route: RouteOptions): void {
  route.schema = { ...route.schema, hide: true }
  route.config = { ...route.config, access: 'key' }
}

const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i

async function memberOf(staff: Staff, person: Person, request: FastifyRequest, needed: Role): Promise<Member> {
  const { workspaceId = '' } = request.params as { workspaceId?: string }
  const role = UUID.test(workspaceId) ? await staff.findRole(person.userId, workspaceId) : undefined
  // Whether it exists is nobody's business but its members'.
  if (!role) throw notFound('workspace', workspaceId)
  refuseLesser(role, needed)
  return { ...person, workspaceId, role }
}

function refuseLesser(role: Role, needed: Role): void {
  if (!isAtLeast(role, needed)) throw new AppError('forbidden', `This needs the role ${needed}; yours is ${role}.`)
}

/** Counted by address, since there is no session to count by. */
function signInFirst(request: FastifyRequest): AppError {
  countByAddress(request.server.gate, request, 'account')
  return new AppError('unauthorized', 'Sign in first.')
}

/** Closed unless declared, as in the API. */
function refuseWithoutRole({ method, url, config }: RouteOptions): void {
  const needed = config?.role
  if (!needed) throw new Error(`${method} ${url} does not declare the role that it needs`)
  if ((ROLES as readonly string[]).includes(needed) && !url.includes('/:workspaceId')) {
    throw new Error(`${method} ${url} needs a role, but its address names no workspace`)
  }
}

/** Who did it and from where, as the audit log wants to know. */
export const deedOf = ({ person, ip }: FastifyRequest) => ({
  actor: { userId: person.userId, name: person.name },
  ip,
})
