import type { Ctx } from '../../ctx.ts'
import { AppError, notFound } from '../../kit/errors.ts'
import { escapeHtml } from '../../kit/escape-html.ts'
import { toProductUrl } from '../../kit/storefront-url.ts'
import { type FeedItem, FIELD_NAMES, toFeedItems } from './feed-item.ts'
import { googleFooter, googleHeader, toGoogleItem } from './google-xml.ts'
import { metaHeader, toMetaRows } from './meta-csv.ts'
import * as queries from './queries.ts'
import { FEED_KINDS } from './schemas.ts'

/** A file to generate. The consumer writes it piece by piece: the catalog may be larger than the memory. */
export type FeedContent = AsyncGenerator<string>

interface FeedShop {
  name: string
  currency: string
  storefrontUrl: string
}

const MAX_BATCH_PRODUCTS = 100
const MAX_BATCH_VARIANTS = 2000
/** Of the sitemap protocol. */
const SITEMAP_PAGE_SIZE = 50_000
const SITEMAP_BATCH = 1000

const FILE_NAMES = { sitemap: 'sitemap.xml', google: 'google.xml', meta: 'meta.csv' } as const

const feedUrl = (ctx: Ctx, fileName: string) => `${ctx.publicUrl}/feeds/${ctx.environmentId}/${fileName}`

export async function listFeeds(ctx: Ctx) {
  const { currency, storefrontUrl } = await queries.getFeedShop(ctx)
  const { products, items, withoutPrice, withoutImage } = await queries.countFeedItems(ctx, currency)
  const data = FEED_KINDS.map((kind) => ({
    kind,
    url: storefrontUrl === null ? null : feedUrl(ctx, FILE_NAMES[kind]),
    itemCount: kind === 'sitemap' ? products : items,
    omitted: kind === 'sitemap' ? { withoutPrice: 0, withoutImage: 0 } : { withoutPrice, withoutImage },
  }))
  return { data, nextCursor: null }
}

/** Without the address of its product pages, a shop has nothing to link to. */
export async function getFeedShop(ctx: Ctx): Promise<FeedShop> {
  const { storefrontUrl, ...shop } = await queries.getFeedShop(ctx)
  if (storefrontUrl !== null) return { ...shop, storefrontUrl }
  throw new AppError(
    'not_found',
    'This shop has no feeds yet. Set the address of its product pages first: `storefrontUrl` of the workspace.',
  )
}

export async function* googleFeed(ctx: Ctx, shop: FeedShop): FeedContent {
  yield googleHeader(shop, new URL(toProductUrl(shop.storefrontUrl, { id: 'x', handle: 'x' })).origin)
  for await (const items of readItems(ctx, shop)) yield items.map(toGoogleItem).join('')
  yield googleFooter
}

export async function* metaFeed(ctx: Ctx, shop: FeedShop): FeedContent {
  yield metaHeader()
  for await (const items of readItems(ctx, shop)) yield toMetaRows(items)
}

/** At most about 2,000 variants at a time. */
async function* readItems(ctx: Ctx, { currency, storefrontUrl }: FeedShop): AsyncGenerator<FeedItem[]> {
  for (let after = ''; ; ) {
    const page = await queries.listFeedProductIds(ctx, currency, after, MAX_BATCH_PRODUCTS)
    for (const ids of batchesOf(page)) {
      const products = await queries.readFeedProducts(ctx, ids, currency, FIELD_NAMES)
      yield products.flatMap((product) => toFeedItems(product, { storefrontUrl, currency, now: ctx.now }))
    }
    const last = page.at(-1)
    if (!last || page.length < MAX_BATCH_PRODUCTS) return
    after = last.id
  }
}

function* batchesOf(page: { id: string; variantCount: number }[]): Generator<string[]> {
  let ids: string[] = []
  let variants = 0
  for (const { id, variantCount } of page) {
    if (ids.length > 0 && variants + variantCount > MAX_BATCH_VARIANTS) {
      yield ids
      ids = []
      variants = 0
    }
    ids.push(id)
    variants += variantCount
  }
  if (ids.length > 0) yield ids
}

const SITEMAP_NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const XML = '<?xml version="1.0" encoding="UTF-8"?>\n'

export async function* sitemapIndex(ctx: Ctx, pageSize = SITEMAP_PAGE_SIZE): FeedContent {
  const pages = await queries.listSitemapPages(ctx, pageSize)
  yield `${XML}<sitemapindex xmlns="${SITEMAP_NAMESPACE}">\n`
  // An index must name at least one sitemap.
  for (const { page, updatedAt } of pages.length > 0 ? pages : [{ page: 1, updatedAt: undefined }]) {
    const lastChange = updatedAt === undefined ? '' : `<lastmod>${updatedAt}</lastmod>`
    yield `<sitemap><loc>${escapeHtml(feedUrl(ctx, `sitemap-${page}.xml`))}</loc>${lastChange}</sitemap>\n`
  }
  yield '</sitemapindex>\n'
}

export async function* sitemapPage(
  ctx: Ctx,
  { storefrontUrl }: FeedShop,
  page: number,
  pageSize = SITEMAP_PAGE_SIZE,
): FeedContent {
  const pages = await queries.listSitemapPages(ctx, pageSize)
  const previous = pages.find((other) => other.page === page - 1)
  if (page > 1 && !pages.some((other) => other.page === page)) throw notFound('sitemap', String(page))
  yield `${XML}<urlset xmlns="${SITEMAP_NAMESPACE}">\n`
  let after: string = previous?.lastId ?? ''
  for (let remaining = pageSize; remaining > 0; remaining -= SITEMAP_BATCH) {
    const entries = await queries.listSitemapEntries(ctx, after, Math.min(SITEMAP_BATCH, remaining))
    yield entries
      .map(
        (entry) =>
          `<url><loc>${escapeHtml(toProductUrl(storefrontUrl, entry))}</loc><lastmod>${entry.updatedAt}</lastmod></url>\n`,
      )
      .join('')
    const last = entries.at(-1)
    if (!last || entries.length < SITEMAP_BATCH) break
    after = last.id
  }
  yield '</urlset>\n'
}
