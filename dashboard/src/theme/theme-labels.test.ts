import { describe, expect, it } from 'vitest'
import { formatFieldPath, languageName, parseDateTimeField, toDateTimeField } from './theme-labels.ts'

describe('date-time fields', () => {
  it('round-trips a timestamp to the minute', () => {
    const at = '2030-03-31T10:15:00.000Z'
    expect(toDateTimeField(at)).toMatch(/^2030-03-3\dT\d\d:\d5$/)
    expect(parseDateTimeField(toDateTimeField(at))).toBe(at)
  })

  it('treats an empty or incomplete field as null', () => {
    expect([toDateTimeField(null), toDateTimeField(undefined), toDateTimeField('soon')]).toEqual(['', '', ''])
    expect([parseDateTimeField(''), parseDateTimeField('soon')]).toEqual([null, null])
  })
})

describe('languageName', () => {
  it('names the language of a tag, and returns undefined for an invalid one', () => {
    expect([languageName('de-AT'), languageName('en')]).toEqual(['Austrian German', 'English'])
    expect([languageName('not a tag'), languageName('')]).toEqual([undefined, undefined])
  })
})

it('formats a theme path as people find it on the page', () => {
  expect(formatFieldPath('/navigation/header/0/items/1/url')).toBe('Navigation, header, link 1, nested, link 2, url:')
  expect(formatFieldPath('/brand/logoUrl')).toBe('Brand, logo url:')
})
