import type { FastifyBaseLogger, FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import type pg from 'pg'
import { type AccessControlOptions, type AccessControlRuntime, openAccessControl } from './access-control.ts'
import { type Dependencies, pickDependencies } from './ctx.ts'
import { type DashboardOptions, serveDashboardApi } from './dashboard-api.ts'
import type { Database } from './db/database.ts'
import { pingDatabase } from './db/ping.ts'
import { serveDemoImages } from './demo/images/serve-images.ts'
import { subscriberJobs } from './events/subscriber.ts'
import { mountApi } from './http/api.ts'
import { closeStreamsOnRevocation } from './http/auth/access-revocation.ts'
import { authorizeApiRequest, peekAnonymousLimit, peekPreflightLimit } from './http/auth/authorize.ts'
import { type HealthOptions, serveHealth } from './http/health.ts'
import { pruneStoredResponses } from './http/idempotency/stored-responses.ts'
import { limitPublicRoutes } from './http/limits/public-limits.ts'
import { serveMetrics } from './http/metrics.ts'
import { describeApi, serveDocs } from './http/openapi.ts'
import { createCacheFastPath, type RecordServedResponse } from './http/response-cache/fast-path.ts'
import { openSharedResponseCache, type SharedResponseCache } from './http/response-cache/shared-response-cache.ts'
import { createClientAddressResolver, createTrustProxy } from './http/server/client-address.ts'
import { createServer, type ServerOptions } from './http/server/server.ts'
import { servePages } from './http/static-pages.ts'
import { checkJobs, jobMetrics } from './jobs/backlog.ts'
import type { Job, Schedule, SystemJob } from './jobs/job.ts'
import type { Worker } from './jobs/worker.ts'
import { AppError } from './kit/errors.ts'
import { serveDiscovery } from './modules/acp/discovery.ts'
import { notifyAgents, pruneAgentSessions } from './modules/acp/jobs.ts'
import { acpRoutes } from './modules/acp/routes.ts'
import { agentWebhookRoutes } from './modules/acp/webhook-routes.ts'
import { auditDashboardRoutes } from './modules/audit/dashboard-routes.ts'
import { serveBuyerPages } from './modules/buyer-pages/routes.ts'
import { discountRoutes } from './modules/carts/discounts/routes.ts'
import { expireCarts } from './modules/carts/jobs.ts'
import { cartRoutes } from './modules/carts/routes.ts'
import { shippingQuoteRoutes as quotedRateRoutes } from './modules/carts/shipping-rates/routes.ts'
import { bulkRoutes } from './modules/catalog/bulk-routes.ts'
import { importJob } from './modules/catalog/csv/imports.ts'
import { importRoutes } from './modules/catalog/csv/routes.ts'
import { catalogRoutes } from './modules/catalog/routes.ts'
import { variantRoutes } from './modules/catalog/variant-routes.ts'
import { followPayments, reconcileCheckouts } from './modules/checkout/jobs.ts'
import { checkoutRoutes } from './modules/checkout/routes.ts'
import { collectionProductRoutes } from './modules/collections/collection-product-routes.ts'
import { collectionRoutes } from './modules/collections/routes.ts'
import { pruneEmailBodies, sendEmailJob } from './modules/emails/jobs.ts'
import { emailRoutes } from './modules/emails/routes.ts'
import { emailSubscribers } from './modules/emails/subscribers.ts'
import { emailTemplateRoutes } from './modules/emails/template-routes.ts'
import { eventRoutes } from './modules/events/routes.ts'
import { removeUnusedFiles } from './modules/files/jobs.ts'
import { fileRoutes } from './modules/files/routes.ts'
import { serveFiles } from './modules/files/serve-files.ts'
import { giftCardSaleSubscribers } from './modules/gift-card-sales/subscribers.ts'
import { expireGiftCards } from './modules/gift-cards/expiry.ts'
import { giftCardLedgerRoutes } from './modules/gift-cards/ledger-routes.ts'
import { giftCardRoutes } from './modules/gift-cards/routes.ts'
import { locationRoutes } from './modules/inventory/location-routes.ts'
import { inventoryRoutes } from './modules/inventory/routes.ts'
import { keyDashboardRoutes } from './modules/keys/dashboard-routes.ts'
import { pruneRequestCounts } from './modules/limits/jobs.ts'
import { limitRoutes } from './modules/limits/routes.ts'
import { countAllSales } from './modules/listings/best-sellers.ts'
import { publicCollectionRoutes } from './modules/listings/collection-routes.ts'
import { rebuildListingsJob } from './modules/listings/listings.ts'
import { publicProductRoutes } from './modules/listings/routes.ts'
import { loyaltyRoutes } from './modules/loyalty/routes.ts'
import { invitationJob } from './modules/members/jobs.ts'
import type { Module } from './modules/module.ts'
import { orderCreationRoutes } from './modules/orders/create-routes.ts'
import { fulfillmentRoutes } from './modules/orders/fulfillments/routes.ts'
import { reconcilePayments } from './modules/orders/jobs.ts'
import { orderPaymentRoutes } from './modules/orders/payments/routes.ts'
import { returnRoutes } from './modules/orders/returns/routes.ts'
import { orderRoutes } from './modules/orders/routes.ts'
import { orderUpdateRoutes } from './modules/orders/update-routes.ts'
import { connectionRoutes } from './modules/payments/connection-routes.ts'
import { prunePaymentWebhooks } from './modules/payments/jobs.ts'
import { serveChallenges } from './modules/payments/serve-challenges.ts'
import { simulatorDecisionJob } from './modules/payments/simulator.ts'
import { serveStripeWebhooks } from './modules/payments/stripe-webhooks.ts'
import { policyRoutes } from './modules/policies/routes.ts'
import { codeRoutes } from './modules/promotions/code-routes.ts'
import { promotionRoutes } from './modules/promotions/routes.ts'
import { releaseExpiredUses } from './modules/promotions/uses.ts'
import { sandboxDashboardRoutes } from './modules/sandbox/dashboard-routes.ts'
import { resetJob } from './modules/sandbox/jobs.ts'
import { carrierRoutes } from './modules/shipping/carrier-routes.ts'
import { profileRoutes } from './modules/shipping/profile-routes.ts'
import { rateRoutes } from './modules/shipping/rate-routes.ts'
import { zoneRoutes } from './modules/shipping/zone-routes.ts'
import { emailVerificationJob } from './modules/sign-in/email-verification.ts'
import { pruneSessions } from './modules/sign-in/jobs.ts'
import { lockoutJob } from './modules/sign-in/lockout.ts'
import { passwordResetJob } from './modules/sign-in/passwords.ts'
import { engineRoutes } from './modules/taxes/engine-routes.ts'
import { regionRoutes } from './modules/taxes/region-routes.ts'
import { taxRoutes } from './modules/taxes/routes.ts'
import { themeRoutes } from './modules/theme/routes.ts'
import { workspaceRoutes } from './modules/workspaces/routes.ts'
import type { Mail } from './ports/mail.ts'
import { VERSION } from './version.ts'

/** Every module of the product. */
export const modules: Module[] = [
  { routes: workspaceRoutes },
  { routes: eventRoutes },
  { routes: catalogRoutes },
  { routes: variantRoutes },
  { routes: bulkRoutes },
  { routes: importRoutes, jobs: [importJob] },
  { routes: inventoryRoutes },
  { routes: locationRoutes },
  { routes: fileRoutes, schedules: [removeUnusedFiles] },
  { routes: collectionRoutes },
  { routes: collectionProductRoutes },
  { routes: publicProductRoutes, jobs: [rebuildListingsJob], schedules: [countAllSales] },
  { routes: publicCollectionRoutes },
  { routes: policyRoutes },
  { routes: promotionRoutes, schedules: [releaseExpiredUses] },
  { routes: codeRoutes },
  { routes: zoneRoutes },
  { routes: profileRoutes },
  { routes: rateRoutes },
  { routes: carrierRoutes },
  { routes: taxRoutes },
  { routes: regionRoutes },
  { routes: engineRoutes },
  { routes: themeRoutes },
  { routes: cartRoutes, schedules: [expireCarts] },
  { routes: quotedRateRoutes },
  { routes: discountRoutes },
  { routes: checkoutRoutes, schedules: [reconcileCheckouts], subscribers: [followPayments] },
  { routes: connectionRoutes, jobs: [simulatorDecisionJob], schedules: [prunePaymentWebhooks] },
  { routes: acpRoutes, schedules: [pruneAgentSessions] },
  { routes: agentWebhookRoutes, subscribers: [notifyAgents] },
  { routes: orderRoutes },
  { routes: emailRoutes, subscribers: emailSubscribers, schedules: [pruneEmailBodies] },
  { subscribers: giftCardSaleSubscribers },
  { routes: emailTemplateRoutes },
  { routes: orderPaymentRoutes, schedules: [reconcilePayments] },
  { routes: orderUpdateRoutes },
  { routes: fulfillmentRoutes },
  { routes: returnRoutes },
  { routes: orderCreationRoutes },
  { routes: giftCardRoutes, schedules: [expireGiftCards] },
  { routes: giftCardLedgerRoutes },
  { routes: loyaltyRoutes },
  { routes: limitRoutes, schedules: [pruneRequestCounts] },
  { dashboardRoutes: keyDashboardRoutes },
  { dashboardRoutes: auditDashboardRoutes },
  { dashboardRoutes: sandboxDashboardRoutes, jobs: [resetJob] },
]

export interface AppOptions extends Dependencies, Pick<AccessControlOptions, 'limitClock' | 'redisUrl' | 'lock'> {
  db: Database
  /** For notifications from other nodes; without it, none are received. */
  connection?: pg.ClientConfig
  log: FastifyBaseLogger
  clock: () => Date
  isDraining: () => boolean
  /** Shared by both listeners; without it the server creates its own from the options above. */
  accessControl?: AccessControlRuntime
  /** Shared by both listeners, like `accessControl`. */
  responseCache?: SharedResponseCache
  /** Without it, this server runs no jobs. */
  worker?: Worker | undefined
  databaseState?: HealthOptions['databaseState']
  /** Without it, there is no sign-in. */
  dashboard?: Omit<DashboardOptions, 'connection'>
  metricsToken?: string | undefined
  trustedProxies?: string[]
  limits?: ServerOptions['limits']
  modules?: Module[]
  onRoute?: (route: RouteOptions) => void
}

/** The whole server on one page: everything it serves, in the order a request passes it. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { db, files, clock, log, isDraining } = options
  const dependencies = pickDependencies(options)
  const { app, accessControl, responseCache, fastPath } = await createGuardedServer(options)

  const metricsSources = {
    limits: accessControl.stats,
    responseCache: responseCache.stats,
    jobs: jobMetrics(db, options.worker),
  }
  fastPath.record = serveMetrics(app, options.metricsToken, metricsSources)
  const checks = {
    database: () => pingDatabase(db),
    jobs: () => checkJobs(db, options.worker),
    ...accessControl.checks,
  }
  serveHealth(app, { version: VERSION, isDraining, checks, databaseState: options.databaseState })
  await describeApi(app, VERSION)
  await mountApi(app, {
    prefix: '/v1',
    ...apiGuards(accessControl, responseCache),
    ...dependencies,
    clock,
    modules: (options.modules ?? modules).flatMap(({ routes }) => routes ?? []),
    onRoute: options.onRoute ?? (() => {}),
  })
  if (options.dashboard && options.connection) {
    const dashboard = { ...options.dashboard, connection: options.connection }
    await serveDashboardApi(app, dashboard, { ...dependencies, log, clock, modules: options.modules ?? modules })
  }
  serveDiscovery(app, { ...dependencies, clock })
  serveFiles(app, files)
  serveDemoImages(app)
  await serveChallenges(app, { ...dependencies, clock })
  await serveStripeWebhooks(app, { ...dependencies, clock })
  await serveBuyerPages(app, { ...dependencies, clock })
  await serveDocs(app)
  await servePages(app)
  return app
}

/** The storefront listener serves only storefront routes and their images; no pages. */
export async function buildStorefront(options: AppOptions): Promise<FastifyInstance> {
  const { files, clock } = options
  const dependencies = pickDependencies(options)
  const { app, accessControl, responseCache } = await createGuardedServer(options)
  await mountApi(app, {
    prefix: '/v1',
    ...apiGuards(accessControl, responseCache),
    ...dependencies,
    clock,
    modules: (options.modules ?? modules).flatMap(({ routes }) => routes ?? []),
    onlyStorefront: true,
    onRoute: () => {},
  })
  serveDiscovery(app, { ...dependencies, clock })
  serveFiles(app, files)
  serveDemoImages(app)
  return app
}

interface OperationsOptions extends Pick<AppOptions, 'db' | 'log' | 'isDraining' | 'metricsToken' | 'trustedProxies'> {
  worker: Worker
}

/** A process that only runs jobs serves health checks and metrics, nothing else. */
export function buildOperations({ db, log, worker, isDraining, ...options }: OperationsOptions): FastifyInstance {
  const app = createServer({ logger: log, trustProxy: trustProxyFrom(options) })
  serveMetrics(app, options.metricsToken, { jobs: jobMetrics(db, worker) })
  const checks = { database: () => pingDatabase(db), jobs: () => checkJobs(db, worker, true) }
  serveHealth(app, { version: VERSION, isDraining, checks })
  app.setNotFoundHandler(async () => {
    throw new AppError('not_found', 'There is nothing at this address.')
  })
  return app
}

const trustProxyFrom = ({ trustedProxies }: Pick<AppOptions, 'trustedProxies'>) =>
  trustedProxies?.length ? createTrustProxy(trustedProxies) : undefined

/** A server without routes, with the hooks that guard them. */
async function createGuardedServer({
  accessControl: sharedAccessControl,
  responseCache: sharedCache,
  ...options
}: AppOptions) {
  const accessControl = sharedAccessControl ?? (await openAccessControl(options))
  const responseCache = sharedCache ?? (await openSharedResponseCache(options))
  const trustProxy = trustProxyFrom(options)
  const fastPath: { record: RecordServedResponse } = { record: () => {} }
  const app = createServer({
    logger: options.log,
    trustProxy,
    serveFromCache: accessControl.isSynchronous
      ? createCacheFastPath({
          accessControl,
          responseCache,
          clientAddress: createClientAddressResolver(trustProxy),
          isDraining: options.isDraining,
          onServed: (served) => fastPath.record(served),
        })
      : undefined,
    limits: options.limits ?? {},
    peekLimit: (ip) => peekAnonymousLimit(accessControl, ip),
  })
  app.decorate('accessControl', accessControl)
  limitPublicRoutes(app)
  if (!sharedAccessControl) app.addHook('onClose', accessControl.close)
  if (!sharedCache) app.addHook('onClose', responseCache.close)
  if (options.connection) {
    const listener = await closeStreamsOnRevocation(app, options.connection, accessControl.evictKey)
    app.addHook('onClose', listener.stop)
  }
  return { app, accessControl, responseCache, fastPath }
}

const apiGuards = (accessControl: AccessControlRuntime, responseCache: SharedResponseCache) => ({
  authorize: authorizeApiRequest(accessControl, responseCache),
  responseCache,
  peekPreflightLimit: (request: FastifyRequest, method: string) => peekPreflightLimit(accessControl, request, method),
})

/** Jobs that run for one environment. */
export const allJobs = (mail: Mail, enabledModules: Module[] = modules): Job[] => [
  ...subscriberJobs(enabledModules.flatMap(({ subscribers }) => subscribers ?? [])),
  ...enabledModules.flatMap(({ jobs }) => jobs ?? []),
  sendEmailJob(mail),
]

/** Jobs that run for people rather than for an environment. */
export const allSystemJobs = (mail: Mail, publicUrl: string): SystemJob[] => [
  passwordResetJob(mail, publicUrl),
  invitationJob(mail, publicUrl),
  emailVerificationJob(mail, publicUrl),
  lockoutJob,
]

export const allSchedules = (enabledModules: Module[] = modules): Schedule[] => [
  pruneStoredResponses,
  pruneSessions,
  ...enabledModules.flatMap(({ schedules }) => schedules ?? []),
]
