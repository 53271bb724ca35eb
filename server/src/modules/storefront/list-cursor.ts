import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { invalidRequest } from '../../kit/errors.ts'
import { LAST_ID } from '../../kit/ids.ts'

/** Where a page ends: the last row's place in the order, so that the next page begins behind it whatever was added meanwhile. */
export interface Place {
  /** Places in one order mean nothing in another. */
  order: string
  text: string
  number: number
  id: string
}

const Stored = Type.Tuple([
  Type.String({ maxLength: 30 }),
  Type.String({ maxLength: 2000 }),
  Type.Number(),
  Type.String({ pattern: '^prod_[0-9a-z]{26}$' }),
])

/** Before everything: the first page and all others are one statement. */
export const FIRST: Omit<Place, 'order'> = { text: '', number: -Number.MAX_VALUE, id: LAST_ID }

export const encodePlace = ({ order, text, number, id }: Place): string =>
  Buffer.from(JSON.stringify([order, text, number, id])).toString('base64url')

export function decodePlace(cursor: string): Place {
  try {
    const stored: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (!Value.Check(Stored, stored)) throw new Error('not a cursor')
    const [order, text, number, id] = stored
    return { order, text, number, id }
  } catch {
    throw notOurs('must be the nextCursor of an earlier page')
  }
}

/** A whole number that the database can read, also of a cursor that somebody has made up. */
export const within = (number: number, least: number, most: number): number =>
  Math.min(Math.max(Math.trunc(number), least), most)

export const notOurs = (message: string) =>
  invalidRequest('The cursor is not one of this list.', [{ path: '/cursor', message }])
