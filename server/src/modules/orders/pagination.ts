import type { Page, PageRequest } from '../../db/page.ts'
import { invalidRequest } from '../../kit/errors.ts'
import { LAST_ID } from '../../kit/ids.ts'

/** Orders are sorted by `placedAt`, not by id: an order imported today may be years old. */
export interface OrderKeyset {
  placedAt: string
  id: string
  take: number
}

const DEFAULT_LIMIT = 20

/** The first page starts at infinity, so every page uses the same statement. */
export function orderKeyset({ limit = DEFAULT_LIMIT, cursor }: PageRequest): OrderKeyset {
  const take = limit + 1
  return cursor === undefined ? { placedAt: 'infinity', id: LAST_ID, take } : { ...decodeCursor(cursor), take }
}

/**
 * The cursor contains the time itself: completing a draft between two requests moves the draft, but not the following
 * pages.
 */
export function toOrderPage<Row extends { id: string; placedAt: string }>(
  rows: Row[],
  { take }: OrderKeyset,
): Page<Row> {
  const data = rows.slice(0, take - 1)
  const last = rows.length < take ? undefined : data.at(-1)
  return { data, nextCursor: last ? Buffer.from(`${last.placedAt} ${last.id}`).toString('base64url') : null }
}

function decodeCursor(cursor: string): Omit<OrderKeyset, 'take'> {
  const text = Buffer.from(cursor, 'base64url').toString()
  const [, placedAt, id] = /^((?!0000)\d{4}-\d\d-\d\dT[0-9:.]{12}Z) (ord_[0-9a-z]{26})$/.exec(text) ?? []
  if (placedAt !== undefined && id !== undefined && isTime(placedAt)) return { placedAt, id }
  throw invalidRequest('The cursor is not valid.', [
    { path: '/cursor', message: 'must be the nextCursor of an earlier page' },
  ])
}

/** Rejects dates that don't exist, such as February 30. */
function isTime(text: string): boolean {
  const time = new Date(text)
  return !Number.isNaN(time.getTime()) && time.toISOString() === text
}
