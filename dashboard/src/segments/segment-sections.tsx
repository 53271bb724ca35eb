import { Button, Group, Paper, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { Section } from '../ui/section.tsx'
import { conditionName } from './condition-labels.ts'
import { ConditionRowFields } from './condition-row-fields.tsx'
import { newConditionRow } from './condition-rows.ts'
import { MatchCount } from './match-count.tsx'
import {
  type ConditionGroup,
  countConditions,
  MAX_CONDITIONS,
  newGroup,
  type SectionProps,
  toFilter,
} from './segment-fields.ts'

export const NameSection = ({ fields, edit, readOnly, errorAt }: SectionProps) => (
  <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
    <TextInput
      label="Name"
      description="Customers never see it."
      placeholder="Big spenders"
      value={fields.name}
      onChange={(event) => edit({ name: event.currentTarget.value })}
      maxLength={100}
      readOnly={readOnly}
      error={errorAt('/name')}
    />
  </Paper>
)

export function ConditionsSection({ fields, edit, readOnly, currency, errorAt }: SectionProps) {
  const { groups } = fields
  const canAdd = !readOnly && countConditions(fields) < MAX_CONDITIONS
  const listProps = { readOnly, canAdd, currency, errorAt }
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
      <Section
        title="Conditions"
        about="Customers who match become members, now and whenever they change. Amounts and orders are those in the shop's currency."
      >
        <Stack gap="md">
          <ConditionList
            {...listProps}
            list={fields}
            path="/filter"
            onChange={edit}
            otherButtons={
              canAdd ? (
                <Button
                  variant="default"
                  size="xs"
                  onClick={() => edit({ groups: [...groups, newGroup(fields.match)] })}
                >
                  Add group
                </Button>
              ) : null
            }
          >
            {groups.map((group, index) => (
              <Paper key={group.key} component="li" withBorder p="sm" aria-label={`Group ${index + 1}`}>
                <ConditionList
                  {...listProps}
                  list={group}
                  group={index}
                  path={`/filter/groups/${index}`}
                  onChange={(changes) => {
                    const changed = { ...group, ...changes }
                    edit({
                      groups: changed.conditions.length > 0 ? groups.with(index, changed) : groups.toSpliced(index, 1),
                    })
                  }}
                />
              </Paper>
            ))}
          </ConditionList>
          <MatchCount filter={toFilter(fields, currency)} />
        </Stack>
      </Section>
    </Paper>
  )
}

interface ConditionListProps extends Pick<SectionProps, 'readOnly' | 'currency' | 'errorAt'> {
  list: Pick<ConditionGroup, 'match' | 'conditions'>
  /** Index of the group; none for the conditions outside. */
  group?: number
  path: string
  onChange: (changes: Partial<Pick<ConditionGroup, 'match' | 'conditions'>>) => void
  canAdd: boolean
  otherButtons?: ReactNode
  /** Groups, which count like conditions. */
  children?: ReactNode
}

function ConditionList({ list, group, path, onChange, canAdd, otherButtons, children, ...props }: ConditionListProps) {
  const { match, conditions } = list
  const { readOnly, currency, errorAt } = props
  const suffix = group === undefined ? '' : ` of group ${group + 1}`
  return (
    <Stack gap="sm">
      <SegmentedControl
        style={{ alignSelf: 'flex-start' }}
        aria-label={`Customers must match${suffix}`}
        value={match}
        onChange={(value) => onChange({ match: value })}
        data={[
          { value: 'all', label: 'All conditions' },
          { value: 'any', label: 'Any condition' },
        ]}
        readOnly={readOnly}
      />
      <Stack component="ol" gap="xs" m={0} p={0} style={{ listStyle: 'none' }} aria-label={`Conditions${suffix}`}>
        {conditions.map((row, index) => (
          <ConditionRowFields
            key={row.key}
            row={row}
            name={conditionName(index, group)}
            currency={currency}
            onChange={(changed) => onChange({ conditions: conditions.with(index, changed) })}
            onRemove={() => onChange({ conditions: conditions.toSpliced(index, 1) })}
            readOnly={readOnly}
            error={errorAt(`${path}/conditions/${index}`)}
          />
        ))}
        {children}
      </Stack>
      <Group gap="xs">
        {canAdd ? (
          <Button
            variant="default"
            size="xs"
            aria-label={group === undefined ? 'Add condition' : `Add condition to group ${group + 1}`}
            onClick={() => onChange({ conditions: [...conditions, newConditionRow()] })}
          >
            Add condition
          </Button>
        ) : null}
        {otherButtons}
      </Group>
      {readOnly || canAdd || group !== undefined ? null : (
        <Text size="sm" c="dimmed">{`A segment can have at most ${MAX_CONDITIONS} conditions.`}</Text>
      )}
    </Stack>
  )
}
