import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import type { Person, RowCounts } from '../customers/identity/identity.ts'
import { eraseBuyer, toSearchText } from './orders.ts'
import { type ItemDetails, OrderRow } from './queries.ts'

const BATCH_SIZE = 200

/**
 * Keeps what the shop must account for: items, amounts, taxes, and the country and region they were due in. All free
 * text goes, since anyone may have written a name into it.
 */
export async function eraseOrders(ctx: Ctx, { orderIds, sharedOrderIds }: Person): Promise<RowCounts> {
  for (let from = 0; from < orderIds.length; from += BATCH_SIZE) {
    const orders = await listStoredOrders(ctx, orderIds.slice(from, from + BATCH_SIZE))
    await updateErasedOrders(ctx, orders.map(toErasedRow))
  }
  return {
    orders: orderIds.length + (await eraseEmail(ctx, sharedOrderIds)),
    order_items: await eraseItemProperties(ctx, orderIds),
    order_cancellations: await eraseCancellations(ctx, orderIds),
    order_payments: await erasePayments(ctx, orderIds),
    order_refunds: await eraseRefunds(ctx, orderIds),
    fulfillments: await eraseTracking(ctx, orderIds),
    returns: await eraseReturns(ctx, orderIds),
    return_items: await eraseReturnItems(ctx, orderIds),
  }
}

const StoredOrder = Type.Object({
  id: OrderRow.properties.id,
  number: OrderRow.properties.number,
  contents: OrderRow.properties.contents,
  items: Type.Array(Type.Unsafe<Pick<ItemDetails, 'title' | 'sku'>>({ type: 'object' })),
})

function toErasedRow({ id, number, contents, items }: Type.Static<typeof StoredOrder>) {
  const erased = eraseBuyer(contents)
  const search = toSearchText({ email: null, shippingAddress: null, billingAddress: null, items }, number)
  return { id, contents: erased, search }
}

const listStoredOrders = (ctx: Ctx, ids: string[]) =>
  ctx.db.rows(
    StoredOrder,
    sql`
      select id, number, contents, coalesce((
        select json_agg(json_build_object('title', details -> 'title', 'sku', details -> 'sku') order by position)
        from order_items
        where order_items.environment_id = ${ctx.environmentId} and order_items.order_id = orders.id
      ), '[]') as items
      from orders
      where environment_id = ${ctx.environmentId} and id = any(${ids})
      for no key update`,
  )

const updateErasedOrders = (ctx: Ctx, rows: { id: string; contents: object; search: string }[]) =>
  ctx.db.run(sql`
    update orders
    set email = null, customer_id = null, contents = erased.contents, tags = '{}', staff_note = null, search = erased.search,
      version = version + 1, updated_at = ${ctx.now}
    from json_to_recordset(${JSON.stringify(rows)}::json) as erased (id text, contents json, search text)
    where environment_id = ${ctx.environmentId} and orders.id = erased.id`)

/** The order itself belongs to another customer. */
const eraseEmail = (ctx: Ctx, ids: string[]) =>
  ctx.db.run(sql`
    update orders set email = null, search = replace(search, lower(email), ''), version = version + 1, updated_at = ${ctx.now}
    where environment_id = ${ctx.environmentId} and id = any(${ids})`)

/** Such as an engraving. */
const eraseItemProperties = (ctx: Ctx, orderIds: string[]) =>
  ctx.db.run(sql`
    update order_items set details = (details::jsonb || '{"properties": {}}')::json
    where environment_id = ${ctx.environmentId} and order_id = any(${orderIds})`)

const eraseCancellations = (ctx: Ctx, orderIds: string[]) =>
  ctx.db.run(sql`
    update order_cancellations set staff_note = null
    where environment_id = ${ctx.environmentId} and order_id = any(${orderIds})`)

/** The reference of an external payment is what staff wrote, such as who sent the money. */
const erasePayments = (ctx: Ctx, orderIds: string[]) =>
  ctx.db.run(sql`
    update order_payments set details = (details::jsonb - 'staffNote')::json, fingerprint = null,
      ref = case when kind = 'external' and details ->> 'exchangeOf' is null then null else ref end
    where environment_id = ${ctx.environmentId} and order_id = any(${orderIds})`)

const eraseRefunds = (ctx: Ctx, orderIds: string[]) =>
  ctx.db.run(sql`
    update order_refunds set reason = null, staff_note = null
    where environment_id = ${ctx.environmentId} and order_id = any(${orderIds})`)

/** A tracking number leads to the address at the carrier. */
const eraseTracking = (ctx: Ctx, orderIds: string[]) =>
  ctx.db.run(sql`
    update fulfillments set tracking = null
    where environment_id = ${ctx.environmentId} and order_id = any(${orderIds})`)

const eraseReturns = (ctx: Ctx, orderIds: string[]) =>
  ctx.db.run(sql`
    update returns set staff_note = null
    where environment_id = ${ctx.environmentId} and order_id = any(${orderIds})`)

const eraseReturnItems = (ctx: Ctx, orderIds: string[]) =>
  ctx.db.run(sql`
    update return_items set reason = null
    where environment_id = ${ctx.environmentId} and return_id in (
      select id from returns where environment_id = ${ctx.environmentId} and order_id = any(${orderIds})
    )`)

const MovedOrder = Type.Object({ id: OrderRow.properties.id })

/** Of the orders in `ids`, or of all, those that belong to `from`. Points that paid for them are refunded to `to`. */
export async function moveOrders(ctx: Ctx, from: string, to: string, ids?: string[]): Promise<string[]> {
  const moved = await ctx.db.rows(
    MovedOrder,
    sql`
      update orders set customer_id = ${to}, version = version + 1, updated_at = ${ctx.now}
      where environment_id = ${ctx.environmentId} and customer_id = ${from}
        and (${ids ?? null}::text[] is null or id = any(${ids ?? null}))
      returning id`,
  )
  const orderIds = moved.map(({ id }) => id)
  await ctx.db.run(sql`
    update order_payments set ref = ${to}
    where environment_id = ${ctx.environmentId} and order_id = any(${orderIds}) and kind = 'points' and ref = ${from}`)
  return orderIds
}
