import { type Static, Type } from 'typebox'
import type { Ctx } from '../ctx.ts'
import { sql } from '../db/sql.ts'
import { defineJob, enqueue, type Job } from '../jobs/job.ts'
import { countEvent, newActivity } from '../kit/activity.ts'
import { Id, OneOf, Timestamp } from '../kit/schema.ts'
import { EVENT_TYPES, type EventData, type EventType } from './event-schemas.ts'
import { sequenceEvents } from './sequence.ts'

export interface EventOf<T extends EventType> {
  id: `evt_${string}`
  type: T
  data: EventData<T>
  createdAt: string
}

/** Work that follows from an event but must not delay it. It may receive an event more than once. */
export interface Subscriber<T extends EventType = EventType> {
  name: string
  on: readonly T[]
  run: (ctx: Ctx, event: EventOf<T>) => Promise<void>
}

export const defineSubscriber = <T extends EventType>(definition: Subscriber<T>): Subscriber =>
  definition as unknown as Subscriber

const EventJobPayload = Type.Object({ eventId: Id('evt') })

/** One job per subscriber, so that a failing one is retried alone, and one job that fans an event out to them. */
export function subscriberJobs(subscribers: Subscriber[]): Job[] {
  const jobs = subscribers.map((subscriber) => ({
    on: subscriber.on as readonly string[],
    job: defineJob({
      name: `events.subscriber.${subscriber.name}`,
      payload: EventJobPayload,
      run: async (ctx, { eventId }) => {
        const event = await findEvent(ctx, eventId)
        if (event) await subscriber.run(ctx, event as EventOf<EventType>)
      },
    }),
  }))
  const dispatch = defineJob({
    name: 'events.dispatch',
    payload: EventJobPayload,
    run: async (ctx, { eventId }) => {
      const event = await findNewEvent(ctx, eventId)
      if (!event) return
      countEvent(ctx.perServer(newActivity), ctx.mode, event.type)
      // One worker sequences the events of many jobs.
      if (!event.isSequenced) await sequenceEvents(ctx)
      for (const { on, job } of jobs) {
        if (on.includes(event.type)) await enqueue(ctx, job, { eventId }, { key: `${job.name}:${eventId}` })
      }
    },
  })
  return [dispatch, ...jobs.map(({ job }) => job)]
}

export const Event = Type.Object({
  id: Id('evt'),
  type: OneOf(EVENT_TYPES),
  data: Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
  createdAt: Timestamp,
})
export type Event = Static<typeof Event>

export const findEvent = (ctx: Ctx, id: string) =>
  ctx.db.row(
    Event,
    sql`
      select id, type, data, created_at
      from events
      where environment_id = ${ctx.environmentId} and id = ${id}`,
  )

const NewEvent = Type.Object({ type: OneOf(EVENT_TYPES), isSequenced: Type.Boolean() })

const findNewEvent = (ctx: Ctx, id: string) =>
  ctx.db.row(
    NewEvent,
    sql`
      select type, position is not null as is_sequenced
      from events
      where environment_id = ${ctx.environmentId} and id = ${id}`,
  )
