import { type Ctx, transaction } from '../../../ctx.ts'
import { emitAll, type NewEvent } from '../../../events/emit.ts'
import { defineSubscriber } from '../../../events/subscriber.ts'
import type { Schedule } from '../../../jobs/job.ts'
import { post } from '../../ledger/ledger.ts'
import { findEnvironmentById } from '../../workspaces/workspaces.ts'
import { balanceChangedEvent, toPosting } from '../balance-changes.ts'
import { addLot, clawBackLot } from '../earning/lots.ts'
import { listLots, lockAccounts } from '../earning/queries.ts'
import { openAccount } from '../queries.ts'
import * as queries from './queries.ts'
import { isRefunded } from './referral-rules.ts'
import type { RejectionReason } from './schemas.ts'
import { transitionReferral } from './transition-referral.ts'

/*
 * Locks are taken in the order of a merge: accounts, customers, referrals. Orders are not locked, since a refund locks its
 * order before accounts. They are read under the lock of the referral instead: a refund that comes later finds it rewarded.
 */

/**
 * Gives both sides their points, unless the order was refunded since. Whoever is no longer a customer gets nothing.
 * Processes that run at the same time wait for each other, and one of them finds nothing to do.
 */
export function rewardReferral(ctx: Ctx, id: string): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const due = await queries.findReferral(ctx, id)
    if (due?.status !== 'qualified') return
    const ids = [due.referrerId, due.refereeId]
    for (const { id } of await queries.listCustomers(ctx, ids)) await openAccount(ctx, id)
    await lockAccounts(ctx, ids)
    const customers = await queries.keepCustomers(ctx, ids)
    const referral = await queries.lockReferral(ctx, id)
    if (referral?.status !== 'qualified') return
    // Merged while we waited: the next run finds the new owners.
    if (referral.referrerId !== due.referrerId || referral.refereeId !== due.refereeId) return
    const reason = await findLateRejection(ctx, referral)
    if (reason) {
      const { events } = await transitionReferral(ctx, referral, { status: 'rejected', reason })
      await emitAll(ctx, events)
      return
    }
    const isCustomer = (id: string) => customers.some((customer) => customer.id === id)
    const referrer = isCustomer(due.referrerId) ? await givePoints(ctx, id, due.referrerId, due.referrerPoints) : null
    const referee = isCustomer(due.refereeId) ? await givePoints(ctx, id, due.refereeId, due.refereePoints) : null
    const { events } = await transitionReferral(ctx, referral, {
      status: 'rewarded',
      rewardedAt: ctx.now.toISOString(),
      referrerLotId: referrer?.lotId ?? null,
      refereeLotId: referee?.lotId ?? null,
    })
    await emitAll(ctx, [...(referrer?.events ?? []), ...(referee?.events ?? []), ...events])
  })
}

/** What may have changed since the order qualified. Merged customers turn out to be one person. */
async function findLateRejection(ctx: Ctx, referral: queries.ReferralRow): Promise<RejectionReason | undefined> {
  if (referral.referrerId === referral.refereeId) return 'self_referral'
  return (await wasRefunded(ctx, referral)) ? 'refunded' : undefined
}

async function wasRefunded(ctx: Ctx, { id, orderId, minAmount }: queries.ReferralRow): Promise<boolean> {
  const order = orderId && (await queries.findOrder(ctx, orderId))
  if (!order) throw new Error(`The order of ${id} no longer exists`)
  return isRefunded(order, minAmount)
}

async function givePoints(ctx: Ctx, referralId: string, customerId: string, points: number) {
  if (points === 0) return null
  const [change] = await post(ctx, [{ ...toPosting(customerId, 'referral_rewarded', points), holder: referralId }])
  if (!change) throw new Error(`The loyalty account of ${customerId} was not opened`)
  const lotId = await addLot(ctx, 'referral', change)
  return { lotId, events: [balanceChangedEvent(change, 'referral_rewarded', referralId)] }
}

/** Rejects the referral that an order had qualified, once it is refunded. Points that were given are taken back. */
export async function rejectRefundedReferral(ctx: Ctx, orderId: string): Promise<void> {
  for (const { id } of await queries.listReferralsOfOrder(ctx, orderId)) {
    for (let isDone = false; !isDone; ) isDone = await rejectIfRefunded(ctx, id)
  }
}

/** Returns false if the points were given or moved before their accounts were locked. */
function rejectIfRefunded(ctx: Ctx, id: string): Promise<boolean> {
  return transaction(ctx, async (ctx) => {
    const ids = (await findLots(ctx, await queries.findReferral(ctx, id))).map(({ customerId }) => customerId)
    await lockAccounts(ctx, ids)
    const customers = await queries.keepCustomers(ctx, ids)
    const referral = await queries.lockReferral(ctx, id)
    if (!referral || referral.status === 'rejected' || !(await wasRefunded(ctx, referral))) return true
    const lots = await findLots(ctx, referral)
    if (lots.some(({ customerId }) => !ids.includes(customerId))) return false
    const taken: NewEvent[] = []
    for (const lot of lots) {
      // Whoever was erased has forfeited all points.
      if (!customers.some((customer) => customer.id === lot.customerId)) continue
      taken.push(...(await clawBackLot(ctx, lot, lot.points - lot.clawedBack, id)))
    }
    const { events } = await transitionReferral(ctx, referral, { status: 'rejected', reason: 'refunded' })
    await emitAll(ctx, [...taken, ...events])
    return true
  })
}

const findLots = (ctx: Ctx, referral: queries.ReferralRow | undefined) =>
  listLots(
    ctx,
    [referral?.referrerLotId, referral?.refereeLotId].flatMap((id) => id ?? []),
  )

export const rejectReferralOnRefund = defineSubscriber({
  name: 'loyalty.reject-refunded-referral',
  on: ['order.refunded', 'order.credit_returned', 'order.canceled'],
  run: (ctx, { data: { orderId } }) => rejectRefundedReferral(ctx, orderId),
})

const BATCH_SIZE = 200

export const rewardReferralsSchedule: Schedule = {
  name: 'loyalty.reward-referrals',
  cron: '*/5 * * * *',
  run: async (system) => {
    for (;;) {
      const due = await queries.listDueReferrals(system, BATCH_SIZE)
      for (const { environmentId, id } of due) {
        const environment = await findEnvironmentById(system.db, environmentId)
        if (!environment) throw new Error(`The environment ${environmentId} has referrals but does not exist`)
        await rewardReferral({ ...system, ...environment, caller: { kind: 'system' } }, id)
      }
      if (due.length < BATCH_SIZE || system.signal.aborted) return
    }
  },
}
