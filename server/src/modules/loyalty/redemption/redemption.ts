import { actorOf, type Ctx } from '../../../ctx.ts'
import type { NewEvent } from '../../../events/emit.ts'
import { AppError, type ErrorFields } from '../../../kit/errors.ts'
import { toHolderFields } from '../../../kit/holder.ts'
import { newId } from '../../../kit/ids.ts'
import * as queries from './queries.ts'

/*
 * Payments with points, inside the transaction of the checkout or order. Both functions return events: pass them to
 * `emitAll` with your own, so that all are written in one statement.
 */

export interface PointsTender {
  customerId: string
  points: number
}

/**
 * Debits all points or throws 422 `points_rejected`. Idempotent per holder and number of points; a holder that restored
 * everything may debit again. `isLocked`: an earlier statement of this transaction locked the account.
 */
export async function debitPoints(
  ctx: Ctx,
  holder: string,
  { customerId, points }: PointsTender,
  isLocked = false,
): Promise<NewEvent[]> {
  assertPositivePoints(points)
  if (!isLocked) await queries.lockAccount(ctx, customerId)
  const row = { entryId: newId('lpe'), customerId, points }
  const result = await queries.redeem(ctx, holder, row, actorOf(ctx.caller))
  if (result?.isRedeemed) return [balanceChangedEvent(customerId, 'redeemed', -points, result.balance, holder)]
  if (result?.outcome === 'already_redeemed') return []
  if (result?.outcome === 'conflicting_redemption')
    throw pointsError('this order already used another number of points. Restore those first')
  // Don't reveal the balance: the caller may only hold the cart.
  throw pointsError(`${formatCount(points)} points are no longer available. Get the cart again`, { points })
}

/** Restores once per reference, and never more than the holder debited. */
export async function restorePoints(
  ctx: Ctx,
  { holder, reference }: { holder: string; reference: string },
  { customerId, points }: PointsTender,
): Promise<NewEvent[]> {
  assertPositivePoints(points)
  await queries.lockAccount(ctx, customerId)
  const held = await queries.getHolderBalance(ctx, holder)
  if (held.references.includes(reference)) return []
  if (points > held.points)
    throw pointsError(`this order can restore at most ${formatCount(held.points)}`, {
      ...toHolderFields(holder, reference),
      refundablePoints: held.points,
    })
  const row = { entryId: newId('lpe'), customerId, kind: 'restored', points, holder, reference } as const
  // Restores even above `MAX_POINTS`: the customer is owed the points, however many were added since.
  const posted = await queries.postEntry(ctx, row, Number.MAX_SAFE_INTEGER, actorOf(ctx.caller))
  if (!posted) throw new Error(`The loyalty account of ${customerId} no longer exists`)
  return [balanceChangedEvent(customerId, 'restored', points, posted.balance, holder, reference)]
}

function assertPositivePoints(points: number): void {
  if (!Number.isSafeInteger(points) || points <= 0) throw new RangeError(`${points} is not a valid number of points`)
}

/** `reason` is shown to the caller. */
export const pointsError = (reason: string, fields: ErrorFields = {}, path?: string): AppError =>
  new AppError('points_rejected', `The points were rejected: ${reason}.`, {
    ...(path !== undefined && { details: [{ path, message: reason }] }),
    fields,
  })

export const formatCount = (count: number) => count.toLocaleString('en')

type BalanceChanged = Extract<NewEvent, { type: 'loyalty_account.balance_changed' }>

export const balanceChangedEvent = (
  customerId: string,
  kind: BalanceChanged['data']['kind'],
  change: number,
  balance: number,
  holder: string | null,
  reference: string | null = null,
): BalanceChanged => ({
  type: 'loyalty_account.balance_changed',
  data: { customerId, kind, change, balance, ...toHolderFields(holder, reference) },
})
