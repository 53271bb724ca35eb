const HOUR_MS = 3_600_000

/** For tests about something else that ask more often than anybody may: by this clock every request comes hours later. */
export function fastClock(): () => number {
  let nowMs = Date.now()
  return () => {
    nowMs += 2 * HOUR_MS
    return nowMs
  }
}
