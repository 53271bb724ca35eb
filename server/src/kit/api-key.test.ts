import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { apiKeyHint, hashApiKey, looksLikeApiKey, newApiKey } from './api-key.ts'

describe('A2 an API key', () => {
  it('has its environment as prefix, 32 random characters and a checksum', () => {
    for (const mode of ['live', 'test'] as const) {
      const key = newApiKey(mode)
      expect(key).toMatch(new RegExp(`^svc_${mode}_[0-9A-Za-z]{38}$`))
      expect(looksLikeApiKey(key)).toBe(true)
      expect(hashApiKey(key)).toHaveLength(32)
    }
  })

  it('is invalid when any one character is mistyped', () => {
    const key = newApiKey('live')
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: key.length - 1 }),
        fc.string({ minLength: 1, maxLength: 1 }),
        (at, letter) => {
          fc.pre(key[at] !== letter)
          expect(looksLikeApiKey(key.slice(0, at) + letter + key.slice(at + 1))).toBe(false)
        },
      ),
    )
  })

  it('shows only its prefix and last four characters', () => {
    const key = newApiKey('test')
    expect(apiKeyHint(key)).toBe(`svc_test_…${key.slice(-4)}`)
  })
})
