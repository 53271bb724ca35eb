import type { Ctx } from '../../ctx.ts'
import type { SearchQuery } from '../search/search.ts'
import * as queries from './candidate-queries.ts'
import type { Filters } from './filters.ts'
import type { Sort } from './schemas.ts'
import * as searchQueries from './search-candidate-queries.ts'

/** Of this many new products, one in a hundred must match: then reading in the order of the list soon fills a page. */
const SCANNED = 200
const COMMON = 2
/** Sorting more takes longer than reading in the order of the list. */
const MAX_CANDIDATES = 1000

/**
 * The products that the list may contain, if few match: the members of a small collection, or what the indexes of terms and
 * prices find. Otherwise null: reading in the order of the list finds a page soon.
 */
export async function findCandidates(ctx: Ctx, filters: Filters): Promise<string[] | null> {
  const { collectionId, minPrice, maxPrice } = filters
  if (collectionId !== null) {
    const members = toCandidates(await queries.listMembers(ctx, collectionId, MAX_CANDIDATES + 1))
    if (members) return members
  }
  const hasPrice = minPrice !== null || maxPrice !== null
  if (!hasPrice && !hasTerms(filters)) return null
  if ((await queries.countNewestMatches(ctx, filters, SCANNED)) >= COMMON) return null
  const byPrice = hasPrice ? toCandidates(await queries.listPriceMatches(ctx, filters, MAX_CANDIDATES + 1)) : null
  if (byPrice || !hasTerms(filters)) return byPrice
  return toCandidates(await queries.listTermMatches(ctx, filters, MAX_CANDIDATES + 1))
}

/** Of the products with a title that begins with the query, of the best-selling and of the newest. */
const LIKELY = 300
/** Read to find as many as are ranked. */
const SCANNED_TO_RANK = 10_000
/** Of this many new products, one in a hundred must match: then reading in the order of the list soon fills a page. */
const SCANNED_FOR_SEARCH = 2000
const COMMON_FOR_SEARCH = 20

/**
 * The products that the search may list: if few match search and filters, all of them; otherwise those that a search by relevance
 * ranks. Null: reading in another order finds a page soon.
 */
export async function findSearchCandidates(
  ctx: Ctx,
  filters: Filters,
  q: string,
  search: SearchQuery,
  sort: Sort,
): Promise<string[] | null> {
  if (search.productIds) return search.productIds
  const filtered = await findCandidates(ctx, filters)
  if (filtered) return filtered
  const readNewest = (scanned: number, limit: number) =>
    queryIds(searchQueries.listNewestMatches(ctx, filters, search, scanned, limit))
  if (search.shopIsSmall) return readNewest(SCANNED_FOR_SEARCH, MAX_CANDIDATES)
  const [scanned, enough] =
    sort === 'relevance' ? [SCANNED_TO_RANK, MAX_CANDIDATES] : [SCANNED_FOR_SEARCH, COMMON_FOR_SEARCH]
  let matches = search.isCommon ? await readNewest(scanned, enough) : []
  if (matches.length < enough) {
    const some = await queryIds(searchQueries.listSomeMatches(ctx, filters, search, MAX_CANDIDATES + 1))
    if (some.length <= MAX_CANDIDATES) return some
    matches = [...matches, ...some]
  }
  if (sort !== 'relevance') return null
  const likely = await queryIds(searchQueries.listLikelyMatches(ctx, filters, q, search, LIKELY))
  return [...new Set([...likely, ...matches])].slice(0, MAX_CANDIDATES)
}

const queryIds = async (rows: Promise<{ productId: string }[]>): Promise<string[]> =>
  (await rows).map(({ productId }) => productId)

const hasTerms = ({ vendors, types, tags, optionGroups }: Filters): boolean =>
  vendors !== null || types !== null || tags !== null || optionGroups !== null

const toCandidates = (rows: { productId: string }[]): string[] | null =>
  rows.length > MAX_CANDIDATES ? null : rows.map(({ productId }) => productId)
