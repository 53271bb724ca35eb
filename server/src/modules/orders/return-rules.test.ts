import fc from 'fast-check'
import { expect, it } from 'vitest'
import { worthOf } from './return-rules.ts'

it('the parts of a line are worth what was paid for it, however it is split', () => {
  const line = fc.record({
    total: fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
    parts: fc.array(fc.integer({ min: 1, max: 9999 }), { minLength: 1, maxLength: 20 }),
  })
  fc.assert(
    fc.property(line, ({ total, parts }) => {
      const ordered = parts.reduce((sum, part) => sum + part, 0)
      let before = 0
      let sum = 0
      for (const quantity of parts) {
        const worth = worthOf(total, ordered, { before, quantity })
        expect(Math.abs(worth - (total / ordered) * quantity)).toBeLessThan(1 + total * 1e-15)
        sum += worth
        before += quantity
      }
      expect(sum).toBe(total)
    }),
  )
})
