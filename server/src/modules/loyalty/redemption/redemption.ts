import type { Ctx } from '../../../ctx.ts'
import type { NewEvent } from '../../../events/emit.ts'
import { AppError, type ErrorFields } from '../../../kit/errors.ts'
import { toHolderFields } from '../../../kit/holder.ts'
import { type Debit, type DebitResult, debit, type HolderReference, restore } from '../../ledger/ledger.ts'
import { balanceChangedEvent } from '../balance-changes.ts'
import { updateLots } from '../earning/lots.ts'
import { lockAccount } from './queries.ts'

/*
 * Payments with points, inside the transaction of the checkout or order. Both functions return events: pass them to
 * `emitAll` with your own, so that all are written in one statement.
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

/** `reason` is shown to the caller. */
export const pointsError = (reason: string, fields: ErrorFields = {}, path?: string): AppError =>
  new AppError('points_rejected', `The points were rejected: ${reason}.`, {
    ...(path !== undefined && { details: [{ path, message: reason }] }),
    fields,
  })

export const formatCount = (count: number) => count.toLocaleString('en')
