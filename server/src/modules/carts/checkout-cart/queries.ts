import { Type } from 'typebox'
import type { Ctx } from '../../../ctx.ts'
import { sql } from '../../../db/sql.ts'
import { Nullable } from '../../../kit/schema.ts'
import type { StoredItem } from '../contents.ts'
import { type CartUpdate, serializeContents } from '../queries.ts'

/** Keeps the version: the buyer has neither changed nor seen anything. */
export const saveUsedUpPromotions = (ctx: Ctx, { id, version, contents }: CartUpdate): Promise<number> =>
  ctx.db.run(sql`
    update carts set contents = ${serializeContents(contents)}
    where environment_id = ${ctx.environmentId} and id = ${id} and version = ${version} and status = 'open'`)

export interface CartCompletion {
  orderId: string
  checkoutId: string
  /** The provider's response as JSON; null if nothing was due. */
  payment: string | null
}

const Version = Type.Object({ version: Type.Integer() })

/**
 * Returns the version that became the order. The cart may have gone idle while its buyer was at the bank. Stores the
 * checkout's payment too, so that an order needs no extra statement.
 */
export const completeCart = (ctx: Ctx, id: string, { orderId, checkoutId, payment }: CartCompletion) =>
  ctx.db.row(
    Version,
    sql`
      with updated_cart as (
        update carts set status = 'completed', order_id = ${orderId}, version = version + 1, updated_at = ${ctx.now}
        where environment_id = ${ctx.environmentId} and id = ${id} and status <> 'completed'
        returning version - 1 as version
      ), updated_checkout as (
        update checkouts set payment = coalesce(${payment}::json, payment), updated_at = ${ctx.now}
        from updated_cart
        where checkouts.environment_id = ${ctx.environmentId} and checkouts.id = ${checkoutId} and status = 'active'
      )
      select version from updated_cart`,
  )

/** The buyer may have changed the cart while the payment was in progress. */
export const replaceItems = (ctx: Ctx, id: string, items: StoredItem[]) =>
  ctx.db.run(sql`
    update carts
    set contents = jsonb_set(contents::jsonb, '{items}', ${JSON.stringify(items)}::jsonb)::json,
      variant_ids = ${items.map(({ variantId }) => variantId)}
    where environment_id = ${ctx.environmentId} and id = ${id}`)

const OrderReference = Type.Object({ orderId: Nullable(Type.String()) })

export const findOrderId = (ctx: Ctx, id: string) =>
  ctx.db.row(OrderReference, sql`select order_id from carts where environment_id = ${ctx.environmentId} and id = ${id}`)

export const lockCart = (ctx: Ctx, id: string) =>
  ctx.db.run(sql`select id from carts where environment_id = ${ctx.environmentId} and id = ${id} for no key update`)

export interface CartPoints {
  customerId: string
  points: number
}

/** An edit, so that the buyer sees the new amount due before they can check out. */
export const removePoints = (ctx: Ctx, id: string, { customerId, points }: CartPoints) =>
  ctx.db.run(sql`
    update carts
    set contents = (contents::jsonb - 'points')::json, points_customer_id = null, version = version + 1,
      edited_version = version + 1, updated_at = ${ctx.now}, last_edited_on = ${ctx.now}::timestamptz
    where environment_id = ${ctx.environmentId} and id = ${id} and status = 'open' and points_customer_id = ${customerId}
      and (contents #>> '{points,requested}')::bigint = ${points}::bigint and not exists (
        select from checkouts
        where checkouts.environment_id = ${ctx.environmentId} and checkouts.cart_id = ${id} and checkouts.status = 'active'
      )`)
