import type { Ctx } from '../../ctx.ts'
import type { Page } from '../../db/page.ts'
import { notFound } from '../../kit/errors.ts'
import { toOrder } from './answer.ts'
import { orderPlace, toOrderPage } from './order-page.ts'
import * as queries from './queries.ts'
import type { Order, OrdersQuery } from './schemas.ts'

export async function getOrder(ctx: Ctx, id: string): Promise<Order> {
  const row = await queries.findOrder(ctx, id)
  if (!row) throw notFound('order', id)
  return toOrder(row)
}

export async function listOrders(ctx: Ctx, query: OrdersQuery): Promise<Page<Order>> {
  const place = orderPlace(query)
  return toOrderPage((await queries.listOrders(ctx, place, query)).map(toOrder), place)
}
