import { ActionIcon, Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { memo } from 'react'
import { SectionCard } from '../ui/section.tsx'
import { customFieldType } from './custom-field-values.ts'
import { fieldId, useEditorContext } from './editor-context.ts'
import { type CustomFieldDraft, newKey } from './product-draft.ts'

export const CustomFieldsCard = memo(function CustomFieldsCard({ fields }: { fields: CustomFieldDraft[] }) {
  const { edit, errors, isReadOnly } = useEditorContext()
  const add = () => {
    const key = newKey()
    edit((draft) => ({ ...draft, customFields: [...draft.customFields, { key, name: '', text: '' }] }))
    setTimeout(() => document.getElementById(fieldId(`/customFields/${key}`))?.focus())
  }
  return (
    <SectionCard
      title="Custom fields"
      about={
        'Additional data for your storefront. 12 is stored as a number, true as true or false, ["a", "b"] as a list, other input as text.'
      }
    >
      {fields.length > 0 ? (
        <Stack gap="sm">
          {fields.map((field) => (
            <FieldRow key={field.key} field={field} />
          ))}
        </Stack>
      ) : null}
      <Group>
        {isReadOnly ? null : (
          <Button variant="default" size="xs" onClick={add}>
            Add field
          </Button>
        )}
        {errors['/customFields'] ? <Text c="var(--mantine-color-error)">{errors['/customFields']}</Text> : null}
      </Group>
    </SectionCard>
  )
})

const FieldRow = memo(function FieldRow({ field: { key, name, text } }: { field: CustomFieldDraft }) {
  const { edit, errors, isReadOnly } = useEditorContext()
  const path = `/customFields/${key}`
  const set = (values: Partial<CustomFieldDraft>) =>
    edit(
      (draft) => ({
        ...draft,
        customFields: draft.customFields.map((other) => (other.key === key ? { ...other, ...values } : other)),
      }),
      path,
    )
  return (
    <Group gap="sm" align="flex-start">
      <TextInput
        id={fieldId(path)}
        error={errors[path]}
        aria-label="Field name"
        placeholder="care"
        value={name}
        readOnly={isReadOnly}
        onChange={(event) => set({ name: event.currentTarget.value })}
        maxLength={100}
        flex="1 1 9rem"
        spellCheck={false}
      />
      <Textarea
        aria-label={`Value of ${name || 'the field'}`}
        placeholder="cold wash"
        value={text}
        readOnly={isReadOnly}
        onChange={(event) => set({ text: event.currentTarget.value })}
        autosize
        minRows={1}
        maxRows={8}
        flex="3 1 12rem"
        description={customFieldType(text)}
        inputWrapperOrder={['input', 'description']}
      />
      {isReadOnly ? null : (
        <ActionIcon
          variant="default"
          size={36}
          aria-label={`Remove ${name || 'the field'}`}
          onClick={() =>
            edit((draft) => ({ ...draft, customFields: draft.customFields.filter((other) => other.key !== key) }), path)
          }
        >
          ×
        </ActionIcon>
      )}
    </Group>
  )
})
