import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { escapeFormula, joinTags, unescapeFormula } from '../../../kit/csv.ts'
import { parseGrams, parseInventoryPolicy, parseTime, splitTags } from './cells.ts'

test('escaped cells round-trip, and no escaped cell looks like a formula', () => {
  const risky = fc.stringMatching(/^['=+\-@\t\r]{0,3}.{0,5}$/)
  fc.assert(
    fc.property(fc.oneof(risky, fc.string()), (text) => {
      expect(unescapeFormula(escapeFormula(text))).toBe(text)
      expect(escapeFormula(text)).not.toMatch(/^[=+\-@\t\r]/)
    }),
  )
  expect(escapeFormula('=HYPERLINK("x")')).toBe('\'=HYPERLINK("x")')
  expect(escapeFormula("'tis")).toBe("'tis")
})

test('tags round-trip with any content', () => {
  const tag = fc.oneof(fc.string({ minLength: 1 }), fc.stringMatching(/^[ ",a]{1,5}$/))
  fc.assert(
    fc.property(fc.array(tag), (tags) => {
      expect(splitTags(joinTags(tags))).toEqual(tags)
    }),
  )
  expect(joinTags(['summer', 'a, b'])).toBe('summer, "a, b"')
  expect(splitTags(' summer,sale ,, "vintage" look ')).toEqual(['summer', 'sale', '"vintage" look'])
})

it.each([
  [parseGrams, '453.59237', 454],
  [parseGrams, '1,5', undefined],
  [parseGrams, '-1', undefined],
  [parseInventoryPolicy, 'DENY', 'deny'],
  [parseInventoryPolicy, 'TRUE', 'continue'],
  [parseInventoryPolicy, 'maybe', undefined],
  [parseTime, '2026-11-15T09:30:00+02:00', '2026-11-15T07:30:00.000Z'],
  [parseTime, '2026-11-15', undefined],
  [parseTime, '2026-13-45T00:00:00Z', undefined],
])('%o parses %s as %s', (parse, text, value) => expect(parse(text)).toBe(value))
