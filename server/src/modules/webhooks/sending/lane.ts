import { setTimeout as sleep } from 'node:timers/promises'
import type { Ctx } from '../../../ctx.ts'
import type { EventType } from '../../../events/event-schemas.ts'
import type { Event, EventOf } from '../../../events/subscriber.ts'
import type { WebhookFormat } from '../../../events/webhook-format.ts'
import { newActivity } from '../../../kit/activity.ts'
import { newId } from '../../../kit/ids.ts'
import { tracer, traceWith } from '../../../kit/tracing.ts'
import { nextAttemptAt, pausedUntil, type RetrySchedule } from '../retry-schedule.ts'
import { disableEndpoint } from '../webhooks.ts'
import { type AttemptOutcome, attemptDelivery } from './attempt.ts'
import {
  type AttemptResult,
  type LeasedEndpoint,
  listDueDeliveries,
  readFeed,
  recordResults,
  releaseEndpoint,
} from './lane-queries.ts'

/** Renewed at the latest after `RENEW_MS` and a request of 15 s. After a crash, others take over when it ends. */
export const LEASE_MS = 30_000
const RENEW_MS = 5000
const BATCH_SIZE = 100
/** Results are recorded when there are so many, or the first is so old. A crash repeats those requests. */
const MAX_UNRECORDED = 50
const RECORD_MS = 500
/** At the end of the feed, a lane waits so long for more before it ends. */
const LINGER_MS = 1000
/** Events that trickle in are read together: a statement per event and endpoint would cost more than the requests. */
const READ_INTERVAL_MS = 50
/** After a failed request: time for the receiver to recover, and for the lanes of those that don't fail. */
const FAILURE_PAUSE_MS = 20
/** Retries are due in seconds, at the earliest. */
const DUE_INTERVAL_MS = 1000

interface LaneOptions {
  /** Of the endpoint's environment; `signal` aborts the request in progress. */
  ctx: Ctx
  endpoint: LeasedEndpoint
  format: WebhookFormat
  owner: string
  clock: () => Date
  schedule: RetrySchedule
  shouldStop: () => boolean
  /** True when there are new events; false after a while. */
  waitForNews: (timeoutMs: number) => Promise<boolean>
}

/**
 * Sends to one endpoint, one request at a time: new events in the order of the feed, and in between what is due for
 * another attempt. Ends when there is nothing to do, the endpoint is paused or deactivated, or the lease is lost.
 */
export async function runLane(options: LaneOptions): Promise<void> {
  const { endpoint, format, owner, clock, schedule, shouldStop } = options
  const receiver = options.ctx.external.webhookReceiverAt({ url: endpoint.url, allowHttp: endpoint.mode === 'test' })
  const { position, failureCount, failingSince } = endpoint
  const state: LaneState = { position, failureCount, failingSince, pausedUntil: null, isStale: false }
  let results: AttemptResult[] = []
  let recordedPosition = position
  let recordedMs = performance.now()
  const ctxNow = (): Ctx => ({ ...options.ctx, now: clock() })
  const isEnded = () => state.isStale || state.pausedUntil !== null || !!state.disabledReason || shouldStop()

  async function record(): Promise<void> {
    const ctx = ctxNow()
    const leaseUntil = new Date(ctx.now.getTime() + LEASE_MS)
    const row = await recordResults(ctx, { ...state, endpointId: endpoint.id, owner, leaseUntil }, results)
    // Not before: if the statement fails, the position must not advance without the results.
    results = []
    recordedPosition = state.position
    recordedMs = performance.now()
    // Somebody took over or changed the settings: the next lane reads them.
    if (row?.version !== endpoint.version) state.isStale = true
  }

  async function send(
    { traceparent, ...event }: TracedEvent,
    delivery: Pick<AttemptResult, 'id' | 'failures' | 'position'>,
    isRetry: boolean,
  ) {
    const attempt = () => attemptDelivery(ctxNow(), { endpoint, format, receiver }, event as EventOf<EventType>)
    const span = traceparent ? startSpan(endpoint, event, traceparent) : undefined
    const outcome = await (span ? traceWith(span, attempt) : attempt())
    if (outcome) {
      options.ctx.perServer(newActivity).webhookAttempts[outcome.isDelivered ? 'delivered' : 'failed'] += 1
      applyOutcome(state, schedule, outcome, clock())
    }
    // A retry without a message is over; a new event without one leaves no trace.
    if (outcome || isRetry) results.push(toResult(schedule, event, delivery, outcome, clock()))
    if (delivery.position !== null) state.position = delivery.position
    const ageMs = performance.now() - recordedMs
    const isDue = results.length >= MAX_UNRECORDED || (results.length > 0 && ageMs > RECORD_MS) || ageMs > RENEW_MS
    if (isDue) await record()
    if (outcome && !outcome.isDelivered && !isEnded()) await sleep(FAILURE_PAUSE_MS, undefined, { ref: false })
  }

  let nextReadMs = 0
  async function sendNewEvents(): Promise<number> {
    const earlyMs = nextReadMs - performance.now()
    if (earlyMs > 0) await sleep(earlyMs, undefined, { ref: false })
    const rows = await readFeed(ctxNow(), endpoint.id, state.position, BATCH_SIZE)
    // No row: the endpoint is deleted. Another version: it may want other events, so these are not skipped for it.
    if (rows[0]?.version !== endpoint.version) state.isStale = true
    const events = rows.flatMap(({ id, type, data, createdAt, traceparent, position }) =>
      id && type && data && createdAt && position !== null
        ? [{ id, type, data, createdAt, traceparent, position }]
        : [],
    )
    if (events.length < BATCH_SIZE) nextReadMs = performance.now() + READ_INTERVAL_MS
    for (const { position, ...event } of events) {
      if (isEnded()) return events.length
      await send(event, { id: newId('whd'), failures: 0, position }, false)
    }
    const [first] = rows
    if (first && events.length < BATCH_SIZE && !isEnded()) state.position = Math.max(state.position, first.lastPosition)
    return events.length
  }

  let nextDueMs = 0
  async function sendDueDeliveries(): Promise<number> {
    if (isEnded() || performance.now() < nextDueMs) return 0
    // Otherwise what was just sent would still look due.
    if (results.length > 0) await record()
    if (isEnded()) return 0
    const due = await listDueDeliveries(ctxNow(), endpoint.id, BATCH_SIZE)
    if (due.length < BATCH_SIZE) nextDueMs = performance.now() + DUE_INTERVAL_MS
    for (const { deliveryId, failures, ...event } of due) {
      if (isEnded()) break
      await send(event, { id: deliveryId, failures, position: null }, true)
    }
    return due.length
  }

  try {
    for (;;) {
      const count = (await sendNewEvents()) + (await sendDueDeliveries())
      if (isEnded()) break
      if (count > 0) continue
      if (results.length > 0) await record()
      if (!(await options.waitForNews(LINGER_MS))) break
    }
  } finally {
    receiver.close()
    // Also after an error or an aborted request: what is recorded is not sent again.
    if (results.length > 0 || state.position > recordedPosition || state.pausedUntil) await record()
    // Another URL deserves another chance.
    if (state.disabledReason && !state.isStale) await disableEndpoint(ctxNow(), endpoint.id, state.disabledReason)
    await releaseEndpoint(ctxNow(), endpoint.id, owner)
  }
}

/** With the trace in which it happened, if that was traced. */
type TracedEvent = Event & { traceparent: string | null }

const startSpan = ({ id, environmentId, workspaceId }: LeasedEndpoint, event: Event, traceparent: string) =>
  tracer()?.start(
    {
      name: `webhook ${event.type}`,
      kind: 'internal',
      attributes: {
        'storedesk.workspace_id': workspaceId,
        'storedesk.environment_id': environmentId,
        'storedesk.endpoint_id': id,
        'storedesk.event_id': event.id,
      },
    },
    traceparent,
  )

interface LaneState {
  position: number
  failureCount: number
  failingSince: string | null
  pausedUntil: Date | null
  disabledReason?: 'failing' | 'gone'
  /** The lease is lost, or the settings have changed. */
  isStale: boolean
}

function applyOutcome(state: LaneState, schedule: RetrySchedule, outcome: AttemptOutcome, now: Date): void {
  const { isDelivered, isGone, retryAfterMs } = outcome
  if (isDelivered) {
    state.failureCount = 0
    state.failingSince = null
    return
  }
  state.failureCount += 1
  state.failingSince ??= now.toISOString()
  const failingMs = now.getTime() - new Date(state.failingSince).getTime()
  if (isGone) state.disabledReason = 'gone'
  else if (failingMs >= schedule.disableAfterMs) state.disabledReason = 'failing'
  state.pausedUntil = pausedUntil(schedule, { failureCount: state.failureCount, now, retryAfterMs }) ?? null
}

function toResult(
  schedule: RetrySchedule,
  event: Event,
  delivery: Pick<AttemptResult, 'id' | 'failures' | 'position'>,
  outcome: AttemptOutcome | undefined,
  now: Date,
): AttemptResult {
  const result = { ...delivery, eventId: event.id, eventType: event.type, nextAttemptAt: null }
  if (!outcome) return { ...result, status: 'canceled', attempts: [] }
  const { attempt, isDelivered, isGone, retryAfterMs } = outcome
  if (isDelivered) return { ...result, status: 'delivered', attempts: [attempt] }
  const failures = delivery.failures + 1
  const next = isGone ? undefined : nextAttemptAt(schedule, { failures, now, retryAfterMs })
  return { ...result, status: next ? 'pending' : 'failed', failures, nextAttemptAt: next ?? null, attempts: [attempt] }
}
