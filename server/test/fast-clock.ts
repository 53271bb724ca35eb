const HOUR_MS = 3_600_000

/**
 * Turns off rate limits for tests about something else: by this clock every request comes hours after the previous one.
 */
export function fastClock(): () => number {
  let nowMs = Date.now()
  return () => {
    nowMs += 2 * HOUR_MS
    return nowMs
  }
}
