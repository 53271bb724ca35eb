import { ActionIcon, Group, Paper, Text, TextInput } from '@mantine/core'
import { LabelSelect } from '../ui/label-select.tsx'
import type { Rule } from './collections.ts'
import { FIELD_LABELS, FIELD_RELATIONS, isNumeric, RELATION_LABELS } from './rule-labels.ts'
import { changeField, type RuleRow, ruleProblem } from './rule-rows.ts'

interface Props {
  row: RuleRow
  index: number
  onChange: (row: RuleRow) => void
  onRemove: () => void
  readOnly: boolean
  errorAt: (path: string) => string | undefined
}

const EXAMPLES: Partial<Record<Rule['field'], string>> = { tag: 'summer', price: '20.00', stock: '0' }

export function RuleRowFields({ row, index, onChange, onRemove, readOnly, errorAt }: Props) {
  const name = `rule ${index + 1}`
  const path = `/rules/${index}`
  const errors = ['', '/field', '/relation', '/value', '/value/currency', '/value/amount']
    .map((suffix) => errorAt(path + suffix))
    .filter((error) => error !== undefined)
  return (
    <Paper component="li" withBorder p="xs">
      <Group gap="xs" align="flex-start">
        <LabelSelect
          flex="1 1 9rem"
          aria-label={`Field of ${name}`}
          labels={FIELD_LABELS}
          value={row.field}
          onChange={(field) => onChange(changeField(row, field))}
          disabled={readOnly}
        />
        {row.field === 'custom_field' ? (
          <TextInput
            flex="1 1 7rem"
            aria-label={`Name of the custom field of ${name}`}
            placeholder="care"
            value={row.customKey}
            onChange={(event) => onChange({ ...row, customKey: event.currentTarget.value })}
            readOnly={readOnly}
            error={errorAt(`${path}/key`)}
          />
        ) : null}
        <LabelSelect
          flex="1 1 8rem"
          aria-label={`Relation of ${name}`}
          labels={RELATION_LABELS}
          values={FIELD_RELATIONS[row.field]}
          value={row.relation}
          onChange={(relation) => onChange({ ...row, relation })}
          disabled={readOnly}
        />
        <TextInput
          flex="2 1 8rem"
          aria-label={`Value of ${name}`}
          placeholder={EXAMPLES[row.field] ?? ''}
          inputMode={isNumeric(row.field, row.relation) ? 'decimal' : 'text'}
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
          // An empty field is not an error yet, as long as nobody has typed a value.
          error={errors[0] ?? (row.value.trim() && ruleProblem(row))}
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
