import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { formatActor, members } from '../members/members.ts'
import { ErrorAlert, Loading } from '../ui/feedback.tsx'
import { LoadMore } from '../ui/list.tsx'
import { Page } from '../ui/page.tsx'
import { formatDateTime } from '../ui/time.tsx'
import { inventoryLevels, type Movement, useMovements } from './inventory.ts'
import { formatMovement, formatVariantName, REASON_LABELS } from './inventory-labels.ts'
import { useLocations } from './locations.ts'

export function MovementsPage() {
  const { variantId } = useParams({ from: '/shell/catalog/inventory/$variantId' })
  const levels = inventoryLevels.useList({ limit: 50, variantId })
  const query = useMovements(variantId)
  const movements = query.data ?? []
  const [first, ...others] = levels.data ?? []
  const onHandSummary = first
    ? [first, ...others].map((level) => `${level.locationName} ${level.onHand}`).join(', ')
    : ''
  return (
    <Page
      title={first ? formatVariantName(first) : 'Stock movements'}
      about={first ? `${first.sku ? `${first.sku}. ` : ''}On hand: ${onHandSummary}.` : undefined}
      back="Inventory"
      actions={
        first ? (
          <Button
            variant="default"
            renderRoot={(props) => <Link to="/catalog/products/$id" params={{ id: first.productId }} {...props} />}
          >
            View product
          </Button>
        ) : null
      }
    >
      {query.isPending ? <Loading what="the movements" /> : null}
      <ErrorAlert error={query.error} title="Couldn't load movements" onRetry={() => void query.refetch()} />
      {query.isSuccess && movements.length === 0 ? (
        <Paper withBorder p="xl" ta="center">
          <Text c="dimmed">No movements yet</Text>
        </Paper>
      ) : null}
      {movements.length > 0 ? <MovementList movements={movements} /> : null}
      <LoadMore list={query} />
    </Page>
  )
}

function MovementList({ movements }: { movements: Movement[] }) {
  const locations = useLocations()
  const people = members.useList()
  const locationName = (id: string) =>
    locations.data?.find((location) => location.id === id)?.name ?? 'deleted location'
  return (
    <Paper withBorder>
      <Stack component="ol" gap={0} m={0} p={0} style={{ listStyle: 'none' }} aria-label="Movements, newest first">
        {movements.map((movement, index) => (
          <Group
            key={movement.id}
            component="li"
            justify="space-between"
            gap={4}
            px="md"
            py="sm"
            style={index > 0 ? { borderTop: '1px solid var(--mantine-color-default-border)' } : {}}
          >
            <Stack gap={0} miw={0} flex="1 1 14rem">
              <Text size="sm" fw={600}>
                {formatMovement(movement)}
              </Text>
              <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                {[
                  REASON_LABELS[movement.reason],
                  locationName(movement.locationId),
                  movement.orderId ?? movement.reference,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </Text>
            </Stack>
            <Text size="xs" c="dimmed">
              <time dateTime={movement.createdAt}>{formatDateTime(movement.createdAt)}</time>
              {` by ${formatActor(movement.actor, people.data ?? [])}`}
            </Text>
          </Group>
        ))}
      </Stack>
    </Paper>
  )
}
