import { type Ctx, type SystemCtx, transaction } from '../../../ctx.ts'
import { emitAll, type NewEvent } from '../../../events/emit.ts'
import type { Schedule } from '../../../jobs/job.ts'
import { newId } from '../../../kit/ids.ts'
import { type BalanceChange, post } from '../../ledger/ledger.ts'
import { findEnvironmentById } from '../../workspaces/workspaces.ts'
import { balanceChangedEvent, toPosting } from '../balance-changes.ts'
import { getProgram } from '../program/program.ts'
import type { LotShare } from '../schemas.ts'
import { planLotReturn } from './lot-returns.ts'
import * as queries from './queries.ts'
import { updateTiers } from './tiers.ts'

/** What is left of new points once they have paid off a negative balance. */
export const remainingOf = ({ amount, balance }: Pick<BalanceChange, 'amount' | 'balance'>): number =>
  Math.max(0, Math.min(amount, balance))

/** Keeps the lots of an account in step with a change of its balance that was just posted. */
export async function updateLots(
  ctx: Ctx,
  source: queries.AvailableSource,
  change: Pick<BalanceChange, 'accountId' | 'amount' | 'balance'>,
): Promise<void> {
  if (change.amount < 0) await queries.takeFromLots(ctx, change.accountId, -change.amount)
  else await addLot(ctx, source, change)
}

/** For points that were just posted. Returns the ID of the lot. */
export async function addLot(
  ctx: Ctx,
  source: queries.AvailableSource,
  change: Pick<BalanceChange, 'accountId' | 'amount' | 'balance'>,
): Promise<`lot_${string}`> {
  const id = newId('lot')
  const { accountId: customerId, amount: points } = change
  await queries.insertAvailableLot(ctx, { id, customerId, source, points, remaining: remainingOf(change) })
  return id
}

/**
 * Takes points of a lot back. Pending and expired points are not part of the balance, so they are taken first, without
 * an entry in the ledger. Then come the rest of the lot and other points. What was already spent makes the balance
 * negative. The account must be locked.
 */
export async function clawBackLot(ctx: Ctx, lot: queries.Lot, points: number, holder: string): Promise<NewEvent[]> {
  const isInBalance = lot.state !== 'pending' && lot.state !== 'expired'
  const own = Math.min(points, lot.remaining)
  const debt = isInBalance ? points : points - own
  if (debt > 0) await queries.takeFromLots(ctx, lot.customerId, debt, lot.id)
  await queries.recordClawback(ctx, lot.id, points, lot.remaining - own)
  if (debt === 0) return []
  const changes = await post(ctx, [{ ...toPosting(lot.customerId, 'clawed_back', -debt), holder }])
  return changes.map((change) => balanceChangedEvent(change, 'clawed_back', holder))
}

/**
 * Undoes `takeFromLots` after the points were posted: they expire when they would have anyway. Those whose lot has
 * expired or was taken back by a refund become a new lot.
 */
export async function returnToLots(
  ctx: Ctx,
  change: Pick<BalanceChange, 'accountId' | 'amount' | 'balance'>,
  shares: LotShare[],
): Promise<void> {
  const customerId = change.accountId
  const ids = shares.map(({ id }) => id)
  const { returned, rest } = planLotReturn(
    shares,
    await queries.listReturnableLots(ctx, customerId, ids),
    remainingOf(change),
  )
  if (returned.length > 0) await queries.returnToLots(ctx, returned)
  if (rest > 0) {
    const lot = { id: newId('lot'), customerId, source: 'restoration' as const, points: rest, remaining: rest }
    await queries.insertAvailableLot(ctx, lot)
  }
}

/** After balances and lots were moved separately. The account must be locked. */
export async function reconcileLots(ctx: Ctx, customerId: string): Promise<void> {
  const missing = (await queries.findMissingLotPoints(ctx, customerId))?.points ?? 0
  if (missing < 0) await queries.takeFromLots(ctx, customerId, -missing)
  if (missing > 0) {
    const lot = { id: newId('lot'), customerId, source: 'adjustment' as const, points: missing, remaining: missing }
    await queries.insertAvailableLot(ctx, lot)
  }
}

/**
 * Makes pending points available, one lot for each account, and writes off expired ones. The accounts must be locked.
 * Returns the events to emit.
 */
export async function settleLots(ctx: Ctx, accounts: queries.LockedAccount[]): Promise<NewEvent[]> {
  const ids = accounts.map(({ customerId }) => customerId)
  const vesting = await queries.listVestingLots(ctx, ids)
  const holderOf = ({ orderId, id }: (typeof vesting)[number]) => orderId ?? id
  const vested = await post(
    ctx,
    vesting.map((lot) => ({ ...toPosting(lot.customerId, 'earned', lot.remaining), holder: holderOf(lot) })),
  )
  const lots = vesting.flatMap((lot) => {
    const change = vested.find(({ accountId }) => accountId === lot.customerId)
    return change ? [{ lot, change }] : []
  })
  if (lots.length > 0) {
    await queries.makeAvailable(
      ctx,
      lots.map(({ lot: { id }, change }) => ({ id, remaining: remainingOf(change) })),
    )
  }
  const expired = await expirePoints(ctx, ids)
  const upgraded = accounts.filter(({ customerId }) => lots.some(({ lot }) => lot.customerId === customerId))
  const tierEvents = upgraded.length > 0 ? await updateTiers(ctx, await getProgram(ctx), upgraded, 'upgrade') : []
  const vestedEvents = lots.map(({ lot, change }) => balanceChangedEvent(change, 'earned', holderOf(lot)))
  return [...vestedEvents, ...expired, ...tierEvents]
}

async function expirePoints(ctx: Ctx, customerIds: string[]): Promise<NewEvent[]> {
  const totals = new Map<string, number>()
  for (const { customerId, remaining } of await queries.expireLots(ctx, customerIds)) {
    totals.set(customerId, (totals.get(customerId) ?? 0) + remaining)
  }
  const changes = await post(
    ctx,
    [...totals].map(([customerId, points]) => toPosting(customerId, 'expired', -points)),
  )
  return changes.map((change) => balanceChangedEvent(change, 'expired', null))
}

/** Accounts per transaction. */
const BATCH_SIZE = 200

type Work = (ctx: Ctx, accounts: queries.LockedAccount[]) => Promise<NewEvent[]>

/** Processes that run at the same time wait for each other's locks and then find nothing to do. */
async function forDueAccounts(system: SystemCtx, list: typeof queries.listDueAccounts, work: Work): Promise<void> {
  for (;;) {
    const due = await list(system, BATCH_SIZE)
    for (const { environmentId, customerIds } of due) {
      const environment = await findEnvironmentById(system.db, environmentId)
      if (!environment) throw new Error(`The environment ${environmentId} has loyalty accounts but does not exist`)
      await transaction({ ...system, ...environment, caller: { kind: 'system' } } as Ctx, async (ctx) =>
        emitAll(ctx, await work(ctx, await queries.lockAccounts(ctx, customerIds))),
      )
    }
    if (due.length === 0 || system.signal.aborted) return
  }
}

export const settleLotsSchedule: Schedule = {
  name: 'loyalty.settle-lots',
  cron: '*/5 * * * *',
  run: (ctx) => forDueAccounts(ctx, queries.listDueAccounts, settleLots),
}

export const reviewTiersSchedule: Schedule = {
  name: 'loyalty.review-tiers',
  cron: '20 2 * * *',
  run: (ctx) =>
    forDueAccounts(ctx, queries.listEndedTiers, async (ctx, accounts) =>
      updateTiers(ctx, await getProgram(ctx), accounts, 'review'),
    ),
}
