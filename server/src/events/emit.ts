import type { Ctx } from '../ctx.ts'
import { sql } from '../db/sql.ts'
import { newId } from '../kit/ids.ts'
import type { EventData, EventType } from './catalogue.ts'

/** Any event there is, with its own data. */
export type NewEvent = { [T in EventType]: { type: T; data: EventData<T> } }[EventType]

/** Writes what happened, and the job that will tell others, in the caller's transaction: both are true or neither. */
export const emit = <T extends EventType>(ctx: Ctx, type: T, data: EventData<T>): Promise<number> =>
  write(ctx, [{ type, data }])

/** As `emit`, for any number at once, in this order. */
export const emitAll = async (ctx: Ctx, events: NewEvent[]): Promise<number> =>
  events.length > 0 ? write(ctx, events) : 0

function write(ctx: Ctx, events: { type: EventType; data: unknown }[]): Promise<number> {
  const rows = events.map((event) => ({ id: newId('evt'), ...event }))
  return ctx.db.run(sql`
    with written as (
      insert into events (environment_id, id, type, data, created_at)
      select ${ctx.environmentId}, id, type, data, ${ctx.now}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as fresh (id text, type text, data jsonb)
      returning environment_id, id
    )
    select count(*) from graphile_worker.add_jobs((
      select array_agg(row(
        'events.dispatch', json_build_object('environmentId', environment_id, 'eventId', id), null, null, null, null, null, null
      )::graphile_worker.job_spec)
      from written
    ))`)
}
