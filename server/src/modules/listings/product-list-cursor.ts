import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { invalidRequest } from '../../kit/errors.ts'
import { LAST_ID } from '../../kit/ids.ts'

/** Where a page ends: the last row's place in the order, so that the next page begins behind it whatever was added meanwhile. */
export interface ListPosition {
  /** Places in one order mean nothing in another. */
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

/** Before everything: the first page and all others are one statement. */
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

/** A whole number that the database can read, also of a cursor that somebody has made up. */
export const clampInteger = (number: number, min: number, max: number): number =>
  Math.min(Math.max(Math.trunc(number), min), max)

export const invalidCursor = (message: string) =>
  invalidRequest('The cursor is not one of this list.', [{ path: '/cursor', message }])
