import { Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { Failure } from '../parts/failure.tsx'
import { Loading } from '../parts/loading.tsx'
import { MailFrame } from './mail-frame.tsx'
import { type MailKind, type TemplateText, useMailPreview } from './mails.ts'

const PAUSE_MS = 400

/** Follows what is typed, of an invented order. */
export function TemplatePreview({ kind, fields }: { kind: MailKind; fields: TemplateText }) {
  const [settled] = useDebouncedValue(fields, PAUSE_MS)
  const preview = useMailPreview(kind, settled)
  return (
    <Stack gap="xs" component="section" aria-label="Preview">
      <Text size="sm" c="dimmed">
        What a buyer would get, of an invented order.
      </Text>
      <Failure error={preview.error} title="There is no preview of this" />
      {preview.isPending ? <Loading what="the preview" rows={3} /> : null}
      {preview.data ? <MailFrame mail={preview.data} /> : null}
    </Stack>
  )
}
