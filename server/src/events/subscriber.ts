import { type Static, Type } from 'typebox'
import { type Ctx, together } from '../ctx.ts'
import { sql, withGenericPlan } from '../db/sql.ts'
import { defineJob, enqueue, type Job } from '../jobs/job.ts'
import { countEvent, newActivity } from '../kit/activity.ts'
import { Id, OneOf, Timestamp } from '../kit/schema.ts'
import { traceChild } from '../kit/tracing.ts'
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
  /** Needs nothing that others do: those run at the same time, so that what they read travels together. */
  isIndependent?: true
  run: (ctx: Ctx, event: EventOf<T>) => Promise<void>
}

export const defineSubscriber = <T extends EventType>(definition: Subscriber<T>): Subscriber =>
  definition as unknown as Subscriber

/** A subscriber that runs once for all its events of a change, after those that run for each. */
export interface BatchSubscriber<T extends EventType = EventType> {
  name: string
  on: readonly T[]
  runAll: (ctx: Ctx, events: EventOf<T>[]) => Promise<void>
}

export const defineBatchSubscriber = <T extends EventType>(definition: BatchSubscriber<T>): BatchSubscriber =>
  definition as unknown as BatchSubscriber

export type AnySubscriber = Subscriber | BatchSubscriber

const EventJobPayload = Type.Object({ eventId: Id('evt') })
const DeliveryPayload = Type.Object({ eventIds: Type.Array(Id('evt')) })

interface SubscriberJob {
  subscriber: AnySubscriber
  /** Runs after a failure. */
  retry: Job<typeof EventJobPayload>
}

/**
 * One job delivers the events of a change to all their subscribers: first to those that are independent, then to the others,
 * one after the other. A subscriber that fails is retried alone, by a job of its own.
 */
export function subscriberJobs(subscribers: AnySubscriber[]): Job[] {
  const jobs = subscribers.map((subscriber): SubscriberJob => ({ subscriber, retry: defineRetry(subscriber) }))
  const deliver = defineJob({
    name: 'events.deliver',
    payload: DeliveryPayload,
    run: (ctx, { eventIds }) => deliverEvents(ctx, eventIds, jobs),
  })
  // Enqueued by servers of the previous release.
  const dispatch = defineJob({
    name: 'events.dispatch',
    payload: EventJobPayload,
    run: (ctx, { eventId }) => deliverEvents(ctx, [eventId], jobs),
  })
  return [deliver, dispatch, ...jobs.map(({ retry }) => retry)]
}

const defineRetry = (subscriber: AnySubscriber) =>
  defineJob({
    name: `events.subscriber.${subscriber.name}`,
    payload: EventJobPayload,
    run: async (ctx, { eventId }) => {
      const event = await findEvent(ctx, eventId)
      if (event) await runSubscriber(ctx, subscriber, [event as EventOf<EventType>])
    },
  })

async function deliverEvents(ctx: Ctx, eventIds: string[], jobs: SubscriberJob[]): Promise<void> {
  const events = await listNewEvents(ctx, eventIds)
  for (const { type } of events) countEvent(ctx.perServer(newActivity), ctx.mode, type)
  // One worker sequences the events of many jobs.
  if (events.some(({ isSequenced }) => !isSequenced)) await sequenceEvents(ctx)
  const received = events.map(({ isSequenced: _, ...event }) => event as EventOf<EventType>)
  const independent = jobs.filter(isIndependent)
  const notified = await together(ctx, (ctx) =>
    Promise.allSettled(
      independent.map(async (job) => {
        for (const event of received) await notifySubscriber(ctx, job, [event])
      }),
    ),
  )
  // All of them have ended: a job that ends is run by another worker.
  for (const result of notified) if (result.status === 'rejected') throw result.reason
  for (const event of received) {
    for (const job of jobs) {
      if ('run' in job.subscriber && !isIndependent(job)) await notifySubscriber(ctx, job, [event])
    }
  }
  for (const job of jobs) if ('runAll' in job.subscriber) await notifySubscriber(ctx, job, received)
}

const isIndependent = ({ subscriber }: SubscriberJob): boolean =>
  'run' in subscriber && subscriber.isIndependent === true

async function notifySubscriber(ctx: Ctx, { subscriber, retry }: SubscriberJob, all: EventOf<EventType>[]) {
  const events = all.filter(({ type }) => subscriber.on.includes(type))
  if (events.length === 0) return
  ctx.signal.throwIfAborted()
  try {
    await traceChild({ name: `subscriber ${subscriber.name}`, kind: 'internal' }, () =>
      runSubscriber(ctx, subscriber, events),
    )
  } catch (error) {
    for (const { id: eventId } of events) {
      ctx.log.warn({ err: error, subscriber: subscriber.name, eventId }, 'a subscriber failed; it is retried')
      await enqueue(ctx, retry, { eventId }, { key: `${retry.name}:${eventId}` })
    }
  }
}

async function runSubscriber(ctx: Ctx, subscriber: AnySubscriber, events: EventOf<EventType>[]): Promise<void> {
  if ('runAll' in subscriber) return subscriber.runAll(ctx, events)
  for (const event of events) await subscriber.run(ctx, event)
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

const NewEvent = Type.Object({ ...Event.properties, isSequenced: Type.Boolean() })

const listNewEvents = (ctx: Ctx, ids: string[]) =>
  ctx.db.rows(
    NewEvent,
    withGenericPlan(sql`
      select id, type, data, created_at, position is not null as is_sequenced
      from events
      where environment_id = ${ctx.environmentId} and id = any(${ids})
      order by id`),
  )
