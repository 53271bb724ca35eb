import { describe, expect, it } from 'vitest'
import { RELATIONS_OF as SERVER_RELATIONS } from '../../../server/src/modules/collections/rule-schema.ts'
import type { Rule } from './collections.ts'
import { newRow, type RuleRow, toRows, toRule, wholeRules, withField } from './rule-rows.ts'
import { RELATION_WORDS, RELATIONS_OF } from './rule-words.ts'

const RULES: Rule[] = [
  { field: 'tag', relation: 'has', value: 'summer' },
  { field: 'price', relation: 'lessThan', value: { amount: 1999, currency: 'EUR' } },
  { field: 'price', relation: 'is', value: { amount: 1500, currency: 'JPY' } },
  { field: 'stock', relation: 'greaterThan', value: 0 },
  { field: 'customField', relation: 'greaterThan', key: 'weight', value: 1.5 },
  { field: 'customField', relation: 'is', key: 'care', value: 'cold wash' },
]

const row = (more: Partial<RuleRow>): RuleRow => ({ ...newRow('EUR'), ...more })

describe('rules while they are edited', () => {
  it('come back as they were, prices to the last coin', () => {
    expect(wholeRules(toRows(RULES, 'EUR'))).toEqual(RULES)
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

  it('are left out while they are not whole', () => {
    expect(toRule(row({}))).toBeUndefined()
    expect(toRule(row({ value: '  ' }))).toBeUndefined()
    expect(toRule(row({ field: 'customField', relation: 'is', value: 'x' }))).toBeUndefined()
    for (const value of ['x', '-1', '1.5']) {
      expect(toRule(row({ field: 'stock', relation: 'is', value }))).toBeUndefined()
    }
    for (const value of ['-1', '1.999', '1,000', '1e3']) {
      expect(toRule(row({ field: 'price', relation: 'is', value }))).toBeUndefined()
    }
  })

  it('keep the relation and the value of another field only where they make sense', () => {
    const title = row({ field: 'title', relation: 'startsWith', value: 'Linen' })
    expect(withField(title, 'vendor')).toMatchObject({ relation: 'startsWith', value: 'Linen' })
    expect(withField(title, 'stock')).toMatchObject({ relation: 'is', value: '' })
    expect(withField(row({ value: '5' }), 'stock')).toMatchObject({ relation: 'is', value: '5' })
  })

  it('offer what the server understands, each in words', () => {
    expect(RELATIONS_OF).toEqual(SERVER_RELATIONS)
    for (const relation of Object.values(RELATIONS_OF).flat()) expect(RELATION_WORDS).toHaveProperty(relation)
  })
})
