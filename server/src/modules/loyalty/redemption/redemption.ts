import type { Ctx } from '../../../ctx.ts'
import type { NewEvent } from '../../../events/emit.ts'
import { AppError, type ErrorFields } from '../../../kit/errors.ts'
import { toHolderFields } from '../../../kit/holder.ts'
import {
  type BalanceChange,
  type Debit,
  type DebitResult,
  debit,
  type HolderReference,
  post,
  restore,
} from '../../ledger/ledger.ts'
import { balanceChangedEvent, toPosting } from '../balance-changes.ts'
import { returnToLots, updateLots } from '../earning/lots.ts'
import { takeFromLots } from '../earning/queries.ts'
import type { LotShare } from '../schemas.ts'
import { lockAccount } from './queries.ts'

/*
 * Points that pay or are exchanged, inside the transaction of the checkout, order or redemption. All functions return
 * events: pass them to `emitAll` with your own, so that all are written in one statement.
 */

export interface PointsTender {
  customerId: string
  points: number
}

/** Locks the account and debits all points, or throws. A transaction that holds the lock calls `debit` itself. */
export async function debitPoints(ctx: Ctx, holder: string, tender: PointsTender): Promise<NewEvent[]> {
  await lockAccount(ctx, tender.customerId)
  const debits = [toPointsDebit(tender)]
  return pointsDebitEvents(holder, debits, await debit(ctx, holder, debits))
}

export const toPointsDebit = ({ customerId, points }: PointsTender): Debit => ({
  accountType: 'points',
  accountId: customerId,
  unit: 'points',
  amount: points,
})

/** Throws 422 `points_rejected` unless all points were debited. */
export function pointsDebitEvents(holder: string, debits: Debit[], results: DebitResult[]): NewEvent[] {
  return debits.flatMap(({ accountType, accountId, amount }) => {
    if (accountType !== 'points') return []
    const result = results.find((one) => one.accountType === 'points' && one.accountId === accountId)
    if (result?.outcome === 'already_debited') return []
    if (result?.outcome === 'conflicting_debit')
      throw pointsError('this order already used another number of points. Restore those first')
    // Don't reveal the balance: the caller may only hold the cart.
    if (result?.outcome !== 'debited' || result.balance === null)
      throw pointsError(`${formatCount(amount)} points are no longer available. Get the cart again`, { points: amount })
    return [balanceChangedEvent({ ...result, amount: -amount, balance: result.balance }, 'redeemed', holder)]
  })
}

/** Restores once per reference, and never more than the holder debited. */
export async function restorePoints(
  ctx: Ctx,
  { holder, reference }: HolderReference,
  { customerId, points }: PointsTender,
): Promise<NewEvent[]> {
  await lockAccount(ctx, customerId)
  const reject = (max: number) =>
    pointsError(`this order can restore at most ${formatCount(max)}`, {
      ...toHolderFields(holder, reference),
      refundablePoints: max,
    })
  // Restores even above `MAX_POINTS`: the customer is owed the points, however many were added since.
  const changes = await restore(ctx, { holder, reference }, toPointsDebit({ customerId, points }), reject)
  for (const change of changes) await updateLots(ctx, 'restoration', change)
  return changes.map((change) => balanceChangedEvent(change, 'restored', holder, reference))
}

interface PointsChange {
  balance: number
  events: NewEvent[]
}

/**
 * Exchanges points for something else. `lots` are where they came from, for `returnPoints`. Throws 422
 * `insufficient_points`.
 */
export async function exchangePoints(
  ctx: Ctx,
  holder: string,
  { customerId, points }: PointsTender,
  reason: string,
): Promise<PointsChange & { lots: LotShare[] }> {
  await assertEnoughPoints(ctx, { customerId, points })
  const changes = await post(ctx, [{ ...toPosting(customerId, 'redeemed', -points), holder, reason }])
  const lots = await takeFromLots(ctx, customerId, points)
  return { ...toPointsChange(changes, 'redeemed', holder), lots }
}

/** Locks the account until the transaction ends. Returns the balance. */
export async function assertEnoughPoints(ctx: Ctx, { customerId, points }: PointsTender): Promise<number> {
  const balance = (await lockAccount(ctx, customerId))?.balance ?? 0
  if (balance >= points) return balance
  throw new AppError(
    'insufficient_points',
    `This takes ${formatCount(points)} points, and the balance is ${formatCount(balance)}.`,
    { fields: { points, balance } },
  )
}

/** Blocks other changes of the balance until the transaction ends. */
export async function lockPoints(ctx: Ctx, customerId: string): Promise<void> {
  await lockAccount(ctx, customerId)
}

/** Undoes `exchangePoints`. The account must be locked, and the caller makes sure that it happens once. */
export async function returnPoints(
  ctx: Ctx,
  holder: string,
  { customerId, points }: PointsTender,
  lots: LotShare[],
): Promise<PointsChange> {
  const posting = { ...toPosting(customerId, 'restored', points), holder, reference: 'reversal' }
  const changes = await post(ctx, [posting])
  for (const change of changes) await returnToLots(ctx, change, lots)
  return toPointsChange(changes, 'restored', holder)
}

const toPointsChange = (changes: BalanceChange[], kind: 'redeemed' | 'restored', holder: string): PointsChange => ({
  balance: changes[0]?.balance ?? 0,
  events: changes.map((change) => balanceChangedEvent(change, kind, holder)),
})

/** `reason` is shown to the caller. */
export const pointsError = (reason: string, fields: ErrorFields = {}, path?: string): AppError =>
  new AppError('points_rejected', `The points were rejected: ${reason}.`, {
    ...(path !== undefined && { details: [{ path, message: reason }] }),
    fields,
  })

export const formatCount = (count: number) => count.toLocaleString('en')
