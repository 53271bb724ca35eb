import type { Ctx } from '../ctx.ts'
import { sql } from '../db/sql.ts'
import { newId } from '../kit/ids.ts'
import { tracer } from '../kit/tracing.ts'
import type { EventData, EventType } from './event-schemas.ts'

/** Any event type with its own data. */
export type NewEvent = { [T in EventType]: { type: T; data: EventData<T> } }[EventType]

/** Writes the event and the job that notifies its subscribers in the caller's transaction: both or neither. */
export const emit = <T extends EventType>(ctx: Ctx, type: T, data: EventData<T>): Promise<void> =>
  insertEvents(ctx, [{ type, data }])

/** Like `emit`, for any number of events, in this order. */
export const emitAll = async (ctx: Ctx, events: NewEvent[]): Promise<void> => {
  if (events.length > 0) await insertEvents(ctx, events)
}

const insertEvents = (ctx: Ctx, events: { type: EventType; data: unknown }[]): Promise<void> =>
  ctx.db.defer(sql`select emit_events(${ctx.environmentId}, ${toEventRows(events)}::jsonb, ${ctx.now})`)

/** Staff write these about a person. Everything else in an event is an ID, an amount or a status. */
export const eraseStaffNotes = (ctx: Ctx, orderIds: string[]): Promise<number> =>
  ctx.db.run(sql`
    update events set data = data || '{"staffNote": null}'
    where environment_id = ${ctx.environmentId} and order_id = any(${orderIds}) and data ->> 'staffNote' is not null`)

/**
 * For `emit_events`. Never call that in a query on tables: a distributed database executes it where they are, and jobs are on
 * the coordinator. A query that reads only results of data-modifying CTEs is executed there.
 */
export function toEventRows(events: { id?: string; type: EventType; data: unknown }[]): string {
  // Its jobs and webhooks continue the trace.
  const traceparent = tracer()?.traceparent()
  return JSON.stringify(events.map((event) => ({ id: newId('evt'), ...event, ...(traceparent && { traceparent }) })))
}
