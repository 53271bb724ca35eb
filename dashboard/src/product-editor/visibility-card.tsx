import { NativeSelect, Text, TextInput } from '@mantine/core'
import { memo } from 'react'
import { STATUS_LABELS } from '../products/product-labels.ts'
import { PRODUCT_STATUSES, type ProductStatus } from '../products/product-status.ts'
import { Card } from './card.tsx'
import { useField } from './editor-context.ts'
import type { ProductDraft } from './product-draft.ts'

const STATUS_DESCRIPTIONS: Record<ProductStatus, string> = {
  active: 'Visible to customers, within the dates below.',
  draft: 'Visible to staff only.',
  archived: 'Hidden from customers. Its history is kept.',
}
const STATUS_OPTIONS = PRODUCT_STATUSES.map((value) => ({ value, label: STATUS_LABELS[value] }))
const TIME_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone

export const VisibilityCard = memo(function VisibilityCard(
  props: Pick<ProductDraft, 'status' | 'publishAt' | 'unpublishAt'>,
) {
  const status = useField('/status')
  const publishAt = useField('/publishAt')
  const unpublishAt = useField('/unpublishAt')
  return (
    <Card title="Visibility">
      <NativeSelect
        id={status.props.id}
        error={status.props.error}
        // A select cannot be read-only; disabled, its text stays readable.
        disabled={status.props.readOnly}
        styles={{ input: { opacity: 1, color: 'var(--mantine-color-text)' } }}
        label="Status"
        description={STATUS_DESCRIPTIONS[props.status]}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={STATUS_OPTIONS}
        value={props.status}
        onChange={(event) => status.edit({ status: event.currentTarget.value as ProductStatus })}
      />
      <TextInput
        {...publishAt.props}
        type="datetime-local"
        label="Publish date"
        value={props.publishAt}
        onChange={(event) => publishAt.edit({ publishAt: event.currentTarget.value })}
      />
      <TextInput
        {...unpublishAt.props}
        type="datetime-local"
        label="Unpublish date"
        value={props.unpublishAt}
        onChange={(event) => unpublishAt.edit({ unpublishAt: event.currentTarget.value })}
      />
      <Text size="xs" c="dimmed">
        {`Leave empty to publish immediately and without an end. Times are in your time zone, ${TIME_ZONE}.`}
      </Text>
    </Card>
  )
})
