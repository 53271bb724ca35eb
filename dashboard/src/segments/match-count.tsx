import { Group, Loader, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { usePreview } from '../resource.ts'
import { ErrorAlert } from '../ui/feedback.tsx'
import { withLabeledDetails } from '../ui/field-errors.ts'
import { type Filter, fieldLabel } from './condition-labels.ts'

const DEBOUNCE_MS = 400

const isEmpty = ({ conditions, groups = [] }: Filter) => conditions.length === 0 && groups.length === 0

/** How many customers match what is on screen, before it is saved. */
export function MatchCount({ filter }: { filter: Filter }) {
  // As text: a filter is a new object in every render, which would start the wait again.
  const current = JSON.stringify(filter)
  const [settled] = useDebouncedValue(current, DEBOUNCE_MS)
  const counted: Filter = JSON.parse(settled)
  const preview = usePreview(
    '/v1/segments/preview',
    { body: { filter: counted } },
    { enabled: !isEmpty(counted), keepPrevious: true, staleTime: 0 },
  )
  if (isEmpty(filter)) {
    return (
      <Text size="sm" c="dimmed">
        Complete a condition to see how many customers match.
      </Text>
    )
  }
  const isCounting = settled !== current || preview.isFetching
  const error = withLabeledDetails(preview.error, fieldLabel)
  return (
    <div aria-live="polite" aria-busy={isCounting}>
      {error && !isCounting ? (
        <ErrorAlert error={error} title="Couldn't count the customers" onRetry={() => void preview.refetch()} />
      ) : (
        <Group gap="xs" mih={24}>
          {preview.data ? (
            <Text size="sm" fw={600} {...(isCounting && { c: 'dimmed' })}>
              {formatMatches(preview.data.count)}
            </Text>
          ) : null}
          {isCounting ? <Loader size="xs" role="status" aria-label="Counting customers" /> : null}
        </Group>
      )}
      {preview.data && !error ? (
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {formatSample(preview.data)}
        </Text>
      ) : null}
    </div>
  )
}

const formatMatches = (count: number) =>
  count === 1 ? '1 customer matches.' : `${count.toLocaleString()} customers match.`

const SAMPLE_SIZE = 3

function formatSample({ count, sample }: { count: number; sample: { name: string | null; email: string | null }[] }) {
  const names = sample.slice(0, SAMPLE_SIZE).map(({ name, email }) => name ?? email ?? 'Unnamed customer')
  const remaining = count - names.length
  return remaining > 0 ? `${names.join(', ')} and ${remaining.toLocaleString()} more` : names.join(', ')
}
