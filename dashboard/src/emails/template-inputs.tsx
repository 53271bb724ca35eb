import { Code, Group, Input, Paper, Stack, Switch, Textarea, TextInput, Tooltip, UnstyledButton } from '@mantine/core'
import { useRef } from 'react'
import { fieldError } from '../ui/field-errors.ts'
import { insertPlaceholder } from './email-labels.ts'
import type { Placeholder, TemplateInput } from './emails.ts'

interface Props {
  fields: TemplateInput
  placeholders: Placeholder[]
  onEdit: (changes: Partial<TemplateInput>) => void
  readOnly: boolean
  error: Error | null
}

export function TemplateInputs({ fields, placeholders, onEdit, readOnly, error }: Props) {
  const textarea = useRef<HTMLTextAreaElement>(null)
  const insert = (placeholder: Placeholder) => {
    const { selectionStart, selectionEnd } = textarea.current ?? { selectionStart: fields.body.length, selectionEnd: 0 }
    onEdit({
      body: insertPlaceholder(fields.body, placeholder, selectionStart, Math.max(selectionStart, selectionEnd)),
    })
    textarea.current?.focus()
  }
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
      <Stack gap="md">
        <Switch
          label="Send this email"
          checked={fields.active}
          onChange={(event) => onEdit({ active: event.currentTarget.checked })}
          disabled={readOnly}
          error={fieldError(error, '/active')}
        />
        <TextInput
          label="Subject"
          value={fields.subject}
          onChange={(event) => onEdit({ subject: event.currentTarget.value })}
          maxLength={200}
          readOnly={readOnly}
          error={fieldError(error, '/subject')}
        />
        <Textarea
          ref={textarea}
          label="Text"
          value={fields.body}
          onChange={(event) => onEdit({ body: event.currentTarget.value })}
          maxLength={20_000}
          readOnly={readOnly}
          error={fieldError(error, '/body')}
          autosize
          minRows={14}
          maxRows={24}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          description="Markdown: # heading, **bold**, - list, [text](https://example.com). Paragraphs whose placeholders are all empty are omitted."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        />
        {readOnly ? null : <PlaceholderButtons of={placeholders} onInsert={insert} />}
      </Stack>
    </Paper>
  )
}

function PlaceholderButtons({ of, onInsert }: { of: Placeholder[]; onInsert: (placeholder: Placeholder) => void }) {
  return (
    <Stack gap={6}>
      <Input.Label>Insert</Input.Label>
      <Group gap={6} role="group" aria-label="Placeholders">
        {of.map((placeholder) => (
          <Tooltip key={placeholder.name} label={placeholder.description}>
            <UnstyledButton
              aria-label={`Insert ${placeholder.name}: ${placeholder.description}`}
              onClick={() => onInsert(placeholder)}
            >
              <Code>{`{{${placeholder.name}}}`}</Code>
            </UnstyledButton>
          </Tooltip>
        ))}
      </Group>
    </Stack>
  )
}
