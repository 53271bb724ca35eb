import { actorOf, type Ctx, transaction } from '../../ctx.ts'
import { emitAll, type NewEvent } from '../../events/emit.ts'
import { assertIfMatch } from '../../http/responses/etag.ts'
import { notFound } from '../../kit/errors.ts'
import { money } from '../../kit/money.ts'
import { addToTotals } from '../customers/totals/totals.ts'
import { toOrderResponse } from './order-response.ts'
import * as queries from './queries.ts'
import type { Order } from './schemas.ts'
import { assertAllowed, deriveStatuses, type OrderAction } from './status.ts'

type OrderChange = (ctx: Ctx, order: queries.OrderRow) => Promise<NewEvent[]>

/**
 * The only way to change an order: lock it, check the action is allowed, write items, payments and other rows, then
 * derive the statuses from what was written. Never calls an external service.
 */
export function changeOrder(
  ctx: Ctx,
  id: string,
  action: OrderAction,
  change: OrderChange,
  ifMatch?: string,
): Promise<Order> {
  return transaction(ctx, async (ctx) => {
    await queries.lockOrder(ctx, id)
    const order = await queries.findOrder(ctx, id)
    if (!order) throw notFound('order', id)
    assertIfMatch(ifMatch, order.version)
    assertAllowed(order, action)
    const events = await change(ctx, order)
    const changed = await queries.findOrder(ctx, id)
    if (!changed) throw notFound('order', id)
    const next = { ...deriveStatuses(changed), version: order.version + 1, updatedAt: ctx.now.toISOString() }
    await queries.updateStatuses(ctx, id, next)
    await updateCustomerTotals(ctx, order, { ...changed, ...next })
    await emitAll(ctx, becamePaid(order, next) ? [...events, orderPaid(ctx, changed)] : events)
    return toOrderResponse({ ...changed, ...next })
  })
}

type PaidStatuses = Pick<queries.OrderRow, 'status' | 'paymentStatus'>

/** A failed refund or a dispute that was won also ends in `paid`, but the order was paid before. */
const becamePaid = (before: PaidStatuses, after: PaidStatuses): boolean =>
  after.paymentStatus === 'paid' &&
  after.status !== 'draft' &&
  (before.status === 'draft' || ['pending', 'authorized', 'partially_paid', 'voided'].includes(before.paymentStatus))

const orderPaid = (ctx: Ctx, { id, total, currency }: queries.OrderRow): NewEvent => ({
  type: 'order.paid',
  data: { orderId: id, total: money(total, currency), actor: actorOf(ctx.caller) },
})

type CountedOrder = Pick<queries.OrderRow, 'status' | 'total' | 'refunded' | 'customerId' | 'currency' | 'placedAt'>

async function updateCustomerTotals(ctx: Ctx, before: CountedOrder, after: CountedOrder): Promise<void> {
  const { customerId, currency, placedAt } = after
  if (customerId === null) return
  const previous = before.customerId === customerId ? contributionOf(before) : NOTHING
  const current = contributionOf(after)
  const change = { orders: current.orders - previous.orders, spent: current.spent - previous.spent }
  if (change.orders !== 0 || change.spent !== 0) await addToTotals(ctx, { customerId, currency, placedAt, ...change })
}

const NOTHING = { orders: 0, spent: 0 }

/** Drafts are not sold yet, and canceled orders never were. */
const contributionOf = ({ status, total, refunded }: CountedOrder) =>
  status === 'draft' || status === 'canceled' ? NOTHING : { orders: 1, spent: total - refunded }
