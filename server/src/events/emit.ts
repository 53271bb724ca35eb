import type { Ctx } from '../ctx.ts'
import { sql } from '../db/sql.ts'
import { newId } from '../kit/ids.ts'
import type { EventData, EventType } from './catalogue.ts'

/** Any event there is, with its own data. */
export type Happening = { [T in EventType]: { type: T; data: EventData<T> } }[EventType]

/** Writes what happened, and the job that will tell others, in the caller's transaction: both are true or neither. */
export const emit = <T extends EventType>(ctx: Ctx, type: T, data: EventData<T>): Promise<number> =>
  emitAll(ctx, [{ type, data } as Happening])

/** As `emit`, for hundreds at once. */
export function emitAll(ctx: Ctx, happened: Happening[]): Promise<number> {
  const rows = happened.map(({ type, data }) => ({ id: newId('evt'), type, data }))
  return ctx.db.run(sql`
    with event as (
      insert into events (environment_id, id, type, data, created_at)
      select ${ctx.environmentId}, id, type, data, ${ctx.now}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as fresh (id text, type text, data jsonb)
      returning environment_id, id
    )
    select count(*) from graphile_worker.add_jobs((
      select array_agg(row(
        'events.dispatch', json_build_object('environmentId', environment_id, 'eventId', id), null, null, null, null, null, null
      )::graphile_worker.job_spec)
      from event
    ))`)
}
