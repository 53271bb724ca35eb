import { moneyText, parseMoney } from '../parts/money.ts'
import type { Rule } from './collections.ts'
import { isOfNumbers, RELATIONS_OF } from './rule-words.ts'

/** A rule while it is edited: all that is typed is text, and a key stays with its row. */
export interface RuleRow {
  key: string
  field: Rule['field']
  customKey: string
  relation: string
  value: string
  /** Of a price; a rule keeps the one in which it was written. */
  currency: string
}

export const toRows = (rules: Rule[], currency: string): RuleRow[] =>
  rules.map(({ field, key = '', relation, value }, place) => ({
    key: `rule.${place}`,
    field,
    customKey: key,
    relation,
    value: typeof value === 'object' ? moneyText(value) : String(value),
    currency: typeof value === 'object' ? value.currency : currency,
  }))

let made = 0
export function newRow(currency: string): RuleRow {
  made += 1
  return { key: `new.${made}`, field: 'tag', customKey: '', relation: 'has', value: '', currency }
}

/** Another field keeps the relation and the value where they make sense of it. */
export function withField(row: RuleRow, field: Rule['field']): RuleRow {
  const relations = RELATIONS_OF[field]
  const relation = relations.includes(row.relation) ? row.relation : (relations[0] ?? '')
  const isNumber = isOfNumbers(field, relation)
  return { ...row, field, relation, value: isNumber && Number.isNaN(Number(row.value)) ? '' : row.value }
}

/** The rule that is sent, or nothing while it is not whole. */
export function toRule({ field, customKey, relation, value, currency }: RuleRow): Rule | undefined {
  const text = value.trim()
  const key = customKey.trim()
  if (text === '' || (field === 'customField' && key === '')) return undefined
  const rule = { field, relation, ...(field === 'customField' && { key }) }
  if (!isOfNumbers(field, relation)) return { ...rule, value: text }
  if (field === 'price') {
    const price = parseMoney(text, currency)
    return price && { ...rule, value: price }
  }
  const number = Number(text)
  if (!Number.isFinite(number)) return undefined
  if (field === 'stock') return Number.isSafeInteger(number) && number >= 0 ? { ...rule, value: number } : undefined
  return { ...rule, value: number }
}

export const wholeRules = (rows: RuleRow[]): Rule[] => rows.flatMap((row) => toRule(row) ?? [])
