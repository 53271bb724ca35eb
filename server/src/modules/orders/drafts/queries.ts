import type { Ctx } from '../../../ctx.ts'
import { sql } from '../../../db/sql.ts'
import type { NewItemRow } from '../place-order-queries.ts'
import type { OrderRow } from '../queries.ts'

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

export const openDraft = (ctx: Ctx, { id, contents, customerId }: Pick<OrderRow, 'id' | 'contents' | 'customerId'>) =>
  ctx.db.run(sql`
    update orders set status = 'open', placed_at = ${ctx.now}, contents = ${JSON.stringify(contents)}, customer_id = ${customerId}
    where environment_id = ${ctx.environmentId} and id = ${id}`)
