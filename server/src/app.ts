import type { FastifyBaseLogger, FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import type pg from 'pg'
import { type Surroundings, surroundingsOf } from './ctx.ts'
import { type DashboardOptions, serveDashboardApi } from './dashboard-api.ts'
import type { Database } from './db/database.ts'
import { pingDatabase } from './db/ping.ts'
import { serveDemoImages } from './demo/pictures/serve.ts'
import { subscriberJobs } from './events/subscriber.ts'
import { type GateOptions, type OpenGate, openGate } from './gate.ts'
import { admitThrough, lookAtPreflight, lookAtStranger } from './http/admission.ts'
import { mountApi } from './http/api.ts'
import { clientAddressBy, trustIn } from './http/client-address.ts'
import { endStreamsWithAccess } from './http/ended-access.ts'
import { type HealthOptions, serveHealth } from './http/health.ts'
import { forgetOldAnswers } from './http/idempotent-answers.ts'
import { serveMetrics } from './http/metrics.ts'
import { describeApi, serveDocs } from './http/openapi.ts'
import { servePages } from './http/pages.ts'
import { countPublicRoutes } from './http/public-limits.ts'
import { answerQuickly, type TellAnswered } from './http/quick-answers.ts'
import { createServer, type ServerOptions } from './http/server.ts'
import { openSharedAnswers, type SharedAnswers } from './http/shared-answers.ts'
import { checkJobs, jobFigures } from './jobs/backlog.ts'
import type { Job, Schedule, SystemJob } from './jobs/job.ts'
import type { Worker } from './jobs/worker.ts'
import { AppError } from './kit/errors.ts'
import { serveDiscovery } from './modules/acp/discovery.ts'
import { forgetSessions, tellAgents } from './modules/acp/jobs.ts'
import { acpRoutes } from './modules/acp/routes.ts'
import { agentWebhookRoutes } from './modules/acp/webhook-routes.ts'
import { auditDashboardRoutes } from './modules/audit/dashboard-routes.ts'
import { serveBuyerPages } from './modules/buyer-pages/serve-buyer-pages.ts'
import { expireCarts } from './modules/carts/jobs.ts'
import { rateRoutes as quotedRateRoutes } from './modules/carts/rate-routes.ts'
import { cartRoutes } from './modules/carts/routes.ts'
import { discountRoutes } from './modules/carts/validate-routes.ts'
import { bulkRoutes } from './modules/catalog/bulk-routes.ts'
import { importJob } from './modules/catalog/import-job.ts'
import { importRoutes } from './modules/catalog/import-routes.ts'
import { catalogRoutes } from './modules/catalog/routes.ts'
import { variantRoutes } from './modules/catalog/variant-routes.ts'
import { followPayments, lookAfterCheckouts } from './modules/checkout/jobs.ts'
import { checkoutRoutes } from './modules/checkout/routes.ts'
import { memberRoutes } from './modules/collections/member-routes.ts'
import { collectionRoutes } from './modules/collections/routes.ts'
import { eventRoutes } from './modules/events/routes.ts'
import { fileRoutes } from './modules/files/routes.ts'
import { serveFiles } from './modules/files/serve-files.ts'
import { removeUnusedFiles } from './modules/files/unused-files.ts'
import { giftCardSaleSubscribers } from './modules/gift-card-sales/subscribers.ts'
import { expireGiftCards } from './modules/gift-cards/expiry.ts'
import { giftCardMoneyRoutes } from './modules/gift-cards/money-routes.ts'
import { giftCardRoutes } from './modules/gift-cards/routes.ts'
import { locationRoutes } from './modules/inventory/location-routes.ts'
import { inventoryRoutes } from './modules/inventory/routes.ts'
import { keyDashboardRoutes } from './modules/keys/dashboard-routes.ts'
import { limitRoutes } from './modules/limits/routes.ts'
import { forgetOldCounts } from './modules/limits/schedules.ts'
import { loyaltyRoutes } from './modules/loyalty/routes.ts'
import { forgetMailBodies, sendMailJob } from './modules/mails/jobs.ts'
import { mailRoutes } from './modules/mails/routes.ts'
import { mailSubscribers } from './modules/mails/subscribers.ts'
import { mailTemplateRoutes } from './modules/mails/template-routes.ts'
import { invitationJob } from './modules/members/jobs.ts'
import type { Module } from './modules/module.ts'
import { editRoutes } from './modules/orders/edit/edit-routes.ts'
import { goodsRoutes } from './modules/orders/goods/goods-routes.ts'
import { returnRoutes } from './modules/orders/goods/return-routes.ts'
import { lookAfterMoney } from './modules/orders/money/money-jobs.ts'
import { orderMoneyRoutes } from './modules/orders/money/money-routes.ts'
import { newOrderRoutes } from './modules/orders/new/new-order-routes.ts'
import { orderRoutes } from './modules/orders/routes.ts'
import { connectionRoutes } from './modules/payments/connection-routes.ts'
import { forgetOldPaymentNews } from './modules/payments/jobs.ts'
import { serveChallenges } from './modules/payments/serve-challenge.ts'
import { serveWebhooks } from './modules/payments/serve-webhooks.ts'
import { decideJob } from './modules/payments/simulator.ts'
import { policyRoutes } from './modules/policies/routes.ts'
import { codeRoutes } from './modules/promotions/code-routes.ts'
import { promotionRoutes } from './modules/promotions/routes.ts'
import { releaseExpired } from './modules/promotions/uses.ts'
import { sandboxDashboardRoutes } from './modules/sandbox/dashboard-routes.ts'
import { resetJob } from './modules/sandbox/jobs.ts'
import { carrierRoutes } from './modules/shipping/carrier-routes.ts'
import { profileRoutes } from './modules/shipping/profile-routes.ts'
import { rateRoutes } from './modules/shipping/rate-routes.ts'
import { zoneRoutes } from './modules/shipping/zone-routes.ts'
import { emailVerificationJob } from './modules/sign-in/email-verification.ts'
import { lockOutJob } from './modules/sign-in/lock-out.ts'
import { passwordResetJob } from './modules/sign-in/passwords.ts'
import { forgetExpiredSessions } from './modules/sign-in/schedules.ts'
import { allListingsJob } from './modules/storefront/all-listings.ts'
import { countAllSales } from './modules/storefront/best-sellers.ts'
import { shownCollectionRoutes } from './modules/storefront/collection-routes.ts'
import { storefrontRoutes } from './modules/storefront/routes.ts'
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
  { routes: memberRoutes },
  { routes: storefrontRoutes, jobs: [allListingsJob], schedules: [countAllSales] },
  { routes: shownCollectionRoutes },
  { routes: policyRoutes },
  { routes: promotionRoutes, schedules: [releaseExpired] },
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
  { routes: checkoutRoutes, schedules: [lookAfterCheckouts], subscribers: [followPayments] },
  { routes: connectionRoutes, jobs: [decideJob], schedules: [forgetOldPaymentNews] },
  { routes: acpRoutes, schedules: [forgetSessions] },
  { routes: agentWebhookRoutes, subscribers: [tellAgents] },
  { routes: orderRoutes },
  { routes: mailRoutes, subscribers: mailSubscribers, schedules: [forgetMailBodies] },
  { subscribers: giftCardSaleSubscribers },
  { routes: mailTemplateRoutes },
  { routes: orderMoneyRoutes, schedules: [lookAfterMoney] },
  { routes: editRoutes },
  { routes: goodsRoutes },
  { routes: returnRoutes },
  { routes: newOrderRoutes },
  { routes: giftCardRoutes, schedules: [expireGiftCards] },
  { routes: giftCardMoneyRoutes },
  { routes: loyaltyRoutes },
  { routes: limitRoutes, schedules: [forgetOldCounts] },
  { dashboard: keyDashboardRoutes },
  { dashboard: auditDashboardRoutes },
  { dashboard: sandboxDashboardRoutes, jobs: [resetJob] },
]

export interface AppOptions extends Surroundings, Pick<GateOptions, 'limitClock' | 'redisUrl' | 'lock'> {
  db: Database
  /** For hearing what other nodes announce; without it nothing is heard. */
  connection?: pg.ClientConfig
  log: FastifyBaseLogger
  clock: () => Date
  isDraining: () => boolean
  /** Shared by both addresses; without it the server makes one of its own, by the options above. */
  gate?: OpenGate
  /** Likewise. */
  answers?: SharedAnswers
  /** Without it, this server runs no jobs. */
  worker?: Worker | undefined
  databaseState?: HealthOptions['databaseState']
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
  const { db, files, clock, log, isDraining } = options
  const surroundings = surroundingsOf(options)
  const { app, gate, answers, quick } = await createGuarded(options)

  const figures = { limits: gate.figures, answers: answers.figures, jobs: jobFigures(db, options.worker) }
  quick.tell = serveMetrics(app, options.metricsToken, figures)
  const checks = { database: () => pingDatabase(db), jobs: () => checkJobs(db, options.worker), ...gate.checks }
  serveHealth(app, { version: VERSION, isDraining, checks, databaseState: options.databaseState })
  await describeApi(app, VERSION)
  await mountApi(app, {
    prefix: '/v1',
    ...entrance(gate, answers),
    ...surroundings,
    clock,
    modules: (options.modules ?? modules).flatMap(({ routes }) => routes ?? []),
    onRoute: options.onRoute ?? (() => {}),
  })
  if (options.dashboard && options.connection) {
    const dashboard = { ...options.dashboard, connection: options.connection }
    await serveDashboardApi(app, dashboard, { ...surroundings, log, clock, modules: options.modules ?? modules })
  }
  serveDiscovery(app, { ...surroundings, clock })
  serveFiles(app, files)
  serveDemoImages(app)
  await serveChallenges(app, { ...surroundings, clock })
  await serveWebhooks(app, { ...surroundings, clock })
  await serveBuyerPages(app, { ...surroundings, clock })
  await serveDocs(app)
  await servePages(app)
  return app
}

/** The storefront address: what is open to storefronts and the images that it names, and nothing else, not even a page. */
export async function buildStorefront(options: AppOptions): Promise<FastifyInstance> {
  const { files, clock } = options
  const surroundings = surroundingsOf(options)
  const { app, gate, answers } = await createGuarded(options)
  await mountApi(app, {
    prefix: '/v1',
    ...entrance(gate, answers),
    ...surroundings,
    clock,
    modules: (options.modules ?? modules).flatMap(({ routes }) => routes ?? []),
    onlyStorefront: true,
    onRoute: () => {},
  })
  serveDiscovery(app, { ...surroundings, clock })
  serveFiles(app, files)
  serveDemoImages(app)
  return app
}

interface OperationsOptions extends Pick<AppOptions, 'db' | 'log' | 'isDraining' | 'metricsToken' | 'trustedProxies'> {
  worker: Worker
}

/** What a process that only runs jobs opens to operators: its health and its figures, and nothing else. */
export function buildOperations({ db, log, worker, isDraining, ...options }: OperationsOptions): FastifyInstance {
  const app = createServer({ logger: log, trust: trustBy(options) })
  serveMetrics(app, options.metricsToken, { jobs: jobFigures(db, worker) })
  const checks = { database: () => pingDatabase(db), jobs: () => checkJobs(db, worker, true) }
  serveHealth(app, { version: VERSION, isDraining, checks })
  app.setNotFoundHandler(async () => {
    throw new AppError('not_found', 'There is nothing at this address.')
  })
  return app
}

const trustBy = ({ trustedProxies }: Pick<AppOptions, 'trustedProxies'>) =>
  trustedProxies?.length ? trustIn(trustedProxies) : undefined

/** A server without routes, with what guards them. */
async function createGuarded({ gate: given, answers: givenAnswers, ...options }: AppOptions) {
  const gate = given ?? (await openGate(options))
  const answers = givenAnswers ?? (await openSharedAnswers(options))
  const trust = trustBy(options)
  const quick: { tell: TellAnswered } = { tell: () => {} }
  const app = createServer({
    logger: options.log,
    trust,
    answerQuickly: gate.decidesAtOnce
      ? answerQuickly({
          gate,
          answers,
          clientAddress: clientAddressBy(trust),
          isDraining: options.isDraining,
          onAnswered: (answered) => quick.tell(answered),
        })
      : undefined,
    limits: options.limits ?? {},
    lookAt: (ip) => lookAtStranger(gate, ip),
  })
  app.decorate('gate', gate)
  countPublicRoutes(app)
  if (!given) app.addHook('onClose', gate.close)
  if (!givenAnswers) app.addHook('onClose', answers.close)
  if (options.connection) {
    const listener = await endStreamsWithAccess(app, options.connection, gate.forgetKey)
    app.addHook('onClose', listener.stop)
  }
  return { app, gate, answers, quick }
}

const entrance = (gate: OpenGate, answers: SharedAnswers) => ({
  admit: admitThrough(gate, answers),
  answers,
  lookAtPreflight: (request: FastifyRequest, method: string) => lookAtPreflight(gate, request, method),
})

/** What is done for an environment. */
export const allJobs = (mail: Mail, of: Module[] = modules): Job[] => [
  ...subscriberJobs(of.flatMap(({ subscribers }) => subscribers ?? [])),
  ...of.flatMap(({ jobs }) => jobs ?? []),
  sendMailJob(mail),
]

/** What is done for people rather than for an environment. */
export const allSystemJobs = (mail: Mail, publicUrl: string): SystemJob[] => [
  passwordResetJob(mail, publicUrl),
  invitationJob(mail, publicUrl),
  emailVerificationJob(mail, publicUrl),
  lockOutJob,
]

export const allSchedules = (of: Module[] = modules): Schedule[] => [
  forgetOldAnswers,
  forgetExpiredSessions,
  ...of.flatMap(({ schedules }) => schedules ?? []),
]
