import type { Page, PageRequest } from '../../db/page.ts'
import { invalidRequest } from '../../kit/errors.ts'
import { LAST_ID } from '../../kit/ids.ts'
import { type LevelKey, toLevelKey } from './level-rules.ts'

/** Like `db/page.ts`, for rows with a two-part key. */
export interface LevelKeyset {
  before: LevelKey
  take: number
}

export const levelKeyset = ({ limit = 20, cursor }: PageRequest): LevelKeyset => ({
  before: cursor === undefined ? { variantId: LAST_ID, locationId: LAST_ID } : decode(cursor),
  take: limit + 1,
})

export function toLevelPage<Row extends LevelKey>(rows: Row[], { take }: LevelKeyset): Page<Row> {
  const data = rows.slice(0, take - 1)
  const last = rows.length < take ? undefined : data.at(-1)
  return { data, nextCursor: last ? Buffer.from(toLevelKey(last)).toString('base64url') : null }
}

function decode(cursor: string): LevelKey {
  const [, variantId, locationId] =
    /^(var_[0-9a-z]{26}) (loc_[0-9a-z]{26})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (variantId && locationId) return { variantId, locationId }
  throw invalidRequest('The cursor is not valid.', [
    { path: '/cursor', message: 'must be the nextCursor of an earlier page' },
  ])
}
