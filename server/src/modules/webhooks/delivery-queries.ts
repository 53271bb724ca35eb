import { Type } from 'typebox'
import type { Ctx, SystemCtx } from '../../ctx.ts'
import type { Keyset } from '../../db/page.ts'
import { sql, withCustomPlan } from '../../db/sql.ts'
import { EVENT_TYPES, type EventType } from '../../events/event-schemas.ts'
import { Id, OneOf } from '../../kit/schema.ts'
import { type DeliveryQuery, WebhookDelivery, WebhookDeliveryDetails, type WebhookReplay } from './schemas.ts'

type Filter = Omit<DeliveryQuery, 'limit' | 'cursor'>

export const listDeliveries = (ctx: Ctx, filter: Filter, { before, take }: Keyset) => {
  const { endpointId = null, status = null, eventType = null, eventId = null } = filter
  return ctx.db.rows(
    WebhookDelivery,
    withCustomPlan(sql`
      select id, endpoint_id, event_id, event_type, status, jsonb_array_length(attempts) as attempt_count,
        next_attempt_at, attempts -> -1 as last_attempt, created_at, updated_at
      from webhook_deliveries
      where environment_id = ${ctx.environmentId} and id < ${before}
        and (${endpointId}::text is null or endpoint_id = ${endpointId})
        and (${status}::text is null or status = ${status})
        and (${eventType}::text is null or event_type = ${eventType})
        and (${eventId}::text is null or event_id = ${eventId})
      order by id desc
      limit ${take}`),
  )
}

export const findDelivery = (ctx: Ctx, id: string) =>
  ctx.db.row(
    WebhookDeliveryDetails,
    sql`
      select id, endpoint_id, event_id, event_type, status, jsonb_array_length(attempts) as attempt_count,
        next_attempt_at, attempts -> -1 as last_attempt, attempts, created_at, updated_at
      from webhook_deliveries
      where environment_id = ${ctx.environmentId} and id = ${id}`,
  )

export interface PendingDelivery {
  id: string
  eventId: string
  eventType: EventType
  position: number | null
}

/** Due at once. An event that was sent before gets a new series of attempts. */
export const upsertPending = (ctx: Ctx, endpointId: string, deliveries: PendingDelivery[]) =>
  ctx.db.run(sql`
    insert into webhook_deliveries (environment_id, id, endpoint_id, event_id, event_type, position, status, failures,
      next_attempt_at, attempts, created_at, updated_at)
    select ${ctx.environmentId}::uuid, delivery.id, ${endpointId}::text, delivery."eventId", delivery."eventType",
      delivery.position, 'pending', 0, ${ctx.now}::timestamptz, '[]', ${ctx.now}::timestamptz, ${ctx.now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(deliveries)}::jsonb)
      as delivery (id text, "eventId" text, "eventType" text, position bigint)
    on conflict (environment_id, event_id, endpoint_id) do update
    set status = 'pending', failures = 0, next_attempt_at = excluded.next_attempt_at, updated_at = excluded.updated_at`)

/** When nothing is sent to the endpoint anymore. */
export const cancelPending = (ctx: Ctx, endpointId: string) =>
  ctx.db.run(sql`
    update webhook_deliveries set status = 'canceled', next_attempt_at = null, updated_at = ${ctx.now}
    where environment_id = ${ctx.environmentId} and endpoint_id = ${endpointId} and status = 'pending'`)

const ReplayRow = Type.Object({ eventId: Id('evt'), eventType: OneOf(EVENT_TYPES), position: Type.Integer() })

/** Events of a period that the endpoint subscribes to, in order. Those that it has not got yet will come anyway. */
export const listReplayEvents = (
  ctx: Ctx,
  endpointId: string,
  { from, to, events = [], onlyFailed = false }: WebhookReplay,
  limit: number,
) =>
  ctx.db.rows(
    ReplayRow,
    withCustomPlan(sql`
      select events.id as event_id, events.type as event_type, events.position
      from webhook_endpoints as endpoint
      join events on events.environment_id = endpoint.environment_id and events.position <= endpoint.position
      left join webhook_deliveries as delivery on delivery.environment_id = endpoint.environment_id
        and delivery.event_id = events.id and delivery.endpoint_id = endpoint.id
      where endpoint.environment_id = ${ctx.environmentId} and endpoint.id = ${endpointId}
        and events.created_at >= ${from} and events.created_at < ${to ?? ctx.now}
        and events.type <> 'webhook_endpoint.test'
        and ('*' = any(endpoint.events) or events.type = any(endpoint.events))
        and (cardinality(${events}::text[]) = 0 or events.type = any(${events}::text[]))
        and (not ${onlyFailed}::boolean or delivery.status is distinct from 'delivered')
      order by events.position
      limit ${limit}`),
  )

/** Finished deliveries; returns how many. */
export const deleteDeliveries = (ctx: SystemCtx, before: Date, limit: number) =>
  ctx.db.run(sql`
    /* all environments: one schedule serves them all */
    delete from webhook_deliveries
    where (environment_id, id) in (
      select environment_id, id from webhook_deliveries
      where created_at < ${before} and status <> 'pending'
      order by created_at
      limit ${limit}
    )`)
