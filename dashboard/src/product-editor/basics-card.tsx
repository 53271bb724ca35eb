import { Group, Input, Loader, Paper, SegmentedControl, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { lazy, memo, Suspense, useState } from 'react'
import { SectionCard } from '../ui/section.tsx'
import { useField } from './editor-context.ts'

const MarkdownPreview = lazy(async () => ({
  default: (await import('../ui/markdown-preview.tsx')).MarkdownPreview,
}))

const VIEWS = [
  { value: 'write', label: 'Write' },
  { value: 'preview', label: 'Preview' },
]

interface Props {
  title: string
  description: string
}

export const BasicsCard = memo(function BasicsCard({ title, description }: Props) {
  const titleField = useField('/title')
  const descriptionField = useField('/description')
  const [view, setView] = useState('write')
  return (
    <SectionCard title="Product">
      <TextInput
        {...titleField.props}
        label="Title"
        value={title}
        onChange={(event) => titleField.edit({ title: event.currentTarget.value })}
        maxLength={255}
        required
        withAsterisk={false}
      />
      <Stack gap={4}>
        <Group justify="space-between" align="flex-end">
          <Input.Label htmlFor={descriptionField.props.id}>Description</Input.Label>
          <SegmentedControl aria-label="Description" size="xs" data={VIEWS} value={view} onChange={setView} />
        </Group>
        {view === 'write' ? (
          <Textarea
            {...descriptionField.props}
            value={description}
            onChange={(event) => descriptionField.edit({ description: event.currentTarget.value })}
            autosize
            minRows={6}
            maxRows={20}
            maxLength={100_000}
            description="Markdown: *italic*, **bold**, [a link](https://…), - for lists, # for headings."
            inputWrapperOrder={['input', 'description', 'error']}
          />
        ) : (
          <Paper withBorder p="md" mih={150}>
            <Suspense fallback={<Loader size="sm" role="status" aria-label="Loading preview" />}>
              {description.trim() ? <MarkdownPreview text={description} /> : <Text c="dimmed">No description yet</Text>}
            </Suspense>
          </Paper>
        )}
      </Stack>
    </SectionCard>
  )
})
