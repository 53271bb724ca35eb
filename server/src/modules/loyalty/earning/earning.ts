import { type Ctx, transaction } from '../../../ctx.ts'
import { emitAll, type NewEvent } from '../../../events/emit.ts'
import { defineSubscriber } from '../../../events/subscriber.ts'
import { newId } from '../../../kit/ids.ts'
import { sum } from '../../../kit/sum.ts'
import { getProgram } from '../program/program.ts'
import type { LoyaltyProgram } from '../program/schemas.ts'
import { openAccount } from '../queries.ts'
import { clawBackLot, settleLots } from './lots.ts'
import { calculateClawback, calculateOrderPoints, type EarnedItem } from './order-points.ts'
import * as queries from './queries.ts'
import { addDays } from './tiers.ts'

/**
 * Gives the buyer of a paid order their points, once per order. Refunds and cancellations that came before are taken
 * into account: events may arrive in any order.
 */
export async function earnPoints(ctx: Ctx, orderId: string, paidAt: Date): Promise<void> {
  const program = await getProgram(ctx)
  if (!program.active || program.earning.length === 0) return
  await transaction(ctx, async (ctx) => {
    await queries.blockRefunds(ctx, orderId)
    const order = await queries.findOrder(ctx, orderId)
    if (!order?.customerId || order.source === 'import' || ['draft', 'canceled'].includes(order.status)) return
    const { customerId } = order
    if (!program.earning.some(({ currency }) => currency === order.currency)) return
    const account = await lockAccount(ctx, customerId)
    const items = await calculatePoints(ctx, order, program, account.tier)
    const points = sum(items.map((item) => item.points))
    if (points === 0) return
    const availableAt = addDays(paidAt, program.pendingDays)
    const lot = { id: newId('lot'), customerId, orderId, points, items, availableAt }
    if (!(await queries.insertOrderLot(ctx, lot))) return
    const earned: NewEvent = {
      type: 'loyalty_account.points_earned',
      data: {
        customerId,
        points,
        orderId: orderId as `ord_${string}`,
        action: null,
        eventId: null,
        availableAt: availableAt.toISOString(),
      },
    }
    const settled = availableAt <= ctx.now ? await settleLots(ctx, [account]) : []
    await emitAll(ctx, [earned, ...settled, ...(await clawBackRefunds(ctx, order, orderId))])
  })
}

/** Opens it with the first points. */
async function lockAccount(ctx: Ctx, customerId: string): Promise<queries.LockedAccount> {
  // The insert has locked the new row.
  if (await openAccount(ctx, customerId)) return { customerId, balance: 0, tier: null }
  const [account] = await queries.lockAccounts(ctx, [customerId])
  if (!account) throw new Error(`The loyalty account of ${customerId} was not opened`)
  return account
}

async function calculatePoints(
  ctx: Ctx,
  order: queries.EarningOrder,
  { earning, productRules, tiers }: LoyaltyProgram,
  tierKey: string | null,
): Promise<EarnedItem[]> {
  const rate = earning.find(({ currency }) => currency === order.currency)
  if (!rate) return []
  const productIds = order.items.flatMap(({ productId }) => productId ?? [])
  const needsCollections = productRules.some(({ collectionId }) => collectionId !== undefined)
  const memberships = needsCollections ? await queries.listCollections(ctx, productIds) : []
  const items = order.items.map((item) => ({
    ...item,
    collectionIds: memberships.find(({ productId }) => productId === item.productId)?.collectionIds ?? [],
  }))
  const { multiplierPercent = 100 } = tiers.find(({ key }) => key === tierKey) ?? {}
  const paidWithMoney = Math.min(order.paidWithMoney, order.total)
  return calculateOrderPoints({ ...order, items, paidWithMoney }, { rate, productRules, multiplierPercent })
}

/** Takes back the points of what was refunded since the last time. */
export function clawBackPoints(ctx: Ctx, orderId: string): Promise<void> {
  return transaction(ctx, async (ctx) => {
    await queries.blockRefunds(ctx, orderId)
    const [order, lot] = [await queries.findOrder(ctx, orderId), await queries.findOrderLot(ctx, orderId)]
    if (!order || !lot) return
    await queries.lockAccounts(ctx, [lot.customerId])
    await emitAll(ctx, await clawBackRefunds(ctx, order, orderId))
  })
}

async function clawBackRefunds(ctx: Ctx, order: queries.EarningOrder, orderId: string): Promise<NewEvent[]> {
  if (order.status !== 'canceled' && order.refunded === 0 && order.refunds.length === 0) return []
  const lot = await queries.findOrderLot(ctx, orderId)
  if (!lot) return []
  const points = clawbackTarget(order, lot) - lot.clawedBack
  return points > 0 ? clawBackLot(ctx, lot, points, orderId) : []
}

function clawbackTarget(order: queries.EarningOrder, lot: queries.OrderLot): number {
  if (order.status === 'canceled') return lot.points
  const byItem = new Map<string, number>()
  for (const { itemId, amount } of order.refunds.flatMap(({ items }) => items)) {
    byItem.set(itemId, (byItem.get(itemId) ?? 0) + amount)
  }
  const itemized = sum([...byItem.values()])
  const shipping = sum(order.refunds.map((refund) => refund.shipping))
  return calculateClawback(lot.items, {
    byItem,
    unassigned: Math.max(0, order.refunded - itemized - shipping),
    unrefunded: Math.max(0, sum(order.items.map(({ total }) => total)) - itemized),
  })
}

const earnOrderPoints = defineSubscriber({
  name: 'loyalty.earn',
  on: ['order.paid'],
  isIndependent: true,
  run: (ctx, { data: { orderId }, createdAt }) => earnPoints(ctx, orderId, new Date(createdAt)),
})

const clawBackOrderPoints = defineSubscriber({
  name: 'loyalty.claw-back',
  on: ['order.refunded', 'order.credit_returned', 'order.canceled'],
  run: (ctx, { data: { orderId } }) => clawBackPoints(ctx, orderId),
})

export const earningSubscribers = [earnOrderPoints, clawBackOrderPoints]
