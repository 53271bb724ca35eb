import type { Ctx } from '../../ctx.ts'
import { keyset, type Page, toPage } from '../../db/page.ts'
import type { Event } from '../../events/subscriber.ts'
import { notFound } from '../../kit/errors.ts'
import { toOrderResponse } from './order-response.ts'
import { orderKeyset, toOrderPage } from './pagination.ts'
import * as queries from './queries.ts'
import { listOrderEvents } from './queries.ts'
import type { OrderPageQuery } from './request-schemas.ts'
import type { Order, OrdersQuery } from './schemas.ts'

export async function getOrder(ctx: Ctx, id: string): Promise<Order> {
  const row = await queries.findOrder(ctx, id)
  if (!row) throw notFound('order', id)
  return toOrderResponse(row)
}

export async function listOrders(ctx: Ctx, query: OrdersQuery): Promise<Page<Order>> {
  const keyset = orderKeyset(query)
  return toOrderPage((await queries.listOrders(ctx, keyset, query)).map(toOrderResponse), keyset)
}

/** The timeline of an order is its events. */
export async function getTimeline(ctx: Ctx, orderId: string, query: OrderPageQuery): Promise<Page<Event>> {
  await getOrder(ctx, orderId)
  const page = keyset(query)
  return toPage(await listOrderEvents(ctx, orderId, page), page)
}
