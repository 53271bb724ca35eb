import { type Static, Type } from 'typebox'
import type { Ctx, SystemCtx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import { Event } from '../../events/subscriber.ts'
import { Nullable, Timestamp } from '../../kit/schema.ts'
import type { Benefit } from '../../pricing/rules.ts'
import { type SessionData, SessionRow } from './session-row.ts'

export const insertSession = (ctx: Ctx, id: string, cartId: string, data: SessionData) =>
  ctx.db.one(
    SessionRow,
    sql`
      insert into acp_sessions (environment_id, id, cart_id, data, created_at, updated_at)
      values (${ctx.environmentId}, ${id}, ${cartId}, ${JSON.stringify(data)}::json, ${ctx.now}, ${ctx.now})
      returning id, cart_id, data, canceled_at, created_at, updated_at, xmin::text as version`,
  )

export const findSession = (ctx: Ctx, id: string) =>
  ctx.db.row(
    SessionRow,
    sql`
      select id, cart_id, data, canceled_at, created_at, updated_at, xmin::text as version from acp_sessions
      where environment_id = ${ctx.environmentId} and id = ${id}`,
  )

export const findSessionOfCart = (ctx: Ctx, cartId: string) =>
  ctx.db.row(
    SessionRow,
    sql`
      select id, cart_id, data, canceled_at, created_at, updated_at, xmin::text as version from acp_sessions
      where environment_id = ${ctx.environmentId} and cart_id = ${cartId}`,
  )

/** Returns nothing if another request has changed the session since it was read. */
export const updateSession = (ctx: Ctx, { id, version }: Pick<SessionRow, 'id' | 'version'>, data: SessionData) =>
  ctx.db.row(
    SessionRow,
    sql`
      update acp_sessions set data = ${JSON.stringify(data)}::json, updated_at = ${ctx.now}
      where environment_id = ${ctx.environmentId} and id = ${id} and xmin::text = ${version}
      returning id, cart_id, data, canceled_at, created_at, updated_at, xmin::text as version`,
  )

export const markCanceled = (ctx: Ctx, id: string, at: Date | null) =>
  ctx.db.one(
    SessionRow,
    sql`
      update acp_sessions set canceled_at = ${at}, updated_at = ${ctx.now}
      where environment_id = ${ctx.environmentId} and id = ${id}
      returning id, cart_id, data, canceled_at, created_at, updated_at, xmin::text as version`,
  )

/**
 * A session that became an order is never deleted: the agent gets updates for as long as the order changes. Checked again:
 * an agent may have used it meanwhile.
 */
export const deleteIdleSessions = (ctx: SystemCtx, before: Date, limit: number) =>
  ctx.db.run(sql`
    /* all environments: one schedule serves them all */
    delete from acp_sessions where (environment_id, id) in (
      select environment_id, id from acp_sessions
      where updated_at < ${before}::timestamptz and not exists (
        select from checkouts
        where checkouts.environment_id = acp_sessions.environment_id and checkouts.cart_id = acp_sessions.cart_id
          and (status = 'active' or outcome = 'completed')
      )
      limit ${limit}
    ) and updated_at < ${before}::timestamptz`)

const PromotionTerms = Type.Object({
  id: Type.String(),
  benefit: Type.Unsafe<Benefit>({ type: 'object' }),
  startsAt: Nullable(Timestamp),
  endsAt: Nullable(Timestamp),
})
export type PromotionTerms = Static<typeof PromotionTerms>

export const listPromotionTerms = (ctx: Ctx, ids: string[]) =>
  ctx.db.rows(
    PromotionTerms,
    sql`
      select id, benefit, starts_at, ends_at from promotions
      where environment_id = ${ctx.environmentId} and id = any(${ids})`,
  )

const BackorderStockRow = Type.Object({ variantId: Type.String(), available: Type.Integer() })

/** Available stock of tracked variants that keep selling when out of stock. */
export const listBackorderStock = (ctx: Ctx, variantIds: string[]) =>
  ctx.db.rows(
    BackorderStockRow,
    sql`
      select variants.id as variant_id, coalesce((
        select sum(greatest(stock_levels.available, 0))
        from stock_levels join locations
          on locations.environment_id = ${ctx.environmentId} and locations.id = stock_levels.location_id and locations.active
        where stock_levels.environment_id = ${ctx.environmentId} and stock_levels.variant_id = variants.id
      ), 0)::bigint as available
      from variants
      where variants.environment_id = ${ctx.environmentId} and variants.id = any(${variantIds})
        and track_stock and inventory_policy = 'continue'`,
  )

/** Events with facts that the order itself lacks, oldest first. */
export const listOrderEvents = (ctx: Ctx, orderId: string) =>
  ctx.db.rows(
    Event,
    sql`
      select id, type, data, created_at from events
      where environment_id = ${ctx.environmentId} and order_id = ${orderId}
        and type in ('email.sent', 'order.captured', 'order.exchanged', 'order.payment_recorded', 'payment.disputed')
      order by id`,
  )
