import { Alert, Button, Group, Stack, Table, Text } from '@mantine/core'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { Loading } from '../ui/loading.tsx'
import { type InventoryAudit, useInventoryAudit } from './inventory.ts'
import { FIELD_LABELS } from './inventory-labels.ts'
import { useLocations } from './locations.ts'

const NUMBER = new Intl.NumberFormat()

export function AuditDialog({ onClose }: { onClose: () => void }) {
  const audit = useInventoryAudit()
  return (
    <Dialog size="lg" title="Stock against the ledger" onClose={onClose}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          All movements of every level are added up and held against what it says.
        </Text>
        {audit.isPending ? <Loading what="the result" rows={1} /> : null}
        <ErrorAlert error={audit.error} title="The ledger can't be checked" onRetry={() => void audit.refetch()} />
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
  const checked = checkedLevels === 1 ? '1 level was' : `${NUMBER.format(checkedLevels)} levels were`
  if (driftCount === 0) {
    return (
      <Alert color="green" role="status" title="All is well">
        {`${checked} checked, and each is what its movements add up to.`}
      </Alert>
    )
  }
  return (
    <>
      <Alert color="red" role="alert" title={`${NUMBER.format(driftCount)} quantities are not what the ledger says`}>
        {`${checked} checked. Tell whoever runs this server: something has written past the ledger.`}
      </Alert>
      <Table.ScrollContainer minWidth={460} maxHeight={320}>
        <Table aria-label="What differs">
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
      </Table.ScrollContainer>
    </>
  )
}
