import { type Ctx, transaction } from '../../ctx.ts'
import { emitAll, type NewEvent } from '../../events/emit.ts'
import { refuseStale } from '../../http/version-tag.ts'
import { notFound } from '../../kit/errors.ts'
import { toOrder } from './answer.ts'
import * as queries from './queries.ts'
import type { Order } from './schemas.ts'
import { type Deed, refuseMove, statusesOf } from './status.ts'

type Work = (ctx: Ctx, order: queries.OrderRow) => Promise<NewEvent[]>

/**
 * The one way in which an order changes: it is held, the deed is allowed or refused, the work writes lines, payments and its own
 * rows, and the states that follow are derived from what is written then. Never asks anybody outside.
 */
export function changeOrder(ctx: Ctx, id: string, deed: Deed, work: Work, ifMatch?: string): Promise<Order> {
  return transaction(ctx, async (ctx) => {
    await queries.lockOrder(ctx, id)
    const order = await queries.findOrder(ctx, id)
    if (!order) throw notFound('order', id)
    refuseStale(ifMatch, order.version)
    refuseMove(order, deed)
    const told = await work(ctx, order)
    const changed = await queries.findOrder(ctx, id)
    if (!changed) throw notFound('order', id)
    const next = { ...statusesOf(changed), version: order.version + 1, updatedAt: ctx.now.toISOString() }
    await queries.writeStatuses(ctx, id, next)
    await emitAll(ctx, told)
    return toOrder({ ...changed, ...next })
  })
}
