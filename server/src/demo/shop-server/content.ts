import type { FastifyInstance } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import { getPublishedArticle, listPublishedArticles, searchPassages } from '../../modules/articles/articles.ts'
import { getSettings } from '../../modules/assistant/settings/settings.ts'
import { listProductReviews } from '../../modules/reviews/reviews.ts'
import { getTheme } from '../../modules/theme/theme.ts'
import type { DemoShop } from './demo-shop.ts'
import { pick } from './pick.ts'

const routeOptions = { config: { publicLimit: 'page' } } as const
/** A search reads much more than a page does. */
const searchOptions = { config: { publicLimit: 'shop-page' } } as const
const MAX_RESULTS = 20
const REVIEWS_PER_PAGE = 10

/** What everybody may read, but the API gives only to keys: the shop decides what its visitors see of it. */
export function serveContent(app: FastifyInstance, { findCtx, getCtx, apiFor }: DemoShop): void {
  app.get('/shop/api/shop', routeOptions, async (request) => {
    const ctx = await findCtx(request)
    if (!ctx) return { shop: null }
    const { brand, colors, shape, locales } = await getTheme(ctx)
    const { name, greeting } = await getSettings(ctx)
    const assistant = { name, greeting }
    return { shop: { name: brand.name, tagline: brand.tagline, colors, shape, locale: locales.default, assistant } }
  })

  app.get<{ Querystring: { q?: string } }>('/shop/api/articles', searchOptions, async (request) => {
    const ctx = await getCtx(request)
    const articles = await listPublishedArticles(ctx)
    const { q } = request.query
    const found = typeof q === 'string' && q.trim() !== '' ? await findArticleIds(ctx, q.slice(0, 200)) : undefined
    const listed = found ? found.flatMap((id) => articles.find((article) => article.id === id) ?? []) : articles
    return { data: listed.map(({ handle, title, category, locale }) => ({ handle, title, category, locale })) }
  })

  app.get<{ Params: { handle: string } }>('/shop/api/articles/:handle', routeOptions, async (request) => {
    const article = await getPublishedArticle(await getCtx(request), request.params.handle)
    const { handle, title, html, category, locale, publishedAt } = article
    return { handle, title, html, category, locale, publishedAt }
  })

  app.get<{ Params: { id: string }; Querystring: { cursor?: string } }>(
    '/shop/api/products/:id/reviews',
    routeOptions,
    async (request) => {
      const { cursor } = request.query
      const query = { limit: REVIEWS_PER_PAGE, ...(typeof cursor === 'string' && { cursor }) }
      const { data, nextCursor } = await listProductReviews(await getCtx(request), request.params.id, query)
      return { data: data.map((review) => pick(review, REVIEW_FIELDS)), nextCursor }
    },
  )

  app.post('/shop/api/contact', { config: { publicLimit: 'shop' } }, async (request, reply) => {
    await getCtx(request)
    reply.code(202)
    return apiFor(request).contact.send(pick(request.body, CONTACT_FIELDS) as never)
  })
}

const REVIEW_FIELDS = ['id', 'rating', 'title', 'body', 'authorName', 'verified', 'createdAt']
const CONTACT_FIELDS = ['name', 'email', 'subject', 'message', 'orderNumber', 'website', 'elapsedMs']

/** Best first. */
async function findArticleIds(ctx: Ctx, query: string): Promise<string[]> {
  const passages = await searchPassages(ctx, query, { limit: MAX_RESULTS })
  return [...new Set(passages.filter(({ source }) => source === 'article').map(({ id }) => id))]
}
