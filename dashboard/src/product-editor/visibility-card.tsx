import { NativeSelect, Text, TextInput } from '@mantine/core'
import { memo } from 'react'
import { STATUS_WORDS } from '../products/product-words.ts'
import { STATUSES, type Status } from '../products/statuses.ts'
import { Card } from './card.tsx'
import type { Draft } from './draft.ts'
import { useField } from './editing.ts'

const MEANINGS: Record<Status, string> = {
  active: 'Shoppers see it, within the times below.',
  draft: 'Only you and your colleagues see it.',
  archived: 'Put away: no shopper sees it, its history stays.',
}
const CHOICES = STATUSES.map((value) => ({ value, label: STATUS_WORDS[value] }))
const TIME_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone

export const VisibilityCard = memo(function VisibilityCard(of: Pick<Draft, 'status' | 'publishAt' | 'unpublishAt'>) {
  const status = useField('/status')
  const publishAt = useField('/publishAt')
  const unpublishAt = useField('/unpublishAt')
  return (
    <Card title="Visibility">
      <NativeSelect
        id={status.props.id}
        error={status.props.error}
        // A list of choices can't be read only; its text stays readable.
        disabled={status.props.readOnly}
        styles={{ input: { opacity: 1, color: 'var(--mantine-color-text)' } }}
        label="Status"
        description={MEANINGS[of.status]}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={CHOICES}
        value={of.status}
        onChange={(event) => status.edit({ status: event.currentTarget.value as Status })}
      />
      <TextInput
        {...publishAt.props}
        type="datetime-local"
        label="Publish at"
        value={of.publishAt}
        onChange={(event) => publishAt.edit({ publishAt: event.currentTarget.value })}
      />
      <TextInput
        {...unpublishAt.props}
        type="datetime-local"
        label="Take off at"
        value={of.unpublishAt}
        onChange={(event) => unpublishAt.edit({ unpublishAt: event.currentTarget.value })}
      />
      <Text size="xs" c="dimmed">
        {`Empty: at once, and for good. Times are yours, ${TIME_ZONE}.`}
      </Text>
    </Card>
  )
})
