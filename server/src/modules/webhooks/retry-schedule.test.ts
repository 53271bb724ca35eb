import { expect, it } from 'vitest'
import { nextAttemptAt, parseRetryAfter, pausedUntil, RETRY_SCHEDULE } from './retry-schedule.ts'

const now = new Date('2026-11-17T12:00:00Z')
const HOUR_MS = 3_600_000

it('retries nine times in about three days, never early, with jitter', () => {
  const waits = Array.from({ length: 9 }, (_, n) => {
    const next = nextAttemptAt(RETRY_SCHEDULE, { failures: n + 1, now, retryAfterMs: 0 }) as Date
    return next.getTime() - now.getTime()
  })
  RETRY_SCHEDULE.delaysMs.forEach((delayMs, n) => {
    expect(waits[n]).toBeGreaterThanOrEqual(delayMs)
    expect(waits[n]).toBeLessThanOrEqual(delayMs * 1.2)
  })
  const total = RETRY_SCHEDULE.delaysMs.reduce((sum, ms) => sum + ms, 0)
  expect(total / HOUR_MS).toBeGreaterThan(72)
  expect(total / HOUR_MS).toBeLessThan(80)
  expect(nextAttemptAt(RETRY_SCHEDULE, { failures: 10, now, retryAfterMs: 0 })).toBeUndefined()
  const same = () => nextAttemptAt(RETRY_SCHEDULE, { failures: 9, now, retryAfterMs: 0 })?.getTime()
  expect(new Set(Array.from({ length: 20 }, same)).size).toBeGreaterThan(10)
})

it('waits for Retry-After if it is later, but not for the last attempt', () => {
  const later = nextAttemptAt(RETRY_SCHEDULE, { failures: 1, now, retryAfterMs: HOUR_MS })
  expect(later).toEqual(new Date(now.getTime() + HOUR_MS))
  expect(nextAttemptAt(RETRY_SCHEDULE, { failures: 10, now, retryAfterMs: HOUR_MS })).toBeUndefined()
})

it.each([
  ['120', 120_000],
  ['0', 0],
  ['Tue, 17 Nov 2026 12:01:00 GMT', 60_000],
  ['Tue, 17 Nov 2026 11:00:00 GMT', 0],
  ['99999999999', 24 * HOUR_MS],
  ['soon', 0],
  ['-5', 0],
  [undefined, 0],
])('reads Retry-After: %s', (header, ms) => expect(parseRetryAfter(header, now)).toBe(ms))

it('pauses an endpoint after ten failures in a row, longer with each, up to five minutes', () => {
  const pauseMs = (failureCount: number) =>
    (pausedUntil(RETRY_SCHEDULE, { failureCount, now, retryAfterMs: 0 })?.getTime() ?? now.getTime()) - now.getTime()
  expect(pauseMs(9)).toBe(0)
  expect(pauseMs(10)).toBeGreaterThanOrEqual(5000)
  expect(pauseMs(12)).toBeGreaterThanOrEqual(20_000)
  expect(pauseMs(1000)).toBeLessThanOrEqual(360_000)
})
