import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileRules, normalizeAttributes, type RuleAttributes, validateRules } from './rules.ts'
import { RELATIONS_BY_FIELD, RULE_FIELDS, type Rule } from './schemas.ts'

const eur = (amount: number) => ({ amount, currency: 'EUR' })

const SHIRT: RuleAttributes = {
  title: 'Crème Shirt',
  vendor: 'Hilda & Søns',
  type: 'Shirts',
  tags: ['Summer', 'Été'],
  prices: [eur(3900), eur(4900), { amount: 100, currency: 'USD' }],
  stock: 7,
  customFields: { care: 'Cold wash', weight: 220, vegan: true, sizes: ['S', 42], nested: { a: 1 }, nothing: null },
}

const meets = (rule: Rule, facts = SHIRT) => compileRules({ match: 'all', rules: [rule] })(normalizeAttributes(facts))

describe('compileRules with one rule', () => {
  it.each<[Rule, boolean]>([
    [{ field: 'tag', relation: 'has', value: 'SUMMER' }, true],
    [{ field: 'tag', relation: 'has', value: 'ete' }, true],
    [{ field: 'tag', relation: 'has', value: 'summ' }, false],
    [{ field: 'tag', relation: 'has_not', value: 'winter' }, true],
    [{ field: 'tag', relation: 'has_not', value: 'Summer' }, false],
    [{ field: 'vendor', relation: 'is', value: ' hilda & sons ' }, true],
    [{ field: 'vendor', relation: 'is_not', value: 'Hilda & Søns' }, false],
    [{ field: 'type', relation: 'starts_with', value: 'shi' }, true],
    [{ field: 'type', relation: 'starts_with', value: 'irts' }, false],
    [{ field: 'title', relation: 'contains', value: 'creme' }, true],
    [{ field: 'title', relation: 'contains', value: 'cream' }, false],
    [{ field: 'title', relation: 'contains_not', value: 'creme' }, false],
    [{ field: 'title', relation: 'ends_with', value: 'SHIRT' }, true],
    [{ field: 'price', relation: 'is', value: eur(4900) }, true],
    [{ field: 'price', relation: 'is', value: eur(4000) }, false],
    [{ field: 'price', relation: 'greater_than', value: eur(4899) }, true],
    [{ field: 'price', relation: 'greater_than', value: eur(4900) }, false],
    [{ field: 'price', relation: 'less_than', value: eur(3901) }, true],
    // The product has a price of 100, but in USD.
    [{ field: 'price', relation: 'less_than', value: eur(3900) }, false],
    [{ field: 'price', relation: 'is_not', value: eur(4900) }, false],
    [{ field: 'price', relation: 'greater_than', value: { amount: 0, currency: 'JPY' } }, false],
    [{ field: 'stock', relation: 'greater_than', value: 6 }, true],
    [{ field: 'stock', relation: 'greater_than', value: 7 }, false],
    [{ field: 'stock', relation: 'less_than', value: 8 }, true],
    [{ field: 'stock', relation: 'is', value: 7 }, true],
    [{ field: 'custom_field', key: 'care', relation: 'contains', value: 'COLD' }, true],
    [{ field: 'custom_field', key: 'weight', relation: 'greater_than', value: 219.5 }, true],
    [{ field: 'custom_field', key: 'weight', relation: 'is', value: '220' }, true],
    [{ field: 'custom_field', key: 'weight', relation: 'is', value: 220 }, true],
    [{ field: 'custom_field', key: 'vegan', relation: 'is', value: true }, true],
    [{ field: 'custom_field', key: 'sizes', relation: 'is', value: 's' }, true],
    [{ field: 'custom_field', key: 'sizes', relation: 'less_than', value: 43 }, true],
    [{ field: 'custom_field', key: 'care', relation: 'greater_than', value: 0 }, false],
    [{ field: 'custom_field', key: 'nested', relation: 'contains', value: 'object' }, false],
    [{ field: 'custom_field', key: 'nothing', relation: 'is', value: 'null' }, false],
    [{ field: 'custom_field', key: 'missing', relation: 'is', value: 'x' }, false],
    [{ field: 'custom_field', key: 'missing', relation: 'is_not', value: 'x' }, true],
    [{ field: 'custom_field', key: 'constructor', relation: 'contains', value: 'object' }, false],
  ])('%j: %s', (rule, expected) => {
    expect(meets(rule)).toBe(expected)
  })

  it.each<[Rule['relation'], boolean]>([
    ['is', false],
    ['less_than', false],
    ['is_not', true],
    ['greater_than', true],
  ])('untracked stock %s 0 is %s', (relation, expected) => {
    for (const value of [0, Number.MAX_SAFE_INTEGER])
      expect(meets({ field: 'stock', relation, value }, { ...SHIRT, stock: null })).toBe(expected)
  })

  it('distinguishes й from и', () => {
    expect(meets({ field: 'title', relation: 'is', value: 'Чаи' }, { ...SHIRT, title: 'Чай' })).toBe(false)
    expect(meets({ field: 'title', relation: 'is', value: 'чай' }, { ...SHIRT, title: 'ЧАЙ' })).toBe(true)
  })
})

const words = fc.constantFrom('Summer', 'sümmer', 'Été', 'ete', 'x', 'ß', 'SS', 'a b')
const attributes: fc.Arbitrary<RuleAttributes> = fc.record({
  title: words,
  vendor: words,
  type: words,
  tags: fc.array(words, { maxLength: 3 }),
  prices: fc.array(fc.record({ amount: fc.nat(5), currency: fc.constantFrom('EUR', 'USD') }), { maxLength: 3 }),
  stock: fc.option(fc.nat(5)),
  customFields: fc.dictionary(fc.constantFrom('a', 'b'), fc.oneof(words, fc.nat(5), fc.boolean(), fc.array(words))),
})

const valueFor = (field: Rule['field'], relation: Rule['relation']): fc.Arbitrary<Rule['value']> => {
  if (field === 'price') return fc.record({ amount: fc.nat(5), currency: fc.constant('EUR') })
  if (field === 'stock' || relation === 'greater_than' || relation === 'less_than') return fc.nat(5)
  return words
}

const validRule: fc.Arbitrary<Rule> = fc
  .constantFrom(...RULE_FIELDS.flatMap((field) => RELATIONS_BY_FIELD[field].map((relation) => ({ field, relation }))))
  .chain(({ field, relation }) =>
    valueFor(field, relation).map(
      (value): Rule => ({ field, relation, value, ...(field === 'custom_field' && { key: 'a' }) }),
    ),
  )

describe('compileRules with several rules', () => {
  it('requires every rule for all and one rule for any, in any order', () => {
    fc.assert(
      fc.property(attributes, fc.array(validRule, { minLength: 1, maxLength: 6 }), (facts, rules) => {
        const each = rules.map((rule) => meets(rule, facts))
        for (const list of [rules, rules.toReversed()]) {
          expect(compileRules({ match: 'all', rules: list })(normalizeAttributes(facts))).toBe(!each.includes(false))
          expect(compileRules({ match: 'any', rules: list })(normalizeAttributes(facts))).toBe(each.includes(true))
        }
      }),
    )
  })

  it('never lets a relation and its negation agree', () => {
    const opposites = { is: 'is_not', has: 'has_not', contains: 'contains_not' } as const
    const positive = validRule.filter(({ relation }) => relation in opposites)
    fc.assert(
      fc.property(attributes, positive, (facts, rule) => {
        const opposite = opposites[rule.relation as keyof typeof opposites]
        expect(meets({ ...rule, relation: opposite }, facts)).toBe(!meets(rule, facts))
      }),
    )
  })

  it('ignores case and accents on both sides', () => {
    const accented = (text: string) => text.toUpperCase().normalize('NFD').replaceAll(/[AEO]/g, '$&\u0301')
    fc.assert(
      fc.property(attributes, validRule, (facts, rule) => {
        const loud = { ...rule, value: typeof rule.value === 'string' ? accented(rule.value) : rule.value }
        const other = { ...facts, title: accented(facts.title), tags: facts.tags.map(accented) }
        expect(meets(loud, other)).toBe(meets(rule, facts))
      }),
    )
  })
})

describe('validateRules', () => {
  it('accepts every relation in the table, and no other', () => {
    const relations = [...new Set(Object.values(RELATIONS_BY_FIELD).flat())]
    fc.assert(
      fc.property(validRule, fc.constantFrom(...relations), (rule, relation) => {
        expect(validateRules([rule], 'EUR')).toEqual([])
        const allowed: readonly string[] = RELATIONS_BY_FIELD[rule.field]
        const faults = validateRules([{ ...rule, relation }], 'EUR').filter(({ path }) => path === '/rules/0/relation')
        if (allowed.includes(relation)) expect(faults).toEqual([])
        else expect(faults[0]?.message).toBe(`must be one of ${allowed.join(', ')} for ${rule.field}`)
      }),
    )
  })

  it.each<[Rule, string, string]>([
    [{ field: 'price', relation: 'is', value: { amount: 1, currency: 'USD' } }, '/rules/1/value/currency', 'EUR'],
    [{ field: 'price', relation: 'is', value: eur(-1) }, '/rules/1/value/amount', 'negative'],
    [{ field: 'price', relation: 'is', value: 19 }, '/rules/1/value', 'money'],
    [{ field: 'stock', relation: 'less_than', value: 1.5 }, '/rules/1/value', 'whole number'],
    [{ field: 'stock', relation: 'less_than', value: '5' }, '/rules/1/value', 'whole number'],
    [{ field: 'stock', relation: 'less_than', value: -1 }, '/rules/1/value', 'whole number'],
    [{ field: 'tag', relation: 'has', value: 5 }, '/rules/1/value', 'text'],
    [{ field: 'title', relation: 'contains', value: ' \u00ad ' }, '/rules/1/value', 'not blank'],
    [{ field: 'title', key: 'a', relation: 'contains', value: 'x' }, '/rules/1/key', 'only allowed for custom_field'],
    [{ field: 'custom_field', relation: 'is', value: 'x' }, '/rules/1/key', 'is required'],
    [{ field: 'custom_field', key: 'a', relation: 'less_than', value: 'x' }, '/rules/1/value', 'a number'],
    [{ field: 'custom_field', key: 'a', relation: 'is', value: eur(1) }, '/rules/1/value', 'boolean'],
  ])('rejects %j at %s', (rule, path, words) => {
    const faults = validateRules([{ field: 'tag', relation: 'has', value: 'fine' }, rule], 'EUR')
    expect(faults).toEqual([{ path, message: expect.stringContaining(words) }])
  })
})
