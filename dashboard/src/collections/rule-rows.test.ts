import { describe, expect, it } from 'vitest'
import { RELATIONS_BY_FIELD as SERVER_RELATIONS } from '../../../server/src/modules/collections/memberships/schemas.ts'
import type { Rule } from './collections.ts'
import { FIELD_RELATIONS, RELATION_LABELS } from './rule-labels.ts'
import {
  changeField,
  completeRules,
  incompleteRules,
  newRuleRow,
  type RuleRow,
  ruleProblem,
  toRule,
  toRuleRows,
} from './rule-rows.ts'

const RULES: Rule[] = [
  { field: 'tag', relation: 'has', value: 'summer' },
  { field: 'price', relation: 'less_than', value: { amount: 1999, currency: 'EUR' } },
  { field: 'price', relation: 'is', value: { amount: 1500, currency: 'JPY' } },
  { field: 'stock', relation: 'greater_than', value: 0 },
  { field: 'custom_field', relation: 'greater_than', key: 'weight', value: 1.5 },
  { field: 'custom_field', relation: 'is', key: 'care', value: 'cold wash' },
]

const row = (more: Partial<RuleRow>): RuleRow => ({ ...newRuleRow('EUR'), ...more })

describe('rule rows', () => {
  it('round-trips rules, with exact prices', () => {
    expect(completeRules(toRuleRows(RULES, 'EUR'))).toEqual(RULES)
    const price = row({ field: 'price', relation: 'is' })
    for (const [typed, amount] of [
      ['19.99', 1999],
      ['0.29', 29],
      ['1.1', 110],
      ['4.35', 435],
      ['4,35', 435],
      ['90071992547409.91', Number.MAX_SAFE_INTEGER],
    ] as const) {
      expect(toRule({ ...price, value: typed })?.value).toEqual({ amount, currency: 'EUR' })
    }
  })

  it('omits incomplete rules', () => {
    expect(toRule(row({}))).toBeUndefined()
    expect(toRule(row({ value: '  ' }))).toBeUndefined()
    expect(toRule(row({ field: 'custom_field', relation: 'is', value: 'x' }))).toBeUndefined()
    for (const value of ['x', '-1', '1.5']) {
      expect(toRule(row({ field: 'stock', relation: 'is', value }))).toBeUndefined()
    }
    for (const value of ['-1', '1.999', '1,000', '1e3']) {
      expect(toRule(row({ field: 'price', relation: 'is', value }))).toBeUndefined()
    }
  })

  it('names each incomplete rule and says what to enter', () => {
    expect(toRuleRows(RULES, 'EUR').map(ruleProblem)).toEqual(RULES.map(() => undefined))
    const invalid = [
      row({}),
      row({ field: 'price', relation: 'is', value: '1.999' }),
      row({ field: 'stock', relation: 'is', value: '-1' }),
      row({ field: 'custom_field', relation: 'is', value: 'x' }),
      row({ field: 'custom_field', relation: 'greater_than', customKey: 'weight', value: 'x' }),
    ]
    expect(invalid.map(ruleProblem)).toEqual([
      'Enter a value.',
      'Enter an amount in EUR, such as 20.00.',
      'Enter a whole number, 0 or more.',
      'Enter the name of the custom field.',
      'Enter a number.',
    ])
    expect(incompleteRules([...toRuleRows(RULES.slice(0, 2), 'EUR'), row({})])).toEqual([3])
  })

  it('keeps the relation and value only if the new field supports them', () => {
    const title = row({ field: 'title', relation: 'starts_with', value: 'Linen' })
    expect(changeField(title, 'vendor')).toMatchObject({ relation: 'starts_with', value: 'Linen' })
    expect(changeField(title, 'stock')).toMatchObject({ relation: 'is', value: '' })
    expect(changeField(row({ value: '5' }), 'stock')).toMatchObject({ relation: 'is', value: '5' })
  })

  it('offers the server’s relations, each with a label', () => {
    expect(FIELD_RELATIONS).toEqual(SERVER_RELATIONS)
    for (const relation of Object.values(FIELD_RELATIONS).flat()) expect(RELATION_LABELS).toHaveProperty(relation)
  })
})
