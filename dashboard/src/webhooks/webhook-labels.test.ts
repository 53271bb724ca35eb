import { expect, it } from 'vitest'
import { endpointStatus, formatEventTypes, formatResult } from './webhook-labels.ts'

it('names up to three event types', () => {
  expect(formatEventTypes(['*'])).toBe('All events')
  expect(formatEventTypes(['order.created'])).toBe('order.created')
  expect(formatEventTypes(['a.b', 'c.d', 'e.f', 'g.h', 'i.j'])).toBe('a.b, c.d, e.f and 2 more')
})

it('tells an endpoint that was switched off from one that was disabled', () => {
  const well = { active: true, disabledReason: null, failingSince: null }
  expect(endpointStatus(well).label).toBe('Active')
  expect(endpointStatus({ ...well, failingSince: '2026-11-17T10:00:00Z' }).label).toBe('Failing')
  expect(endpointStatus({ ...well, active: false }).label).toBe('Inactive')
  expect(endpointStatus({ ...well, active: false, disabledReason: 'gone' }).label).toBe('Disabled')
})

it('says how an attempt ended', () => {
  expect(formatResult({ responseStatus: 200, error: null, durationMs: 310 })).toBe('HTTP 200 in 310 ms')
  expect(formatResult({ responseStatus: 500, error: 'Status 500.', durationMs: 1250 })).toBe('HTTP 500 in 1.3 s')
  expect(formatResult({ responseStatus: null, error: 'Timed out.', durationMs: 15_000 })).toBe('Timed out.')
})
