import type { Ctx } from '../../ctx.ts'
import * as queries from './candidate-queries.ts'
import type { Filters } from './filters.ts'

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

const toCandidates = (rows: { productId: string }[]): string[] | null =>
  rows.length > MAX_CANDIDATES ? null : rows.map(({ productId }) => productId)
