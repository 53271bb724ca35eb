import { type Static, Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import { Nullable, OneOf, Timestamp } from '../../kit/schema.ts'

const StoredConnection = Type.Object({
  shop: Type.String(),
  name: Type.String(),
  currency: Type.String(),
  scopes: Type.Array(Type.String()),
  apiVersion: Type.String(),
  sealedToken: Type.String(),
  status: OneOf(['active', 'disabled'] as const),
  disabledReason: Nullable(Type.String()),
  webhooksSubscribedAt: Nullable(Timestamp),
  webhooksError: Nullable(Type.String()),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type StoredConnection = Static<typeof StoredConnection>

export const findConnection = (ctx: Ctx) =>
  ctx.db.row(
    StoredConnection,
    sql`
      select shop, name, currency, scopes, api_version, sealed_token, status, disabled_reason, webhooks_subscribed_at,
        webhooks_error, created_at, updated_at
      from shopify_connections
      where environment_id = ${ctx.environmentId}`,
  )

export const upsertConnection = (
  ctx: Ctx,
  connection: Pick<StoredConnection, 'shop' | 'name' | 'currency' | 'scopes' | 'apiVersion' | 'sealedToken'>,
) =>
  ctx.db.run(sql`
    insert into shopify_connections (environment_id, shop, name, currency, scopes, api_version, sealed_token, status, created_at,
      updated_at)
    values (${ctx.environmentId}, ${connection.shop}, ${connection.name}, ${connection.currency}, ${connection.scopes},
      ${connection.apiVersion}, ${connection.sealedToken}, 'active', ${ctx.now}, ${ctx.now})
    on conflict (environment_id) do update set shop = excluded.shop, name = excluded.name, currency = excluded.currency,
      scopes = excluded.scopes, api_version = excluded.api_version, sealed_token = excluded.sealed_token, status = 'active',
      disabled_reason = null, webhooks_subscribed_at = null, webhooks_error = null, updated_at = excluded.updated_at`)

export const disableConnection = (ctx: Ctx, reason: string) =>
  ctx.db.run(sql`
    update shopify_connections set status = 'disabled', disabled_reason = ${reason}, updated_at = ${ctx.now}
    where environment_id = ${ctx.environmentId} and status = 'active'`)

export const saveSubscription = (ctx: Ctx, error: string | null) =>
  ctx.db.run(sql`
    update shopify_connections set webhooks_error = ${error},
      webhooks_subscribed_at = case when ${error}::text is null then ${ctx.now} else webhooks_subscribed_at end
    where environment_id = ${ctx.environmentId}`)

export const deleteConnection = (ctx: Ctx) =>
  ctx.db.run(sql`delete from shopify_connections where environment_id = ${ctx.environmentId}`)

/** Of another shop: its IDs mean nothing in this one. Erased customers stay marked, in case it is connected again. */
export async function forgetObjects(ctx: Ctx): Promise<void> {
  await ctx.db.run(sql`
    delete from shopify_objects where environment_id = ${ctx.environmentId} and external_id not like 'erased %'`)
  await ctx.db.run(sql`delete from shopify_images where environment_id = ${ctx.environmentId}`)
}

const LastSync = Type.Object({ finishedAt: Nullable(Timestamp) })

export const findLastSync = (ctx: Ctx) =>
  ctx.db.row(
    LastSync,
    sql`
      select finished_at from shopify_runs
      where environment_id = ${ctx.environmentId} and status = 'completed' and not dry_run
      order by id desc
      limit 1`,
  )
