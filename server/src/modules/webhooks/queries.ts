import { type Static, Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import type { Keyset } from '../../db/page.ts'
import { sql } from '../../db/sql.ts'
import { EVENT_TYPES } from '../../events/event-schemas.ts'
import { Id, Nullable, OneOf, Timestamp } from '../../kit/schema.ts'
import { DISABLED_REASONS } from './schemas.ts'

const EndpointRow = Type.Object({
  id: Id('whe'),
  url: Type.String(),
  description: Type.String(),
  events: Type.Array(OneOf(['*', ...EVENT_TYPES])),
  isActive: Type.Boolean(),
  disabledReason: Nullable(OneOf(DISABLED_REASONS)),
  failingSince: Nullable(Timestamp),
  pausedUntil: Nullable(Timestamp),
  previousSecretUntil: Nullable(Timestamp),
  version: Type.Integer(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type EndpointRow = Static<typeof EndpointRow>

export const findEndpoint = (ctx: Ctx, id: string) =>
  ctx.db.row(
    EndpointRow,
    sql`
      select id, url, description, events, is_active, disabled_reason, failing_since, paused_until,
        previous_secret_until, version, created_at, updated_at
      from webhook_endpoints
      where environment_id = ${ctx.environmentId} and id = ${id} and kind = 'standard'`,
  )

export const listEndpoints = (ctx: Ctx, { before, take }: Keyset) =>
  ctx.db.rows(
    EndpointRow,
    sql`
      select id, url, description, events, is_active, disabled_reason, failing_since, paused_until,
        previous_secret_until, version, created_at, updated_at
      from webhook_endpoints
      where environment_id = ${ctx.environmentId} and id < ${before} and kind = 'standard'
      order by id desc
      limit ${take}`,
  )

const CountRow = Type.Object({ count: Type.Integer() })

export const countEndpoints = (ctx: Ctx) =>
  ctx.db.one(
    CountRow,
    sql`
      select count(*)::integer as count
      from webhook_endpoints
      where environment_id = ${ctx.environmentId} and kind = 'standard'`,
  )

interface NewEndpoint extends Pick<EndpointRow, 'url' | 'description' | 'events' | 'isActive'> {
  id: string
  kind: string
  sealedSecret: string
}

/** It starts at the end of the feed. */
export const insertEndpoint = (ctx: Ctx, endpoint: NewEndpoint) =>
  ctx.db.one(
    EndpointRow,
    sql`
      insert into webhook_endpoints (environment_id, id, kind, url, description, events, is_active, sealed_secret,
        starts_at, position, failure_count, version, created_at, updated_at)
      select ${ctx.environmentId}, ${endpoint.id}, ${endpoint.kind}, ${endpoint.url}, ${endpoint.description},
        ${endpoint.events}, ${endpoint.isActive}, ${endpoint.sealedSecret}, ${ctx.now},
        coalesce((select last_position from event_feeds where environment_id = ${ctx.environmentId}), 0), 0, 1,
        ${ctx.now}, ${ctx.now}
      returning id, url, description, events, is_active, disabled_reason, failing_since, paused_until,
        previous_secret_until, version, created_at, updated_at`,
  )

interface EndpointSettings extends Pick<EndpointRow, 'url' | 'description' | 'events' | 'isActive'> {
  /** It was inactive, so it starts at the end of the feed again. */
  isActivated: boolean
  /** What happened to the URL before says nothing about this one; whoever is sending now must stop. */
  isNewTarget: boolean
}

export const updateEndpoint = (ctx: Ctx, id: string, settings: EndpointSettings) =>
  ctx.db.one(
    EndpointRow,
    sql`
      update webhook_endpoints
      set url = ${settings.url}, description = ${settings.description}, events = ${settings.events},
        is_active = ${settings.isActive},
        disabled_reason = case when ${settings.isActive} then null else disabled_reason end,
        starts_at = case when ${settings.isActivated} then ${ctx.now} else starts_at end,
        position = case when ${settings.isActivated}
          then coalesce((select last_position from event_feeds where environment_id = ${ctx.environmentId}), 0)
          else position end,
        failure_count = case when ${settings.isNewTarget} then 0 else failure_count end,
        failing_since = case when ${settings.isNewTarget} then null else failing_since end,
        paused_until = case when ${settings.isNewTarget} then null else paused_until end,
        lease_owner = case when ${settings.isNewTarget} then null else lease_owner end,
        lease_until = case when ${settings.isNewTarget} then null else lease_until end,
        version = version + 1, updated_at = ${ctx.now}
      where environment_id = ${ctx.environmentId} and id = ${id}
      returning id, url, description, events, is_active, disabled_reason, failing_since, paused_until,
        previous_secret_until, version, created_at, updated_at`,
  )

/** The lease ends: whoever is sending stops after the request in progress. No row if it was inactive already. */
export const disableEndpoint = (ctx: Ctx, id: string, reason: (typeof DISABLED_REASONS)[number]) =>
  ctx.db.row(
    EndpointRow,
    sql`
      update webhook_endpoints
      set is_active = false, disabled_reason = ${reason}, paused_until = null, lease_owner = null, lease_until = null,
        version = version + 1, updated_at = ${ctx.now}
      where environment_id = ${ctx.environmentId} and id = ${id} and is_active
      returning id, url, description, events, is_active, disabled_reason, failing_since, paused_until,
        previous_secret_until, version, created_at, updated_at`,
  )

export const rotateSecret = (ctx: Ctx, id: string, sealedSecret: string, previousUntil: Date) =>
  ctx.db.one(
    EndpointRow,
    sql`
      update webhook_endpoints
      set sealed_previous_secret = sealed_secret, previous_secret_until = ${previousUntil},
        sealed_secret = ${sealedSecret}, version = version + 1, updated_at = ${ctx.now}
      where environment_id = ${ctx.environmentId} and id = ${id}
      returning id, url, description, events, is_active, disabled_reason, failing_since, paused_until,
        previous_secret_until, version, created_at, updated_at`,
  )

/** A replay is also a question whether the endpoint is back. */
export const endPause = (ctx: Ctx, id: string) =>
  ctx.db.run(sql`
    update webhook_endpoints set paused_until = null
    where environment_id = ${ctx.environmentId} and id = ${id} and paused_until is not null`)

export const deleteEndpoint = (ctx: Ctx, id: string) =>
  ctx.db.run(sql`delete from webhook_endpoints where environment_id = ${ctx.environmentId} and id = ${id}`)

/** Of any kind. */
export const findActivity = (ctx: Ctx, id: string) =>
  ctx.db.row(
    Type.Object({ isActive: Type.Boolean() }),
    sql`select is_active from webhook_endpoints where environment_id = ${ctx.environmentId} and id = ${id}`,
  )

const KindRow = Type.Object({ id: Id('whe'), url: Type.String(), updatedAt: Timestamp })

export const findEndpointOfKind = (ctx: Ctx, kind: string) =>
  ctx.db.row(
    KindRow,
    sql`
      select id, url, updated_at
      from webhook_endpoints
      where environment_id = ${ctx.environmentId} and kind = ${kind}`,
  )

/** Activates it, too; then it starts at the end of the feed. */
export const replaceTarget = (
  ctx: Ctx,
  id: string,
  { url, events, sealedSecret }: Pick<NewEndpoint, 'url' | 'events' | 'sealedSecret'>,
) =>
  ctx.db.one(
    KindRow,
    sql`
      update webhook_endpoints
      set url = ${url}, events = ${events}, sealed_secret = ${sealedSecret}, sealed_previous_secret = null,
        previous_secret_until = null, is_active = true, disabled_reason = null,
        starts_at = case when is_active then starts_at else ${ctx.now} end,
        position = case when is_active then position
          else coalesce((select last_position from event_feeds where environment_id = ${ctx.environmentId}), 0) end,
        failure_count = 0, failing_since = null, paused_until = null, lease_owner = null, lease_until = null,
        version = version + 1, updated_at = ${ctx.now}
      where environment_id = ${ctx.environmentId} and id = ${id}
      returning id, url, updated_at`,
  )
