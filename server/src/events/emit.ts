import type { Ctx } from '../ctx.ts'
import { sql } from '../db/sql.ts'
import { newId } from '../kit/ids.ts'
import type { EventData, EventType } from './event-schemas.ts'

/** Any event there is, with its own data. */
export type NewEvent = { [T in EventType]: { type: T; data: EventData<T> } }[EventType]

/** Writes what happened, and the job that will tell others, in the caller's transaction: both are true or neither. */
export const emit = <T extends EventType>(ctx: Ctx, type: T, data: EventData<T>): Promise<number> =>
  insertEvents(ctx, [{ type, data }])

/** As `emit`, for any number at once, in this order. */
export const emitAll = async (ctx: Ctx, events: NewEvent[]): Promise<number> =>
  events.length > 0 ? insertEvents(ctx, events) : 0

const insertEvents = (ctx: Ctx, events: { type: EventType; data: unknown }[]): Promise<number> =>
  ctx.db.run(sql`select emit_events(${ctx.environmentId}, ${toEventRows(events)}::jsonb, ${ctx.now})`)

/** For a statement that tells of what it writes: it calls `emit_events` itself, and a statement is saved. */
export const toEventRows = (events: { type: EventType; data: unknown }[]): string =>
  JSON.stringify(events.map((event) => ({ id: newId('evt'), ...event })))
