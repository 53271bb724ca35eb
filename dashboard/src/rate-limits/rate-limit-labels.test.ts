import { describe, expect, it } from 'vitest'
import {
  formatLimitAnnouncement,
  formatLimitWarning,
  formatRateLimit,
  formatUsage,
  formatWait,
  limitTitle,
  splitCode,
} from './rate-limit-labels.ts'
import type { NearLimit } from './rate-limits.ts'

const near: NearLimit = { name: 'chat', used: 52, limit: 60, ratio: 52 / 60, level: 'near', resetInSeconds: 24 }
const full: NearLimit = { ...near, used: 60, ratio: 1, level: 'full' }

describe('rate limit labels', () => {
  it.each([
    [60, 60, '60 per minute'],
    [10, 3600, '10 per hour'],
    [5, 300, '5 every 5 minutes'],
    [1000, 86_400, '1000 per day'],
    [7, 90, '7 every 90 seconds'],
    [3, 1, '3 per second'],
  ])('formats %i requests per %i seconds as %s', (limit, windowSeconds, words) => {
    expect(formatRateLimit({ limit, windowSeconds })).toBe(words)
  })

  it.each([
    [1, '1 s'],
    [120, '120 s'],
    [121, '3 min'],
    [3600, '60 min'],
  ])('formats a wait of %i seconds as %s', (seconds, words) => {
    expect(formatWait(seconds)).toBe(words)
  })

  it('shows when a window resets, unless it has not started', () => {
    expect(formatUsage({ ...near, used: 37 })).toBe('37 of 60, resets in 24 s')
    expect(formatUsage({ ...near, used: 0, ratio: 0, level: 'calm' })).toBe('0 of 60')
  })

  it('falls back to the name of an unknown limit', () => {
    expect(limitTitle('chat')).toBe('Chat')
    expect(limitTitle('exports')).toBe('exports')
  })

  it.each([
    ['POST /v1/chat', ['POST /v1/chat'], []],
    ['GET in storefront mode', ['GET'], [' in storefront mode']],
    ['POST, PUT and DELETE', ['POST', 'PUT', 'DELETE'], [', ', ' and ']],
    ['/v1/checkout in storefront mode', ['/v1/checkout'], [' in storefront mode']],
    ['all other endpoints together', [], ['all other endpoints together']],
  ])('marks methods and paths in “%s” as code', (description, code, words) => {
    const pieces = splitCode(description)
    expect(pieces.filter(({ isCode }) => isCode).map(({ text }) => text)).toEqual(code)
    expect(pieces.filter(({ isCode }) => !isCode).map(({ text }) => text)).toEqual(words)
    expect(pieces.map(({ text }) => text).join('')).toBe(description)
  })
})

describe('limit banner', () => {
  it('names the environment, the limit and the usage', () => {
    expect(formatLimitWarning('live', near, 0)).toBe('Live: “Chat” is near its limit (52 of 60). It resets in 24 s.')
    expect(formatLimitWarning('test', full, 1)).toBe(
      'Sandbox: “Chat” has reached its limit (60 of 60). Further requests are rejected for 24 s. 1 other limit is at 80% or more.',
    )
  })

  it('announces text that stays the same while a window fills', () => {
    const later = { ...near, used: 55, resetInSeconds: 3 }
    expect(formatLimitAnnouncement('live', later)).toBe(formatLimitAnnouncement('live', near))
    expect(formatLimitAnnouncement('live', full)).toBe('Live: “Chat” has reached its limit: 100% of 60 requests.')
  })
})
