import { isDeepStrictEqual } from 'node:util'
import { type Ctx, transaction } from '../../ctx.ts'
import { lockEnvironment } from '../../db/lock-environment.ts'
import { keyset, type Page, toPage } from '../../db/page.ts'
import { emit } from '../../events/emit.ts'
import { assertIfMatch } from '../../http/responses/etag.ts'
import { type ErrorDetail, invalidRequest, notFound } from '../../kit/errors.ts'
import { isCurrency, money } from '../../kit/money.ts'
import { pointsValue } from '../../pricing/points.ts'
import { auditValueCreation } from '../audit/audit.ts'
import { getCustomer } from '../customers/customers.ts'
import { listAccountEntries, post } from '../ledger/ledger.ts'
import type { LedgerEntry } from '../ledger/schemas.ts'
import { bumpPricingVersion } from '../pricing-versions/pricing-versions.ts'
import * as queries from './queries.ts'
import { lockAccount } from './redemption/queries.ts'
import { balanceChangedEvent, formatCount, pointsError, toPosting } from './redemption/redemption.ts'
import {
  type LoyaltyAccount,
  type LoyaltyEntriesQuery,
  type LoyaltyEntry,
  type LoyaltyProgram,
  type LoyaltyProgramInput,
  MAX_POINTS,
  type PointsAdjustment,
} from './schemas.ts'

/** An account exists from its first entry on. */
export async function getAccount(ctx: Ctx, customerId: string): Promise<LoyaltyAccount> {
  const account = await queries.findAccount(ctx, customerId)
  if (!account) throw notFound('loyalty account', customerId)
  const { pointValues } = await getProgram(ctx)
  const value = pointValues.map((each) => money(pointsValue(account.balance, each), each.currency))
  return { ...account, value }
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
    if (balance + points < 0 || balance + points > MAX_POINTS)
      throw pointsError(
        `the balance is ${formatCount(balance)}, and an account can hold 0 to ${formatCount(MAX_POINTS)}`,
        { balance, limit: MAX_POINTS },
        '/points',
      )
    const changes = await post(ctx, [{ ...toPosting(customerId, 'adjusted', points), reason }])
    await auditValueCreation(ctx, 'loyalty_points.adjusted', customerId, { points, reason })
    for (const change of changes) {
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
  reason: entry.reason,
  actor: entry.actor,
  createdAt: entry.createdAt,
})

/** Until a program is set, points have no value. */
const DEFAULT_PROGRAM: LoyaltyProgram = {
  name: 'Points',
  active: false,
  pointValues: [],
  minPoints: 1,
  version: 0,
  updatedAt: null,
}

export const getProgram = async (ctx: Ctx): Promise<LoyaltyProgram> =>
  (await queries.findProgram(ctx)) ?? DEFAULT_PROGRAM

/** Replaces the whole program; an identical program changes nothing. All carts are repriced. */
export function replaceProgram(
  ctx: Ctx,
  input: LoyaltyProgramInput,
  ifMatch: string | undefined,
): Promise<LoyaltyProgram> {
  assertValidPointValues(input)
  const { name, active, minPoints = 1 } = input
  const pointValues = input.pointValues.toSorted((one, other) => (one.currency < other.currency ? -1 : 1))
  const settings = { name, active, pointValues, minPoints }
  return transaction(ctx, async (ctx) => {
    await lockEnvironment(ctx)
    const { version, updatedAt: _, ...existing } = await getProgram(ctx)
    assertIfMatch(ifMatch, version)
    if (version === 0 || !isDeepStrictEqual(existing, settings)) {
      await auditValueCreation(ctx, 'loyalty_program.changed', name, { active })
      await queries.saveProgram(ctx, version + 1, settings)
      await bumpPricingVersion(ctx)
      await emit(ctx, 'loyalty_program.updated', { version: version + 1, active })
    }
    return getProgram(ctx)
  })
}

function assertValidPointValues({ pointValues }: LoyaltyProgramInput): void {
  const seen = new Set<string>()
  const errors = pointValues.flatMap(({ currency }, at): ErrorDetail[] => {
    const path = `/pointValues/${at}/currency`
    if (!isCurrency(currency)) return [{ path, message: `must be a supported currency, not "${currency}"` }]
    if (seen.has(currency)) return [{ path, message: `must not repeat ${currency}` }]
    seen.add(currency)
    return []
  })
  if (errors.length > 0) throw invalidRequest('The point values are not valid.', errors)
}
