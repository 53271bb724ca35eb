import fc from 'fast-check'
import { expect, it } from 'vitest'
import { customFieldText, customFieldValue, kindOf } from './custom-field-text.ts'

it.each([
  ['cold wash', 'cold wash', 'Text'],
  ['', '', 'Text'],
  ['12', 12, 'Number'],
  ['"12"', '12', 'Text'],
  ['4006381333931000000', '4006381333931000000', 'Text'],
  ['1e999', '1e999', 'Text'],
  ['true', true, 'Yes or no'],
  ['null', null, 'Empty'],
  ['["a","b"]', ['a', 'b'], 'List'],
  ['{"eu":42}', { eu: 42 }, 'Group'],
  ['{broken', '{broken', 'Text'],
])('%s is read as %j, %s', (text, value, kind) => {
  expect(customFieldValue(text)).toEqual(value)
  expect(kindOf(text)).toBe(kind)
})

it('a number of more digits than can be typed as one stays a number', () => {
  expect(customFieldText(-9007199254740992)).toBe('-9.007199254740992e+15')
  expect(customFieldValue('-9.007199254740992e+15')).toBe(-9007199254740992)
})

it('whatever is stored comes back the same', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const sent: unknown = JSON.parse(JSON.stringify(value))
      expect(customFieldValue(customFieldText(sent))).toEqual(sent)
    }),
  )
})
