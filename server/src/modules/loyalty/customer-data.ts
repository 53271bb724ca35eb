import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../kit/errors.ts'
import type { Person, RowCounts } from '../customers/identity/identity.ts'
import { post } from '../ledger/ledger.ts'
import { findAccount, openAccount } from './queries.ts'
import { lockAccount } from './redemption/queries.ts'
import { formatCount, toPosting } from './redemption/redemption.ts'
import { MAX_POINTS } from './schemas.ts'

/** The points are forfeited: nobody is left to spend them. */
export async function forfeitPoints(ctx: Ctx, { customerId }: Person): Promise<RowCounts> {
  const balance = (await lockAccount(ctx, customerId))?.balance ?? 0
  if (balance > 0) await adjust(ctx, customerId, -balance, 'Customer erased')
  return {}
}

/** In the order of IDs, like everyone who locks two accounts. */
export async function lockAccounts(ctx: Ctx, customerIds: string[]): Promise<void> {
  for (const id of customerIds.toSorted()) await lockAccount(ctx, id)
}

/** All points of `from`, unless there is a number. Returns how many were moved. The accounts must be locked. */
export async function movePoints(ctx: Ctx, from: string, to: string, points?: number): Promise<number> {
  const balance = (await findAccount(ctx, from))?.balance ?? 0
  const moved = points ?? balance
  if (moved === 0) return 0
  if (moved > balance) {
    const message = `The points that came with the merge were spent: ${formatCount(moved)} are needed, ${formatCount(balance)} are left.`
    throw new AppError('conflict', message, { fields: { points: moved, balance } })
  }
  await openAccount(ctx, to)
  const target = await lockAccount(ctx, to)
  if ((target?.balance ?? 0) + moved > MAX_POINTS) {
    throw new AppError('conflict', `An account can hold at most ${formatCount(MAX_POINTS)} points.`, {
      fields: { limit: MAX_POINTS },
    })
  }
  await adjust(ctx, from, -moved, `Moved to ${to}`)
  await adjust(ctx, to, moved, `Moved from ${from}`)
  return moved
}

const adjust = (ctx: Ctx, customerId: string, points: number, reason: string) =>
  post(ctx, [{ ...toPosting(customerId, 'adjusted', points), reason }])
