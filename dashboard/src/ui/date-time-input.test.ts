import { expect, it } from 'vitest'
import { parseDateTimeInput, toDateTimeInput } from './date-time-input.ts'

it('round-trips a time to the minute', () => {
  for (const at of ['2026-11-15T12:30:00.000Z', '2026-03-29T01:30:00.000Z', '2026-12-31T23:59:00.000Z']) {
    expect(toDateTimeInput(at)).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/)
    expect(parseDateTimeInput(toDateTimeInput(at))).toBe(at)
  }
  expect([toDateTimeInput(null), parseDateTimeInput('')]).toEqual(['', null])
  expect(parseDateTimeInput('tomorrow')).toBeUndefined()
})
