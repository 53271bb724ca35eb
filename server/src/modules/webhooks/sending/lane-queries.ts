import { type Static, Type } from 'typebox'
import type { Ctx, SystemCtx } from '../../../ctx.ts'
import { sql } from '../../../db/sql.ts'
import { Event } from '../../../events/subscriber.ts'
import { MODES } from '../../../kit/api-key.ts'
import { Id, Nullable, OneOf, Timestamp, Uuid } from '../../../kit/schema.ts'
import type { DeliveryStatus, WebhookAttempt } from '../schemas.ts'

const DueRow = Type.Object({ environmentId: Uuid, id: Id('whe') })
export type DueEndpoint = Static<typeof DueRow>

/**
 * Endpoints with new events or due retries that no other process is sending to, longest waiting first. Without a list,
 * of all environments. Includes those of the owner itself: a lane that failed could perhaps not release its lease.
 */
export const listDueEndpoints = (ctx: SystemCtx, owner: string, environmentIds: string[] | null, limit: number) =>
  ctx.db.rows(
    DueRow,
    sql`
      /* all environments: one sender serves them all */
      select endpoint.environment_id, endpoint.id
      from webhook_endpoints as endpoint
      left join event_feeds as feed on feed.environment_id = endpoint.environment_id
      where (${environmentIds}::uuid[] is null or endpoint.environment_id = any(${environmentIds}))
        and endpoint.is_active
        and (endpoint.lease_until is null or endpoint.lease_until <= ${ctx.now} or endpoint.lease_owner = ${owner})
        and (endpoint.paused_until is null or endpoint.paused_until <= ${ctx.now})
        and (
          feed.last_position > endpoint.position
          or exists (
            select from webhook_deliveries as delivery
            where delivery.environment_id = endpoint.environment_id and delivery.endpoint_id = endpoint.id
              and delivery.status = 'pending' and delivery.next_attempt_at <= ${ctx.now}
          )
        )
      order by endpoint.lease_until nulls first
      limit ${limit}`,
  )

const LeasedRow = Type.Object({
  environmentId: Uuid,
  workspaceId: Uuid,
  mode: OneOf(MODES),
  id: Id('whe'),
  kind: Type.String(),
  url: Type.String(),
  sealedSecret: Type.String(),
  sealedPreviousSecret: Nullable(Type.String()),
  previousSecretUntil: Nullable(Timestamp),
  position: Type.Integer(),
  failureCount: Type.Integer(),
  failingSince: Nullable(Timestamp),
  version: Type.Integer(),
})
export type LeasedEndpoint = Static<typeof LeasedRow>

/** No row if another process has the lease. */
export const leaseEndpoint = (ctx: SystemCtx, { environmentId, id }: DueEndpoint, owner: string, until: Date) =>
  ctx.db.row(
    LeasedRow,
    sql`
      update webhook_endpoints as endpoint
      set lease_owner = ${owner}, lease_until = ${until}
      from environments
      where endpoint.environment_id = ${environmentId} and endpoint.id = ${id} and endpoint.is_active
        and (endpoint.lease_until is null or endpoint.lease_until <= ${ctx.now} or endpoint.lease_owner = ${owner})
        and environments.id = endpoint.environment_id
      returning endpoint.environment_id, environments.workspace_id, environments.mode, endpoint.id, endpoint.kind,
        endpoint.url, endpoint.sealed_secret, endpoint.sealed_previous_secret, endpoint.previous_secret_until,
        endpoint.position, endpoint.failure_count, endpoint.failing_since, endpoint.version`,
  )

const FeedRow = Type.Object({
  version: Type.Integer(),
  lastPosition: Type.Integer(),
  id: Nullable(Event.properties.id),
  type: Nullable(Event.properties.type),
  data: Nullable(Event.properties.data),
  createdAt: Nullable(Timestamp),
  traceparent: Nullable(Type.String()),
  position: Nullable(Type.Integer()),
})

/**
 * The next events for the endpoint, in the order of the feed, each with the end of the feed: whoever gets fewer than
 * `limit` has read everything up to there. Without new events it is one row, which has only the end.
 */
export const readFeed = (ctx: Ctx, endpointId: string, position: number, limit: number) =>
  ctx.db.rows(
    FeedRow,
    sql`
      select endpoint.version, coalesce(feed.last_position, 0) as last_position, next.id, next.type, next.data, next.created_at,
        next.traceparent, next.position
      from webhook_endpoints as endpoint
      left join event_feeds as feed on feed.environment_id = ${ctx.environmentId}
      left join lateral (
        select events.id, events.type, events.data, events.created_at, events.traceparent, events.position
        from events
        where events.environment_id = ${ctx.environmentId} and events.position > ${position}::bigint
          and events.position <= feed.last_position and events.created_at >= endpoint.starts_at
          and events.type <> 'webhook_endpoint.test'
          and ('*' = any(endpoint.events) or events.type = any(endpoint.events))
        order by events.position
        limit ${limit}
      ) as next on true
      where endpoint.environment_id = ${ctx.environmentId} and endpoint.id = ${endpointId}
      order by next.position`,
  )

const DueDeliveryRow = Type.Object({
  ...Event.properties,
  traceparent: Nullable(Type.String()),
  deliveryId: Id('whd'),
  failures: Type.Integer(),
})

/** Deliveries whose next attempt is due, longest waiting first. */
export const listDueDeliveries = (ctx: Ctx, endpointId: string, limit: number) =>
  ctx.db.rows(
    DueDeliveryRow,
    sql`
      select events.id, events.type, events.data, events.created_at, events.traceparent, delivery.id as delivery_id,
        delivery.failures
      from webhook_deliveries as delivery
      join events on events.environment_id = delivery.environment_id and events.id = delivery.event_id
      where delivery.environment_id = ${ctx.environmentId} and delivery.endpoint_id = ${endpointId}
        and delivery.status = 'pending' and delivery.next_attempt_at <= ${ctx.now}
      order by delivery.next_attempt_at, delivery.position
      limit ${limit}`,
  )

/** Only who has the lease may write, so that a process that was suspended can't undo what its successor did. */
interface LeaseState {
  endpointId: string
  owner: string
  leaseUntil: Date
  position: number
  failureCount: number
  failingSince: string | null
  pausedUntil: Date | null
}

export interface AttemptResult {
  id: string
  eventId: string
  eventType: string
  position: number | null
  status: DeliveryStatus
  failures: number
  nextAttemptAt: Date | null
  /** None if there was nothing to send anymore. */
  attempts: WebhookAttempt[]
}

const VersionRow = Type.Object({ version: Type.Integer() })

/** The results of a batch and the progress in the feed, together or not at all. No row if the lease is lost. */
export const recordResults = (ctx: Ctx, lane: LeaseState, results: AttemptResult[]) =>
  ctx.db.row(
    VersionRow,
    sql`
      with lane as (
        update webhook_endpoints
        set position = ${lane.position}, failure_count = ${lane.failureCount}, failing_since = ${lane.failingSince},
          paused_until = ${lane.pausedUntil}, lease_until = ${lane.leaseUntil}
        where environment_id = ${ctx.environmentId} and id = ${lane.endpointId} and lease_owner = ${lane.owner}
        returning environment_id, id, version
      ), recorded as (
        insert into webhook_deliveries (environment_id, id, endpoint_id, event_id, event_type, position, status,
          failures, next_attempt_at, attempts, created_at, updated_at)
        select lane.environment_id, result.id, lane.id, result."eventId", result."eventType", result.position,
          result.status, result.failures, result."nextAttemptAt", result.attempts,
          ${ctx.now}::timestamptz, ${ctx.now}::timestamptz
        from lane, jsonb_to_recordset(${JSON.stringify(results)}::jsonb) as result (id text, "eventId" text,
          "eventType" text, position bigint, status text, failures integer, "nextAttemptAt" timestamptz, attempts jsonb)
        on conflict (environment_id, event_id, endpoint_id) do update
        set status = excluded.status, failures = excluded.failures, next_attempt_at = excluded.next_attempt_at,
          attempts = webhook_deliveries.attempts || excluded.attempts, updated_at = excluded.updated_at
      )
      select version from lane`,
  )

/** `lease_until` becomes the time of the release: who waits longest is next. */
export const releaseEndpoint = (ctx: Ctx, endpointId: string, owner: string) =>
  ctx.db.run(sql`
    update webhook_endpoints set lease_owner = null, lease_until = ${ctx.now}
    where environment_id = ${ctx.environmentId} and id = ${endpointId} and lease_owner = ${owner}`)

export const endLeases = (ctx: SystemCtx) =>
  ctx.db.run(sql`
    /* all environments: one sender serves them all */
    update webhook_endpoints set lease_owner = null, lease_until = null
    where lease_owner is not null`)
