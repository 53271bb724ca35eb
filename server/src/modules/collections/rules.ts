import { foldText } from '../../kit/fold-text.ts'
import type { Money } from '../../kit/money.ts'
import type { Rule, RuleSet } from './rule-schema.ts'

/** What rules may look at. */
export interface Facts {
  title: string
  vendor: string
  type: string
  tags: string[]
  /** Of all variants, in any currency. */
  prices: Money[]
  /** What can be sold of all variants, at all locations together; null when nobody counts one of them: it never runs out. */
  stock: number | null
  customFields: Record<string, unknown>
}

export type Test = (facts: Facts) => boolean

/** Texts as rules compare them. */
export const plain = (text: string): string => foldText(text).trim()

/** Facts are asked many times: their texts are made plain once. */
export const plainFacts = <F extends Facts>(facts: F): F => ({
  ...facts,
  title: plain(facts.title),
  vendor: plain(facts.vendor),
  type: plain(facts.type),
  tags: facts.tags.map(plain),
})

/** For facts that were made plain. */
export function testOf({ match, rules }: RuleSet): Test {
  const tests = rules.map(testOfRule)
  if (match === 'all') return (facts) => tests.every((test) => test(facts))
  return (facts) => tests.some((test) => test(facts))
}

/** Each says of a product the opposite of the other, always: also where there is no price, no such field, no tag. */
const OPPOSITES: Partial<Record<Rule['relation'], Rule['relation']>> = {
  isNot: 'is',
  hasNot: 'has',
  containsNot: 'contains',
}

const OF_TEXTS: Partial<Record<Rule['relation'], (have: string, wanted: string) => boolean>> = {
  is: (have, wanted) => have === wanted,
  has: (have, wanted) => have === wanted,
  contains: (have, wanted) => have.includes(wanted),
  startsWith: (have, wanted) => have.startsWith(wanted),
  endsWith: (have, wanted) => have.endsWith(wanted),
}

const OF_NUMBERS: Partial<Record<Rule['relation'], (have: number, wanted: number) => boolean>> = {
  is: (have, wanted) => have === wanted,
  greaterThan: (have, wanted) => have > wanted,
  lessThan: (have, wanted) => have < wanted,
}

/** One of several values is enough: one tag, the price of one variant, one entry of a custom field that is a list. */
function testOfRule(rule: Rule): Test {
  const { relation, value } = rule
  const opposite = OPPOSITES[relation]
  if (opposite) {
    const test = testOfRule({ ...rule, relation: opposite })
    return (facts) => !test(facts)
  }
  if (isOfNumbers(rule)) {
    const wanted = typeof value === 'object' ? value.amount : Number(value)
    const meets = OF_NUMBERS[relation]
    return (facts) => meets !== undefined && numbersOf(facts, rule).some((have) => meets(have, wanted))
  }
  const wanted = plain(String(value))
  const meets = OF_TEXTS[relation]
  return (facts) => meets !== undefined && textsOf(facts, rule).some((have) => meets(have, wanted))
}

export const isOfNumbers = ({ field, relation }: Pick<Rule, 'field' | 'relation'>): boolean =>
  field === 'price' || field === 'stock' || relation === 'greaterThan' || relation === 'lessThan'

/** A rule about prices keeps the currency in which it was written, also when the shop takes up another. */
function numbersOf({ prices, stock, customFields }: Facts, { field, key = '', value }: Rule): number[] {
  if (field === 'stock') return [stock ?? Number.POSITIVE_INFINITY]
  if (field === 'customField') return scalarsIn(customFields[key]).filter((one) => typeof one === 'number')
  const currency = typeof value === 'object' ? value.currency : ''
  return prices.filter((price) => price.currency === currency).map(({ amount }) => amount)
}

function textsOf(facts: Facts, { field, key = '' }: Rule): string[] {
  if (field === 'tag') return facts.tags
  if (field === 'customField') return scalarsIn(facts.customFields[key]).map((one) => plain(String(one)))
  if (field === 'vendor' || field === 'type' || field === 'title') return [facts[field]]
  return []
}

const scalarsIn = (value: unknown): (string | number | boolean)[] =>
  (Array.isArray(value) ? value : [value]).filter((one) => ['string', 'number', 'boolean'].includes(typeof one))
