import {
  ActionIcon,
  Button,
  Group,
  MultiSelect,
  NativeSelect,
  NumberInput,
  Paper,
  Stack,
  TagsInput,
  Text,
  TextInput,
} from '@mantine/core'
import { fieldErrorUnder } from '../ui/field-errors.ts'
import { LabelSelect } from '../ui/label-select.tsx'
import { keysOf } from '../ui/records.ts'
import { splitTags } from '../ui/tags.ts'
import { PRIORITY_LABELS } from './actions.ts'
import {
  CATEGORY_LABELS,
  CHANNEL_LABELS,
  CONDITION_LABELS,
  type Condition,
  type ConditionField,
  type ConditionGroup,
  newCondition,
  OPERATOR_LABELS,
  type RuleConditions,
} from './conditions.ts'
import { MinutesInput } from './minutes-input.tsx'
import type { Option, TicketOptions } from './ticket-settings.ts'

const MATCH_LABELS = { all: 'All of these are true', any: 'At least one of these is true' } as const
const MAX_MINUTES = 525_600

interface Props {
  conditions: RuleConditions
  options: TicketOptions
  onChange: (conditions: RuleConditions) => void
  error: Error | null
}

/** Without conditions, a rule is for all tickets. A group counts like one condition. */
export function ConditionInputs({ conditions: rule, options, onChange, error }: Props) {
  const { groups = [] } = rule
  const replaceGroup = (index: number, group: ConditionGroup | undefined) =>
    onChange({ ...rule, groups: groups.flatMap((one, at) => (at === index ? (group ?? []) : one)) })
  const isEmpty = rule.conditions.length + groups.length === 0
  return (
    <Stack gap="xs">
      <LabelSelect
        label="If"
        labels={MATCH_LABELS}
        value={rule.match}
        onChange={(match) => onChange({ ...rule, match })}
        {...(isEmpty && { description: 'Without conditions, the rule is for all tickets.' })}
      />
      <ConditionList
        conditions={rule.conditions}
        options={options}
        onChange={(conditions) => onChange({ ...rule, conditions })}
        path="/conditions/conditions"
        error={error}
      />
      {groups.map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: groups have no identity of their own
        <Paper key={index} withBorder p="sm" role="group" aria-label={`Group ${index + 1}`}>
          <Stack gap="xs">
            <Group justify="space-between" wrap="nowrap" gap="sm" align="flex-end">
              <LabelSelect
                label={`Group ${index + 1}`}
                labels={MATCH_LABELS}
                value={group.match}
                onChange={(match) => replaceGroup(index, { ...group, match })}
                flex={1}
              />
              <RemoveButton label={`Remove group ${index + 1}`} onClick={() => replaceGroup(index, undefined)} />
            </Group>
            <ConditionList
              conditions={group.conditions}
              options={options}
              onChange={(conditions) => replaceGroup(index, { ...group, conditions })}
              path={`/conditions/groups/${index}/conditions`}
              error={error}
            />
          </Stack>
        </Paper>
      ))}
      <Button
        variant="default"
        size="xs"
        w="fit-content"
        onClick={() =>
          onChange({ ...rule, groups: [...groups, { match: rule.match === 'all' ? 'any' : 'all', conditions: [] }] })
        }
      >
        Add a group
      </Button>
    </Stack>
  )
}

interface ConditionListProps {
  conditions: Condition[]
  options: TicketOptions
  onChange: (conditions: Condition[]) => void
  /** Of the list in the request body, for its errors. */
  path: string
  error: Error | null
}

function ConditionList({ conditions, options, onChange, path, error }: ConditionListProps) {
  const replace = (index: number, condition: Condition | undefined) =>
    onChange(conditions.flatMap((one, at) => (at === index ? (condition ?? []) : one)))
  return (
    <>
      {conditions.map((condition, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no identity of their own
        <Paper key={index} withBorder p="sm">
          <Group justify="space-between" align="flex-start" wrap="nowrap" gap="sm">
            <Stack gap="xs" flex={1} miw={0}>
              <Text size="sm" fw={600}>
                {CONDITION_LABELS[condition.field]}
              </Text>
              {condition.field === 'custom_field' ? (
                <TextInput
                  aria-label="Key of the field"
                  placeholder="Key of the field"
                  value={condition.key}
                  onChange={(event) => replace(index, { ...condition, key: event.currentTarget.value })}
                />
              ) : null}
              <LabelSelect
                aria-label="Comparison"
                labels={OPERATOR_LABELS[condition.field]}
                value={condition.operator}
                onChange={(operator) => replace(index, { ...condition, operator } as Condition)}
              />
              <ValueInput
                condition={condition}
                options={options}
                onChange={(value) => replace(index, { ...condition, value } as Condition)}
                error={fieldErrorUnder(error, `${path}/${index}`)}
              />
            </Stack>
            <RemoveButton
              label={`Remove ${CONDITION_LABELS[condition.field]}`}
              onClick={() => replace(index, undefined)}
            />
          </Group>
        </Paper>
      ))}
      <NativeSelect
        aria-label="Add a condition"
        value=""
        data={[
          { value: '', label: 'Add a condition…' },
          ...keysOf(CONDITION_LABELS).map((field) => ({ value: field, label: CONDITION_LABELS[field] })),
        ]}
        onChange={(event) => {
          const field = keysOf(CONDITION_LABELS).find((one) => one === event.currentTarget.value)
          if (field) onChange([...conditions, newCondition(field)])
        }}
      />
    </>
  )
}

const RemoveButton = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <ActionIcon variant="default" size="lg" c="red" aria-label={label} onClick={onClick}>
    ✕
  </ActionIcon>
)

const toOptions = (labels: Record<string, string>): Option[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

const NONE = { value: 'none', label: 'None' }

/** The values to choose from, for fields that have some. */
function choicesOf(field: ConditionField, options: TicketOptions): Option[] | undefined {
  switch (field) {
    case 'channel':
      return toOptions(CHANNEL_LABELS)
    case 'priority':
      return toOptions(PRIORITY_LABELS)
    case 'category':
      return toOptions(CATEGORY_LABELS)
    case 'status':
      return options.statuses
    case 'assignee':
      return [NONE, ...options.members]
    case 'team':
      return [NONE, ...options.teams]
    default:
      return undefined
  }
}

interface ValueProps {
  condition: Condition
  options: TicketOptions
  onChange: (value: unknown) => void
  error: string | undefined
}

function ValueInput({ condition: { field, value }, options, onChange, error }: ValueProps) {
  const label = `Value of ${CONDITION_LABELS[field]}`
  const choices = choicesOf(field, options)
  if (choices && Array.isArray(value)) {
    return <MultiSelect aria-label={label} data={choices} value={value} onChange={onChange} searchable error={error} />
  }
  if (Array.isArray(value)) {
    return (
      <TagsInput
        aria-label={label}
        placeholder="Press Enter or type a comma to add one"
        value={value}
        onChange={(tags) => onChange(splitTags(tags, value))}
        acceptValueOnBlur
        error={error}
      />
    )
  }
  if (field.endsWith('_minutes')) {
    return (
      <MinutesInput
        label="For"
        value={Number(value)}
        min={0}
        max={MAX_MINUTES}
        onChange={(minutes) => onChange(minutes ?? 0)}
        error={error}
      />
    )
  }
  if (typeof value === 'number' && field !== 'custom_field') {
    return (
      <NumberInput
        aria-label={label}
        min={0}
        allowDecimal={false}
        value={value}
        onChange={(number) => onChange(Number(number) || 0)}
        error={error}
      />
    )
  }
  return (
    <TextInput
      aria-label={label}
      value={String(value)}
      maxLength={200}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
    />
  )
}
