import type { FastifyBaseLogger, FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import type pg from 'pg'
import { type AccessControlOptions, type AccessControlRuntime, openAccessControl } from './access-control.ts'
import { apiSchemas, documentedSchemas } from './api-schemas.ts'
import { type Dependencies, pickDependencies } from './ctx.ts'
import { type DashboardOptions, serveDashboardApi } from './dashboard-api.ts'
import type { Database } from './db/database.ts'
import { pingDatabase } from './db/database.ts'
import { newObservedPools } from './db/observed-pools.ts'
import { serveDemoImages } from './demo/images/serve-images.ts'
import { serveDemoShop } from './demo/shop-server/serve-shop.ts'
import { subscriberJobs } from './events/subscriber.ts'
import type { WebhookFormat } from './events/webhook-format.ts'
import { mountApi } from './http/api.ts'
import { closeStreamsOnRevocation } from './http/auth/access-revocation.ts'
import { authorizeApiRequest, peekAnonymousLimit, peekPreflightLimit } from './http/auth/authorize.ts'
import { serveDocs } from './http/docs/serve-docs.ts'
import { type HealthOptions, serveHealth } from './http/health.ts'
import { storedResponseRetention } from './http/idempotency/stored-responses.ts'
import { limitPublicRoutes } from './http/limits/public-limits.ts'
import { serveMetrics } from './http/metrics.ts'
import { createCacheFastPath, type RecordServedResponse } from './http/response-cache/fast-path.ts'
import { openSharedResponseCache, type SharedResponseCache } from './http/response-cache/shared-response-cache.ts'
import { createClientAddressResolver, createTrustProxy } from './http/server/client-address.ts'
import { createServer, type ServerOptions } from './http/server/server.ts'
import { servePages } from './http/static-pages.ts'
import type { Job, Schedule, SystemJob } from './jobs/job.ts'
import { checkJobs, jobMetrics } from './jobs/job-health.ts'
import { pruneSchedule } from './jobs/retention.ts'
import type { Worker } from './jobs/worker.ts'
import { newActivity } from './kit/activity.ts'
import { endpointNotFound } from './kit/errors.ts'
import { DEFAULT_RETENTION, type Retention } from './kit/retention.ts'
import { serveDiscovery } from './modules/acp/discovery.ts'
import { acpModule } from './modules/acp/module.ts'
import { articlesModule } from './modules/articles/module.ts'
import { assistantModule } from './modules/assistant/module.ts'
import { auditModule } from './modules/audit/module.ts'
import { serveBuyerPages } from './modules/buyer-pages/routes.ts'
import { cartsModule } from './modules/carts/module.ts'
import { catalogModule } from './modules/catalog/module.ts'
import { newLiveTurns } from './modules/chat/live-turns.ts'
import { chatModule } from './modules/chat/module.ts'
import { chatToolsModule } from './modules/chat-tools/module.ts'
import { checkoutModule } from './modules/checkout/module.ts'
import { collectionsModule } from './modules/collections/module.ts'
import { serveInboundHooks } from './modules/connections/hooks.ts'
import { inboundEventJob } from './modules/connections/inbound-events/jobs.ts'
import { connectionsModule } from './modules/connections/module.ts'
import { csatModule } from './modules/csat/module.ts'
import { verifyCustomerToken } from './modules/customer-accounts/customer-accounts.ts'
import { customerAccountsModule } from './modules/customer-accounts/module.ts'
import { customerDataModule } from './modules/customer-data/module.ts'
import { customersModule } from './modules/customers/module.ts'
import { emailsModule } from './modules/emails/module.ts'
import { eventsModule } from './modules/events/module.ts'
import { facetIndexModule } from './modules/facet-index/module.ts'
import { feedsModule } from './modules/feeds/module.ts'
import { serveFeeds } from './modules/feeds/serve-feeds.ts'
import { filesModule } from './modules/files/module.ts'
import { serveFiles } from './modules/files/serve-files.ts'
import { giftCardSalesModule } from './modules/gift-card-sales/module.ts'
import { giftCardsModule } from './modules/gift-cards/module.ts'
import { globalSearchModule } from './modules/global-search/module.ts'
import { homeModule } from './modules/home/module.ts'
import { serveEmailHooks } from './modules/inbound-email/hooks/hooks.ts'
import { inboundEmailModule } from './modules/inbound-email/module.ts'
import { inboxModule } from './modules/inbox/module.ts'
import { inventoryModule } from './modules/inventory/module.ts'
import { keysModule } from './modules/keys/module.ts'
import { leadsModule } from './modules/leads/module.ts'
import { ledgerModule } from './modules/ledger/module.ts'
import { limitsModule } from './modules/limits/module.ts'
import { listingsModule } from './modules/listings/module.ts'
import { loyaltyModule } from './modules/loyalty/module.ts'
import { loyaltyPreviewModule } from './modules/loyalty-preview/module.ts'
import { loyaltyRedemptionsModule } from './modules/loyalty-redemptions/module.ts'
import { macrosModule } from './modules/macros/module.ts'
import { mailboxesModule } from './modules/mailboxes/module.ts'
import { serveMcp } from './modules/mcp/serve-mcp.ts'
import { membersModule } from './modules/members/module.ts'
import type { Module } from './modules/module.ts'
import { orderDocumentsModule } from './modules/order-documents/module.ts'
import { ordersModule } from './modules/orders/module.ts'
import { paymentAlertsModule } from './modules/payment-alerts/module.ts'
import { paymentsModule } from './modules/payments/module.ts'
import { serveChallenges } from './modules/payments/serve-challenges.ts'
import { policiesModule } from './modules/policies/module.ts'
import { promotionsModule } from './modules/promotions/module.ts'
import { reviewsModule } from './modules/reviews/module.ts'
import { salesReportsModule } from './modules/sales-reports/module.ts'
import { sandboxModule } from './modules/sandbox/module.ts'
import { savedViewsModule } from './modules/saved-views/module.ts'
import { segmentsModule } from './modules/segments/module.ts'
import { shippingModule } from './modules/shipping/module.ts'
import { shopifyModule } from './modules/shopify/module.ts'
import { signInModule } from './modules/sign-in/module.ts'
import { slasModule } from './modules/slas/module.ts'
import { storeCreditModule } from './modules/store-credit/module.ts'
import { taxesModule } from './modules/taxes/module.ts'
import { themeModule } from './modules/theme/module.ts'
import { ticketActionsModule } from './modules/ticket-actions/module.ts'
import { ticketEmailsModule } from './modules/ticket-emails/module.ts'
import { ticketReportsModule } from './modules/ticket-reports/module.ts'
import { ticketRulesModule } from './modules/ticket-rules/module.ts'
import { ticketViewsModule } from './modules/ticket-views/module.ts'
import { ticketsModule } from './modules/tickets/module.ts'
import { trackingModule } from './modules/tracking/module.ts'
import { webhooksModule } from './modules/webhooks/module.ts'
import { checkWebhooks, webhookMetrics } from './modules/webhooks/sending/sender-health.ts'
import { workspacesModule } from './modules/workspaces/module.ts'
import type { Mail } from './ports/mail.ts'
import { VERSION } from './version.ts'

/** Every module of the product. */
export const modules: Module[] = [
  workspacesModule,
  membersModule,
  signInModule,
  keysModule,
  auditModule,
  savedViewsModule,
  limitsModule,
  sandboxModule,
  eventsModule,
  webhooksModule,
  filesModule,
  catalogModule,
  inventoryModule,
  collectionsModule,
  listingsModule,
  facetIndexModule,
  reviewsModule,
  feedsModule,
  policiesModule,
  articlesModule,
  themeModule,
  promotionsModule,
  shippingModule,
  taxesModule,
  customersModule,
  customerAccountsModule,
  customerDataModule,
  leadsModule,
  ledgerModule,
  segmentsModule,
  giftCardsModule,
  giftCardSalesModule,
  loyaltyModule,
  loyaltyPreviewModule,
  loyaltyRedemptionsModule,
  storeCreditModule,
  cartsModule,
  checkoutModule,
  paymentsModule,
  acpModule,
  ordersModule,
  orderDocumentsModule,
  trackingModule,
  emailsModule,
  mailboxesModule,
  inboundEmailModule,
  ticketsModule,
  ticketActionsModule,
  ticketReportsModule,
  ticketEmailsModule,
  ticketViewsModule,
  inboxModule,
  macrosModule,
  ticketRulesModule,
  slasModule,
  csatModule,
  chatToolsModule,
  assistantModule,
  chatModule,
  connectionsModule,
  paymentAlertsModule,
  shopifyModule,
  salesReportsModule,
  homeModule,
  globalSearchModule,
]

export interface AppOptions
  extends Dependencies,
    Pick<AccessControlOptions, 'limitClock' | 'redisUrl' | 'redisTimeoutMs' | 'lock'> {
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
  // Their clients are waiting: what exists of an answer is stored, and the rest is not waited for.
  app.addHook('preClose', dependencies.perServer(newLiveTurns).stop)

  const metricsSources = {
    databases: [db, dependencies.perServer(newObservedPools)],
    activity: dependencies.perServer(newActivity),
    redis: accessControl.redisTimings,
    limits: accessControl.stats,
    responseCache: responseCache.stats,
    jobs: jobMetrics(db, options.worker),
    webhooks: webhookMetrics(db),
  }
  fastPath.record = serveMetrics(app, options.metricsToken, metricsSources)
  const checks = {
    database: () => pingDatabase(db),
    jobs: () => checkJobs(db, options.worker),
    webhooks: () => checkWebhooks(db),
    ...accessControl.checks,
  }
  serveHealth(app, { version: VERSION, isDraining, checks, databaseState: options.databaseState })
  const routes: RouteOptions[] = []
  await mountApi(app, {
    prefix: '/v1',
    ...apiGuards(accessControl, responseCache),
    ...dependencies,
    clock,
    modules: (options.modules ?? modules).flatMap(({ routes }) => routes ?? []),
    onRoute: (route) => {
      routes.push(route)
      options.onRoute?.(route)
    },
  })
  if (options.dashboard && options.connection) {
    const dashboard = { ...options.dashboard, connection: options.connection }
    await serveDashboardApi(app, dashboard, { ...dependencies, log, clock, modules: options.modules ?? modules })
  }
  serveDiscovery(app, { ...dependencies, clock })
  serveFiles(app, files)
  serveFeeds(app, { ...dependencies, clock, responseCache })
  serveDemoImages(app)
  await serveChallenges(app, { ...dependencies, clock })
  await serveInboundHooks(app, { ...dependencies, clock })
  await serveEmailHooks(app, { ...dependencies, clock })
  await serveMcp(app, { ...apiGuards(accessControl, responseCache), ...dependencies, clock, version: VERSION })
  await serveBuyerPages(app, { ...dependencies, clock })
  const api = { routes, schemas: apiSchemas, documented: documentedSchemas, version: VERSION }
  await serveDocs(app, api, dependencies.publicUrl)
  await serveDemoShop(app, { ...dependencies, clock, canSendEmail: options.dashboard?.canSendEmail ?? false })
  await servePages(app)
  return app
}

/** The storefront listener serves only storefront routes and their images; no pages. */
export async function buildStorefront(options: AppOptions): Promise<FastifyInstance> {
  const { files, clock } = options
  const dependencies = pickDependencies(options)
  const { app, accessControl, responseCache } = await createGuardedServer(options, { warmsUp: true })
  await mountApi(app, {
    prefix: '/v1',
    ...apiGuards(accessControl, responseCache),
    ...dependencies,
    clock,
    modules: (options.modules ?? modules).flatMap(({ routes }) => routes ?? []),
    onlyStorefront: true,
    onRoute: () => {},
  })
  const guards = apiGuards(accessControl, responseCache)
  await serveMcp(app, { ...guards, ...dependencies, clock, version: VERSION, onlyStorefront: true })
  serveDiscovery(app, { ...dependencies, clock })
  serveFiles(app, files)
  serveFeeds(app, { ...dependencies, clock, responseCache })
  serveDemoImages(app)
  return app
}

interface OperationsOptions
  extends Pick<AppOptions, 'db' | 'perServer' | 'log' | 'isDraining' | 'metricsToken' | 'trustedProxies'> {
  worker: Worker
}

/** A process that only runs jobs serves health checks and metrics, nothing else. */
export function buildOperations(options: OperationsOptions): FastifyInstance {
  const { db, perServer, log, worker, isDraining } = options
  const app = createServer({ logger: log, trustProxy: trustProxyFrom(options) })
  serveMetrics(app, options.metricsToken, {
    databases: [db, perServer(newObservedPools)],
    activity: perServer(newActivity),
    jobs: jobMetrics(db, worker),
    webhooks: webhookMetrics(db),
  })
  const checks = {
    database: () => pingDatabase(db),
    jobs: () => checkJobs(db, worker, true),
    webhooks: () => checkWebhooks(db),
  }
  serveHealth(app, { version: VERSION, isDraining, checks })
  app.setNotFoundHandler(async (request) => {
    throw endpointNotFound(request)
  })
  return app
}

const trustProxyFrom = ({ trustedProxies }: Pick<AppOptions, 'trustedProxies'>) =>
  trustedProxies?.length ? createTrustProxy(trustedProxies) : undefined

/** A server without routes, with the hooks that guard them. */
async function createGuardedServer(
  { accessControl: sharedAccessControl, responseCache: sharedCache, ...options }: AppOptions,
  { warmsUp }: Pick<ServerOptions, 'warmsUp'> = {},
) {
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
    ...(warmsUp && { warmsUp }),
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
  verifyCustomerToken,
  responseCache,
  peekPreflightLimit: (request: FastifyRequest, method: string) => peekPreflightLimit(accessControl, request, method),
})

/** Jobs that run for one environment. */
export const allJobs = (mail: Mail, enabledModules: Module[] = modules): Job[] => [
  ...subscriberJobs(
    enabledModules.flatMap(({ subscribers = [], emailSubscribers }) => [
      ...subscribers,
      ...(emailSubscribers?.(mail) ?? []),
    ]),
  ),
  inboundEventJob(enabledModules.flatMap(({ inboundHandlers }) => inboundHandlers ?? [])),
  ...enabledModules.flatMap(({ jobs = [], emailJobs }) => [...jobs, ...(emailJobs?.(mail) ?? [])]),
]

/** Jobs that run for people rather than for an environment. */
export const allSystemJobs = (mail: Mail, publicUrl: string): SystemJob[] =>
  modules.flatMap(({ systemJobs }) => systemJobs?.(mail, publicUrl) ?? [])

export const allSchedules = (
  enabledModules: Module[] = modules,
  retention: Retention = DEFAULT_RETENTION,
): Schedule[] => [
  pruneSchedule([storedResponseRetention, ...enabledModules.flatMap((module) => module.retention ?? [])], retention),
  ...enabledModules.flatMap(({ schedules }) => schedules ?? []),
]

export const allWebhookFormats = (enabledModules: Module[] = modules): WebhookFormat[] =>
  enabledModules.flatMap(({ webhookFormats }) => webhookFormats ?? [])
