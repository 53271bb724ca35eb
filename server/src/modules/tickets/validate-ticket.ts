import type { Ctx } from '../../ctx.ts'
import { type ErrorDetail, invalidRequest } from '../../kit/errors.ts'
import { assertFieldValues } from './fields/fields.ts'
import * as queries from './queries.ts'
import type { TicketChanges } from './schemas.ts'
import { assertTeamExists } from './teams/teams.ts'
import { assertMembers } from './validate-members.ts'

/** Everything that a request may name must belong to the shop. */
export async function assertValidChanges(ctx: Ctx, changes: TicketChanges): Promise<void> {
  const { assigneeId, followerIds = [], orderIds = [], addOrderIds = [], teamId, customFields } = changes
  await assertMembers(ctx, [
    ...(assigneeId ? [{ userId: assigneeId, path: '/assigneeId' }] : []),
    ...followerIds.map((userId, at) => ({ userId, path: `/followerIds/${at}` })),
  ])
  if (orderIds.length > 0) await assertOrders(ctx, orderIds, '/orderIds')
  if (addOrderIds.length > 0) await assertOrders(ctx, addOrderIds, '/addOrderIds')
  if (teamId) await assertTeamExists(ctx, teamId)
  if (customFields) await assertFieldValues(ctx, customFields)
}

async function assertOrders(ctx: Ctx, orderIds: string[], path: string): Promise<void> {
  const known = new Set<string>((await queries.listOrderIds(ctx, orderIds)).map(({ id }) => id))
  const errors = orderIds.flatMap((id, at): ErrorDetail[] =>
    known.has(id) ? [] : [{ path: `${path}/${at}`, message: 'is not an order of this shop' }],
  )
  if (errors.length > 0) throw invalidRequest('The ticket names orders that don’t exist.', errors)
}
