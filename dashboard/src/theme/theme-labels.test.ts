import { describe, expect, it } from 'vitest'
import { formatFieldPath, languageName, parseDateTimeField, toDateTimeField } from './theme-labels.ts'

describe('the moment in a field', () => {
  it('comes back as it was, to the minute', () => {
    const at = '2030-03-31T10:15:00.000Z'
    expect(toDateTimeField(at)).toMatch(/^2030-03-3\dT\d\d:\d5$/)
    expect(parseDateTimeField(toDateTimeField(at))).toBe(at)
  })

  it('is none while the field is empty or half filled', () => {
    expect([toDateTimeField(null), toDateTimeField(undefined), toDateTimeField('soon')]).toEqual(['', '', ''])
    expect([parseDateTimeField(''), parseDateTimeField('soon')]).toEqual([null, null])
  })
})

describe('the language of a tag', () => {
  it('is said in words, and nothing where there is none', () => {
    expect([languageName('de-AT'), languageName('en')]).toEqual(['Austrian German', 'English'])
    expect([languageName('not a tag'), languageName('')]).toEqual([undefined, undefined])
  })
})

it('a place in the theme is named as people find it', () => {
  expect(formatFieldPath('/navigation/header/0/items/1/url')).toBe('Navigation, top, link 1, beneath, link 2, url:')
  expect(formatFieldPath('/brand/logoUrl')).toBe('Brand, logo url:')
})
