import type { Ctx } from '../../ctx.ts'
import { invalidRequest, notFound } from '../../kit/errors.ts'
import { resolveSearchQuery, type SearchQuery } from '../search/search.ts'
import { listCandidates } from './candidate-queries.ts'
import { findCandidates, findSearchCandidates } from './candidates.ts'
import { readFacets } from './facets.ts'
import { type Filters, isFiltered, toFilters } from './filters.ts'
import { decodeCursor, encodeCursor, FIRST_POSITION, invalidCursor, type ListPosition } from './product-list-cursor.ts'
import * as queries from './product-list-queries.ts'
import { findPublicCollection } from './queries.ts'
import type { ListedProduct, ProductList, ProductListQuery, Sort } from './schemas.ts'
import { listCheapestFirst, listMostExpensiveFirst, listUnpriced } from './sort-by-price-queries.ts'
import * as unfiltered from './unfiltered-list-queries.ts'

const DEFAULT_LIMIT = 20

export async function listPublicProducts(ctx: Ctx, input: ProductListQuery): Promise<ProductList> {
  const query = withoutBlankSearch(input)
  const collection = query.collection === undefined ? undefined : await findPublicCollection(ctx, query.collection)
  if (query.collection !== undefined && !collection) throw notFound('collection', query.collection)
  const filters = toFilters(query, collection?.id ?? null)
  const sort = query.sort ?? (query.q ? 'relevance' : (collection?.sort ?? 'newest'))
  assertValidQuery(query, sort)
  const search = query.q === undefined ? undefined : await resolveSearchQuery(ctx, query.q)
  const list = await readPage(ctx, filters, search, sort, query)
  return query.facets ? { ...list, facets: await readFacets(ctx, filters, search, query) } : list
}

/** A blank search lists everything. */
function withoutBlankSearch({ q, sort, ...query }: ProductListQuery): ProductListQuery {
  if (q === undefined || q.trim() !== '') return { ...query, ...(q !== undefined && { q }), ...(sort && { sort }) }
  return { ...query, ...(sort && sort !== 'relevance' && { sort }) }
}

async function readPage(
  ctx: Ctx,
  filters: Filters,
  search: SearchQuery | undefined,
  sort: Sort,
  query: ProductListQuery,
): Promise<ProductList> {
  const take = (query.limit ?? DEFAULT_LIMIT) + 1
  const position = query.cursor === undefined ? { order: sort, ...FIRST_POSITION } : decodeCursor(query.cursor)
  if (position.order !== sort) throw invalidCursor('belongs to a list with another sort order')
  if (query.q === undefined || search === undefined) {
    if (sort === 'relevance') throw invalidSort('relevance requires q')
    const candidates = sort === 'manual' ? null : await findCandidates(ctx, filters)
    const rows = candidates
      ? await listCandidates(ctx, filters, candidates, sort, position, take)
      : await LIST_BY_SORT[sort](ctx, filters, position, take)
    return toProductList(ctx, rows, take, sort)
  }
  const rows = await readSearchPage(ctx, filters, query.q, search, sort, position, take)
  const list = toProductList(ctx, rows, take, sort)
  return search.corrected !== undefined && rows.length > 0 ? { ...list, correctedQuery: search.corrected } : list
}

/** If many products match, the rest of them need not be read: in the order of a list, or not by relevance. */
async function readSearchPage(
  ctx: Ctx,
  filters: Filters,
  q: string,
  search: SearchQuery,
  sort: Sort,
  position: ListPosition,
  take: number,
): Promise<queries.ListRow[]> {
  const candidates = await findSearchCandidates(ctx, filters, search.corrected ?? q, search, sort)
  if (candidates) return listCandidates(ctx, filters, candidates, sort, position, take, { ...search, q })
  if (sort === 'relevance') throw invalidSort('relevance requires q')
  return LIST_BY_SORT[sort](ctx, { ...filters, search: search.loose }, position, take)
}

type ListPage = (ctx: Ctx, filters: Filters, position: ListPosition, take: number) => Promise<queries.ListRow[]>

/** Each query uses an index in its order, so that a page reads only its own rows. */
const LIST_BY_SORT: Record<Exclude<Sort, 'relevance'>, ListPage> = {
  newest: unlessFiltered(unfiltered.listAllNewest, queries.listNewest),
  title: unlessFiltered(unfiltered.listAllByTitle, queries.listByTitle),
  price: byPrice(unlessFiltered(unfiltered.listAllCheapestFirst, listCheapestFirst)),
  '-price': byPrice(unlessFiltered(unfiltered.listAllMostExpensiveFirst, listMostExpensiveFirst)),
  best_selling: unlessFiltered(unfiltered.listAllBestSelling, queries.listBestSelling),
  manual: queries.listByPosition,
}

type ListAll = (
  ctx: Ctx,
  currency: Filters['currency'],
  position: ListPosition,
  take: number,
) => Promise<queries.ListRow[]>

function unlessFiltered(listAll: ListAll, list: ListPage): ListPage {
  return (ctx, filters, position, take) =>
    isFiltered(filters) ? list(ctx, filters, position, take) : listAll(ctx, filters.currency, position, take)
}

/** Products without a price in the currency come last, never match a price filter, and can't be bought. */
function byPrice(listWithPrice: ListPage): ListPage {
  return async (ctx, filters, position, take) => {
    const priced = await listWithPrice(ctx, filters, position, take)
    const { minPrice, maxPrice, available } = filters
    if (priced.length === take || minPrice !== null || maxPrice !== null || available) return priced
    return [...priced, ...(await listUnpriced(ctx, filters, position, take - priced.length))]
  }
}

function toProductList(ctx: Ctx, rows: queries.ListRow[], take: number, order: Sort): ProductList {
  const page = rows.slice(0, take - 1)
  const last = page.at(-1)
  const hasMore = rows.length === take && last
  return {
    data: page.map((row) => toListedProduct(ctx, row)),
    nextCursor: hasMore
      ? encodeCursor({ order, text: last.textKey, number: last.numberKey, id: last.productId })
      : null,
  }
}

function toListedProduct(
  { publicUrl }: Ctx,
  { summary, currency, lowest, highest, compareAt, offeredVariantId, rating }: queries.ListRow,
): ListedProduct {
  const { image } = summary
  const money = (amount: number) => ({ amount, currency })
  return {
    ...summary,
    // Uploaded images are stored as paths, because the public URL may change.
    image: image?.url.startsWith('/') ? { ...image, url: publicUrl + image.url } : image,
    priceRange: lowest === null || highest === null ? null : { min: money(lowest), max: money(highest) },
    compareAtPrice: compareAt === null ? null : money(compareAt),
    available: offeredVariantId !== null,
    defaultVariantId: offeredVariantId ?? summary.defaultVariantId,
    rating,
  }
}

function assertValidQuery({ q, collection, minPrice, maxPrice }: ProductListQuery, sort: Sort): void {
  if (sort === 'manual' && (collection === undefined || q !== undefined)) {
    throw invalidSort('manual requires a collection and no q')
  }
  if (minPrice !== undefined && maxPrice !== undefined && minPrice > maxPrice) {
    throw invalidRequest('The price range is empty.', [
      { path: '/minPrice', message: 'must not be greater than maxPrice' },
    ])
  }
}

const invalidSort = (message: string) =>
  invalidRequest('The sort order is not valid here.', [{ path: '/sort', message }])
