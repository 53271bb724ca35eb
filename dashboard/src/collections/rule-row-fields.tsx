import { ActionIcon, Group, NativeSelect, Paper, Text, TextInput } from '@mantine/core'
import { choicesOf } from '../parts/choices.ts'
import type { Rule } from './collections.ts'
import { type RuleRow, withField } from './rule-rows.ts'
import { FIELD_WORDS, isOfNumbers, RELATION_WORDS, RELATIONS_OF } from './rule-words.ts'

interface Props {
  row: RuleRow
  place: number
  onChange: (row: RuleRow) => void
  onRemove: () => void
  readOnly: boolean
  faultOf: (path: string) => string | undefined
}

const FIELDS = choicesOf(FIELD_WORDS)
const EXAMPLES: Partial<Record<Rule['field'], string>> = { tag: 'summer', price: '20.00', stock: '0' }

export function RuleRowFields({ row, place, onChange, onRemove, readOnly, faultOf }: Props) {
  const name = `rule ${place + 1}`
  const path = `/rules/${place}`
  const faults = ['', '/field', '/relation', '/value', '/value/currency', '/value/amount']
    .map((ending) => faultOf(path + ending))
    .filter((fault) => fault !== undefined)
  return (
    <Paper component="li" withBorder p="xs">
      <Group gap="xs" align="flex-start">
        <NativeSelect
          flex="1 1 9rem"
          aria-label={`Field of ${name}`}
          data={FIELDS}
          value={row.field}
          onChange={(event) => onChange(withField(row, event.currentTarget.value as Rule['field']))}
          disabled={readOnly}
        />
        {row.field === 'customField' ? (
          <TextInput
            flex="1 1 7rem"
            aria-label={`Name of the custom field of ${name}`}
            placeholder="care"
            value={row.customKey}
            onChange={(event) => onChange({ ...row, customKey: event.currentTarget.value })}
            readOnly={readOnly}
            error={faultOf(`${path}/key`)}
          />
        ) : null}
        <NativeSelect
          flex="1 1 8rem"
          aria-label={`Relation of ${name}`}
          data={RELATIONS_OF[row.field].map((relation) => ({
            value: relation,
            label: RELATION_WORDS[relation] ?? relation,
          }))}
          value={row.relation}
          onChange={(event) => onChange({ ...row, relation: event.currentTarget.value })}
          disabled={readOnly}
        />
        <TextInput
          flex="2 1 8rem"
          aria-label={`Value of ${name}`}
          placeholder={EXAMPLES[row.field] ?? ''}
          inputMode={isOfNumbers(row.field, row.relation) ? 'decimal' : 'text'}
          {...(row.field === 'price' && {
            rightSection: (
              <Text size="xs" c="dimmed">
                {row.currency}
              </Text>
            ),
            rightSectionWidth: 44,
          })}
          value={row.value}
          onChange={(event) => onChange({ ...row, value: event.currentTarget.value })}
          maxLength={255}
          readOnly={readOnly}
          error={faults[0]}
        />
        {readOnly ? null : (
          <ActionIcon variant="default" size="lg" c="red" aria-label={`Remove ${name}`} onClick={onRemove}>
            ✕
          </ActionIcon>
        )}
      </Group>
    </Paper>
  )
}
