import { expect, it } from 'vitest'
import { countExtraFilters, isFiltered, parseProductFilters } from './product-filters.ts'

it('keeps only filters the server supports', () => {
  expect(parseProductFilters({ q: 'mug', status: 'active', tag: '', sku: 1234, color: 'red' })).toEqual({
    q: 'mug',
    status: 'active',
    sku: '1234',
  })
  expect(parseProductFilters({ status: 'sold' })).toEqual({})
  expect(parseProductFilters({ q: 'x'.repeat(300) }).q).toHaveLength(200)
})

it('does not count search and status as extra filters', () => {
  expect(countExtraFilters({ q: 'mug', status: 'draft', vendor: 'Hilda', tag: 'summer' })).toBe(2)
  expect([isFiltered({}), isFiltered({ q: 'mug' })]).toEqual([false, true])
})
