import type { Ctx } from '../../ctx.ts'
import { type Keyset, keyset, type Page, toPage } from '../../db/page.ts'
import { sql } from '../../db/sql.ts'
import { Event } from '../../events/subscriber.ts'
import { getOrder } from './orders.ts'
import type { OrderPageQuery } from './request-schemas.ts'

/**
 * The events of an order. What it took from gift cards and points is in their own ledgers, `order.paid` follows from the
 * payment before it, and a referral is about two people.
 */
export async function getTimeline(ctx: Ctx, orderId: string, query: OrderPageQuery): Promise<Page<Event>> {
  await getOrder(ctx, orderId)
  const page = keyset(query)
  return toPage(await listOrderEvents(ctx, orderId, page), page)
}

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
