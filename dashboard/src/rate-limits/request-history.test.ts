import { describe, expect, it } from 'vitest'
import type { RequestHistory } from './rate-limits.ts'
import {
  barPaths,
  busiestBucket,
  formatSummary,
  roundAxisMax,
  tickIndexes,
  toBuckets,
  totalRequests,
} from './request-history.ts'

const history: RequestHistory = {
  since: '2026-11-14T12:00:00.000Z',
  bucketSeconds: 900,
  series: [
    {
      name: 'chat',
      points: [
        { startsAt: '2026-11-14T12:15:00.000Z', accepted: 5, rejected: 1 },
        { startsAt: '2026-11-15T12:00:00.000Z', accepted: 2, rejected: 0 },
      ],
    },
    { name: 'leads', points: [{ startsAt: '2026-11-14T12:15:00.000Z', accepted: 10, rejected: 3 }] },
  ],
}
const empty: RequestHistory = { ...history, series: [] }

describe('toBuckets', () => {
  it('covers the day in quarter hours, the current one last', () => {
    const buckets = toBuckets(empty)
    expect(buckets).toHaveLength(97)
    expect(buckets[0]?.startsAt.toISOString()).toBe('2026-11-14T12:00:00.000Z')
    expect(buckets.at(-1)?.startsAt.toISOString()).toBe('2026-11-15T12:00:00.000Z')
    expect(totalRequests(buckets)).toEqual({ accepted: 0, rejected: 0 })
  })

  it('sums all series, or returns the named one', () => {
    expect(toBuckets(history)[1]).toMatchObject({ accepted: 15, rejected: 4 })
    expect(toBuckets(history, 'chat')[1]).toMatchObject({ accepted: 5, rejected: 1 })
    expect(toBuckets(history, 'chat').at(-1)).toMatchObject({ accepted: 2, rejected: 0 })
    expect(totalRequests(toBuckets(history))).toEqual({ accepted: 17, rejected: 4 })
    expect(totalRequests(toBuckets(history, 'default'))).toEqual({ accepted: 0, rejected: 0 })
  })

  it('ignores points outside the day', () => {
    const points = ['2026-11-14T11:45:00.000Z', '2026-11-15T12:15:00.000Z'].map((startsAt) => ({
      startsAt,
      accepted: 1,
      rejected: 1,
    }))
    expect(totalRequests(toBuckets({ ...empty, series: [{ name: 'chat', points }] }))).toEqual({
      accepted: 0,
      rejected: 0,
    })
  })
})

describe('formatSummary', () => {
  it('counts accepted and rejected requests and names the busiest quarter hour', () => {
    const buckets = toBuckets(history)
    expect(busiestBucket(buckets)).toBe(buckets[1])
    expect(formatSummary(buckets)).toMatch(/^17 accepted and 4 rejected in the last 24 hours\. Busiest: .+, with 19\.$/)
  })

  it('reports when there were no requests', () => {
    expect(busiestBucket(toBuckets(empty))).toBeUndefined()
    expect(formatSummary(toBuckets(empty))).toBe('No requests in the last 24 hours.')
  })
})

describe('chart scale', () => {
  it.each([
    [0, 2],
    [2, 2],
    [3, 4],
    [10, 10],
    [11, 12],
    [41, 50],
    [100, 100],
    [101, 120],
    [1234, 1400],
  ])('ends the axis for a maximum of %i at %i', (highest, top) => {
    expect(roundAxisMax(highest)).toBe(top)
  })

  it('marks round hours in the local time zone, fewer on a narrow chart', () => {
    const buckets = toBuckets(empty)
    for (const [width, every] of [
      [320, 6],
      [1000, 3],
    ] as const) {
      const times = tickIndexes(buckets, width).map((index) => buckets[index]?.startsAt ?? new Date(0))
      expect(times.length).toBeGreaterThanOrEqual(24 / every)
      for (const at of times) expect([at.getHours() % every, at.getMinutes()]).toEqual([0, 0])
    }
  })

  it('draws bars only for buckets with requests, and keeps a single request visible', () => {
    const points = [{ startsAt: '2026-11-14T12:00:00.000Z', accepted: 9999, rejected: 1 }]
    const frame = { left: 0, top: 0, width: 97, height: 100 }
    const { accepted, rejected } = barPaths(toBuckets({ ...empty, series: [{ name: 'chat', points }] }), frame)
    expect(accepted).toBe('M0.1 100v-99.99h0.8v99.99z')
    expect(rejected).toBe('M0.1 0.01v-2h0.8v2z')
  })
})
