/** Minutes after midnight, local time; `end` may be 1440. */
export interface DayInterval {
  /** 0 is Sunday, as in JavaScript. */
  weekday: number
  startMinute: number
  endMinute: number
}

/** When a team works. Holidays are whole local days, `YYYY-MM-DD`. */
export interface WorkingHours {
  timeZone: string
  intervals: DayInterval[]
  holidays: ReadonlySet<string>
}

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** A target that would not be reached within ten years is due then: hours of one minute a week are a mistake. */
const MAX_DAYS = 3660

interface Span {
  startMs: number
  endMs: number
}

/** The time at which this much working time has passed since `from`. Without hours, every minute counts. */
export function addWorkingTime(hours: WorkingHours | undefined, from: Date, durationMs: number): Date {
  const fromMs = from.getTime()
  if (!hours) return new Date(fromMs + durationMs)
  let restMs = Math.max(0, durationMs)
  let lastMs = fromMs
  for (const { startMs, endMs } of workingSpans(hours, fromMs)) {
    lastMs = Math.max(lastMs, startMs)
    const lengthMs = endMs - startMs
    if (restMs <= lengthMs) return new Date(startMs + restMs)
    restMs -= lengthMs
    lastMs = endMs
  }
  return new Date(Math.max(lastMs, fromMs + MAX_DAYS * DAY_MS))
}

/** Working time between two times, in milliseconds; 0 if `to` is not later. */
export function workingTimeBetween(hours: WorkingHours | undefined, from: Date, to: Date): number {
  const [fromMs, toMs] = [from.getTime(), to.getTime()]
  if (toMs <= fromMs) return 0
  if (!hours) return toMs - fromMs
  let sumMs = 0
  for (const { startMs, endMs } of workingSpans(hours, fromMs)) {
    if (startMs >= toMs) break
    sumMs += Math.min(endMs, toMs) - startMs
  }
  return sumMs
}

/** Spans of working time from `fromMs` on, in order, without overlaps. */
export function* workingSpans(hours: WorkingHours, fromMs: number): Generator<Span> {
  const offsetAt = offsetReader(hours.timeZone)
  // A day earlier: an interval that ends at midnight ends on the next local day.
  const firstDay = Math.floor((fromMs + offsetAt(fromMs)) / DAY_MS) - 1
  let reachedMs = fromMs
  for (let day = firstDay; day < firstDay + MAX_DAYS; day++) {
    if (hours.holidays.has(new Date(day * DAY_MS).toISOString().slice(0, 10))) continue
    const weekday = new Date(day * DAY_MS).getUTCDay()
    const intervals = hours.intervals
      .filter((interval) => interval.weekday === weekday)
      .toSorted((one, other) => one.startMinute - other.startMinute)
    for (const { startMinute, endMinute } of intervals) {
      // When clocks are set forward, an interval may begin later than it says and overlap the next one.
      const startMs = Math.max(reachedMs, toInstant(offsetAt, day, startMinute))
      const endMs = toInstant(offsetAt, day, endMinute)
      if (endMs <= startMs) continue
      reachedMs = endMs
      yield { startMs, endMs }
    }
  }
}

type OffsetAt = (instantMs: number) => number

/**
 * The instant of a local time. A time that exists twice, when clocks are set back, is its first occurrence; one that is
 * skipped, when clocks are set forward, is as much later. (The rule "compatible" of JavaScript's Temporal.)
 */
function toInstant(offsetAt: OffsetAt, day: number, minute: number): number {
  const localMs = day * DAY_MS + minute * MINUTE_MS
  const before = offsetAt((day - 1) * DAY_MS)
  const after = offsetAt((day + 3) * DAY_MS)
  if (before === after) return localMs - before
  const candidates = [localMs - before, localMs - after].filter((instant) => instant + offsetAt(instant) === localMs)
  return candidates.length > 0 ? Math.min(...candidates) : localMs - before
}

/** Reading an offset takes microseconds, and the same days are needed again and again. */
const MAX_CACHED_OFFSETS = 2000
const readers = new Map<string, OffsetAt>()

/** How far local time is ahead of UTC. */
function offsetReader(timeZone: string): OffsetAt {
  const known = readers.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'iso8601',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const readOffset = (wholeMs: number) => {
    const value: Record<string, number> = {}
    for (const part of format.formatToParts(wholeMs)) value[part.type] = Number(part.value)
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = value
    return Date.UTC(year, month - 1, day, hour, minute, second) - wholeMs
  }
  const cache = new Map<number, number>()
  const offsetAt = (instantMs: number) => {
    const wholeMs = Math.floor(instantMs / 1000) * 1000
    let offset = cache.get(wholeMs)
    if (offset === undefined) {
      offset = readOffset(wholeMs)
      if (cache.size >= MAX_CACHED_OFFSETS) cache.clear()
      cache.set(wholeMs, offset)
    }
    return offset
  }
  readers.set(timeZone, offsetAt)
  return offsetAt
}
