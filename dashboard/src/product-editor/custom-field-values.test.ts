import fc from 'fast-check'
import { expect, it } from 'vitest'
import { customFieldType, formatCustomField, parseCustomField } from './custom-field-values.ts'

it.each([
  ['cold wash', 'cold wash', 'Text'],
  ['', '', 'Text'],
  ['12', 12, 'Number'],
  ['"12"', '12', 'Text'],
  ['4006381333931000000', '4006381333931000000', 'Text'],
  ['1e999', '1e999', 'Text'],
  ['true', true, 'True or false'],
  ['null', null, 'Empty'],
  ['["a","b"]', ['a', 'b'], 'List'],
  ['{"eu":42}', { eu: 42 }, 'Object'],
  ['{broken', '{broken', 'Text'],
])('parses %s as %j (%s)', (text, value, kind) => {
  expect(parseCustomField(text)).toEqual(value)
  expect(customFieldType(text)).toBe(kind)
})

it('keeps a number with more digits than a safe integer', () => {
  expect(formatCustomField(-9007199254740992)).toBe('-9.007199254740992e+15')
  expect(parseCustomField('-9.007199254740992e+15')).toBe(-9007199254740992)
})

it('round-trips every JSON value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const sent: unknown = JSON.parse(JSON.stringify(value))
      expect(parseCustomField(formatCustomField(sent))).toEqual(sent)
    }),
  )
})
