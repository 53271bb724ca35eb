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
  const { collectionId, vendors, types, tags, optionGroups, minPrice, maxPrice } = filters
  if (collectionId !== null) {
    const members = toCandidates(await queries.listMembers(ctx, collectionId, MAX_CANDIDATES + 1))
    if (members) return members
  }
  const hasPrice = minPrice !== null || maxPrice !== null
  const hasTerms = vendors !== null || types !== null || tags !== null || optionGroups !== null
  if (!hasPrice && !hasTerms) return null
  if ((await queries.countNewestMatches(ctx, filters, SCANNED)) >= COMMON) return null
  const byPrice = hasPrice ? toCandidates(await queries.listPriceMatches(ctx, filters, MAX_CANDIDATES + 1)) : null
  if (byPrice || !hasTerms) return byPrice
  return toCandidates(await queries.listTermMatches(ctx, filters, MAX_CANDIDATES + 1))
}

/** Of the products with a title that begins with the query, of the best-selling and of the newest. */
const LIKELY = 300

/**
 * The products that the search may list. If few match, all of them; otherwise those that match the filters if those are few,
 * or those that a search by relevance ranks. Null: reading in another order finds a page soon.
 */
export async function findSearchCandidates(
  ctx: Ctx,
  filters: Filters,
  q: string,
  search: SearchQuery,
  sort: Sort,
): Promise<string[] | 'all' | null> {
  if (search.productIds) return search.productIds
  const some = await listSomeMatches(ctx, filters, search)
  if (some.length <= MAX_CANDIDATES) return 'all'
  const filtered = await findCandidates(ctx, filters)
  if (filtered || sort !== 'relevance') return filtered
  const likely = await searchQueries.listLikelyMatches(ctx, q, search, LIKELY)
  return [...new Set([...likely, ...some].map(({ productId }) => productId))].slice(0, MAX_CANDIDATES)
}

/** Of the newest, half match. */
const SCANNED_IF_COMMON = 3000

/** Of the products that match the search and the terms, one more than may be sorted, or all if they are fewer. */
async function listSomeMatches(ctx: Ctx, filters: Filters, search: SearchQuery): Promise<{ productId: string }[]> {
  const { vendors, types, tags, optionGroups } = filters
  if (search.isCommon && !vendors && !types && !tags && !optionGroups) {
    const newest = await searchQueries.listNewestMatches(ctx, search, SCANNED_IF_COMMON, MAX_CANDIDATES + 1)
    if (newest.length > MAX_CANDIDATES) return newest
  }
  return searchQueries.listSomeMatches(ctx, filters, search, MAX_CANDIDATES + 1)
}

const toCandidates = (rows: { productId: string }[]): string[] | null =>
  rows.length > MAX_CANDIDATES ? null : rows.map(({ productId }) => productId)
