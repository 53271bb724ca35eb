import type { Ctx } from '../../ctx.ts'
import { invalidRequest, notFound } from '../../kit/errors.ts'
import { findShownCollection } from './collection-queries.ts'
import { readFacets } from './facets.ts'
import { type Filters, readFilters } from './filters.ts'
import { decodePlace, encodePlace, FIRST, notOurs, type Place } from './list-cursor.ts'
import * as queries from './list-queries.ts'
import { listCheapestFirst, listDearestFirst, listUnpriced } from './price-list-queries.ts'
import type { ListedProduct, ListQuery, ProductList, Sort } from './schemas.ts'
import { resolveSearchQuery, type SearchQuery } from './search-query.ts'

const DEFAULT_LIMIT = 20

export async function listShown(ctx: Ctx, given: ListQuery): Promise<ProductList> {
  const query = withoutBlankSearch(given)
  const collection = query.collection === undefined ? undefined : await findShownCollection(ctx, query.collection)
  if (query.collection !== undefined && !collection) throw notFound('collection', query.collection)
  const filters = readFilters(query, collection?.id ?? null)
  const sort = query.sort ?? (query.q ? 'relevance' : (collection?.sort ?? 'newest'))
  refuseSenseless(query, sort)
  const search = query.q === undefined ? undefined : await resolveSearchQuery(ctx, query.q)
  const list = await readPage(ctx, filters, search, sort, query)
  return query.facets ? { ...list, facets: await readFacets(ctx, filters, search, query) } : list
}

/** An empty search box searches for nothing in particular. */
function withoutBlankSearch({ q, sort, ...query }: ListQuery): ListQuery {
  if (q === undefined || q.trim() !== '') return { ...query, ...(q !== undefined && { q }), ...(sort && { sort }) }
  return { ...query, ...(sort && sort !== 'relevance' && { sort }) }
}

async function readPage(
  ctx: Ctx,
  filters: Filters,
  search: SearchQuery | undefined,
  sort: Sort,
  query: ListQuery,
): Promise<ProductList> {
  const take = (query.limit ?? DEFAULT_LIMIT) + 1
  const place = query.cursor === undefined ? { order: sort, ...FIRST } : decodePlace(query.cursor)
  if (place.order !== sort) throw notOurs('is of a list in another order')
  if (query.q === undefined || search === undefined) {
    if (sort === 'relevance') throw wrongSort('relevance needs a q to be relevant to')
    return toList(ctx, await LISTS[sort](ctx, filters, place, take), take, sort)
  }
  const rows = await queries.search(ctx, filters, query.q, search, sort, place, take)
  const list = toList(ctx, rows, take, sort)
  return search.corrected !== undefined && rows.length > 0 ? { ...list, correctedQuery: search.corrected } : list
}

type List = (ctx: Ctx, filters: Filters, place: Place, take: number) => Promise<queries.ListRow[]>

/** Each by an index that has its order, so that a page reads the rows that it shows and not all that could be shown. */
const LISTS: Record<Exclude<Sort, 'relevance'>, List> = {
  newest: queries.listNewest,
  title: queries.listByTitle,
  price: byPrice(listCheapestFirst),
  '-price': byPrice(listDearestFirst),
  'best-selling': queries.listBestSelling,
  manual: queries.listAsPlaced,
}

/** What has no price in the currency comes last, is never within bounds, and can't be bought. */
function byPrice(listPriced: List): List {
  return async (ctx, filters, place, take) => {
    const priced = await listPriced(ctx, filters, place, take)
    const { minPrice, maxPrice, available } = filters
    if (priced.length === take || minPrice !== null || maxPrice !== null || available) return priced
    return [...priced, ...(await listUnpriced(ctx, filters, place, take - priced.length))]
  }
}

function toList(ctx: Ctx, rows: queries.ListRow[], take: number, order: Sort): ProductList {
  const page = rows.slice(0, take - 1)
  const last = page.at(-1)
  const hasMore = rows.length === take && last
  return {
    data: page.map((row) => toListed(ctx, row)),
    nextCursor: hasMore ? encodePlace({ order, text: last.textKey, number: last.numberKey, id: last.productId }) : null,
  }
}

function toListed(
  { publicUrl }: Ctx,
  { summary, currency, lowest, highest, compareAt, offeredVariantId }: queries.ListRow,
): ListedProduct {
  const { image } = summary
  const money = (amount: number) => ({ amount, currency })
  return {
    ...summary,
    // Our own images are kept by their path: where we are may change.
    image: image?.url.startsWith('/') ? { ...image, url: publicUrl + image.url } : image,
    priceRange: lowest === null || highest === null ? null : { min: money(lowest), max: money(highest) },
    compareAtPrice: compareAt === null ? null : money(compareAt),
    available: offeredVariantId !== null,
    defaultVariantId: offeredVariantId ?? summary.defaultVariantId,
  }
}

function refuseSenseless({ q, collection, minPrice, maxPrice }: ListQuery, sort: Sort): void {
  if (sort === 'manual' && (collection === undefined || q !== undefined)) {
    throw wrongSort('manual is the order of a collection, without q')
  }
  if (minPrice !== undefined && maxPrice !== undefined && minPrice > maxPrice) {
    throw invalidRequest('No price is within these bounds.', [
      { path: '/minPrice', message: 'must not be above maxPrice' },
    ])
  }
}

const wrongSort = (message: string) => invalidRequest('This order is not possible here.', [{ path: '/sort', message }])
