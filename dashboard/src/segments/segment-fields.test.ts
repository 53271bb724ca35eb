import { describe, expect, it } from 'vitest'
import type { Filter } from './condition-labels.ts'
import { newConditionRow } from './condition-rows.ts'
import {
  countConditions,
  newGroup,
  newSegmentFields,
  toFilter,
  toSegmentChanges,
  toSegmentFields,
  toSegmentInput,
  validateSegment,
} from './segment-fields.ts'
import { TEMPLATE_LABELS, TEMPLATES } from './templates.ts'

const FILTER: Filter = {
  match: 'any',
  conditions: [
    { field: 'tags', operator: 'any_of', value: ['vip'] },
    { field: 'last_order', operator: 'after', value: '2026-11-15T09:30:59.123Z' },
  ],
  groups: [
    {
      match: 'all',
      conditions: [
        { field: 'orders', operator: 'at_least', value: 3 },
        { field: 'spent', operator: 'at_least', value: 50_000 },
      ],
    },
  ],
}
const SAVED = toSegmentFields({ name: 'Best', filter: FILTER }, 'EUR')

describe('segment form fields', () => {
  it('round-trip a filter with groups', () => {
    expect(toSegmentInput(SAVED, 'EUR')).toEqual({ name: 'Best', filter: FILTER })
    expect(countConditions(SAVED)).toBe(4)
  })

  it('send the filter only if it has changed, and then what was not edited exactly', () => {
    expect(toSegmentChanges({ ...SAVED, name: ' Better ' }, SAVED, 'EUR')).toEqual({ name: 'Better' })
    const conditions = SAVED.conditions.map((row, at) => (at === 0 ? { ...row, list: ['vip', 'press'] } : row))
    expect(toSegmentChanges({ ...SAVED, conditions }, SAVED, 'EUR')).toEqual({
      filter: { ...FILTER, conditions: [{ ...FILTER.conditions[0], value: ['vip', 'press'] }, FILTER.conditions[1]] },
    })
  })

  it('preview only what is complete', () => {
    const fields = { ...SAVED, conditions: [...SAVED.conditions, newConditionRow()], groups: [newGroup('any')] }
    const { groups: _, ...withoutGroups } = FILTER
    expect(toFilter(fields, 'EUR')).toEqual(withoutGroups)
  })

  it('report what is missing', () => {
    expect(validateSegment(SAVED, 'EUR')).toBeUndefined()
    expect(validateSegment({ ...SAVED, name: ' ' }, 'EUR')).toBe('Enter a name.')
    expect(validateSegment({ ...SAVED, conditions: [], groups: [] }, 'EUR')).toBe('Add at least one condition.')
    expect(validateSegment({ ...SAVED, groups: [newGroup('any')] }, 'EUR')).toBe('Complete all conditions.')
    expect(validateSegment({ ...newSegmentFields(), name: 'x' }, 'EUR')).toBe('Complete all conditions.')
  })

  it('give a new group the opposite match', () => {
    expect([newGroup('all').match, newGroup('any').match]).toEqual(['any', 'all'])
  })

  it('can start from each template', () => {
    expect(Object.keys(TEMPLATE_LABELS)).toEqual(Object.keys(TEMPLATES))
    for (const template of Object.values(TEMPLATES)) {
      const fields = toSegmentFields(template, 'EUR')
      expect(validateSegment(fields, 'EUR')).toBeUndefined()
      expect(toSegmentInput(fields, 'EUR')).toEqual({ name: template.name, filter: template.filter })
    }
  })
})
