import { describe, expect, it } from 'vitest'
import { EMPTY_FIELDS, toChanges, toFields, validateCollection } from './collection-fields.ts'
import type { Collection } from './collections.ts'
import { newRuleRow } from './rule-rows.ts'

const SUMMER: Collection = {
  id: 'col_1',
  kind: 'rules',
  title: 'Summer',
  handle: 'summer',
  description: '',
  image: { id: 'img_1', url: 'https://example.com/a.jpg', alt: '' },
  status: 'active',
  match: 'any',
  rules: [{ field: 'tag', relation: 'has', value: 'summer' }],
  sort: 'newest',
  seo: { title: null, description: 'Light things' },
  productCount: 3,
  updating: false,
  version: 2,
  createdAt: '2030-01-01T00:00:00Z',
  updatedAt: '2030-01-01T00:00:00Z',
}

describe('collection form fields', () => {
  it('round-trips a collection', () => {
    const { title, handle, description, image, status, match, rules, sort, seo } = SUMMER
    expect(toChanges(toFields(SUMMER, 'EUR'), 'rules')).toEqual({
      title,
      handle,
      description,
      image: { url: image?.url, alt: image?.alt },
      status,
      match,
      rules,
      sort,
      seo,
    })
  })

  it('omits rules for a manual collection, omits an empty handle, and sends null for empty fields', () => {
    const changes = toChanges({ ...EMPTY_FIELDS, title: ' Chairs ' }, 'manual')
    expect(changes).toMatchObject({ title: 'Chairs', image: null, seo: { title: null, description: null } })
    expect(Object.keys(changes)).not.toEqual(expect.arrayContaining(['rules']))
    expect(changes).not.toHaveProperty('handle')
  })

  it('reports what is missing', () => {
    expect(validateCollection(EMPTY_FIELDS, 'manual')).toBe('Enter a title.')
    const named = { ...EMPTY_FIELDS, title: 'x' }
    expect(validateCollection(named, 'manual')).toBeUndefined()
    expect(validateCollection(named, 'rules')).toBe('Add at least one rule.')
    expect(validateCollection({ ...named, rules: [newRuleRow('EUR')] }, 'rules')).toBe('Complete rule 1.')
    expect(validateCollection({ ...named, rules: [{ ...newRuleRow('EUR'), value: 'x' }] }, 'rules')).toBeUndefined()
  })
})
