import { actorOf, type Ctx } from '../../ctx.ts'
import type { NewEvent } from '../../events/emit.ts'
import { newId } from '../../kit/ids.ts'
import { balanceNews, refused } from './accounts.ts'
import * as queries from './ledger-queries.ts'

/*
 * Paying with points, inside the transaction of the checkout or order that pays. Both functions answer what is to be told: give
 * it to `emitAll` with your own events, which is one statement for all of them.
 */

export interface PointsTender {
  customerId: string
  points: number
}

/**
 * All of them or 422 `points_refused`. A holder that has taken just so many takes nothing again; one that has given all of them
 * back may take anew. `isHeld`: the caller's transaction holds the account since an earlier statement.
 */
export async function debitPoints(
  ctx: Ctx,
  holder: string,
  { customerId, points }: PointsTender,
  isHeld = false,
): Promise<NewEvent[]> {
  refuseNothing(points)
  if (!isHeld) await queries.lockAccount(ctx, customerId)
  const row = { entryId: newId('lpe'), customerId, points }
  const redeemed = await queries.redeem(ctx, holder, row, actorOf(ctx.caller))
  if (redeemed?.isTaken) return [balanceNews(customerId, 'redeemed', -points, redeemed.balance, holder)]
  if (redeemed?.verdict === 'taken before') return []
  if (redeemed?.verdict === 'held otherwise') throw refused('the same holder has taken another number: restore that')
  // How many are left is not for whoever holds the cart to know.
  throw refused(`${points} are wanted, which are no longer there. Show the cart again`)
}

/** Gives back, once for each reference, and never more than the holder has taken. */
export async function restorePoints(
  ctx: Ctx,
  { holder, reference }: { holder: string; reference: string },
  { customerId, points }: PointsTender,
): Promise<NewEvent[]> {
  refuseNothing(points)
  await queries.lockAccount(ctx, customerId)
  const standing = await queries.readStanding(ctx, holder)
  if (standing.references.includes(reference)) return []
  if (points > standing.points) throw refused(`${holder} can give back ${standing.points} at most`)
  const row = { entryId: newId('lpe'), customerId, kind: 'restored', points, holder, reference } as const
  // What was taken is given back, however much came meanwhile.
  const moved = await queries.move(ctx, row, Number.MAX_SAFE_INTEGER, actorOf(ctx.caller))
  if (!moved) throw new Error(`The loyalty account of ${customerId} is gone`)
  return [balanceNews(customerId, 'restored', points, moved.balance, holder)]
}

function refuseNothing(points: number): void {
  if (!Number.isSafeInteger(points) || points <= 0) throw new RangeError(`${points} points can't be moved`)
}
