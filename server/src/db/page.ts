import { invalidRequest } from '../kit/errors.ts'
import { LAST_ID } from '../kit/ids.ts'

export interface PageRequest {
  limit?: number
  cursor?: string
}

export interface Page<Row> {
  data: Row[]
  nextCursor: string | null
}

/**
 * For a newest-first list: rows with an id below `before`, and one more than requested to see whether there is a next
 * page.
 */
export interface Keyset {
  before: string
  take: number
}

const DEFAULT_LIMIT = 20

/** The first page starts "below the last possible id", so all pages share one statement and one plan. */
export function keyset(request: PageRequest): Keyset {
  const limit = request.limit ?? DEFAULT_LIMIT
  return { before: request.cursor === undefined ? LAST_ID : decodeCursor(request.cursor), take: limit + 1 }
}

export function toPage<Row extends { id: string }>(rows: Row[], { take }: Keyset): Page<Row> {
  if (rows.length < take) return { data: rows, nextCursor: null }
  const data = rows.slice(0, take - 1)
  const last = data.at(-1)
  return { data, nextCursor: last ? encodeCursor(last.id) : null }
}

/** For a list that is short enough to be returned whole. */
export const toSinglePage = <Row>(data: Row[]): Page<Row> => ({ data, nextCursor: null })

/** The same for a list by relevance: rows that rank below `rank`, or equally with a lower id. */
export interface RankedKeyset extends Keyset {
  rank: number
}

export function rankedKeyset({ limit = DEFAULT_LIMIT, cursor }: PageRequest): RankedKeyset {
  if (cursor === undefined) return { rank: Number.MAX_VALUE, before: LAST_ID, take: limit + 1 }
  const [, rank = '', id = ''] =
    /^(-?\d{1,16}(?:\.\d{1,4})?):(.+)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (rank === '') throw invalidCursor()
  return { rank: Number(rank), before: assertValidId(id), take: limit + 1 }
}

export function toRankedPage<Row extends { id: string; rank: number }>(rows: Row[], page: RankedKeyset): Page<Row> {
  const { data, nextCursor } = toPage(rows, page)
  const last = data.at(-1)
  return { data, nextCursor: nextCursor && last ? encodeCursor(`${last.rank}:${last.id}`) : null }
}

/** The same for a list by time, newest first: entries before `at`, or at the same time with a lower id. */
export interface TimeKeyset {
  at: string
  id: string
  take: number
}

/** The first page starts at infinity, so every page uses the same statement. */
export function timeKeyset({ limit = DEFAULT_LIMIT, cursor }: PageRequest): TimeKeyset {
  const start = cursor === undefined ? { at: 'infinity', id: LAST_ID } : decodeTimeCursor(cursor)
  return { ...start, take: limit + 1 }
}

/** Changes, oldest first: rows that changed after `at`, or at the same time with a higher id. */
export function changesKeyset(
  { limit = DEFAULT_LIMIT, cursor }: PageRequest,
  { updatedFrom }: { updatedFrom: string },
): TimeKeyset {
  const start = cursor === undefined ? { at: updatedFrom, id: '' } : decodeTimeCursor(cursor)
  return { ...start, take: limit + 1 }
}

export function toTimePage<Row extends { id: string; at: string }>(rows: Row[], { take }: TimeKeyset): Page<Row> {
  const data = rows.slice(0, take - 1)
  const last = rows.length < take ? undefined : data.at(-1)
  return { data, nextCursor: last ? encodeCursor(`${last.at} ${last.id}`) : null }
}

function decodeTimeCursor(cursor: string): Pick<TimeKeyset, 'at' | 'id'> {
  const [, at = '', id = ''] =
    /^((?!0000)\d{4}-\d\d-\d\dT[0-9:.]{12}Z) ([\w.]+)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (!isTime(at)) throw invalidCursor()
  return { at, id }
}

/** Rejects dates that don't exist, such as February 30. */
export function isTime(text: string): boolean {
  const time = new Date(text)
  return !Number.isNaN(time.getTime()) && time.toISOString() === text
}

/** The same for a list in an order of its own: rows after the one with this value and id. */
export interface SortedKeyset {
  /** Null: the first page. */
  value: string | null
  id: string
  take: number
}

/** `isValid`: the value comes from the client, and the statement converts it. */
export function sortedKeyset(
  { limit = DEFAULT_LIMIT, cursor }: PageRequest,
  isValid: (value: string) => boolean,
): SortedKeyset {
  if (cursor === undefined) return { value: null, id: '', take: limit + 1 }
  const [, id = '', value = ''] = /^(\w+) ([^\0]*)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (!isValid(value)) throw invalidCursor()
  return { value, id: assertValidId(id), take: limit + 1 }
}

export function toSortedPage<Row extends { id: string; value: string }>(
  rows: Row[],
  { take }: SortedKeyset,
): Page<Row> {
  const data = rows.slice(0, take - 1)
  const last = rows.length < take ? undefined : data.at(-1)
  return { data, nextCursor: last ? encodeCursor(`${last.id} ${last.value}`) : null }
}

const encodeCursor = (id: string) => Buffer.from(id).toString('base64url')

const decodeCursor = (cursor: string) => assertValidId(Buffer.from(cursor, 'base64url').toString())

function assertValidId(id: string): string {
  if (!/^[a-z]+_[0-9a-z]{26}$/.test(id)) throw invalidCursor()
  return id
}

const invalidCursor = () =>
  invalidRequest('The cursor is not valid.', [
    { path: '/cursor', message: 'must be the nextCursor of an earlier page' },
  ])
