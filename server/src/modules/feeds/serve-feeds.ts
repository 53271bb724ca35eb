import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import type { ResponseCache } from '../../http/response-cache/response-cache.ts'
import { matchesIfNoneMatch } from '../../http/responses/etag.ts'
import { invalidRequest, notFound } from '../../kit/errors.ts'
import { isUuid } from '../../kit/ids.ts'
import { isCurrency } from '../../kit/money.ts'
import { nextPublicationChange } from '../listings/listings.ts'
import { createPublicCtx, type PublicDependencies } from '../workspaces/workspaces.ts'
import { openFeedFiles } from './feed-files.ts'
import { type FeedContent, getFeedShop, googleFeed, metaFeed, sitemapIndex, sitemapPage } from './feeds.ts'

interface FeedDependencies extends PublicDependencies {
  responseCache: Pick<ResponseCache, 'generation'>
}

interface FeedRoute {
  Params: { shopId: string; name: string }
  Querystring: { currency?: unknown }
}

/** The feed of a large catalog takes longer than any other response; everyone who asks for it meanwhile waits too. */
const TIMEOUT_MS = 120_000
const GENERATION_TIMEOUT_MS = 10 * 60_000
/** Bounds the damage of a lost notification. */
const MAX_AGE_MS = 5 * 60_000

const XML = 'application/xml; charset=utf-8'
const CSV = 'text/csv; charset=utf-8'
const SITEMAP_PAGE = /^sitemap-([1-9]\d{0,4})\.xml$/

/** Public and outside `/v1`: search engines and advertising platforms fetch them without credentials. */
export function serveFeeds(server: FastifyInstance, dependencies: FeedDependencies): void {
  const { clock, responseCache } = dependencies
  const files = openFeedFiles({ clock })
  server.addHook('onClose', files.close)

  server.route<FeedRoute>({
    method: 'GET',
    url: '/feeds/:shopId/:name',
    config: { publicLimit: 'feed', timeoutMs: TIMEOUT_MS },
    handler: async (request, reply) => {
      const { shopId, name } = request.params
      const ctx = await openCtx(dependencies, request, shopId)
      const shop = await getFeedShop(ctx)
      const currency = parseCurrency(request.query.currency) ?? shop.currency
      const feed = findFeed(name)
      if (!feed) throw notFound('feed', name)
      const file = await files.get({
        key: [shopId, name, feed.isPriced ? currency : ''].join('/'),
        generation: () => responseCache.generation(ctx.environmentId),
        generate: async () => {
          // Not the request's: others wait for the same file when its caller has left.
          const shared = { ...ctx, now: clock(), signal: AbortSignal.timeout(GENERATION_TIMEOUT_MS) }
          const nextChange = await nextPublicationChange(shared)
          return {
            content: feed.generate(shared, { ...shop, currency }),
            expiresMs: Math.min(nextChange?.getTime() ?? Number.POSITIVE_INFINITY, shared.now.getTime() + MAX_AGE_MS),
          }
        },
      })
      return sendFile(request, reply, file, feed.type)
    },
  })
}

interface FeedKind {
  type: string
  isPriced: boolean
  generate(ctx: Ctx, shop: Awaited<ReturnType<typeof getFeedShop>>): FeedContent
}

function findFeed(name: string): FeedKind | undefined {
  if (name === 'google.xml') return { type: XML, isPriced: true, generate: googleFeed }
  if (name === 'meta.csv') return { type: CSV, isPriced: true, generate: metaFeed }
  if (name === 'sitemap.xml') return { type: XML, isPriced: false, generate: (ctx) => sitemapIndex(ctx) }
  const [, page] = SITEMAP_PAGE.exec(name) ?? []
  if (!page) return undefined
  return { type: XML, isPriced: false, generate: (ctx, shop) => sitemapPage(ctx, shop, Number(page)) }
}

async function openCtx(dependencies: FeedDependencies, request: FastifyRequest, shopId: string): Promise<Ctx> {
  const access = isUuid(shopId) ? await createPublicCtx(dependencies, request, shopId) : undefined
  if (!access) throw notFound('workspace', shopId)
  return access.ctx
}

function parseCurrency(text: unknown): string | undefined {
  if (text === undefined) return undefined
  if (typeof text === 'string' && isCurrency(text)) return text
  throw invalidRequest('The currency is not valid.', [
    { path: '/currency', message: 'must be an ISO 4217 currency, such as EUR, USD or JPY' },
  ])
}

function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: Awaited<ReturnType<ReturnType<typeof openFeedFiles>['get']>>,
  type: string,
) {
  reply.headers({
    etag: file.etag,
    // Caches ask every time, so that a withdrawn product disappears at once.
    'cache-control': 'public, no-cache',
    // The feed itself is not a search result.
    'x-robots-tag': 'noindex',
  })
  const isNotModified = matchesIfNoneMatch(file.etag, request.headers['if-none-match'])
  if (!isNotModified) reply.type(type).header('content-length', file.sizeBytes)
  if (!isNotModified && request.method === 'GET') return reply.send(file.read())
  file.release()
  return reply.code(isNotModified ? 304 : 200).send()
}
