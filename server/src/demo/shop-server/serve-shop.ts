import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import { notFound } from '../../kit/errors.ts'
import { getPublishedArticle, listPublishedArticles, searchPassages } from '../../modules/articles/articles.ts'
import { getSettings } from '../../modules/assistant/settings/settings.ts'
import { findKeyIdentity } from '../../modules/keys/keys.ts'
import { getTheme } from '../../modules/theme/theme.ts'
import { createPublicCtx, type PublicDependencies } from '../../modules/workspaces/workspaces.ts'
import { serveChatProxy } from './chat-proxy.ts'
import { demoShopKey } from './shop-key.ts'

const routeOptions = { config: { publicLimit: 'page' } } as const
const MAX_RESULTS = 20

/**
 * The demo shop's own server, as a merchant would run one next to their storefront: it has the key, the browser does
 * not. Only the demo workspace has it.
 */
export async function serveDemoShop(app: FastifyInstance, dependencies: PublicDependencies): Promise<void> {
  const getKey = () => demoShopKey(dependencies)

  /** Undefined without a demo shop. */
  const findCtx = async (request: FastifyRequest): Promise<Ctx | undefined> => {
    const identity = await findKeyIdentity(dependencies.db, getKey())
    return identity && (await createPublicCtx(dependencies, request, identity.environmentId))?.ctx
  }
  const getCtx = async (request: FastifyRequest): Promise<Ctx> => {
    const ctx = await findCtx(request)
    if (!ctx) throw notFound('shop', 'demo')
    return ctx
  }

  app.get('/shop/api/shop', routeOptions, async (request) => {
    const ctx = await findCtx(request)
    if (!ctx) return { shop: null }
    const { brand, colors, shape, locales } = await getTheme(ctx)
    const { name, greeting } = await getSettings(ctx)
    const assistant = { name, greeting }
    return { shop: { name: brand.name, tagline: brand.tagline, colors, shape, locale: locales.default, assistant } }
  })

  app.get<{ Querystring: { q?: string } }>('/shop/api/articles', routeOptions, async (request) => {
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

  serveChatProxy(app, getKey)
}

/** Best first. */
async function findArticleIds(ctx: Ctx, query: string): Promise<string[]> {
  const passages = await searchPassages(ctx, query, { limit: MAX_RESULTS })
  return [...new Set(passages.filter(({ source }) => source === 'article').map(({ id }) => id))]
}
