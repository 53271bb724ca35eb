import { describe, expect, it } from 'vitest'
import { formatFieldPath, languageName } from './theme-labels.ts'

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
