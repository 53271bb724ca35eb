import { describe, expect, it } from 'vitest'
import { fromLocalField, languageOf, placeInWords, toLocalField } from './theme-words.ts'

describe('the moment in a field', () => {
  it('comes back as it was, to the minute', () => {
    const at = '2030-03-31T10:15:00.000Z'
    expect(toLocalField(at)).toMatch(/^2030-03-3\dT\d\d:\d5$/)
    expect(fromLocalField(toLocalField(at))).toBe(at)
  })

  it('is none while the field is empty or half filled', () => {
    expect([toLocalField(null), toLocalField(undefined), toLocalField('soon')]).toEqual(['', '', ''])
    expect([fromLocalField(''), fromLocalField('soon')]).toEqual([null, null])
  })
})

describe('the language of a tag', () => {
  it('is said in words, and nothing where there is none', () => {
    expect([languageOf('de-AT'), languageOf('en')]).toEqual(['Austrian German', 'English'])
    expect([languageOf('not a tag'), languageOf('')]).toEqual([undefined, undefined])
  })
})

it('a place in the theme is named as people find it', () => {
  expect(placeInWords('/navigation/header/0/items/1/url')).toBe('Navigation, top, link 1, beneath, link 2, url:')
  expect(placeInWords('/brand/logoUrl')).toBe('Brand, logo url:')
})
