import type { FastifyBaseLogger, FastifyInstance, RouteOptions } from 'fastify'
import type pg from 'pg'
import type { Surroundings as Shared } from './ctx.ts'
import { mountApi } from './http/api.ts'
import { admitStaff, closeForStaff, mountDashboard, type Staff } from './http/staff.ts'
import { findPost, findRole } from './modules/members/members.ts'
import type { WorkspaceCreation } from './modules/members/new-workspace.ts'
import { memberRoutes } from './modules/members/routes.ts'
import type { Module } from './modules/module.ts'
import { openAuth } from './modules/sign-in/auth.ts'
import { openAuthPool } from './modules/sign-in/auth-pool.ts'
import { signInRoutes } from './modules/sign-in/routes.ts'
import { findPerson } from './modules/sign-in/sign-in.ts'
import { deriveSecret } from './secret-key.ts'

export interface DashboardOptions {
  connection: pg.ClientConfig
  secretKey: string
  /** What the first owner must know, while there is nobody. */
  setUpToken?: string | undefined
  /** Whether mails leave this machine; else whoever invites passes the link on. */
  canMail?: boolean
  workspaceCreation?: WorkspaceCreation
  onRoute?: (route: RouteOptions) => void
}

interface Surroundings extends Shared {
  log: FastifyBaseLogger
  clock: () => Date
  modules: Module[]
}

/** What the dashboard speaks to: sign-in and members, the modules' own pages, and the API's routes with a session for a key. */
export async function serveDashboardApi(
  app: FastifyInstance,
  {
    connection,
    secretKey,
    setUpToken,
    canMail = false,
    workspaceCreation = 'owners',
    onRoute = () => {},
  }: DashboardOptions,
  { log, clock, modules, ...surroundings }: Surroundings,
): Promise<void> {
  const { db, publicUrl } = surroundings
  const database = openAuthPool(connection, log)
  app.addHook('onClose', () => database.pool.end())
  const auth = openAuth({ database, secret: deriveSecret(secretKey, 'sign-in'), publicUrl, log })
  const staff: Staff = {
    findPerson: (request, reply) => findPerson(auth, request, reply),
    findRole: (userId, workspaceId) => findRole(db, userId, workspaceId),
    findPost: (userId, environmentId) => findPost(db, userId, environmentId),
  }
  await mountDashboard(app, {
    ...surroundings,
    staff,
    clock,
    routes: [
      signInRoutes(auth),
      memberRoutes({ auth, staff, publicUrl, setUpToken, canMail, workspaceCreation }),
      ...modules.flatMap(({ dashboard }) => dashboard ?? []),
    ],
    onRoute,
  })
  await mountApi(app, {
    prefix: '/dashboard/api/v1',
    admit: admitStaff(staff, publicUrl),
    lookAtPreflight: async () => undefined,
    ...surroundings,
    clock,
    modules: modules.flatMap(({ routes }) => routes ?? []),
    onRoute: closeForStaff,
  })
}
