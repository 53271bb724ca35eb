import { expect, it } from 'vitest'
import { mergeTags, splitTags } from './tags.ts'

it('splits tags at commas and semicolons and removes duplicates', () => {
  expect(splitTags(['10*', ' 1000-1999, 10*;SW1A 1AA,', ','], ['10*'])).toEqual(['10*', '1000-1999', 'SW1A 1AA'])
  expect(splitTags([], ['10*'])).toEqual([])
})

it('keeps existing tags whole', () => {
  expect(splitTags(['Washington, DC', 'NY, NJ'], ['Washington, DC'])).toEqual(['Washington, DC', 'NY', 'NJ'])
})

it('adds typed tags once', () => {
  expect(mergeTags(['gift', 'Washington, DC'], 'vip, gift; ')).toEqual(['gift', 'Washington, DC', 'vip'])
})
