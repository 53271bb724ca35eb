import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { invalidRequest } from '../../kit/errors.ts'
import { LAST_ID } from '../../kit/ids.ts'

/** Sort key of the last row of a page, so that the next page continues after it even when products were added. */
export interface ListPosition {
  /** A position is only valid in the same order. */
  order: string
  text: string
  number: number
  id: string
}

const CursorPayload = Type.Tuple([
  Type.String({ maxLength: 30 }),
  Type.String({ maxLength: 2000 }),
  Type.Number(),
  Type.String({ pattern: '^prod_[0-9a-z]{26}$' }),
])

/** Sort key of products without a price: above every price, and still an exact number. */
export const ABOVE_ALL_PRICES = 2 ** 53

/** Sorts before every row, so that the first page uses the same statement as the others. */
export const FIRST_POSITION: Omit<ListPosition, 'order'> = { text: '', number: -Number.MAX_VALUE, id: LAST_ID }

export const encodeCursor = ({ order, text, number, id }: ListPosition): string =>
  Buffer.from(JSON.stringify([order, text, number, id])).toString('base64url')

export function decodeCursor(cursor: string): ListPosition {
  try {
    const payload: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (!Value.Check(CursorPayload, payload)) throw new Error('not a cursor')
    const [order, text, number, id] = payload
    return { order, text, number, id }
  } catch {
    throw invalidCursor('must be the nextCursor of an earlier page')
  }
}

/** Keeps numbers from a forged cursor within the range of the database column. */
export const clampInteger = (number: number, min: number, max: number): number =>
  Math.min(Math.max(Math.trunc(number), min), max)

export const invalidCursor = (message: string) =>
  invalidRequest('The cursor is not valid for this list.', [{ path: '/cursor', message }])
