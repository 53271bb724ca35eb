import { ActionIcon, Button, Group, Input, Menu, Paper, Stack, Text, TextInput } from '@mantine/core'
import { memo } from 'react'
import { SectionCard } from '../../ui/section.tsx'
import { fieldId, removeWithConfirm, useEditorContext } from '../editor-context.ts'
import type { OptionDraft, ValueDraft } from '../product-draft.ts'
import { AddOptionValue } from './add-option-value.tsx'
import {
  addOption,
  MAX_OPTIONS,
  MAX_VALUES,
  moveValue,
  removeOption,
  removeValue,
  renameOption,
  renameValue,
} from './variant-options.ts'

export const OptionsCard = memo(function OptionsCard({ options }: { options: OptionDraft[] }) {
  const { edit, getDraft, errors, isReadOnly } = useEditorContext()
  const add = () => {
    edit(addOption)
    setTimeout(() => document.getElementById(fieldId(`/options/${getDraft().options.at(-1)?.key}/name`))?.focus())
  }
  return (
    <SectionCard
      title="Options"
      about="Add options such as size or color. Each combination of values becomes a variant."
    >
      {options.length > 0 ? (
        <Stack gap="md">
          {options.map((option, index) => (
            <OptionEditor key={option.key} option={option} at={index} />
          ))}
        </Stack>
      ) : null}
      {errors['/options'] ? <Text c="var(--mantine-color-error)">{errors['/options']}</Text> : null}
      {options.length < MAX_OPTIONS && !isReadOnly ? (
        <Group>
          <Button variant="default" size="xs" onClick={add}>
            {options.length === 0 ? 'Add options like size or color' : 'Add another option'}
          </Button>
        </Group>
      ) : null}
    </SectionCard>
  )
})

const OptionEditor = memo(function OptionEditor({ option, at }: { option: OptionDraft; at: number }) {
  const context = useEditorContext()
  const { edit, errors, isReadOnly } = context
  const path = `/options/${option.key}`
  const name = option.name.trim() || `option ${at + 1}`
  // A single empty value is the placeholder for the first one.
  const [first] = option.values
  const blank = option.values.length === 1 && first?.text === '' ? first : undefined
  return (
    <Paper withBorder p="sm" component="fieldset" m={0}>
      <Stack gap="sm">
        <Group gap="sm" align="flex-end" wrap="nowrap">
          <TextInput
            id={fieldId(`${path}/name`)}
            error={errors[`${path}/name`]}
            label={`Name of option ${at + 1}`}
            placeholder={at === 0 ? 'Size' : 'Color'}
            value={option.name}
            readOnly={isReadOnly}
            onChange={(event) => {
              const text = event.currentTarget.value
              edit((draft) => renameOption(draft, option.key, text), `${path}/name`)
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
              onClick={() => removeWithConfirm(context, name, (draft) => removeOption(draft, option.key))}
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
              : option.values.map((value, valueIndex) => (
                  <ValueField
                    key={value.key}
                    value={value}
                    optionKey={option.key}
                    optionName={name}
                    isFirst={valueIndex === 0}
                    isLast={valueIndex === option.values.length - 1}
                  />
                ))}
            {option.values.length < MAX_VALUES && !isReadOnly ? (
              <AddOptionValue optionKey={option.key} optionName={name} blank={blank} />
            ) : null}
          </Group>
        </div>
      </Stack>
    </Paper>
  )
})

interface OptionValueProps {
  value: ValueDraft
  optionKey: string
  optionName: string
  isFirst: boolean
  isLast: boolean
}

const ValueField = memo(function ValueField({ value, optionKey, optionName, isFirst, isLast }: OptionValueProps) {
  const context = useEditorContext()
  const { edit, errors, isReadOnly } = context
  const path = `/options/${optionKey}/values/${value.key}`
  const move = (by: -1 | 1) => edit((draft) => moveValue(draft, optionKey, value.key, by))
  return (
    <TextInput
      id={fieldId(path)}
      error={errors[path]}
      aria-label={`Value of ${optionName}: ${value.text}`}
      value={value.text}
      readOnly={isReadOnly}
      onChange={(event) => {
        const text = event.currentTarget.value
        edit((draft) => renameValue(draft, optionKey, value.key, text), path)
      }}
      maxLength={100}
      flex="1 1 7rem"
      maw={180}
      rightSection={
        isReadOnly ? null : (
          <Menu position="bottom-end" shadow="md">
            <Menu.Target>
              <ActionIcon variant="subtle" color="gray" aria-label={`More actions for ${value.text}`}>
                ⋮
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item disabled={isFirst} onClick={() => move(-1)}>
                Move earlier
              </Menu.Item>
              <Menu.Item disabled={isLast} onClick={() => move(1)}>
                Move later
              </Menu.Item>
              <Menu.Item
                color="var(--mantine-color-error)"
                disabled={isFirst && isLast}
                onClick={() =>
                  removeWithConfirm(context, `“${value.text}”`, (draft) => removeValue(draft, optionKey, value.key))
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
