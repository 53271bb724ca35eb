import { expect, it } from 'vitest'
import { labelIndexes, linePath, toPeriods, volumePaths } from './report-charts.ts'
import { formatMinutes, groupName, volumeSummary } from './report-labels.ts'
import type { TicketReportGroup } from './reports.ts'

const day = (at: number, figures: Partial<TicketReportGroup> = {}): TicketReportGroup => ({
  key: new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10),
  label: null,
  created: 0,
  resolved: 0,
  backlog: 0,
  replies: 0,
  firstResponse: null,
  resolution: null,
  satisfaction: null,
  ...figures,
})
const FRAME = { left: 0, top: 0, width: 100, height: 50 }

it('shows days, and weeks that end with the last day for a long period', () => {
  const days = Array.from({ length: 365 }, (_, at) => day(at, { created: 1, backlog: at }))
  expect(toPeriods(days.slice(0, 90))).toHaveLength(90)
  const weeks = toPeriods(days)
  expect(weeks).toHaveLength(53)
  expect(weeks[0]).toMatchObject({ from: '2026-01-01', to: '2026-01-01', created: 1 })
  expect(weeks.at(-1)).toMatchObject({ from: '2026-12-25', to: '2026-12-31', created: 7, backlog: 364 })
})

it('weighs the medians of a week by their tickets, without days on which nothing was answered', () => {
  const days = Array.from({ length: 105 }, (_, at) => day(at))
  days[0] = day(0, { created: 3, firstResponse: { median: 10, p90: 20, business: null } })
  days[1] = day(1, { created: 1, firstResponse: { median: 500, p90: 600, business: { median: 50, p90: 60 } } })
  days[2] = day(2, { created: 9 })
  expect(toPeriods(days).slice(0, 2)).toMatchObject([{ firstResponse: 20 }, { firstResponse: null }])
})

it('draws bars side by side, none for zero, and a line over missing values', () => {
  const periods = toPeriods([day(0, { created: 2, resolved: 1 }), day(1)])
  expect(volumePaths(periods, FRAME)).toEqual({
    created: 'M6.25 50v-50h18.75v50z',
    resolved: 'M25 50v-25h18.75v25z',
  })
  expect(linePath([10, null, 0], 10, { ...FRAME, width: 90 })).toBe('M15 0L75 50')
  expect(labelIndexes(90, 300)).toEqual([0, 23, 46, 69])
})

it('writes durations, groups and a summary for people', () => {
  expect([0, 45, 60, 200, 1440, 3130].map(formatMinutes)).toEqual([
    '< 1 min',
    '45 min',
    '1 h',
    '3 h 20 min',
    '1 d',
    '2 d 4 h',
  ])
  const unknown = { ...day(0), key: 'usr_1' }
  const nobody = { ...day(0), key: null }
  expect([groupName(unknown, 'agent'), groupName(nobody, 'agent'), groupName(nobody, 'tag')]).toEqual([
    'Former member',
    'Unassigned',
    'No tag',
  ])
  const periods = toPeriods([day(0, { created: 2 }), day(1, { created: 1 })])
  expect(volumeSummary(periods, { ...day(0), created: 3, resolved: 1, backlog: 2 })).toMatch(
    /^3 created and 1 resolved\. 2 not resolved at the end\. Most on .+: 2\.$/,
  )
})
