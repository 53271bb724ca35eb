import { describe, expect, it } from 'vitest'
import { formatRelativeTime } from './time.tsx'

const now = new Date('2026-11-15T12:00:00Z')

describe('formatRelativeTime', () => {
  it.each([
    ['2026-11-15T12:00:03Z', 'just now'],
    ['2026-11-15T11:59:10Z', 'just now'],
    ['2026-11-15T11:58:59Z', '1 minute ago'],
    ['2026-11-15T09:30:00Z', '2 hours ago'],
    ['2026-11-01T12:00:00Z', '14 days ago'],
  ])('formats %s as %s', (at, text) => {
    expect(formatRelativeTime(new Date(at), now)).toBe(text)
  })
})
