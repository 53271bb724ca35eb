import { expect, it } from 'vitest'
import { resource } from '../resource.ts'
import { parseFilter } from './filters.tsx'

const status = { kind: 'select', label: 'Status', options: { active: 'Active' } } as const

it('accepts only options, as the URL may come from anyone', () => {
  expect(parseFilter(status, 'active')).toBe('active')
  for (const value of ['deleted', 'toString', '', 7, undefined]) expect(parseFilter(status, value)).toBeUndefined()
})

it('keeps a value whose options are still loading', () => {
  expect(parseFilter({ ...status, options: {}, isOpen: true }, 'loc_1')).toBe('loc_1')
})

it('reads numbers in the URL as text, and limits their length', () => {
  const search = { kind: 'search', label: 'SKU' } as const
  expect(parseFilter(search, 1234)).toBe('1234')
  expect(parseFilter(search, 'a'.repeat(500))).toHaveLength(100)
  expect(parseFilter({ kind: 'checkbox', label: 'Low' }, 'yes')).toBeUndefined()
})

it('does not compile with a filter that the list does not know', () => {
  const levels = resource('/v1/inventory')
  const never = (_call: () => unknown) => {}
  const known: { lowStock?: true } = {}
  const unknown: { low?: true } = {}
  never(() => levels.useList({ limit: 50, ...known }))
  // @ts-expect-error: the parameter is `lowStock`
  never(() => levels.useList({ limit: 50, ...unknown }))
})
