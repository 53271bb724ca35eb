import type { Ctx } from '../ctx.ts'
import { sql } from '../db/sql.ts'
import { newId } from '../kit/ids.ts'
import type { EventData, EventType } from './catalogue.ts'

/** Writes what happened, and the job that will tell others, in the caller's transaction: both are true or neither. */
export function emit<T extends EventType>(ctx: Ctx, type: T, data: EventData<T>): Promise<number> {
  const id = newId('evt')
  return ctx.db.run(sql`
    with event as (
      insert into events (environment_id, id, type, data, created_at)
      values (${ctx.environmentId}, ${id}, ${type}, ${JSON.stringify(data)}, ${ctx.now})
      returning environment_id, id
    )
    select graphile_worker.add_job(
      'events.dispatch',
      json_build_object('environmentId', event.environment_id, 'eventId', event.id)
    ) from event`)
}
