import type { Ctx } from '../../ctx.ts'
import { keyset, type Page, toPage } from '../../db/page.ts'
import { notFound } from '../../kit/errors.ts'
import { toOrder } from './answer.ts'
import * as queries from './queries.ts'
import type { Order, OrdersQuery } from './schemas.ts'

export async function getOrder(ctx: Ctx, id: string): Promise<Order> {
  const row = await queries.findOrder(ctx, id)
  if (!row) throw notFound('order', id)
  return toOrder(row)
}

export async function listOrders(ctx: Ctx, query: OrdersQuery): Promise<Page<Order>> {
  const page = keyset(query)
  return toPage((await queries.listOrders(ctx, page, query)).map(toOrder), page)
}
