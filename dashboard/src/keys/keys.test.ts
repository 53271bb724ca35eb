import { describe, expect, it } from 'vitest'
import { formatLastUse, isRecentlyUsed } from './keys.ts'

const now = new Date('2026-11-15T12:00:00Z')

describe('last use of a key', () => {
  it('shows the time and IP address', () => {
    const key = { lastUsedAt: '2026-11-15T11:55:00Z', lastUsedIp: '203.0.113.7' }
    expect(formatLastUse(key, now)).toBe('Last used 5 minutes ago from 203.0.113.7.')
  })

  it('says so when the key was never used', () => {
    expect(formatLastUse({ lastUsedAt: null, lastUsedIp: null }, now)).toBe('Never used.')
  })

  it.each([
    ['2026-11-14T12:00:01Z', true],
    ['2026-11-14T12:00:00Z', false],
    [null, false],
  ])('treats a key last used at %s as recently used: %s', (lastUsedAt, expected) => {
    expect(isRecentlyUsed({ lastUsedAt }, now)).toBe(expected)
  })
})
