const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** When an endpoint that fails gets another attempt. Tests and benchmarks have shorter ones. */
export interface RetrySchedule {
  /** Before each retry of an event; after the last one, its delivery has failed. */
  delaysMs: number[]
  /** So many failures in a row pause the endpoint: it is down, and more events would only fail as well. */
  failuresBeforePause: number
  /** The first and longest pause; each failure doubles it. */
  firstPauseMs: number
  longestPauseMs: number
  /** An endpoint that has only failed for so long is deactivated. */
  disableAfterMs: number
}

/** As in Standard Webhooks: ten attempts in three days. */
export const RETRY_SCHEDULE: RetrySchedule = {
  delaysMs: [
    5 * SECOND_MS,
    5 * MINUTE_MS,
    30 * MINUTE_MS,
    2 * HOUR_MS,
    5 * HOUR_MS,
    10 * HOUR_MS,
    14 * HOUR_MS,
    20 * HOUR_MS,
    24 * HOUR_MS,
  ],
  failuresBeforePause: 10,
  firstPauseMs: 5 * SECOND_MS,
  longestPauseMs: 5 * MINUTE_MS,
  disableAfterMs: 3 * DAY_MS,
}

/** Up to a fifth longer, so that events that failed together are not retried together. */
const withJitter = (ms: number) => ms * (1 + Math.random() / 5)

/** Undefined: it was the last attempt. `failures` includes this one. */
export function nextAttemptAt(
  { delaysMs }: RetrySchedule,
  { failures, now, retryAfterMs }: { failures: number; now: Date; retryAfterMs: number },
): Date | undefined {
  const delayMs = delaysMs[failures - 1]
  if (delayMs === undefined) return undefined
  return new Date(now.getTime() + Math.max(withJitter(delayMs), retryAfterMs))
}

/** Undefined: the endpoint goes on. `failureCount` counts the failures in a row, this one included. */
export function pausedUntil(
  schedule: RetrySchedule,
  { failureCount, now, retryAfterMs }: { failureCount: number; now: Date; retryAfterMs: number },
): Date | undefined {
  const excess = failureCount - schedule.failuresBeforePause
  const ownMs = excess < 0 ? 0 : withJitter(Math.min(schedule.longestPauseMs, schedule.firstPauseMs * 2 ** excess))
  const pauseMs = Math.max(ownMs, retryAfterMs)
  return pauseMs > 0 ? new Date(now.getTime() + pauseMs) : undefined
}

/** Seconds or a date (RFC 9110, 10.2.3), of at most a day: whoever asks for more is asked again tomorrow. */
export function parseRetryAfter(header: string | undefined, now: Date): number {
  if (header === undefined) return 0
  const ms = /^\d+$/.test(header) ? Number(header) * SECOND_MS : Date.parse(header) - now.getTime()
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(ms, 0), DAY_MS)
}
