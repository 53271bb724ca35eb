import { Alert, Button, Group, Stack, Table, Text } from '@mantine/core'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorAlert, Loading } from '../ui/feedback.tsx'
import { ScrollTable } from '../ui/scroll-table.tsx'
import { type InventoryAudit, useInventoryAudit } from './inventory.ts'
import { FIELD_LABELS } from './inventory-labels.ts'
import { useLocations } from './locations.ts'

const NUMBER = new Intl.NumberFormat()

const toLevels = (count: number) => (count === 1 ? '1 level' : `${NUMBER.format(count)} levels`)

export function AuditDialog({ onClose }: { onClose: () => void }) {
  const audit = useInventoryAudit()
  return (
    <Dialog size="lg" title="Ledger check" onClose={onClose}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          Compares every stock level with the sum of its movements.
        </Text>
        {audit.isPending ? <Loading what="the result" rows={1} /> : null}
        {audit.isFetching && audit.checkedLevels > 0 ? (
          <Text size="sm" role="status">{`${toLevels(audit.checkedLevels)} checked so far…`}</Text>
        ) : null}
        <ErrorAlert error={audit.error} title="Couldn't check the ledger" onRetry={() => void audit.refetch()} />
        {audit.data ? <AuditResult audit={audit.data} /> : null}
        <Group justify="flex-end">
          <Button variant="default" loading={audit.isFetching} onClick={() => void audit.refetch()}>
            Check again
          </Button>
          <Button onClick={onClose}>Close</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

function AuditResult({ audit: { checkedLevels, driftCount, drift } }: { audit: InventoryAudit }) {
  const locations = useLocations()
  const checked = toLevels(checkedLevels)
  if (driftCount === 0) {
    return (
      <Alert color="green" role="status" title="No differences found">
        {`${checked} checked. Each matches the sum of its movements.`}
      </Alert>
    )
  }
  return (
    <>
      <Alert color="red" role="alert" title={`${NUMBER.format(driftCount)} quantities differ from the ledger`}>
        {`${checked} checked. Contact the operator of this server: stock was changed outside the ledger.`}
      </Alert>
      <ScrollTable label="Differences" minWidth={460} maxHeight={320}>
        <Table aria-label="Differences">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Variant</Table.Th>
              <Table.Th scope="col">Location</Table.Th>
              <Table.Th scope="col">Quantity</Table.Th>
              <Table.Th scope="col" ta="right">
                Level
              </Table.Th>
              <Table.Th scope="col" ta="right">
                Ledger
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {drift.map(({ variantId, locationId, field, level, ledger }) => (
              <Table.Tr key={`${variantId} ${locationId} ${field}`}>
                <Table.Td>{variantId}</Table.Td>
                <Table.Td>{locations.data?.find(({ id }) => id === locationId)?.name ?? locationId}</Table.Td>
                <Table.Td>{FIELD_LABELS[field]}</Table.Td>
                <Table.Td ta="right">{level}</Table.Td>
                <Table.Td ta="right">{ledger}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollTable>
    </>
  )
}
