import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { type Dependencies, type Environment, pickDependencies, type SystemCtx } from '../../ctx.ts'
import { AppError, notFound } from '../../kit/errors.ts'
import { isUuid } from '../../kit/ids.ts'
import { isAtLeast, ROLES, type Role } from '../../kit/roles.ts'
import { newPasswordLimit } from '../limits/password-limit.ts'
import { consumeAddressQuota, consumeSessionQuota } from '../limits/public-limits.ts'
import { type App, closeInputs, type Routes } from '../routes.ts'
import type { AuthorizeRequest } from './authorize.ts'

/** A signed-in person. */
export interface StaffUser {
  userId: string
  name: string
  email: string
  /** Until then they are confined to the workspace whose invitation created the account. */
  emailVerified: boolean
  twoFactorEnabled: boolean
  sessionId: string
}

/** The same person in the workspace that the URL names. */
export interface StaffMember extends StaffUser {
  workspaceId: string
  role: Role
}

/**
 * `anonymous`: no sign-in. `user`: anyone signed in. A role: a member with at least this role in the URL's workspace.
 */
type RequiredRole = 'anonymous' | 'user' | Role

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Every dashboard route declares the role it needs. */
    role?: RequiredRole
    /** On a module's route: the minimum staff role, when viewers must not read or agents must not write. */
    staff?: Role
  }
  interface FastifyRequest {
    /** Only on dashboard routes, where no environment is known. */
    system: SystemCtx
    /** Only where the route needs at least a `user`. */
    user: StaffUser
    /** Only where the route needs a role. */
    member: StaffMember
  }
}

/** Lookups the server needs about staff. */
export interface StaffDirectory {
  /** With a reply the session is extended, and the reply carries the new cookie. */
  findSessionUser(request: FastifyRequest, reply?: FastifyReply): Promise<StaffUser | undefined>
  findRole(userId: string, workspaceId: string): Promise<Role | undefined>
  findEnvironmentAccess(userId: string, environmentId: string): Promise<(Environment & { role: Role }) | undefined>
}

/** An email address, a password, a token: an anonymous caller may send no more. */
const PUBLIC_BODY_BYTES = 8192

interface MountOptions extends Dependencies {
  staffDirectory: StaffDirectory
  clock: () => Date
  routes: Routes[]
  /** Called with every route as it is mounted. */
  onRoute: (route: RouteOptions) => void
}

/** Mounts the dashboard's own routes. Authorization is decided here and nowhere else. */
export async function mountDashboard(server: FastifyInstance, options: MountOptions): Promise<void> {
  const { staffDirectory, publicUrl, clock } = options
  const dependencies = pickDependencies(options)
  const assertSameOrigin = createOriginCheck(publicUrl)
  const limitPasswords = newPasswordLimit()
  await server.register(
    async (scope: App) => {
      scope.decorateRequest('system')
      scope.decorateRequest('user')
      scope.decorateRequest('member')
      scope.addHook('onRoute', (route) => {
        assertRoleDeclared(route)
        route.config = { ...route.config, publicLimit: route.config?.role === 'anonymous' ? 'account' : 'session' }
        closeInputs(route)
        if (route.config.role === 'anonymous') route.bodyLimit ??= PUBLIC_BODY_BYTES
        limitPasswords(route)
        options.onRoute(route)
      })
      scope.addHook('onRequest', async (request, reply) => {
        reply.header('cross-origin-resource-policy', 'same-origin')
        assertSameOrigin(request)
        request.system = { ...dependencies, now: clock(), log: request.log, signal: request.deadline }
        const { role: requiredRole = 'anonymous' } = request.routeOptions.config
        if (requiredRole === 'anonymous') return
        const user = await staffDirectory.findSessionUser(request, reply)
        if (!user) throw notSignedInError(request)
        consumeSessionQuota(server.accessControl, user)
        request.user = user
        if (requiredRole !== 'user') request.member = await loadMember(staffDirectory, user, request, requiredRole)
      })
      // Before the pages, which would answer an unknown path with a page.
      scope.get('/*', { config: { role: 'anonymous' } }, async ({ url }) => {
        throw notFound('address', url.split('?', 1)[0] ?? '')
      })
      for (const routes of options.routes) await routes(scope)
    },
    { prefix: '/dashboard/api' },
  )
}

/** Staff reach the modules' routes like keys do, with their session and the current environment. */
export function authorizeStaffRequest(staffDirectory: StaffDirectory, publicUrl: string): AuthorizeRequest {
  const assertSameOrigin = createOriginCheck(publicUrl)
  return async (request) => {
    assertSameOrigin(request)
    const user = await staffDirectory.findSessionUser(request)
    if (!user) throw notSignedInError(request)
    consumeSessionQuota(request.server.accessControl, user)
    const environmentId = String(request.headers['x-environment-id'] ?? '')
    // Not a UUID, so it can't exist: saves a query.
    const environmentAccess = isUuid(environmentId)
      ? await staffDirectory.findEnvironmentAccess(user.userId, environmentId)
      : undefined
    if (!environmentAccess)
      throw new AppError('not_found', 'Send the ID of one of your environments as "X-Environment-Id".')
    const { role, ...environment } = environmentAccess
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    assertRole(role, request.routeOptions.config.staff ?? (isRead ? 'viewer' : 'agent'))
    const caller = { kind: 'member', userId: user.userId, name: user.name, role } as const
    return { identity: { ...environment, caller }, wasCallerQueried: true }
  }
}

/** Not open to browsers of other origins: only the routes under `/v1` are. */
export function restrictToStaff(route: RouteOptions): void {
  route.config = { ...route.config, access: 'key' }
}

async function loadMember(
  staffDirectory: StaffDirectory,
  user: StaffUser,
  request: FastifyRequest,
  requiredRole: Role,
): Promise<StaffMember> {
  const { workspaceId = '' } = request.params as { workspaceId?: string }
  const role = isUuid(workspaceId) ? await staffDirectory.findRole(user.userId, workspaceId) : undefined
  // Only members may learn whether the workspace exists.
  if (!role) throw notFound('workspace', workspaceId)
  assertRole(role, requiredRole)
  return { ...user, workspaceId, role }
}

function assertRole(role: Role, requiredRole: Role): void {
  if (!isAtLeast(role, requiredRole))
    throw new AppError('forbidden', `This action requires the ${requiredRole} role. Your role is ${role}.`, {
      fields: { role, requiredRole },
    })
}

/** Counted by address, since there is no session to count by. */
function notSignedInError(request: FastifyRequest): AppError {
  consumeAddressQuota(request.server.accessControl, request, 'account')
  return new AppError('unauthorized', 'Sign in to continue.')
}

/** Closed unless declared, as in the API. */
function assertRoleDeclared({ method, url, config }: RouteOptions): void {
  const requiredRole = config?.role
  if (!requiredRole) throw new Error(`${method} ${url} does not declare the role that it needs`)
  if ((ROLES as readonly string[]).includes(requiredRole) && !url.includes('/:workspaceId')) {
    throw new Error(`${method} ${url} needs a role, but its address names no workspace`)
  }
}

/** Actor and address, for the audit log. */
export const auditContextOf = ({ user, ip }: FastifyRequest) => ({
  actor: { userId: user.userId, name: user.name },
  ip,
})

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i

/**
 * A browser sends cookies with every request, whichever page sent it. So a request that changes something must come
 * from one of our own pages: browsers report the origin, and no page can forge it.
 */
export function createOriginCheck(publicUrl: string): (request: FastifyRequest) => void {
  const publicOrigin = new URL(publicUrl).origin
  return ({ method, headers }) => {
    if (SAFE_METHODS.has(method)) return
    const { origin, host = '' } = headers
    const isSameOrigin =
      origin === undefined
        ? headers['sec-fetch-site'] === 'same-origin'
        : origin === publicOrigin || (LOOPBACK.test(host) && origin === `http://${host}`)
    if (!isSameOrigin) throw new AppError('forbidden', `This request must come from a page of ${publicOrigin}.`)
  }
}
