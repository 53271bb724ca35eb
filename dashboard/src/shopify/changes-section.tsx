import { Group, Stack, Text } from '@mantine/core'
import { ErrorAlert, Loading } from '../ui/feedback.tsx'
import { FilterBar, useFilters } from '../ui/filters.tsx'
import { Label } from '../ui/label.tsx'
import { LoadMore, Row, RowList } from '../ui/list.tsx'
import { Section } from '../ui/section.tsx'
import { fieldWords } from '../ui/text.ts'
import { type SyncChange, type SyncRun, useSyncChanges } from './shopify.ts'
import { ACTION_COLORS, ACTION_LABELS, RESOURCE_LABELS } from './shopify-labels.ts'

/** What a dry run would write, and what a full sync found to differ although webhooks should have reported it. */
export function ChangesSection({ run }: { run: SyncRun }) {
  const filters = useFilters({
    resource: { kind: 'select', label: 'Resource', options: RESOURCE_LABELS },
    action: { kind: 'select', label: 'Change', options: ACTION_LABELS },
  })
  const list = useSyncChanges(run.id, filters.values)
  if (list.data?.length === 0 && !filters.isFiltered && !run.dryRun) return null
  return (
    <Section
      title={run.dryRun ? 'Changes' : 'Drift'}
      about={
        run.dryRun
          ? 'What a sync would write.'
          : 'What differed from Shopify before this sync. Webhooks usually keep both equal.'
      }
    >
      <Stack gap="md">
        <FilterBar label="Changes" filters={filters} />
        {list.isPending ? <Loading what="the changes" /> : null}
        <ErrorAlert error={list.error} title="Couldn't load the changes" onRetry={() => void list.refetch()} />
        {list.data?.length === 0 ? (
          <Text size="sm" c="dimmed">
            {filters.isFiltered ? 'No changes of this kind.' : 'Nothing would change.'}
          </Text>
        ) : null}
        {list.data && list.data.length > 0 ? (
          <RowList label="Changes">
            {list.data.map((change) => (
              <ChangeRow key={`${change.resource}${change.externalId}`} change={change} />
            ))}
          </RowList>
        ) : null}
        <LoadMore list={list} />
      </Stack>
    </Section>
  )
}

function ChangeRow({ change }: { change: SyncChange }) {
  const { action, resource, title, externalId, fields } = change
  return (
    <Row>
      <Group gap="xs" align="baseline">
        <Label color={ACTION_COLORS[action]}>{ACTION_LABELS[action]}</Label>
        <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {title || externalId}
        </Text>
        <Text size="xs" c="dimmed">
          {RESOURCE_LABELS[resource]}
        </Text>
      </Group>
      {fields.length > 0 ? (
        <Text size="xs" c="dimmed" mt={4}>
          {`Changes ${fields.map(fieldWords).join(', ')}`}
        </Text>
      ) : null}
    </Row>
  )
}
