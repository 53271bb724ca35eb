import { describe, expect, it } from 'vitest'
import { currentUsage, nearLimits } from './rate-limits.ts'

const now = new Date('2026-11-15T12:00:00Z')
const open = '2026-11-15T12:00:23.200Z'
const use = (used: number, limit = 100, resetAt = open) => ({
  name: `${used}`,
  description: 'POST /v1/chat',
  limit,
  windowSeconds: 60,
  used,
  resetAt,
})

describe('currentUsage', () => {
  it.each([
    [0, 'calm'],
    [79, 'calm'],
    [80, 'near'],
    [99, 'near'],
    [100, 'full'],
  ] as const)('rates %i of 100 as %s', (used, level) => {
    expect(currentUsage(use(used), now)).toEqual({ used, limit: 100, ratio: used / 100, level, resetInSeconds: 24 })
  })

  it('is near from 80 % on, even if 80 % is not a whole number', () => {
    expect(currentUsage(use(12, 15), now).level).toBe('near')
    expect(currentUsage(use(11, 15), now).level).toBe('calm')
    expect(currentUsage(use(4, 5), now).level).toBe('near')
  })

  it('is zero once the window has ended', () => {
    expect(currentUsage(use(100, 100, now.toISOString()), now)).toMatchObject({ used: 0, level: 'calm' })
  })

  it('never waits longer than one window, even if clocks differ', () => {
    expect(currentUsage(use(1, 100, '2026-11-15T13:00:00Z'), now).resetInSeconds).toBe(60)
  })

  it('is full when the limit is 0', () => {
    expect(currentUsage(use(0, 0), now)).toMatchObject({ ratio: 1, level: 'full' })
  })
})

describe('nearLimits', () => {
  it('returns limits at 80 % or more, fullest first', () => {
    expect(nearLimits([use(10), use(80), use(100), use(95)], now).map(({ name }) => name)).toEqual(['100', '95', '80'])
  })
})
