import { type Static, Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import type { Provider } from '../../events/inbound-handler.ts'
import { Id, Nullable, Timestamp } from '../../kit/schema.ts'
import { Connection, ProviderName } from './schemas.ts'

const ConnectionRow = Type.Object({
  id: Id('con'),
  provider: ProviderName,
  isActive: Type.Boolean(),
  sealedSecret: Nullable(Type.String()),
  sealedPreviousSecret: Nullable(Type.String()),
  previousSecretUntil: Nullable(Timestamp),
  sealedToken: Nullable(Type.String()),
  settings: Connection.properties.settings,
  urlVersion: Type.Integer(),
  lastEventAt: Nullable(Timestamp),
  lastRejectedAt: Nullable(Timestamp),
  rejectedCount: Type.Integer(),
  version: Type.Integer(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type ConnectionRow = Static<typeof ConnectionRow>
export type ConnectionSettings = Pick<
  ConnectionRow,
  | 'isActive'
  | 'sealedSecret'
  | 'sealedPreviousSecret'
  | 'previousSecretUntil'
  | 'sealedToken'
  | 'settings'
  | 'urlVersion'
>

export const findConnection = (ctx: Ctx, provider: Provider) =>
  ctx.db.row(
    ConnectionRow,
    sql`
      select id, provider, is_active, sealed_secret, sealed_previous_secret, previous_secret_until, sealed_token, settings,
        url_version, last_event_at, last_rejected_at, rejected_count, version, created_at, updated_at
      from connections
      where environment_id = ${ctx.environmentId} and provider = ${provider}`,
  )

export const listConnections = (ctx: Ctx) =>
  ctx.db.rows(
    ConnectionRow,
    sql`
      select id, provider, is_active, sealed_secret, sealed_previous_secret, previous_secret_until, sealed_token, settings,
        url_version, last_event_at, last_rejected_at, rejected_count, version, created_at, updated_at
      from connections
      where environment_id = ${ctx.environmentId}`,
  )

/** The caller has locked the environment. */
export const insertConnection = (ctx: Ctx, id: string, provider: Provider, settings: ConnectionSettings) =>
  ctx.db.one(
    ConnectionRow,
    sql`
      insert into connections (environment_id, id, provider, is_active, sealed_secret, sealed_previous_secret,
        previous_secret_until, sealed_token, settings, url_version, rejected_count, version, created_at, updated_at)
      values (${ctx.environmentId}, ${id}, ${provider}, ${settings.isActive}, ${settings.sealedSecret},
        ${settings.sealedPreviousSecret}, ${settings.previousSecretUntil}, ${settings.sealedToken},
        ${JSON.stringify(settings.settings)}::json, ${settings.urlVersion}, 0, 1, ${ctx.now}, ${ctx.now})
      returning id, provider, is_active, sealed_secret, sealed_previous_secret, previous_secret_until, sealed_token,
        settings, url_version, last_event_at, last_rejected_at, rejected_count, version, created_at, updated_at`,
  )

export const updateConnection = (ctx: Ctx, id: string, settings: ConnectionSettings) =>
  ctx.db.one(
    ConnectionRow,
    sql`
      update connections
      set is_active = ${settings.isActive}, sealed_secret = ${settings.sealedSecret},
        sealed_previous_secret = ${settings.sealedPreviousSecret},
        previous_secret_until = ${settings.previousSecretUntil}, sealed_token = ${settings.sealedToken},
        settings = ${JSON.stringify(settings.settings)}::json, url_version = ${settings.urlVersion},
        version = version + 1, updated_at = ${ctx.now}
      where environment_id = ${ctx.environmentId} and id = ${id}
      returning id, provider, is_active, sealed_secret, sealed_previous_secret, previous_secret_until, sealed_token,
        settings, url_version, last_event_at, last_rejected_at, rejected_count, version, created_at, updated_at`,
  )

export const deleteConnection = (ctx: Ctx, id: string) =>
  ctx.db.run(sql`delete from connections where environment_id = ${ctx.environmentId} and id = ${id}`)

/** To the minute: it only tells people whether their webhook works. */
export const touchLastEvent = (ctx: Ctx, provider: Provider) =>
  ctx.db.run(sql`
    update connections set last_event_at = ${ctx.now}
    where environment_id = ${ctx.environmentId} and provider = ${provider}
      and (last_event_at is null or last_event_at < ${ctx.now}::timestamptz - interval '1 minute')`)

export const countRejection = (ctx: Ctx, provider: Provider) =>
  ctx.db.run(sql`
    update connections set last_rejected_at = ${ctx.now}, rejected_count = rejected_count + 1
    where environment_id = ${ctx.environmentId} and provider = ${provider}`)

const ManagedRow = Type.Object({
  provider: ProviderName,
  hasSecret: Type.Boolean(),
  lastEventAt: Nullable(Timestamp),
  createdAt: Nullable(Timestamp),
  updatedAt: Timestamp,
})
export type ManagedRow = Static<typeof ManagedRow>

/** Connections whose settings are in other modules: Stripe, and the providers of active mailboxes. */
export const listManagedConnections = (ctx: Ctx) =>
  ctx.db.rows(
    ManagedRow,
    sql`
      select provider, sealed_webhook_secret is not null as has_secret, last_webhook_at as last_event_at,
        null::timestamptz as created_at, updated_at
      from payment_connections
      where environment_id = ${ctx.environmentId} and closed_at is null
      union all
      select provider, bool_and(sealed_signing_key is not null), (
          select received_at from inbound_events
          where inbound_events.environment_id = ${ctx.environmentId} and inbound_events.provider = mailboxes.provider
            and status <> 'rejected'
          order by id desc limit 1
        ), min(created_at), max(updated_at)
      from mailboxes
      where environment_id = ${ctx.environmentId} and is_active and provider <> 'smtp'
      group by provider`,
  )
