import { ActionIcon, Group, Input, Menu, Paper, Stack, TextInput } from '@mantine/core'
import { memo } from 'react'
import { AddValue } from './add-value.tsx'
import type { OptionDraft, ValueDraft } from './draft.ts'
import { fieldId, removeWithCare, useEditing } from './editing.ts'
import { MAX_VALUES, moveValue, removeOption, removeValue, renameOption, renameValue } from './option-plan.ts'

export const OptionEditor = memo(function OptionEditor({ option, at }: { option: OptionDraft; at: number }) {
  const editing = useEditing()
  const { edit, faults, isReadOnly } = editing
  const path = `/options/${option.key}`
  const name = option.name.trim() || `option ${at + 1}`
  // A single value without words is the place for the first one.
  const [first] = option.values
  const blank = option.values.length === 1 && first?.text === '' ? first : undefined
  return (
    <Paper withBorder p="sm" component="fieldset" m={0}>
      <Stack gap="sm">
        <Group gap="sm" align="flex-end" wrap="nowrap">
          <TextInput
            id={fieldId(`${path}/name`)}
            error={faults[`${path}/name`]}
            label={`Name of option ${at + 1}`}
            placeholder={at === 0 ? 'Size' : 'Colour'}
            value={option.name}
            readOnly={isReadOnly}
            onChange={(event) => {
              const typed = event.currentTarget.value
              edit((draft) => renameOption(draft, option.key, typed), `${path}/name`)
            }}
            maxLength={50}
            flex={1}
            maw={280}
          />
          {isReadOnly ? null : (
            <ActionIcon
              variant="default"
              size={36}
              aria-label={`Remove ${name}`}
              onClick={() => removeWithCare(editing, name, (draft) => removeOption(draft, option.key))}
            >
              ×
            </ActionIcon>
          )}
        </Group>
        <div>
          <Input.Label component="div">Values</Input.Label>
          <Group gap="xs" align="flex-start">
            {blank
              ? null
              : option.values.map((value, place) => (
                  <ValueField
                    key={value.key}
                    value={value}
                    optionKey={option.key}
                    optionName={name}
                    isFirst={place === 0}
                    isLast={place === option.values.length - 1}
                  />
                ))}
            {option.values.length < MAX_VALUES && !isReadOnly ? (
              <AddValue optionKey={option.key} optionName={name} blank={blank} />
            ) : null}
          </Group>
        </div>
      </Stack>
    </Paper>
  )
})

interface ValueProps {
  value: ValueDraft
  optionKey: string
  optionName: string
  isFirst: boolean
  isLast: boolean
}

const ValueField = memo(function ValueField({ value, optionKey, optionName, isFirst, isLast }: ValueProps) {
  const editing = useEditing()
  const { edit, faults, isReadOnly } = editing
  const path = `/options/${optionKey}/values/${value.key}`
  const move = (by: -1 | 1) => edit((draft) => moveValue(draft, optionKey, value.key, by))
  return (
    <TextInput
      id={fieldId(path)}
      error={faults[path]}
      aria-label={`Value of ${optionName}: ${value.text}`}
      value={value.text}
      readOnly={isReadOnly}
      onChange={(event) => {
        const typed = event.currentTarget.value
        edit((draft) => renameValue(draft, optionKey, value.key, typed), path)
      }}
      maxLength={100}
      flex="1 1 7rem"
      maw={180}
      rightSection={
        isReadOnly ? null : (
          <Menu position="bottom-end" shadow="md">
            <Menu.Target>
              <ActionIcon variant="subtle" color="gray" aria-label={`More for ${value.text}`}>
                ⋮
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item disabled={isFirst} onClick={() => move(-1)}>
                Move forward
              </Menu.Item>
              <Menu.Item disabled={isLast} onClick={() => move(1)}>
                Move back
              </Menu.Item>
              <Menu.Item
                color="red"
                disabled={isFirst && isLast}
                onClick={() =>
                  removeWithCare(editing, `“${value.text}”`, (draft) => removeValue(draft, optionKey, value.key))
                }
              >
                Remove
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )
      }
    />
  )
})
