import { type Ctx, transaction } from '../../ctx.ts'
import { keyset, type Page, toPage } from '../../db/page.ts'
import { emit } from '../../events/emit.ts'
import { invalidRequest, notFound } from '../../kit/errors.ts'
import { money } from '../../kit/money.ts'
import { pointsValue } from '../../pricing/points.ts'
import { auditValueCreation } from '../audit/audit.ts'
import { getCustomer } from '../customers/customers.ts'
import { listAccountEntries, post } from '../ledger/ledger.ts'
import type { LedgerEntry } from '../ledger/schemas.ts'
import { balanceChangedEvent, toPosting } from './balance-changes.ts'
import { updateLots } from './earning/lots.ts'
import { getProgram } from './program/program.ts'
import * as queries from './queries.ts'
import { lockAccount } from './redemption/queries.ts'
import { formatCount, pointsError } from './redemption/redemption.ts'
import {
  type LoyaltyAccount,
  type LoyaltyEntriesQuery,
  type LoyaltyEntry,
  MAX_POINTS,
  type PointsAdjustment,
} from './schemas.ts'

/** An account exists from its first entry on. */
export async function getAccount(ctx: Ctx, customerId: string): Promise<LoyaltyAccount> {
  const account = await queries.findAccount(ctx, customerId)
  if (!account) throw notFound('loyalty account', customerId)
  const { pointValues } = await getProgram(ctx)
  const value = pointValues.map((each) => money(pointsValue(Math.max(0, account.balance), each), each.currency))
  const { balance, createdAt, updatedAt } = account
  return { customerId: account.customerId, balance, value, createdAt, updatedAt }
}

/** Manual adjustment by staff. */
export function adjustPoints(
  ctx: Ctx,
  customerId: string,
  { points, reason }: PointsAdjustment,
): Promise<LoyaltyAccount> {
  if (points === 0) {
    throw invalidRequest('The adjustment has no points.', [{ path: '/points', message: 'must not be 0' }])
  }
  return transaction(ctx, async (ctx) => {
    if (points > 0) {
      await getCustomer(ctx, customerId)
      await queries.openAccount(ctx, customerId)
    }
    const locked = await lockAccount(ctx, customerId)
    if (!locked) throw notFound('loyalty account', customerId)
    const { balance } = locked
    // Points may be added to a negative balance even if they don't pay off all of it.
    if ((points < 0 && balance + points < 0) || balance + points > MAX_POINTS)
      throw pointsError(
        `the balance is ${formatCount(balance)}, and an account can hold 0 to ${formatCount(MAX_POINTS)}`,
        { balance, limit: MAX_POINTS },
        '/points',
      )
    const changes = await post(ctx, [{ ...toPosting(customerId, 'adjusted', points), reason }])
    await auditValueCreation(ctx, 'loyalty_points.adjusted', customerId, { points, reason })
    for (const change of changes) {
      await updateLots(ctx, 'adjustment', change)
      const { type, data } = balanceChangedEvent(change, 'adjusted', null)
      await emit(ctx, type, data)
    }
    return getAccount(ctx, customerId)
  })
}

export async function listEntries(
  ctx: Ctx,
  customerId: string,
  query: LoyaltyEntriesQuery,
): Promise<Page<LoyaltyEntry>> {
  await getAccount(ctx, customerId)
  const page = keyset(query)
  const entries = await listAccountEntries(ctx, page, 'points', customerId)
  return toPage(entries.map(toLoyaltyEntry), page)
}

const toLoyaltyEntry = (entry: LedgerEntry): LoyaltyEntry => ({
  id: entry.id,
  kind: entry.kind as LoyaltyEntry['kind'],
  points: entry.amount,
  balanceAfter: entry.balanceAfter ?? 0,
  orderId: entry.orderId,
  refundId: entry.refundId,
  referralId: entry.referralId,
  reason: entry.reason,
  actor: entry.actor,
  createdAt: entry.createdAt,
})
