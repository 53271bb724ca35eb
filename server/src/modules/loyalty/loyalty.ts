import { isDeepStrictEqual } from 'node:util'
import { actorOf, type Ctx, transaction } from '../../ctx.ts'
import { keyset, type Page, toPage } from '../../db/page.ts'
import { emit, type NewEvent } from '../../events/emit.ts'
import { assertIfMatch } from '../../http/responses/etag.ts'
import { isCurrency } from '../../kit/currencies.ts'
import { AppError, type ErrorDetail, type ErrorFields, invalidRequest, notFound } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { money } from '../../kit/money.ts'
import { pointsValue } from '../../pricing/points.ts'
import { auditValueCreation } from '../audit/audit.ts'
import { bumpPricingVersion } from '../pricing-versions/pricing-versions.ts'
import * as ledger from './ledger-queries.ts'
import * as queries from './queries.ts'
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
    if (points > 0) await ledger.openAccount(ctx, customerId)
    // Locks before creating the entry id, so that entry ids sort in the order of the balances.
    if ((await ledger.lockAccount(ctx, customerId)) === 0) throw notFound('loyalty account', customerId)
    const row = { entryId: newId('lpe'), customerId, kind: 'adjusted', points, reason } as const
    const posted = await ledger.postEntry(ctx, row, MAX_POINTS, actorOf(ctx.caller))
    const account = await getAccount(ctx, customerId)
    if (!posted)
      throw pointsError(
        `the balance is ${formatCount(account.balance)}, and an account can hold 0 to ${formatCount(MAX_POINTS)}`,
        { balance: account.balance, limit: MAX_POINTS },
        '/points',
      )
    await auditValueCreation(ctx, 'loyalty_points.adjusted', customerId, { points, reason })
    const { type, data } = balanceChangedEvent(customerId, 'adjusted', points, posted.balance, null)
    await emit(ctx, type, data)
    return account
  })
}

export async function listEntries(
  ctx: Ctx,
  customerId: string,
  query: LoyaltyEntriesQuery,
): Promise<Page<LoyaltyEntry>> {
  await getAccount(ctx, customerId)
  const page = keyset(query)
  return toPage(await ledger.listEntries(ctx, page, customerId), page)
}

/** `reason` is shown to the caller. */
export const pointsError = (reason: string, fields: ErrorFields = {}, path?: string): AppError =>
  new AppError('points_rejected', `The points were rejected: ${reason}.`, {
    ...(path !== undefined && { details: [{ path, message: reason }] }),
    fields,
  })

const formatCount = (count: number) => count.toLocaleString('en')

type BalanceChanged = Extract<NewEvent, { type: 'loyalty_account.balance_changed' }>

export const balanceChangedEvent = (
  customerId: string,
  kind: BalanceChanged['data']['kind'],
  change: number,
  balance: number,
  holder: string | null,
): BalanceChanged => ({
  type: 'loyalty_account.balance_changed',
  data: { customerId, kind, change, balance, holder },
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
    await queries.lockProgram(ctx)
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
  if (!isLocked) await ledger.lockAccount(ctx, customerId)
  const row = { entryId: newId('lpe'), customerId, points }
  const result = await ledger.redeem(ctx, holder, row, actorOf(ctx.caller))
  if (result?.isTaken) return [balanceChangedEvent(customerId, 'redeemed', -points, result.balance, holder)]
  if (result?.verdict === 'taken before') return []
  if (result?.verdict === 'held otherwise')
    throw pointsError('this holder already used another number of points. Restore those first')
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
  await ledger.lockAccount(ctx, customerId)
  const held = await ledger.getHolderBalance(ctx, holder)
  if (held.references.includes(reference)) return []
  if (points > held.points)
    throw pointsError(`this order can restore at most ${formatCount(held.points)}`, {
      holder,
      refundablePoints: held.points,
    })
  const row = { entryId: newId('lpe'), customerId, kind: 'restored', points, holder, reference } as const
  // Restores even above `MAX_POINTS`: the customer is owed the points, however many were added since.
  const posted = await ledger.postEntry(ctx, row, Number.MAX_SAFE_INTEGER, actorOf(ctx.caller))
  if (!posted) throw new Error(`The loyalty account of ${customerId} no longer exists`)
  return [balanceChangedEvent(customerId, 'restored', points, posted.balance, holder)]
}

function assertPositivePoints(points: number): void {
  if (!Number.isSafeInteger(points) || points <= 0) throw new RangeError(`${points} is not a valid number of points`)
}
