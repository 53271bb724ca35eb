import type { FastifyBaseLogger, FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import type pg from 'pg'
import { type DashboardOptions, serveDashboardApi } from './dashboard-api.ts'
import type { Database } from './db/database.ts'
import { pingDatabase } from './db/ping.ts'
import { subscriberJobs } from './events/subscriber.ts'
import { type GateOptions, type OpenGate, openGate } from './gate.ts'
import { admitThrough, lookAtPreflight, lookAtStranger } from './http/admission.ts'
import { mountApi } from './http/api.ts'
import { endStreamsWithAccess } from './http/ended-access.ts'
import { type HealthOptions, serveHealth } from './http/health.ts'
import { forgetOldAnswers } from './http/idempotency.ts'
import { serveMetrics } from './http/metrics.ts'
import { describeApi, serveDocs } from './http/openapi.ts'
import { servePages } from './http/pages.ts'
import { createServer, type ServerOptions } from './http/server.ts'
import type { Job, Schedule, SystemJob } from './jobs/job.ts'
import { auditDashboardRoutes } from './modules/audit/dashboard-routes.ts'
import { bulkRoutes } from './modules/catalog/bulk-routes.ts'
import { importJob } from './modules/catalog/import-job.ts'
import { importRoutes } from './modules/catalog/import-routes.ts'
import { catalogRoutes } from './modules/catalog/routes.ts'
import { eventRoutes } from './modules/events/routes.ts'
import { keyDashboardRoutes } from './modules/keys/dashboard-routes.ts'
import { limitRoutes } from './modules/limits/routes.ts'
import { forgetOldCounts } from './modules/limits/schedules.ts'
import { invitationJob } from './modules/members/jobs.ts'
import type { Module } from './modules/module.ts'
import { policyRoutes } from './modules/policies/routes.ts'
import { lockOutJob } from './modules/sign-in/lock-out.ts'
import { passwordResetJob } from './modules/sign-in/passwords.ts'
import { forgetExpiredSessions } from './modules/sign-in/schedules.ts'
import { storefrontRoutes } from './modules/storefront/routes.ts'
import { themeRoutes } from './modules/theme/routes.ts'
import { workspaceRoutes } from './modules/workspaces/routes.ts'
import type { Mail } from './ports/mail.ts'
import { VERSION } from './version.ts'

/** Every module of the product. */
export const modules: Module[] = [
  { routes: workspaceRoutes },
  { routes: eventRoutes },
  { routes: catalogRoutes },
  { routes: bulkRoutes },
  { routes: importRoutes, jobs: [importJob] },
  { routes: storefrontRoutes },
  { routes: policyRoutes },
  { routes: themeRoutes },
  { routes: limitRoutes, schedules: [forgetOldCounts] },
  { dashboard: keyDashboardRoutes },
  { dashboard: auditDashboardRoutes },
]

export interface AppOptions extends Pick<GateOptions, 'limitClock' | 'redisUrl' | 'lock'> {
  db: Database
  /** For hearing what other nodes announce; without it nothing is heard. */
  connection?: pg.ClientConfig
  log: FastifyBaseLogger
  clock: () => Date
  isDraining: () => boolean
  /** Shared by both addresses; without it the server makes one of its own, by the options above. */
  gate?: OpenGate
  /** Further parts that must be well for the server to be ready. */
  checks?: HealthOptions['checks']
  /** Without it there is no sign-in. */
  dashboard?: Omit<DashboardOptions, 'connection'>
  metricsToken?: string | undefined
  trustedProxies?: string[]
  limits?: ServerOptions['limits']
  modules?: Module[]
  onRoute?: (route: RouteOptions) => void
}

/** The whole server on one page: what is served, in the order in which a request meets it. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { db, clock, log, isDraining } = options
  const { app, gate } = await createGuarded(options)

  serveMetrics(app, options.metricsToken, gate.figures)
  const checks = { database: () => pingDatabase(db), ...gate.checks, ...options.checks }
  serveHealth(app, { version: VERSION, isDraining, checks })
  await describeApi(app, VERSION)
  await mountApi(app, {
    prefix: '/v1',
    ...entrance(gate),
    db,
    clock,
    modules: (options.modules ?? modules).flatMap(({ routes }) => routes ?? []),
    onRoute: options.onRoute ?? (() => {}),
  })
  if (options.dashboard && options.connection) {
    const dashboard = { ...options.dashboard, connection: options.connection }
    await serveDashboardApi(app, dashboard, { db, log, clock, modules: options.modules ?? modules })
  }
  await serveDocs(app)
  await servePages(app)
  return app
}

/** The storefront address: what is open to storefronts, and nothing else, not even a page. */
export async function buildStorefront(options: AppOptions): Promise<FastifyInstance> {
  const { db, clock } = options
  const { app, gate } = await createGuarded(options)
  await mountApi(app, {
    prefix: '/v1',
    ...entrance(gate),
    db,
    clock,
    modules: (options.modules ?? modules).flatMap(({ routes }) => routes ?? []),
    onlyStorefront: true,
    onRoute: () => {},
  })
  return app
}

/** A server without routes, with what guards them. */
async function createGuarded({ gate: given, ...options }: AppOptions) {
  const gate = given ?? (await openGate(options))
  const app = createServer({
    logger: options.log,
    trustedProxies: options.trustedProxies ?? [],
    limits: options.limits ?? {},
    lookAt: (ip) => lookAtStranger(gate, ip),
  })
  app.decorate('gate', gate)
  if (!given) app.addHook('onClose', gate.close)
  if (options.connection) {
    const listener = await endStreamsWithAccess(app, options.connection, gate.forgetKey)
    app.addHook('onClose', listener.stop)
  }
  return { app, gate }
}

const entrance = (gate: OpenGate) => ({
  admit: admitThrough(gate),
  lookAtPreflight: (request: FastifyRequest, method: string) => lookAtPreflight(gate, request, method),
})

export const allJobs = (of: Module[] = modules): Job[] => [
  ...subscriberJobs(of.flatMap(({ subscribers }) => subscribers ?? [])),
  ...of.flatMap(({ jobs }) => jobs ?? []),
]

/** What is done for people rather than for an environment. */
export const allSystemJobs = (mail: Mail, publicUrl: string): SystemJob[] => [
  passwordResetJob(mail, publicUrl),
  invitationJob(mail, publicUrl),
  lockOutJob,
]

export const allSchedules = (of: Module[] = modules): Schedule[] => [
  forgetOldAnswers,
  forgetExpiredSessions,
  ...of.flatMap(({ schedules }) => schedules ?? []),
]
