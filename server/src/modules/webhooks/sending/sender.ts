import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { type Ctx, type Dependencies, pickDependencies, type SystemCtx } from '../../../ctx.ts'
import { newConcurrencyLimit, withConcurrencyLimit } from '../../../db/concurrency-limit.ts'
import { listen } from '../../../db/listen.ts'
import type { WebhookFormat } from '../../../events/webhook-format.ts'
import { RETRY_SCHEDULE, type RetrySchedule } from '../retry-schedule.ts'
import { LEASE_MS, runLane } from './lane.ts'
import { type DueEndpoint, endLeases, leaseEndpoint, listDueEndpoints } from './lane-queries.ts'

export interface SenderOptions extends Dependencies {
  connection: pg.ClientConfig
  log: FastifyBaseLogger
  clock: () => Date
  formats: WebhookFormat[]
  /** No other process can have a lease, so those of the process before are over: it crashed. */
  isOnlySender?: boolean
  schedule?: RetrySchedule
  maxLanes?: number
  pollIntervalMs?: number
  /** How long a stop waits for requests in progress; what is cut off is sent again. */
  shutdownMs?: number
}

export interface WebhookSender {
  stop(): Promise<void>
}

/** Endpoints that are sent to at the same time. Most of that time is spent waiting for their responses. */
const MAX_LANES = 200
/** Statements at the same time: the other connections are for requests. */
const MAX_STATEMENTS = 4
/** Finds retries that are due, and what a lost notification did not report. */
const POLL_MS = 1000
/** Events come in bursts, and one look finds all of them. */
const MIN_SWEEP_MS = 50
/** When endpoints wait for a lane, those that had one for so long make room. */
const SLICE_MS = 5000
const SHUTDOWN_MS = 5000
const RETRY_MS = 1000

interface RunningLane {
  environmentId: string
  startedMs: number
  wake: () => void
  stop: () => void
  ended: Promise<void>
}

/**
 * Sends webhooks until it is stopped. Each endpoint has a lane of its own, so that a slow or dead one delays no other;
 * a lease in the database lets only one process at a time have it.
 */
export async function startWebhookSender(options: SenderOptions): Promise<WebhookSender> {
  const { clock, connection, formats, schedule = RETRY_SCHEDULE, maxLanes = MAX_LANES } = options
  const log = options.log.child({ part: 'webhooks' })
  const limitedDb = withConcurrencyLimit(options.db, newConcurrencyLimit(MAX_STATEMENTS))
  const dependencies = { ...pickDependencies(options), db: limitedDb }
  const owner = randomUUID()
  const stopping = new AbortController()
  const aborting = new AbortController()
  const lanes = new Map<string, RunningLane>()
  const wokenEnvironments = new Set<string>()
  let wakeLoop = () => {}
  const systemNow = (): SystemCtx => ({ ...dependencies, now: clock(), log, signal: aborting.signal })

  function wake(environmentId: string): void {
    wokenEnvironments.add(environmentId)
    for (const lane of lanes.values()) if (lane.environmentId === environmentId) lane.wake()
    wakeLoop()
  }

  /** Gives a lane to each endpoint that has something to send, as far as there are any. */
  async function sweep(environmentIds: string[] | null): Promise<void> {
    const due = await listDueEndpoints(systemNow(), owner, environmentIds, maxLanes + lanes.size)
    const waiting = due.filter(({ id }) => !lanes.has(id))
    const free = maxLanes - lanes.size
    for (const endpoint of waiting.slice(0, free)) startLane(endpoint)
    const longest = [...lanes.values()]
      .filter(({ startedMs }) => performance.now() - startedMs > SLICE_MS)
      .sort((a, b) => a.startedMs - b.startedMs)
    for (const lane of longest.slice(0, Math.max(0, waiting.length - free))) lane.stop()
  }

  function startLane(due: DueEndpoint): void {
    const news = newSignal()
    let isStopped = false
    let wakeAfter = false
    const run = async () => {
      const endpoint = await leaseEndpoint(systemNow(), due, owner, new Date(clock().getTime() + LEASE_MS))
      const format = formats.find(({ kind }) => kind === endpoint?.kind)
      if (!endpoint || !format) return
      const { environmentId, workspaceId, mode } = endpoint
      const ctx: Ctx = { ...systemNow(), environmentId, workspaceId, mode, caller: { kind: 'system' } }
      const shouldStop = () => isStopped || stopping.signal.aborted
      const waitForNews = async (timeoutMs: number) => !shouldStop() && (await news.wait(timeoutMs)) && !shouldStop()
      await runLane({ ctx, endpoint, format, owner, clock, schedule, shouldStop, waitForNews })
      // It may have ended for another reason than that there is nothing to send.
      wakeAfter = true
    }
    const ended = run()
      .catch((error: unknown) => {
        // The next poll starts another one, which repeats the unrecorded requests.
        if (!stopping.signal.aborted) log.warn({ err: error, endpointId: due.id }, 'could not send webhooks')
      })
      .finally(() => {
        lanes.delete(due.id)
        if (wakeAfter) wake(due.environmentId)
      })
    const stop = () => {
      isStopped = true
      news.raise()
    }
    lanes.set(due.id, {
      environmentId: due.environmentId,
      startedMs: performance.now(),
      wake: news.raise,
      stop,
      ended,
    })
  }

  async function run(): Promise<void> {
    const news = newSignal()
    wakeLoop = news.raise
    let nextPollMs = 0
    while (!stopping.signal.aborted) {
      const isPoll = performance.now() >= nextPollMs
      const environmentIds = isPoll ? null : [...wokenEnvironments]
      wokenEnvironments.clear()
      if (isPoll) nextPollMs = performance.now() + (options.pollIntervalMs ?? POLL_MS)
      try {
        await sweep(environmentIds)
        await pause(MIN_SWEEP_MS)
      } catch (error) {
        if (!stopping.signal.aborted) log.warn({ err: error }, 'could not look for webhooks to send')
        await pause(RETRY_MS)
      }
      await news.wait(Math.max(0, nextPollMs - performance.now()))
    }
  }

  const pause = (ms: number) => sleep(ms, undefined, { ref: false, signal: stopping.signal }).catch(() => {})
  if (options.isOnlySender) await endLeases(systemNow())
  const listener = await listen(connection, 'events_sequenced', {
    onMessage: wake,
    // What was reported in between is found by the next poll.
    onReconnect: () => {},
  })
  const running = run()

  async function stop(): Promise<void> {
    stopping.abort()
    wakeLoop()
    await listener.stop()
    await running
    for (const lane of lanes.values()) lane.stop()
    const ended = Promise.all([...lanes.values()].map((lane) => lane.ended))
    await Promise.race([ended, sleep(options.shutdownMs ?? SHUTDOWN_MS, undefined, { ref: false })])
    aborting.abort()
    await ended
  }

  let stopped: Promise<void> | undefined
  return {
    stop: () => {
      stopped ??= stop()
      return stopped
    },
  }
}

/** Remembers that it was raised until somebody waits for it. */
function newSignal() {
  let isRaised = false
  let resolve: (() => void) | undefined
  return {
    raise: () => {
      isRaised = true
      resolve?.()
    },
    /** True if it was raised before the time was over. */
    async wait(timeoutMs: number): Promise<boolean> {
      if (!isRaised) {
        let timer: NodeJS.Timeout | undefined
        await new Promise<void>((done) => {
          resolve = done
          timer = setTimeout(done, timeoutMs)
          timer.unref()
        })
        clearTimeout(timer)
        resolve = undefined
      }
      const wasRaised = isRaised
      isRaised = false
      return wasRaised
    },
  }
}
