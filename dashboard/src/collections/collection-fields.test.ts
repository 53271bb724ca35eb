import { describe, expect, it } from 'vitest'
import { NEW_FIELDS, obstacleIn, toChanges, toFields } from './collection-fields.ts'
import type { Collection } from './collections.ts'
import { newRow } from './rule-rows.ts'

const SUMMER: Collection = {
  id: 'col_1',
  kind: 'rules',
  title: 'Summer',
  handle: 'summer',
  description: '',
  image: { url: 'https://example.com/a.jpg', alt: '' },
  status: 'active',
  match: 'any',
  rules: [{ field: 'tag', relation: 'has', value: 'summer' }],
  sort: 'newest',
  seo: { title: null, description: 'Light things' },
  productCount: 3,
  version: 2,
  createdAt: '2030-01-01T00:00:00Z',
  updatedAt: '2030-01-01T00:00:00Z',
}

describe('a collection while it is edited', () => {
  it('comes back as it was', () => {
    const { title, handle, description, image, status, match, rules, sort, seo } = SUMMER
    expect(toChanges(toFields(SUMMER, 'EUR'), 'rules')).toEqual({
      title,
      handle,
      description,
      image,
      status,
      match,
      rules,
      sort,
      seo,
    })
  })

  it('sends no rules where there are none, no empty handle, and nothing for what is empty', () => {
    const changes = toChanges({ ...NEW_FIELDS, title: ' Chairs ' }, 'manual')
    expect(changes).toMatchObject({ title: 'Chairs', image: null, seo: { title: null, description: null } })
    expect(Object.keys(changes)).not.toEqual(expect.arrayContaining(['rules']))
    expect(changes).not.toHaveProperty('handle')
  })

  it('says what is missing', () => {
    expect(obstacleIn(NEW_FIELDS, 'manual')).toBe('It needs a title.')
    const named = { ...NEW_FIELDS, title: 'x' }
    expect(obstacleIn(named, 'manual')).toBeUndefined()
    expect(obstacleIn(named, 'rules')).toBe('It needs a rule.')
    expect(obstacleIn({ ...named, rules: [newRow('EUR')] }, 'rules')).toBe('A rule is not filled in yet.')
    expect(obstacleIn({ ...named, rules: [{ ...newRow('EUR'), value: 'x' }] }, 'rules')).toBeUndefined()
  })
})
