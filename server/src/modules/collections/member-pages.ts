import type { Page } from '../../db/page.ts'
import { invalidRequest } from '../../kit/errors.ts'
import type { After } from './member-queries.ts'
import type { Member, MembersQuery } from './schemas.ts'

const DEFAULT_LIMIT = 20

/** By place, not by age as other lists are: a cursor holds the place of the last one, which may have gone meanwhile. */
export function placeOf({ limit = DEFAULT_LIMIT, cursor }: MembersQuery): After {
  return { ...(cursor === undefined ? { position: -1, productId: '' } : decode(cursor)), take: limit + 1 }
}

export function pageOf(rows: Member[], { take }: After): Page<Member> {
  const data = rows.slice(0, take - 1)
  const last = data.at(-1)
  return { data, nextCursor: last && rows.length === take ? encode(last) : null }
}

const encode = ({ position, id }: Member) => Buffer.from(`${position}:${id}`).toString('base64url')

function decode(cursor: string): Omit<After, 'take'> {
  const [, position, productId] =
    /^(\d{1,9}):(prod_[0-9a-z]{26})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (position !== undefined && productId !== undefined) return { position: Number(position), productId }
  throw invalidRequest('The cursor is not one that this server made.', [
    { path: '/cursor', message: 'must be the nextCursor of an earlier page' },
  ])
}
