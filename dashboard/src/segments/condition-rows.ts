import { formatDecimal } from '../../../sdk/src/money.ts'
import { parseDateTimeInput, toDateTimeInput } from '../ui/date-time-input.ts'
import { parseMoney } from '../ui/money.ts'
import { type Condition, FIELD_INPUTS, type Field, type Operator, operatorsOf, takesDays } from './condition-labels.ts'

/** A condition in the form; `key` identifies the row. */
export interface ConditionRow {
  key: string
  field: Field
  operator: Operator
  /** A count, an amount, a number of days, a time, a consent, or the value of a custom field. */
  text: string
  /** Tags, countries, RFM groups, or the IDs of products, variants or collections. */
  list: string[]
  /** For purchases: only those of the last days. Empty for all. */
  days: string
  /** Name of the custom field. */
  customKey: string
  /** What the row was loaded from. Unless it is edited, it is sent back exactly: the inputs show no seconds, for example. */
  saved: Condition | null
}

const EMPTY = { text: '', list: [], days: '', customKey: '', saved: null }

let newRowCount = 0
export function newConditionRow(): ConditionRow {
  newRowCount += 1
  return { key: `new.${newRowCount}`, field: 'orders', operator: 'at_least', ...EMPTY }
}

export function toConditionRow(condition: Condition, key: string, currency: string): ConditionRow {
  const { field, operator, value } = condition
  return {
    ...EMPTY,
    key,
    field,
    operator,
    ...(Array.isArray(value) ? { list: value } : { text: toText(field, value, currency) }),
    ...('days' in condition && { days: String(condition.days ?? '') }),
    ...('key' in condition && { customKey: condition.key }),
    saved: condition,
  }
}

function toText(field: Field, value: string | number | boolean, currency: string): string {
  const kind = FIELD_INPUTS[field]
  if (kind === 'money' && typeof value === 'number') return formatDecimal({ amount: value, currency })
  return kind === 'time' && typeof value === 'string' ? toDateTimeInput(value) : String(value)
}

/** Keeps the comparison and the value if the new field takes them. */
export function changeField(row: ConditionRow, field: Field): ConditionRow {
  const operators = operatorsOf(field)
  const operator = operators.includes(row.operator) ? row.operator : (operators[0] ?? row.operator)
  const kind = FIELD_INPUTS[field]
  if (kind === FIELD_INPUTS[row.field]) return { ...row, field, operator }
  return { ...row, ...EMPTY, field, operator, text: kind === 'marketing' ? 'subscribed' : '' }
}

/** A number of days is no time. */
export const changeOperator = (row: ConditionRow, operator: Operator): ConditionRow =>
  FIELD_INPUTS[row.field] === 'time' && takesDays(operator) !== takesDays(row.operator)
    ? { ...row, operator, text: '' }
    : { ...row, operator }

/** The condition to send, or undefined while it is incomplete. */
export function toCondition(row: ConditionRow, currency: string): Condition | undefined {
  const { field, operator, saved } = row
  if (saved && isSameRow(row, toConditionRow(saved, row.key, currency))) return saved
  const value = readValue(row, currency)
  const days = row.days.trim() === '' ? null : parseWhole(row.days, 1, MAX_DAYS)
  if (value === undefined || days === undefined) return undefined
  const key = row.customKey.trim()
  if (field === 'custom_field' && !/^[A-Za-z0-9_.-]{1,50}$/.test(key)) return undefined
  return { field, operator, value, ...(days && { days }), ...(field === 'custom_field' && { key }) } as Condition
}

const isSameRow = (row: ConditionRow, other: ConditionRow) => JSON.stringify(row) === JSON.stringify(other)

/** Mirrors the server's limit. */
const MAX_DAYS = 36_500

function readValue({ field, operator, text, list }: ConditionRow, currency: string) {
  const typed = text.trim()
  switch (FIELD_INPUTS[field]) {
    case 'count':
      return parseWhole(typed, 0, Number.MAX_SAFE_INTEGER)
    case 'money':
      return parseMoney(typed, currency)?.amount
    case 'time':
      return takesDays(operator) ? parseWhole(typed, 1, MAX_DAYS) : (parseDateTimeInput(typed) ?? undefined)
    case 'marketing':
    case 'text':
      return typed || undefined
    default:
      return list.length > 0 ? list : undefined
  }
}

function parseWhole(text: string, min: number, max: number): number | undefined {
  const number = /^\d{1,16}$/.test(text.trim()) ? Number(text) : Number.NaN
  return number >= min && number <= max ? number : undefined
}
