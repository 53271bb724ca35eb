import { expect, it } from 'vitest'
import { CREATE_ITEMS, filterItems, groupItems, PAGE_ITEMS, SETTINGS_ITEMS } from './palette-items.ts'

const ALL = [...PAGE_ITEMS, ...SETTINGS_ITEMS, ...CREATE_ITEMS]
const labels = (query: string) => filterItems(ALL, query).map(({ label }) => label)

it.for([
  ['orders', ['Orders']],
  ['set', ['Settings']],
  ['create dra', ['Create draft order']],
  ['draft', ['Orders', 'Create draft order']],
  ['VAT', ['Taxes']],
  ['api', ['API keys', 'Server and API']],
  ['nothing like it', []],
] as const)('finds pages and actions by “%s”, best first', ([query, expected]) => {
  expect(labels(query)).toEqual(expected)
})

it('lists everything without a query, in groups', () => {
  expect(labels(' ')).toHaveLength(ALL.length)
  expect(groupItems(ALL).map(([group]) => group)).toEqual(['Pages', 'Settings', 'Actions'])
})
