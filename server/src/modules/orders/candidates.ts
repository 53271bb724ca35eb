import type { Ctx } from '../../ctx.ts'
import * as queries from './candidate-queries.ts'
import type { OrdersQuery } from './schemas.ts'

/** Of this many new orders, one in a hundred must match: then reading in the order of the list soon fills a page. */
const SCANNED = 2000
const COMMON = 20
/** Sorting more takes longer than reading in the order of the list. */
const MAX_CANDIDATES = 2000
/** The index of texts has no shorter parts of words, except their beginnings. */
const INDEXED_TEXT = /[\p{L}\p{N}]{3}/u
/** Written out: with a class of characters, such as \W, the index can't be used. */
const WORD_START = String.raw`(^|[ \n@.,:;/#&+_()\-])`

/** `search` is lowercase. A text without three letters or digits in a row must begin a word. */
export function toContentFilter({ q, tag }: Pick<OrdersQuery, 'q' | 'tag'>): queries.ContentFilter {
  const text = q?.trim().toLowerCase() ?? ''
  const isShort = !INDEXED_TEXT.test(text)
  return {
    searchPattern: text === '' || isShort ? null : `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`,
    wordPattern: text === '' || !isShort ? null : toWordPattern(text),
    tag: tag ?? null,
  }
}

const toWordPattern = (text: string): string =>
  (/^[\p{L}\p{N}]/u.test(text) ? WORD_START : '') + text.replaceAll(/[^\p{L}\p{N}]/gu, '\\$&')

/**
 * The orders that the list may contain, if few match and no index has them in the order of the list. Otherwise null: reading
 * in that order finds a page soon.
 */
export async function findCandidates(
  ctx: Ctx,
  query: OrdersQuery,
  content: queries.ContentFilter,
): Promise<string[] | null> {
  if (query.number !== undefined || query.externalId !== undefined) {
    return (await queries.listUniqueMatches(ctx, query)).map(({ id }) => id)
  }
  if (content.searchPattern !== null || content.wordPattern !== null || content.tag !== null) {
    const isCommon = (await queries.countNewestMatches(ctx, content, SCANNED)) >= COMMON
    const rows = isCommon ? [] : await queries.listContentMatches(ctx, content, MAX_CANDIDATES + 1)
    if (!isCommon && rows.length <= MAX_CANDIDATES) return rows.map(({ id }) => id)
  }
  if (!hasValues(query) || isInOrderOfIndexes(query)) return null
  const rows = await queries.listValueMatches(ctx, query, MAX_CANDIDATES + 1)
  return rows.length <= MAX_CANDIDATES ? rows.map(({ id }) => id) : null
}

/** The indexes of values are by time of the order. */
const isInOrderOfIndexes = ({ sort, updatedFrom }: OrdersQuery): boolean =>
  updatedFrom === undefined && (sort === undefined || sort === 'newest' || sort === 'oldest')

function hasValues({
  limit: _,
  cursor: _cursor,
  sort: _sort,
  updatedFrom: _from,
  q: _q,
  tag: _tag,
  ...values
}: OrdersQuery) {
  return Object.values(values).some((value) => value !== undefined && value !== false)
}
