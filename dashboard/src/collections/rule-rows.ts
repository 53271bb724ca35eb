import { formatDecimal } from '../../../sdk/src/money.ts'
import { parseMoney } from '../ui/money.ts'
import type { Rule } from './collections.ts'
import { FIELD_RELATIONS, isNumeric } from './rule-labels.ts'

/** A rule in the form: all values are text, and `key` identifies the row. */
export interface RuleRow {
  key: string
  field: Rule['field']
  customKey: string
  relation: Rule['relation']
  value: string
  /** Currency of a price; a rule keeps the currency it was created with. */
  currency: string
}

export const toRuleRows = (rules: Rule[], currency: string): RuleRow[] =>
  rules.map(({ field, key = '', relation, value }, index) => ({
    key: `rule.${index}`,
    field,
    customKey: key,
    relation,
    value: typeof value === 'object' ? formatDecimal(value) : String(value),
    currency: typeof value === 'object' ? value.currency : currency,
  }))

let newRowCount = 0
export function newRuleRow(currency: string): RuleRow {
  newRowCount += 1
  return { key: `new.${newRowCount}`, field: 'tag', customKey: '', relation: 'has', value: '', currency }
}

/** Keeps the relation and the value if the new field supports them. */
export function changeField(row: RuleRow, field: Rule['field']): RuleRow {
  const relations = FIELD_RELATIONS[field]
  const relation = relations.includes(row.relation) ? row.relation : (relations[0] ?? row.relation)
  const isNumber = isNumeric(field, relation)
  return { ...row, field, relation, value: isNumber && Number.isNaN(Number(row.value)) ? '' : row.value }
}

/** The rule to send, or undefined while it is incomplete. */
export function toRule({ field, customKey, relation, value, currency }: RuleRow): Rule | undefined {
  const text = value.trim()
  const key = customKey.trim()
  if (text === '' || (field === 'custom_field' && key === '')) return undefined
  const rule = { field, relation, ...(field === 'custom_field' && { key }) }
  if (!isNumeric(field, relation)) return { ...rule, value: text }
  if (field === 'price') {
    const price = parseMoney(text, currency)
    return price && { ...rule, value: price }
  }
  const number = Number(text)
  if (!Number.isFinite(number)) return undefined
  if (field === 'stock') return Number.isSafeInteger(number) && number >= 0 ? { ...rule, value: number } : undefined
  return { ...rule, value: number }
}

/** What to change before the rule can be sent, or undefined if it is complete. */
export function ruleProblem(row: RuleRow): string | undefined {
  if (toRule(row)) return undefined
  if (row.field === 'custom_field' && row.customKey.trim() === '') return 'Enter the name of the custom field.'
  if (row.value.trim() === '') return 'Enter a value.'
  if (row.field === 'price') return `Enter an amount in ${row.currency}, such as 20.00.`
  return row.field === 'stock' ? 'Enter a whole number, 0 or more.' : 'Enter a number.'
}

/** The positions of the rules that are not complete, as people count them. */
export const incompleteRules = (rows: RuleRow[]): number[] =>
  rows.flatMap((row, index) => (toRule(row) ? [] : [index + 1]))

export const completeRules = (rows: RuleRow[]): Rule[] => rows.flatMap((row) => toRule(row) ?? [])
