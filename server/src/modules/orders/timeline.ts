import { actorOf, type Ctx, transaction } from '../../ctx.ts'
import { type Keyset, keyset, type Page, toPage } from '../../db/page.ts'
import { sql } from '../../db/sql.ts'
import { emit } from '../../events/emit.ts'
import { Event } from '../../events/subscriber.ts'
import { assertNoCardNumbers } from '../../kit/card-number.ts'
import { getOrder } from './orders.ts'
import { lockOrder } from './queries.ts'
import type { NewComment, OrderPageQuery } from './request-schemas.ts'
import type { Order } from './schemas.ts'

/**
 * The events of an order. What it took from gift cards and points is in their own ledgers, `order.paid` follows from the
 * payment before it, and a referral is about two people.
 */
export async function getTimeline(ctx: Ctx, orderId: string, query: OrderPageQuery): Promise<Page<Event>> {
  await getOrder(ctx, orderId)
  const page = keyset(query)
  return toPage(await listOrderEvents(ctx, orderId, page), page)
}

/** For staff only: buyers never see it. It stays in the timeline until the buyer is erased. */
export function addComment(ctx: Ctx, orderId: Order['id'], comment: NewComment): Promise<Event> {
  return transaction(ctx, async (ctx) => {
    // Under the lock, the newest comment is this one.
    await lockOrder(ctx, orderId)
    await getOrder(ctx, orderId)
    assertNoCardNumbers(ctx, comment)
    await emit(ctx, 'order.commented', { orderId, staffNote: comment.text, actor: actorOf(ctx.caller) })
    return findLastComment(ctx, orderId)
  })
}

const findLastComment = (ctx: Ctx, orderId: string) =>
  ctx.db.one(
    Event,
    sql`
      select id, type, data, created_at
      from events
      where environment_id = ${ctx.environmentId} and order_id = ${orderId} and type = 'order.commented'
      order by id desc
      limit 1`,
  )

const listOrderEvents = (ctx: Ctx, orderId: string, { before, take }: Keyset) =>
  ctx.db.rows(
    Event,
    sql`
      select id, type, data, created_at
      from events
      where environment_id = ${ctx.environmentId} and order_id = ${orderId} and id < ${before}
        and type not in ('gift_card.balance_changed', 'loyalty_account.balance_changed', 'order.paid', 'referral.qualified')
      order by id desc
      limit ${take}`,
  )
