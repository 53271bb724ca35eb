import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addWorkingTime, type WorkingHours, workingTimeBetween } from './working-time.ts'

const HOUR_MS = 3_600_000
const weekdays = (startHour: number, endHour: number, timeZone: string, holidays: string[] = []): WorkingHours => ({
  timeZone,
  holidays: new Set(holidays),
  intervals: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, startMinute: startHour * 60, endMinute: endHour * 60 })),
})
const allWeek = (timeZone: string): WorkingHours => ({
  timeZone,
  holidays: new Set(),
  intervals: [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, startMinute: 0, endMinute: 1440 })),
})

describe('addWorkingTime', () => {
  const vienna = weekdays(9, 17, 'Europe/Vienna', ['2026-12-25'])
  it.each([
    ['within a day', vienna, '2026-11-17T09:00:00Z', 2, '2026-11-17T11:00:00.000Z'],
    ['over night', vienna, '2026-11-17T15:00:00Z', 2, '2026-11-18T09:00:00.000Z'],
    ['from a weekend', vienna, '2026-11-21T12:00:00Z', 1, '2026-11-23T09:00:00.000Z'],
    ['over a holiday and a weekend', vienna, '2026-12-24T15:30:00Z', 1, '2026-12-28T08:30:00.000Z'],
    // Summer time ends on 25 October 2026: 9:00 is an hour later in UTC.
    ['over the end of summer time', vienna, '2026-10-23T14:00:00Z', 2, '2026-10-26T09:00:00.000Z'],
    ['over the start of summer time', vienna, '2026-03-27T15:00:00Z', 2, '2026-03-30T08:00:00.000Z'],
    [
      'around the clock, over the end of summer time',
      allWeek('Europe/Vienna'),
      '2026-10-25T00:00:00Z',
      3,
      '2026-10-25T03:00:00.000Z',
    ],
    // Lord Howe Island shifts by half an hour; on 4 October 2026 at 2:00.
    [
      'over half an hour of summer time',
      weekdays(9, 17, 'Australia/Lord_Howe'),
      '2026-10-02T06:00:00Z',
      1,
      '2026-10-04T22:30:00.000Z',
    ],
    // In Beirut, clocks are set forward at midnight.
    ['over a day without midnight', allWeek('Asia/Beirut'), '2026-03-28T20:00:00Z', 4, '2026-03-29T00:00:00.000Z'],
  ])('%s', (_, hours, from, count, expected) => {
    expect(addWorkingTime(hours, new Date(from), count * HOUR_MS).toISOString()).toBe(expected)
  })

  it('ends for hours in which nobody works', () => {
    const never = { ...vienna, intervals: [] }
    expect(addWorkingTime(never, new Date('2026-11-17T00:00:00Z'), HOUR_MS).getUTCFullYear()).toBe(2036)
  })
})

const timeZones = [
  'UTC',
  'Europe/Vienna',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Asia/Beirut',
  'America/St_Johns',
]
const instants = fc
  .integer({ min: Date.UTC(2026, 0, 1) / 60_000, max: Date.UTC(2027, 11, 31) / 60_000 })
  .map((minute) => new Date(minute * 60_000))

const anyHours = (earliest: number, latest: number) =>
  fc.record({
    timeZone: fc.constantFrom(...timeZones),
    holidays: fc
      .array(fc.integer({ min: 0, max: 700 }), { maxLength: 20 })
      .map((days) => new Set(days.map((day) => new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10)))),
    intervals: fc
      .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: earliest, max: latest - 30 })), {
        minLength: 1,
        maxLength: 10,
      })
      .chain((starts) =>
        fc.tuple(
          fc.constant(starts),
          fc.array(fc.integer({ min: 30, max: 600 }), { minLength: starts.length, maxLength: starts.length }),
        ),
      )
      .map(([starts, lengths]) =>
        starts.map(([weekday, startMinute], at) => ({
          weekday,
          startMinute,
          endMinute: Math.min(latest, startMinute + (lengths[at] ?? 1)),
        })),
      ),
  })

describe('working time', () => {
  it('adds and measures the same, also where clocks change', () => {
    fc.assert(
      fc.property(anyHours(0, 1440), instants, fc.integer({ min: 1, max: 2000 }), (hours, from, minutes) => {
        const to = addWorkingTime(hours, from, minutes * 60_000)
        expect(workingTimeBetween(hours, from, to)).toBe(minutes * 60_000)
        // It is the earliest such time.
        expect(workingTimeBetween(hours, from, new Date(to.getTime() - 1))).toBe(minutes * 60_000 - 1)
      }),
      { numRuns: 150 },
    )
  })

  it('is the sum of its parts', () => {
    fc.assert(
      fc.property(anyHours(0, 1440), fc.array(instants, { minLength: 3, maxLength: 3 }), (hours, times) => {
        const [a, b, c] = times.toSorted((one, other) => one.getTime() - other.getTime()) as [Date, Date, Date]
        expect(workingTimeBetween(hours, a, b) + workingTimeBetween(hours, b, c)).toBe(workingTimeBetween(hours, a, c))
      }),
      { numRuns: 50 },
    )
  })

  it('counts the minutes that a wall clock shows within the hours', () => {
    fc.assert(
      fc.property(anyHours(300, 1380), instants, fc.integer({ min: 1, max: 3 * 1440 }), (hours, from, minutes) => {
        const format = new Intl.DateTimeFormat('en-CA', {
          timeZone: hours.timeZone,
          dateStyle: 'short',
          timeStyle: 'short',
          hourCycle: 'h23',
        })
        let expected = 0
        for (let at = 0; at < minutes; at++) {
          const [date = '', time = ''] = format.format(from.getTime() + at * 60_000).split(', ')
          const [hour = 0, minute = 0] = time.split(':').map(Number)
          const isWorking = hours.intervals.some(
            (one) =>
              one.weekday === new Date(`${date}T00:00:00Z`).getUTCDay() &&
              one.startMinute <= hour * 60 + minute &&
              hour * 60 + minute < one.endMinute,
          )
          if (isWorking && !hours.holidays.has(date)) expected += 1
        }
        expect(workingTimeBetween(hours, from, new Date(from.getTime() + minutes * 60_000))).toBe(expected * 60_000)
      }),
      { numRuns: 40 },
    )
  })
})
