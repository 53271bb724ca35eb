import type { Segment } from '../customers/segments.ts'
import { changedFields } from '../ui/form-draft.ts'
import type { Condition, Filter } from './condition-labels.ts'
import { type ConditionRow, newConditionRow, toCondition, toConditionRow } from './condition-rows.ts'

/** Conditions in parentheses. */
export interface ConditionGroup {
  key: string
  match: Filter['match']
  conditions: ConditionRow[]
}

export interface SegmentFields extends Omit<ConditionGroup, 'key'> {
  name: string
  groups: ConditionGroup[]
}

export interface SectionProps {
  fields: SegmentFields
  edit: (changes: Partial<SegmentFields>) => void
  readOnly: boolean
  /** The shop's currency, in which amounts are typed. */
  currency: string
  /** The server's error for the field at this path, or for a path below it. */
  errorAt: (path: string) => string | undefined
}

/** Mirrors the server's limit. */
export const MAX_CONDITIONS = 20

export const newSegmentFields = (): SegmentFields => ({
  name: '',
  match: 'all',
  conditions: [newConditionRow()],
  groups: [],
})

/** With the opposite of what applies around it: otherwise a group would make no difference. */
export const newGroup = (outerMatch: Filter['match']): ConditionGroup => {
  const row = newConditionRow()
  return { key: `group.${row.key}`, match: outerMatch === 'all' ? 'any' : 'all', conditions: [row] }
}

export const toSegmentFields = (
  { name, filter }: Pick<Segment, 'name' | 'filter'>,
  currency: string,
): SegmentFields => ({
  name,
  match: filter.match,
  conditions: toRows(filter.conditions, 'condition', currency),
  groups: (filter.groups ?? []).map(({ match, conditions }, index) => ({
    key: `group.${index}`,
    match,
    conditions: toRows(conditions, `group.${index}`, currency),
  })),
})

const toRows = (conditions: Condition[], key: string, currency: string): ConditionRow[] =>
  conditions.map((condition, index) => toConditionRow(condition, `${key}.${index}`, currency))

/** Without what is still incomplete. */
export function toFilter({ match, conditions, groups }: SegmentFields, currency: string): Filter {
  const completed = (rows: ConditionRow[]) => rows.flatMap((row) => toCondition(row, currency) ?? [])
  const completedGroups = groups
    .map((group) => ({ match: group.match, conditions: completed(group.conditions) }))
    .filter((group) => group.conditions.length > 0)
  return {
    match,
    conditions: completed(conditions),
    ...(completedGroups.length > 0 && { groups: completedGroups }),
  }
}

export const toSegmentInput = (fields: SegmentFields, currency: string): Pick<Segment, 'name' | 'filter'> => ({
  name: fields.name.trim(),
  filter: toFilter(fields, currency),
})

/** A filter that is sent again would be evaluated again. */
export const toSegmentChanges = (fields: SegmentFields, saved: SegmentFields, currency: string) =>
  changedFields(toSegmentInput(fields, currency), toSegmentInput(saved, currency))

const listRows = ({ conditions, groups }: SegmentFields): ConditionRow[] => [
  ...conditions,
  ...groups.flatMap((group) => group.conditions),
]

export const countConditions = (fields: SegmentFields): number => listRows(fields).length

/** Why the segment cannot be saved; checked before a request is sent. */
export function validateSegment(fields: SegmentFields, currency: string): string | undefined {
  const rows = listRows(fields)
  if (fields.name.trim() === '') return 'Enter a name.'
  if (rows.length === 0) return 'Add at least one condition.'
  return rows.some((row) => toCondition(row, currency) === undefined) ? 'Complete all conditions.' : undefined
}
