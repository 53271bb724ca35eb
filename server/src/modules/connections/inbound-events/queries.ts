import { type Static, Type } from 'typebox'
import type { Ctx, SystemCtx } from '../../../ctx.ts'
import type { Keyset } from '../../../db/page.ts'
import { sql } from '../../../db/sql.ts'
import type { Provider } from '../../../events/inbound-handler.ts'
import { toJobPayload } from '../../../jobs/job.ts'
import { Id, Nullable } from '../../../kit/schema.ts'
import { InboundEvent, type InboundEventsQuery } from './schemas.ts'

const IdRow = Type.Object({ id: Id('ine') })

export interface NewEventRow {
  id: string
  provider: Provider
  topic: string
  externalId: string | null
  identity: string
  body: Buffer
  headers: Record<string, string>
  emails: string[]
  search: string
}

/**
 * The event and the job that processes it, in one statement: the provider waits for it, and none may exist without the
 * other. Returns nothing if the same event is stored already.
 */
export const insertEvent = (ctx: Ctx, event: NewEventRow, job: { name: string; maxAttempts: number }) =>
  ctx.db.row(
    IdRow,
    sql`
      with event as (
        insert into inbound_events (environment_id, id, provider, topic, external_id, identity, duplicate_count, body,
          size_bytes, headers, status, attempts, emails, search, received_at)
        values (${ctx.environmentId}, ${event.id}, ${event.provider}, ${event.topic}, ${event.externalId},
          ${event.identity}, 0, ${event.body}, ${event.body.length}, ${JSON.stringify(event.headers)}::json, 'received', 0,
          ${event.emails}, ${event.search}, ${ctx.now})
        on conflict (environment_id, provider, identity) do nothing
        returning id
      )
      select event.id from event, lateral graphile_worker.add_job(
        ${job.name}::text,
        ${toJobPayload({ environmentId: ctx.environmentId, eventId: event.id })}::json,
        max_attempts => ${job.maxAttempts}::int
      ) as job`,
  )

/** The same without a job. */
export const insertIgnoredEvent = (ctx: Ctx, event: NewEventRow, note: string) =>
  ctx.db.row(
    IdRow,
    sql`
      insert into inbound_events (environment_id, id, provider, topic, external_id, identity, duplicate_count, body,
        size_bytes, headers, status, attempts, note, emails, search, received_at)
      values (${ctx.environmentId}, ${event.id}, ${event.provider}, ${event.topic}, ${event.externalId},
        ${event.identity}, 0, ${event.body}, ${event.body.length}, ${JSON.stringify(event.headers)}::json, 'ignored', 0,
        ${note}, ${event.emails}, ${event.search}, ${ctx.now})
      on conflict (environment_id, provider, identity) do nothing
      returning id`,
  )

export interface EmailEvent {
  id: string
  provider: Provider
  emailId: string
  sizeBytes: number
  status: 'processed' | 'ignored'
}

/** An ignored email may be released later. */
export const upsertEmailEvent = (ctx: Ctx, { id, provider, emailId, sizeBytes, status }: EmailEvent) =>
  ctx.db.run(sql`
    insert into inbound_events (environment_id, id, provider, topic, identity, duplicate_count, size_bytes, headers,
      email_id, status, attempts, emails, search, received_at, processed_at)
    values (${ctx.environmentId}, ${id}, ${provider}, 'email', ${`id:${emailId}`}, 0, ${sizeBytes}, '{}', ${emailId},
      ${status}, 1, '{}', ${`email ${emailId}`}, ${ctx.now}, ${ctx.now})
    on conflict (environment_id, provider, identity) do update
    set status = excluded.status, attempts = inbound_events.attempts + 1, processed_at = excluded.processed_at`)

export const countDuplicate = (ctx: Ctx, provider: Provider, identity: string) =>
  ctx.db.row(
    IdRow,
    sql`
      update inbound_events set duplicate_count = duplicate_count + 1
      where environment_id = ${ctx.environmentId} and provider = ${provider} and identity = ${identity}
      returning id`,
  )

export interface Rejection {
  id: string
  provider: Provider
  sizeBytes: number
  headers: Record<string, string>
  note: string
}

/** Without the body: nobody knows who sent it. */
export const insertRejection = (ctx: Ctx, { id, provider, sizeBytes, headers, note }: Rejection) =>
  ctx.db.run(sql`
    insert into inbound_events (environment_id, id, provider, topic, duplicate_count, size_bytes, headers, status, attempts,
      note, emails, search, received_at)
    values (${ctx.environmentId}, ${id}, ${provider}, 'unknown', 0, ${sizeBytes}, ${JSON.stringify(headers)}::json,
      'rejected', 0, ${note}, '{}', '', ${ctx.now})`)

/** All but the last hundred. */
export const deleteOldRejections = (ctx: Ctx, provider: Provider) =>
  ctx.db.run(sql`
    delete from inbound_events
    where environment_id = ${ctx.environmentId} and provider = ${provider} and status = 'rejected' and id <= (
      select id from inbound_events
      where environment_id = ${ctx.environmentId} and provider = ${provider} and status = 'rejected'
      order by id desc offset 100 limit 1
    )`)

const EventRow = Type.Object({
  ...InboundEvent.properties,
  headers: Type.Record(Type.String(), Type.String()),
  body: Nullable(Type.Unsafe<Buffer>(Type.Any())),
})
export type EventRow = Static<typeof EventRow>

export const findEvent = (ctx: Ctx, id: string) =>
  ctx.db.row(
    EventRow,
    sql`
      select id, provider, topic, external_id, status, attempts, note, email_id, duplicate_count, size_bytes, received_at,
        processed_at, headers, body
      from inbound_events
      where environment_id = ${ctx.environmentId} and id = ${id}`,
  )

export const listEvents = (ctx: Ctx, { before, take }: Keyset, filter: InboundEventsQuery, pattern: string | null) =>
  ctx.db.rows(
    InboundEvent,
    sql`
      select id, provider, topic, external_id, status, attempts, note, email_id, duplicate_count, size_bytes, received_at,
        processed_at
      from inbound_events
      where environment_id = ${ctx.environmentId} and id < ${before}
        and (${filter.provider ?? null}::text is null or provider = ${filter.provider ?? null})
        and (${filter.topic ?? null}::text is null or topic = ${filter.topic ?? null})
        and (${filter.status ?? null}::text is null or status = ${filter.status ?? null})
        and (${pattern}::text is null or search like ${pattern})
        and (${filter.from ?? null}::timestamptz is null or received_at >= ${filter.from ?? null})
        and (${filter.to ?? null}::timestamptz is null or received_at < ${filter.to ?? null})
      order by id desc
      limit ${take}`,
  )

export const finishEvent = (ctx: Ctx, id: string, status: 'processed' | 'ignored', note: string | null) =>
  ctx.db.run(sql`
    update inbound_events
    set status = ${status}, note = ${note}, attempts = attempts + 1, processed_at = ${ctx.now}
    where environment_id = ${ctx.environmentId} and id = ${id}`)

export const recordFailure = (ctx: Ctx, id: string, note: string) =>
  ctx.db.run(sql`
    update inbound_events set status = 'failed', note = ${note}, attempts = attempts + 1
    where environment_id = ${ctx.environmentId} and id = ${id} and status in ('received', 'failed')`)

/** Only while its body is kept. */
export const reopenEvent = (ctx: Ctx, id: string) =>
  ctx.db.row(
    IdRow,
    sql`
      update inbound_events set status = 'received', note = null, processed_at = null
      where environment_id = ${ctx.environmentId} and id = ${id} and body is not null
      returning id`,
  )

export const pruneEvents = (ctx: SystemCtx, before: Date) =>
  ctx.db.run(sql`
    /* all environments: maintenance */
    delete from inbound_events where (environment_id, id) in (
      select environment_id, id from inbound_events where received_at < ${before}
      order by received_at limit 500
    )`)
