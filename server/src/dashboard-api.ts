import type { FastifyBaseLogger, FastifyInstance, RouteOptions } from 'fastify'
import type pg from 'pg'
import type { Dependencies as ServerDependencies } from './ctx.ts'
import { newObservedPools, observePool } from './db/observed-pools.ts'
import { mountApi } from './http/api.ts'
import { authorizeStaffRequest, mountDashboard, restrictToStaff, type StaffDirectory } from './http/auth/staff.ts'
import { newInboxFeed } from './modules/inbox/feed.ts'
import type { WorkspaceCreationPolicy } from './modules/members/create-workspace.ts'
import { findEnvironmentAccess, findRole } from './modules/members/members.ts'
import { memberRoutes } from './modules/members/routes.ts'
import type { Module } from './modules/module.ts'
import { openAuthPool } from './modules/sign-in/auth-pool.ts'
import { signInRoutes } from './modules/sign-in/routes.ts'
import { findSessionUser, openAuth } from './modules/sign-in/sign-in.ts'
import { deriveSecret } from './secret-key.ts'

export interface DashboardOptions {
  connection: pg.ClientConfig
  secretKey: string
  /** Required to create the first owner, while there is no account. */
  setupToken?: string | undefined
  /** Whether emails leave this machine; otherwise the inviting member passes the link on. */
  canSendEmail?: boolean
  workspaceCreation?: WorkspaceCreationPolicy
  signInPoolSize?: number
  /** Called with every route as it is mounted, including those of the API. */
  onRoute?: (route: RouteOptions) => void
}

interface DashboardDependencies extends ServerDependencies {
  log: FastifyBaseLogger
  clock: () => Date
  modules: Module[]
}

/**
 * The dashboard's API: sign-in and members, the modules' own pages, and the API's routes with a session instead of a
 * key.
 */
export async function serveDashboardApi(
  app: FastifyInstance,
  {
    connection,
    secretKey,
    setupToken,
    canSendEmail = false,
    workspaceCreation = 'owners',
    signInPoolSize,
    onRoute = () => {},
  }: DashboardOptions,
  { log, clock, modules, ...dependencies }: DashboardDependencies,
): Promise<void> {
  const { db, publicUrl } = dependencies
  const database = openAuthPool(connection, log, signInPoolSize)
  observePool(dependencies.perServer(newObservedPools), 'sign_in', database.pool)
  app.addHook('onClose', () => database.pool.end())
  const feed = dependencies.perServer(newInboxFeed)
  feed.configure(connection)
  app.addHook('onClose', feed.stop)
  const auth = openAuth({ database, secret: deriveSecret(secretKey, 'sign-in'), publicUrl, log })
  const staffDirectory: StaffDirectory = {
    findSessionUser: (request, reply) => findSessionUser(auth, request, reply),
    findRole: (userId, workspaceId) => findRole(db, userId, workspaceId),
    findEnvironmentAccess: (userId, environmentId) => findEnvironmentAccess(db, userId, environmentId),
  }
  await mountDashboard(app, {
    ...dependencies,
    staffDirectory,
    clock,
    routes: [
      signInRoutes(auth),
      memberRoutes({ auth, staffDirectory, publicUrl, setupToken, canSendEmail, workspaceCreation }),
      ...modules.flatMap(({ dashboardRoutes: dashboard }) => dashboard ?? []),
    ],
    onRoute,
  })
  await mountApi(app, {
    prefix: '/dashboard/api/v1',
    authorize: authorizeStaffRequest(staffDirectory, publicUrl),
    peekPreflightLimit: async () => undefined,
    ...dependencies,
    clock,
    modules: modules.flatMap(({ routes }) => routes ?? []),
    onRoute: (route) => {
      restrictToStaff(route)
      onRoute(route)
    },
  })
}
