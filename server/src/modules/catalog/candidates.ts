import type { Ctx } from '../../ctx.ts'
import { isCode } from '../search/search.ts'
import * as queries from './candidate-queries.ts'
import type { ProductLookup } from './list-queries.ts'
import type { ProductsQuery } from './schemas.ts'
import * as searchQueries from './search-queries.ts'

/** Of this many new products, one in a hundred must match: then reading in the order of the list probably fills a page. */
const NEWEST = 200
const COMMON = 2
/** Read in that order to fill the page. What only new products have looks common, and would be looked for in the whole shop. */
const SCANNED = 2000
/** No limit. Not null: PostgreSQL would sort all products of the shop instead of reading some in their order. */
const ALL = 2_147_483_647
/** Sorting or ranking more takes longer than reading in the order of the list. */
const MAX_CANDIDATES = 1000

/**
 * Reads a page of a list. If the filter is for a common vendor, type or tag, the first products of the list fill it; the index has
 * too many of these. What is rare is found by its index and sorted.
 */
export async function readListPage<Row>(
  ctx: Ctx,
  filter: ProductsQuery,
  take: number,
  readPage: (lookup: ProductLookup) => Promise<Row[]>,
): Promise<Row[]> {
  if (filter.sku === undefined) {
    if (!hasTerms(filter)) return readPage({ scanned: ALL, candidateIds: null })
    if ((await queries.countNewestMatches(ctx, filter, NEWEST)) >= COMMON) {
      const rows = await readPage({ scanned: SCANNED, candidateIds: null })
      if (rows.length === take) return rows
    }
  }
  return readPage({ scanned: ALL, candidateIds: await findCandidates(ctx, filter) })
}

/** The products that may match the filters, if they are few. */
async function findCandidates(ctx: Ctx, filter: ProductsQuery): Promise<string[] | null> {
  const { sku, status } = filter
  const bySku = sku === undefined ? null : toCandidates(await queries.listSkuMatches(ctx, sku, MAX_CANDIDATES + 1))
  if (bySku) return bySku
  const byStatus =
    status === undefined ? null : toCandidates(await queries.listStatusMatches(ctx, status, MAX_CANDIDATES + 1))
  if (byStatus || !hasTerms(filter)) return byStatus
  return toCandidates(await queries.listTermMatches(ctx, filter, MAX_CANDIDATES + 1))
}

/** If so many of the new products match, reading from the newest on finds enough to rank. */
const COMMON_TO_RANK = 20
const SCANNED_TO_RANK = 10_000
/** Of the products with a title that begins with the query. */
const TITLED = 300

/** The products that a search ranks: if few match search and filters, all of them; otherwise those that are likely the best. */
export async function findSearchCandidates(ctx: Ctx, q: string, filter: ProductsQuery): Promise<string[]> {
  const filtered = await findCandidates(ctx, filter)
  if (filtered) return filtered
  const listTitled = () => searchQueries.listTitleMatches(ctx, q, TITLED)
  const coded = isCode(q) ? await searchQueries.listCodeMatches(ctx, q, filter, MAX_CANDIDATES) : []
  // Titles before longer codes, of which there may be too many.
  if (coded.length > 0) return toRanked([...coded.filter(({ isExact }) => isExact), ...(await listTitled()), ...coded])
  const readNewest = (scanned: number, limit: number) => searchQueries.listNewestMatches(ctx, q, filter, scanned, limit)
  const isCommon = (await readNewest(NEWEST, COMMON_TO_RANK)).length === COMMON_TO_RANK
  const newest = isCommon ? await readNewest(SCANNED_TO_RANK, MAX_CANDIDATES) : []
  if (newest.length === MAX_CANDIDATES) return toRanked([...(await listTitled()), ...newest])
  const some = await searchQueries.listSomeMatches(ctx, q, filter, MAX_CANDIDATES + 1)
  return toCandidates(some) ?? toRanked([...(await listTitled()), ...newest, ...some])
}

const hasTerms = ({ vendor, type, tag }: ProductsQuery): boolean =>
  vendor !== undefined || type !== undefined || tag !== undefined

const toCandidates = (rows: { id: string }[]): string[] | null =>
  rows.length > MAX_CANDIDATES ? null : rows.map(({ id }) => id)

const toRanked = (rows: { id: string }[]): string[] => [...new Set(rows.map(({ id }) => id))].slice(0, MAX_CANDIDATES)
