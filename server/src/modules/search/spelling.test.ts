import { describe, expect, it } from 'vitest'
import { spellingCost } from './spelling.ts'

describe('spellingCost', () => {
  it.each([
    ['linnen', 'linen', 0.5],
    ['wol', 'wool', 0.5],
    ['linnen', 'linnea', 1],
    ['soks', 'socks', 1],
    ['shrit', 'shirt', 1],
    ['nkife', 'knife', 1.3],
    ['umbrlela', 'umbrella', 1],
    ['pullover', 'grobstrickpullover', 0.2],
    ['same', 'same', 0],
  ])('%s for %s costs %d', (typed, word, cost) => {
    expect(spellingCost(typed, word)).toBeCloseTo(cost)
  })

  it.each([
    ['soks', 'caps'],
    ['cat', 'dog'],
    ['tea', 'toe'],
    ['cup', 'teacup'],
    ['lantern', 'leather'],
  ])('%s does not match %s', (typed, word) => {
    expect(spellingCost(typed, word)).toBeUndefined()
  })

  it('handles letters outside the basic multilingual plane', () => {
    expect(spellingCost('𝒜bcde', '𝒜bcdf')).toBe(1)
  })
})
