import { Box, Input, SegmentedControl, Text, Textarea, VisuallyHidden } from '@mantine/core'
import { useId, useState } from 'react'
import { usePreview } from '../resource.ts'
import { ErrorAlert, Loading } from './feedback.tsx'
import { HtmlPreview } from './html-preview.tsx'

/** The server renders: the preview is exactly what visitors would see. */
export type PreviewPath = '/v1/policies/preview' | '/v1/articles/preview'

export const useTextPreview = (path: PreviewPath, body: string) =>
  usePreview(path, { body: { body } }, { enabled: body.trim() !== '', staleTime: Number.POSITIVE_INFINITY, gcTime: 0 })

interface Props {
  previewPath: PreviewPath
  value: string
  onChange: (value: string) => void
  placeholder: string
  readOnly: boolean
  error: string | undefined
}

const MIN_ROWS = 14

export function MarkdownField({ previewPath, value, onChange, placeholder, readOnly, error }: Props) {
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
        <MarkdownPreview path={previewPath} body={value} />
      )}
    </Box>
  )
}

function MarkdownPreview({ path, body }: { path: PreviewPath; body: string }) {
  const preview = useTextPreview(path, body)
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
