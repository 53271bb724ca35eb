import { Button, Group, Stack, Text } from '@mantine/core'
import { memo } from 'react'
import { Card } from '../card.tsx'
import { fieldId, useEditorContext } from '../editor-context.ts'
import type { OptionDraft } from '../product-draft.ts'
import { OptionEditor } from './option-editor.tsx'
import { addOption, MAX_OPTIONS } from './variant-options.ts'

export const OptionsCard = memo(function OptionsCard({ options }: { options: OptionDraft[] }) {
  const { edit, getDraft, errors, isReadOnly } = useEditorContext()
  const add = () => {
    edit(addOption)
    setTimeout(() => document.getElementById(fieldId(`/options/${getDraft().options.at(-1)?.key}/name`))?.focus())
  }
  return (
    <Card title="Options" about="Add options such as size or color. Each combination of values becomes a variant.">
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
    </Card>
  )
})
