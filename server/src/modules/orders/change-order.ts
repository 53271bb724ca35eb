import { type Ctx, transaction } from '../../ctx.ts'
import { emitAll, type NewEvent } from '../../events/emit.ts'
import { assertIfMatch } from '../../http/responses/etag.ts'
import { notFound } from '../../kit/errors.ts'
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
    await emitAll(ctx, events)
    return toOrderResponse({ ...changed, ...next })
  })
}
