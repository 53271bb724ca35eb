import { type Ctx, together, transaction } from '../../../ctx.ts'
import { emitAll } from '../../../events/emit.ts'
import { defineSubscriber } from '../../../events/subscriber.ts'
import { blockRefunds } from '../earning/queries.ts'
import { addDays } from '../earning/tiers.ts'
import { getProgram } from '../program/program.ts'
import * as queries from './queries.ts'
import { findMinimum, findRejection } from './referral-rules.ts'
import { type ReferralDecision, transitionReferral } from './transition-referral.ts'

/**
 * Decides on a pending referral by the first order that the referee has paid, whichever order the event is about: events
 * may arrive in any order. The referee and the referral must be locked.
 */
export async function qualifyReferral(ctx: Ctx, referral: queries.ReferralRow): Promise<ReferralDecision> {
  const { referrerId, refereeId } = referral
  const first = await queries.findFirstPaidOrder(ctx, refereeId)
  if (first) await blockRefunds(ctx, first.id)
  const order = first && (await queries.findOrder(ctx, first.id))
  const program = await getProgram(ctx)
  const { minOrderAmount } = program.referral
  const referee = await queries.findParty(ctx, refereeId)
  if (!referee) throw new Error(`The referee ${refereeId} was not locked`)
  const reason = findRejection({
    referral,
    referrer: await queries.findParty(ctx, referrerId),
    referee,
    order,
    minOrderAmount,
    referrerAddresses: order ? (await queries.listAddresses(ctx, referrerId)).map(({ address }) => address) : [],
    sharesPaymentMethod: order ? await queries.sharesPaymentMethod(ctx, order.id, referrerId) : false,
  })
  if (reason)
    return transitionReferral(ctx, referral, { status: 'rejected', reason, ...(order && { orderId: order.id }) })
  if (!order) return { referral, events: [] }
  return transitionReferral(ctx, referral, {
    status: 'qualified',
    orderId: order.id,
    minAmount: findMinimum(minOrderAmount, order.currency) ?? 0,
    qualifiedAt: ctx.now.toISOString(),
    rewardAt: addDays(ctx.now, program.pendingDays).toISOString(),
  })
}

export async function qualifyBuyer(ctx: Ctx, orderId: string): Promise<void> {
  // Most buyers were not referred. `attributeReferral` locks the customer, so a referral is visible once that lock is free.
  const waitAndCheck = (ctx: Ctx) =>
    Promise.all([queries.waitForBuyer(ctx, orderId), queries.hasPendingReferral(ctx, orderId)])
  const [, isPending] = await together(ctx, waitAndCheck)
  if (!isPending) return
  await transaction(ctx, async (ctx) => {
    const customerId = await lockBuyer(ctx, orderId)
    const referral = customerId ? await queries.lockReferralOf(ctx, customerId) : undefined
    if (referral?.status !== 'pending') return
    const { events } = await qualifyReferral(ctx, referral)
    await emitAll(ctx, events)
  })
}

/** A merge may move the order to another customer while we wait. Undefined if the buyer is no customer anymore. */
async function lockBuyer(ctx: Ctx, orderId: string): Promise<string | undefined> {
  const findBuyer = async () => (await queries.findOrderCustomer(ctx, orderId))?.customerId ?? undefined
  for (let customerId = await findBuyer(); customerId; ) {
    const isLocked = await queries.lockCustomer(ctx, customerId)
    const current = await findBuyer()
    if (current === customerId) return isLocked ? customerId : undefined
    customerId = current
  }
  return undefined
}

export const qualifyReferralOnPayment = defineSubscriber({
  name: 'loyalty.qualify-referral',
  on: ['order.paid'],
  isIndependent: true,
  run: (ctx, { data: { orderId } }) => qualifyBuyer(ctx, orderId),
})
