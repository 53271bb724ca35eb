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

/** What a newest-first list statement needs: rows whose id is below `before`, one more than asked to see whether there are more. */
export interface Keyset {
  before: string
  take: number
}

const DEFAULT_LIMIT = 20

/** The first page starts "below the last possible id", so the first page and all others are one statement with one plan. */
export function keyset(request: PageRequest): Keyset {
  const limit = request.limit ?? DEFAULT_LIMIT
  return { before: request.cursor === undefined ? LAST_ID : decode(request.cursor), take: limit + 1 }
}

export function toPage<Row extends { id: string }>(rows: Row[], { take }: Keyset): Page<Row> {
  if (rows.length < take) return { data: rows, nextCursor: null }
  const data = rows.slice(0, take - 1)
  const last = data.at(-1)
  return { data, nextCursor: last ? encode(last.id) : null }
}

const encode = (id: string) => Buffer.from(id).toString('base64url')

function decode(cursor: string): string {
  const id = Buffer.from(cursor, 'base64url').toString()
  if (!/^[a-z]+_[0-9a-z]{26}$/.test(id)) {
    throw invalidRequest('The cursor is not one that this server made.', [
      { path: '/cursor', message: 'must be the nextCursor of an earlier page' },
    ])
  }
  return id
}
