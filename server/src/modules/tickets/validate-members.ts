import type { Ctx } from '../../ctx.ts'
import { type ErrorDetail, invalidRequest } from '../../kit/errors.ts'
import { listMemberIds } from './queries.ts'

/** For requests that name members. */
export async function assertMembers(ctx: Ctx, named: { userId: string; path: string }[]): Promise<void> {
  if (named.length === 0) return
  const members = await listMemberIds(
    ctx,
    named.map(({ userId }) => userId),
  )
  const known = new Set(members.map(({ userId }) => userId))
  const errors = named.flatMap(({ userId, path }): ErrorDetail[] =>
    known.has(userId) ? [] : [{ path, message: 'is not a member of this workspace' }],
  )
  if (errors.length > 0) throw invalidRequest('The request names people who are not members.', errors)
}
