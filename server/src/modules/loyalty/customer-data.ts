import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../kit/errors.ts'
import type { Person, RowCounts } from '../customers/identity/identity.ts'
import { post } from '../ledger/ledger.ts'
import { toPosting } from './balance-changes.ts'
import { reconcileLots } from './earning/lots.ts'
import { cancelPendingLots, moveLots } from './earning/queries.ts'
import { findAccount, openAccount } from './queries.ts'
import { lockAccount } from './redemption/queries.ts'
import { formatCount } from './redemption/redemption.ts'
import * as referrals from './referrals/move-queries.ts'
import { MAX_POINTS } from './schemas.ts'

/** The points are forfeited: nobody is left to spend them. */
export async function forfeitPoints(ctx: Ctx, { customerId }: Person): Promise<RowCounts> {
  const balance = (await lockAccount(ctx, customerId))?.balance ?? 0
  await cancelPendingLots(ctx, customerId)
  if (balance > 0) await adjust(ctx, customerId, -balance, 'Customer erased')
  await reconcileLots(ctx, customerId)
  return {}
}

/** In the order of IDs, like everyone who locks two accounts. */
export async function lockAccounts(ctx: Ctx, customerIds: string[]): Promise<void> {
  for (const id of customerIds.toSorted()) await lockAccount(ctx, id)
}

/** What a merge moved. */
export interface MovedReferrals {
  codes: referrals.MovedCode[]
  referrerOf: string[]
  refereeOf: string[]
  /** Of points that were given before the merge. */
  lotIds: string[]
}

interface MovedPoints {
  points: number
  orderIds: string[]
  referrals: MovedReferrals
}

/**
 * All points of `from`, or those that a merge moved. Pending points and the lots of orders move too, so that a later
 * refund of the order takes its points from the right account. Returns how many were moved. The accounts must be locked.
 */
export async function movePoints(ctx: Ctx, from: string, to: string, merged?: MovedPoints): Promise<number> {
  const account = await findAccount(ctx, from)
  if (!account) return 0
  const { balance } = account
  const moved = merged?.points ?? balance
  if (moved > balance && moved > 0) {
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
  if (moved !== 0) {
    await adjust(ctx, from, -moved, `Moved to ${to}`)
    await adjust(ctx, to, moved, `Moved from ${from}`)
  }
  await moveLots(ctx, from, to, merged?.orderIds ?? null, merged?.referrals.lotIds ?? [])
  for (const customerId of [from, to]) await reconcileLots(ctx, customerId)
  return moved
}

const adjust = (ctx: Ctx, customerId: string, points: number, reason: string) =>
  post(ctx, [{ ...toPosting(customerId, 'adjusted', points), reason }])

/** Call it before `from` is deleted, which deletes their codes. */
export async function moveReferrals(ctx: Ctx, from: string, to: string): Promise<MovedReferrals> {
  const codes = await referrals.listCodes(ctx, from)
  await referrals.moveCodes(ctx, from, to)
  const [given, received] = [
    await referrals.moveReferrer(ctx, from, to, null),
    await referrals.moveReferee(ctx, from, to, null),
  ]
  return {
    codes,
    referrerOf: given.map(({ id }) => id),
    refereeOf: received.map(({ id }) => id),
    lotIds: [...given, ...received].flatMap(({ lotId }) => lotId ?? []),
  }
}

/** Gives back what a merge moved, once the merged customer exists again. */
export async function returnReferrals(ctx: Ctx, from: string, to: string, moved: MovedReferrals): Promise<void> {
  await referrals.returnCodes(ctx, from, to, moved.codes)
  await referrals.moveReferrer(ctx, from, to, moved.referrerOf)
  await referrals.moveReferee(ctx, from, to, moved.refereeOf)
}

/** The codes were deleted with the customer. What the other side was promised or given stays. */
export const eraseReferrals = async (ctx: Ctx, { customerIds }: Person): Promise<RowCounts> => ({
  referrals: (await referrals.deletePending(ctx, customerIds)) + (await referrals.eraseCodes(ctx, customerIds)),
})
