import { Paper, Stack, Table, Text } from '@mantine/core'
import { ErrorAlert, Loading } from '../ui/feedback.tsx'
import { LoadMore } from '../ui/list.tsx'
import { formatMoney } from '../ui/money.ts'
import { ScrollTable } from '../ui/scroll-table.tsx'
import { Section } from '../ui/section.tsx'
import { formatDateTime } from '../ui/time.tsx'
import { USE_STATUS_LABELS } from './promotion-labels.ts'
import { type PromotionUse, usePromotionUses } from './promotions.ts'

export function UsesSection({ id }: { id: string }) {
  const uses = usePromotionUses(id)
  const all = uses.data ?? []
  return (
    <Section title="Uses" about="Checkouts reserve a use until they are paid or abandoned.">
      <Stack gap="sm">
        {uses.isPending ? <Loading what="uses" rows={1} /> : null}
        <ErrorAlert error={uses.error} title="Couldn't load uses" onRetry={() => void uses.refetch()} />
        {uses.isSuccess && all.length === 0 ? (
          <Text size="sm" c="dimmed">
            No uses yet
          </Text>
        ) : null}
        {all.length > 0 ? <UsesTable uses={all} /> : null}
        <LoadMore list={uses} size="xs" style={{ alignSelf: 'flex-start' }}>
          Load more uses
        </LoadMore>
      </Stack>
    </Section>
  )
}

function UsesTable({ uses }: { uses: PromotionUse[] }) {
  return (
    <Paper withBorder>
      <ScrollTable label="Uses" minWidth={520}>
        <Table verticalSpacing="xs" horizontalSpacing="sm" aria-label="Uses">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Date</Table.Th>
              <Table.Th scope="col">Order</Table.Th>
              <Table.Th scope="col">Code</Table.Th>
              <Table.Th scope="col">Status</Table.Th>
              <Table.Th scope="col" ta="right">
                Discount
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {uses.map((use) => (
              <Table.Tr key={use.id} style={{ fontVariantNumeric: 'tabular-nums' }}>
                <Table.Td>
                  <time dateTime={use.createdAt}>{formatDateTime(use.createdAt)}</time>
                </Table.Td>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{use.orderId}</Table.Td>
                <Table.Td ff="monospace">{use.code ?? '–'}</Table.Td>
                <Table.Td>{USE_STATUS_LABELS[use.status]}</Table.Td>
                <Table.Td ta="right">{formatMoney(use.amount)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollTable>
    </Paper>
  )
}
