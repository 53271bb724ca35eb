import { Type } from 'typebox'
import type { Ctx } from '../../../ctx.ts'
import { sql } from '../../../db/sql.ts'
import { Id, Nullable } from '../../../kit/schema.ts'
import type { NewItemRow } from '../place-order-queries.ts'
import type { OrderRow } from '../queries.ts'

const Variant = Type.Object({ id: Id('var'), productId: Id('prod'), sku: Nullable(Type.String()) })

export const listVariants = (ctx: Ctx, ids: readonly string[]) =>
  ctx.db.rows(
    Variant,
    sql`select id, product_id, sku from variants where environment_id = ${ctx.environmentId} and id = any(${ids})`,
  )

const OrderIdRow = Type.Object({ id: Id('ord') })

export const findByExternalId = (ctx: Ctx, externalId: string) =>
  ctx.db.row(
    OrderIdRow,
    sql`
      select id from orders
      where environment_id = ${ctx.environmentId} and contents ->> 'externalId' = ${externalId}`,
  )

interface OrderFields {
  status: OrderRow['status']
  tags: string[]
  staffNote: string | null
  canceledAt: string | null
}

/** Canceling zeroes `current` on every item so that nothing is left to fulfill. */
export const updateOrderFields = (ctx: Ctx, id: string, { status, tags, staffNote, canceledAt }: OrderFields) =>
  ctx.db.run(sql`
    with updated_items as (
      update order_items set current = 0
      where environment_id = ${ctx.environmentId} and order_id = ${id} and ${canceledAt}::timestamptz is not null
    )
    update orders set status = ${status}, tags = ${tags}, staff_note = ${staffNote}, canceled_at = ${canceledAt}
    where environment_id = ${ctx.environmentId} and id = ${id}`)

/** Replaces the items and the total of a draft. */
export const replaceItems = (ctx: Ctx, orderId: string, total: number, items: readonly NewItemRow[]) =>
  ctx.db.run(sql`
    with updated_order as (
      update orders set total = ${total} where environment_id = ${ctx.environmentId} and id = ${orderId}
    ), deleted_items as (
      delete from order_items where environment_id = ${ctx.environmentId} and order_id = ${orderId}
    )
    insert into order_items (environment_id, order_id, id, position, variant_id, product_id, ordered, current,
      requires_shipping, total, details)
    select ${ctx.environmentId}, ${orderId}, item.id, position, variant_id, product_id, ordered, ordered, requires_shipping,
      item.total, details
    from json_to_recordset(${JSON.stringify(items)}::json) as item (id text, position integer, variant_id text,
      product_id text, ordered integer, requires_shipping boolean, total bigint, details json)`)

export const openDraft = (ctx: Ctx, { id, contents }: Pick<OrderRow, 'id' | 'contents'>) =>
  ctx.db.run(sql`
    update orders set status = 'open', placed_at = ${ctx.now}, contents = ${JSON.stringify(contents)}
    where environment_id = ${ctx.environmentId} and id = ${id}`)
