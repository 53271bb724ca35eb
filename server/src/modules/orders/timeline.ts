import type { Ctx } from '../../ctx.ts'
import { keyset, type Page, toPage } from '../../db/page.ts'
import type { Event } from '../../events/subscriber.ts'
import type { PartsQuery } from './given-schemas.ts'
import { getOrder } from './orders.ts'
import { listEventsOf } from './timeline-queries.ts'

/** The history of an order is what was told of it. */
export async function getTimeline(ctx: Ctx, orderId: string, query: PartsQuery): Promise<Page<Event>> {
  await getOrder(ctx, orderId)
  const page = keyset(query)
  return toPage(await listEventsOf(ctx, orderId, page), page)
}
