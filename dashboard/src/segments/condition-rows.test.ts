import { describe, expect, it } from 'vitest'
import { RFM_GROUPS } from '../../../server/src/modules/customers/schemas.ts'
import { Condition as ServerCondition } from '../../../server/src/modules/segments/schemas.ts'
import { RFM_LABELS } from '../customers/customers.ts'
import { type Condition, FIELD_LABELS, type Field, fieldLabel, operatorsOf } from './condition-labels.ts'
import {
  type ConditionRow,
  changeField,
  changeOperator,
  newConditionRow,
  toCondition,
  toConditionRow,
} from './condition-rows.ts'

const CONDITIONS: Condition[] = [
  { field: 'orders', operator: 'at_least', value: 2 },
  { field: 'spent', operator: 'at_most', value: 50_050 },
  { field: 'average_order', operator: 'is', value: 0 },
  { field: 'last_order', operator: 'over_days_ago', value: 90 },
  { field: 'created', operator: 'before', value: '2026-11-15T09:30:59.123Z' },
  { field: 'product', operator: 'any_of', value: ['prod_1', 'prod_2'], days: 30 },
  { field: 'variant', operator: 'none_of', value: ['var_1'] },
  { field: 'collection', operator: 'any_of', value: ['col_1'] },
  { field: 'tags', operator: 'all_of', value: ['vip', 'a, b'] },
  { field: 'country', operator: 'none_of', value: ['AT'] },
  { field: 'rfm', operator: 'any_of', value: ['champions', 'loyal'] },
  { field: 'sms_marketing', operator: 'is_not', value: 'none' },
  { field: 'custom_field', operator: 'is', key: 'score', value: 5 },
  { field: 'custom_field', operator: 'is_not', key: 'member', value: true },
  { field: 'custom_field', operator: 'is', key: 'note', value: '' },
]

const rowOf = (condition: Condition) => toConditionRow(condition, 'row', 'EUR')
const row = (more: Partial<ConditionRow>): ConditionRow => ({ ...newConditionRow(), ...more })

describe('condition rows', () => {
  it.each(CONDITIONS)('round-trip exactly: $field $operator $value', (condition) => {
    expect(toCondition(rowOf(condition), 'EUR')).toEqual(condition)
  })

  it('send the rest of an edited row unchanged', () => {
    for (const condition of CONDITIONS) {
      const other = operatorsOf(condition.field).find((operator) => {
        const changed = changeOperator(rowOf(condition), operator)
        return operator !== condition.operator && changed.text === rowOf(condition).text
      })
      if (!other || condition.value === '') continue
      const edited = toCondition(changeOperator(rowOf(condition), other), 'EUR')
      expect(edited).toMatchObject({ field: condition.field, operator: other })
      // Minutes are what a person can see and type; the server compares custom fields as text.
      if (condition.field === 'created') expect(edited?.value).toBe('2026-11-15T09:30:00.000Z')
      else if (condition.field === 'custom_field')
        expect(edited).toMatchObject({ key: condition.key, value: String(condition.value) })
      else expect(edited).toEqual({ ...condition, operator: other })
    }
  })

  it('read amounts exactly, in the shop’s currency', () => {
    const spent = row({ field: 'spent', operator: 'at_least' })
    for (const [text, currency, value] of [
      ['500', 'EUR', 50_000],
      ['0,29', 'EUR', 29],
      ['500', 'JPY', 500],
      ['1.234', 'JOD', 1234],
    ] as const) {
      expect(toCondition({ ...spent, text }, currency)?.value).toBe(value)
    }
  })

  it('are incomplete without a valid value', () => {
    const purchase = row({ field: 'product', operator: 'any_of', list: ['prod_1'] })
    for (const incomplete of [
      row({}),
      row({ text: '1.5' }),
      row({ text: '-1' }),
      row({ field: 'spent', text: '1,000' }),
      row({ field: 'last_order', operator: 'in_last_days', text: '0' }),
      row({ field: 'last_order', operator: 'in_last_days', text: '36501' }),
      row({ field: 'last_order', operator: 'before', text: '' }),
      row({ field: 'tags', operator: 'any_of' }),
      { ...purchase, list: [] },
      { ...purchase, days: '0' },
      { ...purchase, days: 'x' },
      row({ field: 'custom_field', operator: 'is', customKey: 'has space', text: 'x' }),
      row({ field: 'custom_field', operator: 'is', customKey: 'care', text: ' ' }),
    ]) {
      expect([incomplete, toCondition(incomplete, 'EUR')]).toEqual([incomplete, undefined])
    }
    expect(toCondition({ ...purchase, days: ' 7 ' }, 'EUR')).toMatchObject({ days: 7 })
    expect(toCondition(purchase, 'EUR')).not.toHaveProperty('days')
  })

  it('keep the comparison and the value only if the new field takes them', () => {
    const spent = row({ field: 'spent', operator: 'at_most', text: '20.00' })
    expect(changeField(spent, 'average_order')).toMatchObject({ operator: 'at_most', text: '20.00' })
    expect(changeField(spent, 'orders')).toMatchObject({ operator: 'at_most', text: '' })
    expect(changeField(spent, 'tags')).toMatchObject({ operator: 'any_of', text: '', list: [] })
    expect(toCondition(changeField(spent, 'email_marketing'), 'EUR')).toEqual({
      field: 'email_marketing',
      operator: 'is',
      value: 'subscribed',
    })
    const recent = row({ field: 'last_order', operator: 'in_last_days', text: '30' })
    expect(changeOperator(recent, 'over_days_ago').text).toBe('30')
    expect(changeOperator(recent, 'after').text).toBe('')
  })

  it('offer the server’s fields, comparisons and RFM groups', () => {
    interface Shape {
      properties: { field: { const?: Field; enum?: Field[] }; operator: { enum: string[] } }
    }
    const { oneOf: shapes } = ServerCondition as unknown as { oneOf: Shape[] }
    const ofServer = shapes.flatMap(({ properties: { field, operator } }) =>
      (field.enum ?? [field.const]).map((name) => [name, operator.enum.toSorted()]),
    )
    expect(Object.fromEntries(ofServer)).toEqual(
      Object.fromEntries(Object.keys(FIELD_LABELS).map((field) => [field, operatorsOf(field as Field).toSorted()])),
    )
    expect(Object.keys(RFM_LABELS)).toEqual(RFM_GROUPS)
  })

  it('name the field that an error is about', () => {
    expect(
      ['/name', '/filter', '/filter/conditions/1/value/0', '/filter/groups/2/conditions/0'].map(fieldLabel),
    ).toEqual(['Name:', 'Conditions:', 'Condition 2:', 'Condition 1 of group 3:'])
  })
})
