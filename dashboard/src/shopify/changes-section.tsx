import { Anchor, Group, Stack, Table, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ErrorAlert, Loading } from '../ui/feedback.tsx'
import { FilterBar, useFilters } from '../ui/filters.tsx'
import { Label } from '../ui/label.tsx'
import { LoadMore, Row, RowList } from '../ui/list.tsx'
import { ScrollTable } from '../ui/scroll-table.tsx'
import { Section } from '../ui/section.tsx'
import { capitalize, fieldWords } from '../ui/text.ts'
import { type SyncChange, type SyncRun, useSyncChanges } from './shopify.ts'
import { OUTCOME_COLORS, OUTCOME_LABELS, PLANNED_LABELS, STAGE_LABELS } from './shopify-labels.ts'

/** What a dry run would write, or what a sync wrote. */
export function ChangesSection({ run }: { run: SyncRun }) {
  const labels = run.dryRun ? PLANNED_LABELS : OUTCOME_LABELS
  const filters = useFilters({
    resource: { kind: 'select', label: 'Resource', options: STAGE_LABELS },
    outcome: { kind: 'select', label: 'Change', options: labels },
  })
  const list = useSyncChanges(run.id, filters.values)
  return (
    <Section
      title="Changes"
      about={
        run.dryRun ? 'What a sync would write. Nothing has been written.' : 'What this sync wrote, and what failed.'
      }
    >
      <Stack gap="md">
        <FilterBar label="Changes" filters={filters} />
        {list.isPending ? <Loading what="the changes" /> : null}
        <ErrorAlert error={list.error} title="Couldn't load the changes" onRetry={() => void list.refetch()} />
        {list.data?.length === 0 ? (
          <Text size="sm" c="dimmed">
            {filters.isFiltered ? 'No changes of this kind.' : 'Everything is already up to date.'}
          </Text>
        ) : null}
        {list.data && list.data.length > 0 ? (
          <RowList label="Changes">
            {list.data.map((change) => (
              <ChangeRow key={change.id} change={change} label={labels[change.outcome]} />
            ))}
          </RowList>
        ) : null}
        <LoadMore list={list} />
      </Stack>
    </Section>
  )
}

function ChangeRow({ change, label }: { change: SyncChange; label: string }) {
  const { outcome, resource, title, externalId, changes, error } = change
  return (
    <Row>
      <Group gap="xs" align="baseline">
        <Label color={OUTCOME_COLORS[outcome]}>{label}</Label>
        <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          <LocalLink change={change}>{title ?? nameOf(externalId)}</LocalLink>
        </Text>
        <Text size="xs" c="dimmed">
          {STAGE_LABELS[resource]}
        </Text>
      </Group>
      {error ? (
        <Text size="sm" c="var(--mantine-color-error)" mt={4} style={{ overflowWrap: 'anywhere' }}>
          {error}
        </Text>
      ) : null}
      {outcome === 'updated' && changes.length > 0 ? <FieldChanges changes={changes} /> : null}
    </Row>
  )
}

/** "Order 12", from Shopify's ID: people have no title, since it would be their name. */
const nameOf = (externalId: string) => externalId.split('/').slice(-2).join(' ').replace('MediaImage', 'Image')

/** To what was synced, if it has a page. */
function LocalLink({ change: { resource, localId, outcome }, children }: { change: SyncChange; children: string }) {
  if (!localId || outcome === 'deleted' || resource === 'inventory' || resource === 'images') return children
  return (
    <Anchor inherit renderRoot={(props) => <Link to={PAGES[resource]} params={{ id: localId }} {...props} />}>
      {children}
    </Anchor>
  )
}

const PAGES = {
  products: '/catalog/products/$id',
  collections: '/catalog/collections/$id',
  customers: '/sales/customers/$id',
  orders: '/sales/orders/$id',
} as const

function FieldChanges({ changes }: Pick<SyncChange, 'changes'>) {
  // Of customers and orders only the names of the fields are stored.
  if (changes.every(({ from, to }) => from === null && to === null)) {
    return (
      <Text size="xs" c="dimmed" mt={4}>
        {capitalize(changes.map(({ field }) => fieldWords(field)).join(', '))}
      </Text>
    )
  }
  return (
    <ScrollTable label="Changed fields" minWidth={320} mt={4}>
      <Table withRowBorders={false} verticalSpacing={2} horizontalSpacing="xs" fz="xs" aria-label="Changed fields">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Field</Table.Th>
            <Table.Th scope="col">Here</Table.Th>
            <Table.Th scope="col">In Shopify</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {changes.map(({ field, from, to }) => (
            <Table.Tr key={field}>
              <Table.Td>{capitalize(fieldWords(field))}</Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{from ?? 'None'}</Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{to ?? 'None'}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollTable>
  )
}
