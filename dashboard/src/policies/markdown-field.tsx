import { Box, Input, SegmentedControl, Text, Textarea, VisuallyHidden } from '@mantine/core'
import { useId, useState } from 'react'
import { ErrorAlert, Loading } from '../ui/feedback.tsx'
import { HtmlPreview } from './html-preview.tsx'
import { usePolicyPreview } from './policies.ts'

interface Props {
  value: string
  onChange: (value: string) => void
  placeholder: string
  readOnly: boolean
  error: string | undefined
}

const MIN_ROWS = 14

export function MarkdownField({ value, onChange, placeholder, readOnly, error }: Props) {
  const [view, setView] = useState<'write' | 'preview'>(readOnly ? 'preview' : 'write')
  const id = useId()
  return (
    <Box>
      <Box mb={6} style={{ display: 'flex', justifyContent: 'space-between', alignItems: 'center', gap: 12 }}>
        <Input.Label htmlFor={id}>Text</Input.Label>
        <SegmentedControl
          size="xs"
          aria-label="Text view"
          value={view}
          onChange={setView}
          data={[
            { value: 'write', label: 'Markdown' },
            { value: 'preview', label: 'Preview' },
          ]}
        />
      </Box>
      {view === 'write' ? (
        <Textarea
          id={id}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          placeholder={placeholder}
          readOnly={readOnly}
          error={error}
          autosize
          minRows={MIN_ROWS}
          maxRows={MIN_ROWS * 2}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          description="Markdown: # heading, **bold**, - list, [text](https://example.com). HTML is shown as text."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        />
      ) : (
        <MarkdownPreview body={value} />
      )}
    </Box>
  )
}

function MarkdownPreview({ body }: { body: string }) {
  const preview = usePolicyPreview(body)
  if (body.trim() === '') return <Text c="dimmed">Nothing to preview yet</Text>
  return (
    <>
      {preview.isPending ? <Loading what="preview" rows={2} /> : null}
      <ErrorAlert error={preview.error} title="Couldn't load the preview" onRetry={() => void preview.refetch()} />
      {preview.data ? (
        <>
          <VisuallyHidden role="status">Preview loaded</VisuallyHidden>
          <HtmlPreview title="Preview of the text" html={preview.data.html} />
        </>
      ) : null}
    </>
  )
}
