import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import type { Quota } from '../../http/limits/quotas.ts'
import { toAppError } from '../../http/responses/error-mapping.ts'
import { networkOf } from '../../kit/client-network.ts'
import { notFound, tooManyRequests } from '../../kit/errors.ts'
import { escapeHtml } from '../../kit/escape-html.ts'
import { isUuid } from '../../kit/ids.ts'
import { verifyUrlToken } from '../../kit/url-token.ts'
import { articlePageUrl, getPublishedArticle, helpPageUrl, listPublishedArticles } from '../articles/articles.ts'
import type { PublishedArticle } from '../articles/schemas.ts'
import { listFulfillments } from '../orders/fulfillments/fulfillments.ts'
import { getOrder } from '../orders/orders.ts'
import { getPolicy } from '../policies/policies.ts'
import type { PolicyKind } from '../policies/schemas.ts'
import { loadBranding } from '../theme/theme.ts'
import { createPublicCtx, getWorkspace, type PublicDependencies } from '../workspaces/workspaces.ts'
import { orderPagePurpose } from './buyer-pages.ts'
import { labelsFor, matchLocale, preferredLanguage } from './labels.ts'
import { renderOrderPage } from './order-page.ts'
import { PAGE_HEADERS, renderPage } from './page.ts'
import { serveRatePages } from './rate-page.ts'

const routeOptions = { config: { publicLimit: 'page' } } as const
/** More than any order has. */
const MAX_FULFILLMENTS = 1000

interface OrderPageRoute {
  Params: { orderId: string; token: string }
}
interface ShopPageRoute {
  Params: { shopId: string; kind: string }
}

interface HelpPageRoute {
  Params: { shopId: string; handle: string }
}

/** Public pages that agents link to. They are outside `/v1` because buyers have no API key. */
export async function serveBuyerPages(server: FastifyInstance, dependencies: PublicDependencies): Promise<void> {
  await server.register(async (app) => {
    app.addHook('onRequest', async (request) => enforceRateLimit(server, request))
    app.setErrorHandler(sendErrorPage)

    app.get<OrderPageRoute>('/orders/:orderId/:token', routeOptions, async (request, reply) => {
      const { orderId, token } = request.params
      const ctx = await openContext(
        dependencies,
        request,
        verifyUrlToken(dependencies, token, orderPagePurpose(orderId)),
      )
      const ownPage = await findShopPage(ctx, `orders/${orderId}/${token}`)
      if (ownPage) return reply.redirect(ownPage)
      const { data: fulfillments } = await listFulfillments(ctx, orderId, { limit: MAX_FULFILLMENTS })
      const order = await getOrder(ctx, orderId)
      const isTest = ctx.mode !== 'live' || order.payments.some((payment) => payment.test)
      return reply.headers(PAGE_HEADERS).send(renderOrderPage(await loadBranding(ctx), order, fulfillments, isTest))
    })

    serveRatePages(app, {
      secretFor: dependencies.secretFor,
      openContext: (request, environmentId) => openContext(dependencies, request, environmentId),
    })

    app.get<ShopPageRoute>('/policies/:shopId/:kind', routeOptions, async (request, reply) => {
      const ctx = await openContext(dependencies, request, request.params.shopId)
      const { title, html, updatedAt } = await getPolicy(ctx, request.params.kind as PolicyKind)
      const ownPage = await findShopPage(ctx, `policies/${request.params.kind}`)
      if (ownPage) return reply.redirect(ownPage)
      const { name, locale, timeZone } = await loadBranding(ctx)
      const { labels } = labelsFor(locale)
      const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone }).format(new Date(updatedAt))
      const content = `${html}<p class="soft">${labels.updated} ${escapeHtml(date)}</p>`
      return reply.headers(PAGE_HEADERS).send(renderPage({ language: locale, title, shop: name, content }))
    })

    app.get<HelpPageRoute>('/help/:shopId', routeOptions, async (request, reply) => {
      const ctx = await openContext(dependencies, request, request.params.shopId)
      const ownPage = await findShopPage(ctx, 'help')
      if (ownPage) return reply.redirect(ownPage)
      const { name, locale } = await loadBranding(ctx)
      const { labels } = labelsFor(locale)
      const content = renderArticleList(ctx, await listPublishedArticles(ctx))
      return reply.headers(PAGE_HEADERS).send(renderPage({ language: locale, title: labels.help, shop: name, content }))
    })

    app.get<HelpPageRoute>('/help/:shopId/:handle', routeOptions, async (request, reply) => {
      const ctx = await openContext(dependencies, request, request.params.shopId)
      const { title, html, locale, publishedAt } = await getPublishedArticle(ctx, request.params.handle)
      const ownPage = await findShopPage(ctx, `help/${encodeURIComponent(request.params.handle)}`)
      if (ownPage) return reply.redirect(ownPage)
      const { name, timeZone } = await loadBranding(ctx)
      const { language, labels } = labelsFor(locale)
      const format = new Intl.DateTimeFormat(matchLocale(language, locale), { dateStyle: 'long', timeZone })
      const content = `${html}<p class="soft">${labels.updated} ${escapeHtml(format.format(new Date(publishedAt)))}</p>
<p><a href="${escapeHtml(helpPageUrl(ctx))}">${labels.help}</a></p>`
      return reply.headers(PAGE_HEADERS).send(renderPage({ language: locale, title, shop: name, content }))
    })

    app.get<ShopPageRoute>('/payment-return/:shopId', routeOptions, async (request, reply) => {
      const ctx = await openContext(dependencies, request, request.params.shopId)
      const ownPage = await findShopPage(ctx, 'payment-return')
      if (ownPage) return reply.redirect(ownPage)
      const { name, locale } = await loadBranding(ctx)
      const { language, labels } = labelsFor(preferredLanguage(request), locale)
      const content = `<p>${labels.returnText}</p>`
      return reply.headers(PAGE_HEADERS).send(renderPage({ language, title: labels.returnTitle, shop: name, content }))
    })
  })
}

/** The demo shop has pages of its own for all this. A shop whose products are elsewhere does not have them here. */
async function findShopPage(ctx: Ctx, path: string): Promise<string | undefined> {
  const shopUrl = `${ctx.publicUrl}/shop/`
  const { storefrontUrl } = await getWorkspace(ctx)
  return storefrontUrl?.startsWith(shopUrl) ? shopUrl + path : undefined
}

/** By category, as the shop sorted them. */
function renderArticleList(ctx: Ctx, articles: PublishedArticle[]): string {
  const categories = Map.groupBy(articles, ({ category }) => category ?? '')
  return [...categories]
    .map(([category, list]) => {
      const items = list.map(
        ({ handle, title, locale }) =>
          `<li><a href="${escapeHtml(articlePageUrl(ctx, handle))}" hreflang="${escapeHtml(locale)}">${escapeHtml(title)}</a></li>`,
      )
      return `${category && `<h2>${escapeHtml(category)}</h2>`}<ul>${items.join('')}</ul>`
    })
    .join('')
}

async function openContext(
  dependencies: PublicDependencies,
  request: FastifyRequest,
  environmentId: string | undefined,
): Promise<Ctx> {
  const access =
    environmentId && isUuid(environmentId) ? await createPublicCtx(dependencies, request, environmentId) : undefined
  if (!access) throw notFound('page', request.url)
  return access.ctx
}

const quotaOf = (ip: string): Quota => ({
  description: 'pages for buyers',
  limit: 120,
  windowMs: 60_000,
  name: 'buyer-pages',
  counter: 'buyer-pages',
  by: 'unauthenticated',
  group: networkOf(ip),
})

async function enforceRateLimit({ accessControl }: FastifyInstance, { ip }: FastifyRequest): Promise<void> {
  const quota = quotaOf(ip)
  const { allowed, resetMs, nowMs } = await accessControl.limiter.decide(quota, 1)
  accessControl.recordDecision(quota, allowed)
  if (!allowed) throw tooManyRequests((resetMs - nowMs) / 1000)
}

/** Errors are HTML pages, because a person reads them. */
function sendErrorPage(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const appError = toAppError(error)
  if (appError.status >= 500)
    reply.log.error({ err: appError.cause ?? appError, code: appError.code }, 'request failed')
  const { language, labels } = labelsFor(preferredLanguage(request))
  const [title, text] =
    appError.status === 404
      ? [labels.notFound, labels.notFoundText]
      : appError.status === 429
        ? [labels.tooMany, labels.tooManyText]
        : [labels.failed, labels.failedText]
  const page = renderPage({ language, title, content: `<p>${text}</p>` })
  return reply.code(appError.status).headers(appError.headers).headers(PAGE_HEADERS).send(page)
}
