import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { actorInWords } from '../members/actor-words.ts'
import { useMembers } from '../members/members.ts'
import { Failure } from '../parts/failure.tsx'
import { LoadMore } from '../parts/load-more.tsx'
import { Loading } from '../parts/loading.tsx'
import { Page } from '../parts/page.tsx'
import { fullTime } from '../parts/when.tsx'
import { useLocations } from './locations.ts'
import { type Movement, useLevels, useMovements } from './stock.ts'
import { movementInWords, nameOf, REASON_WORDS } from './stock-words.ts'

export function LedgerPage() {
  const { variantId } = useParams({ from: '/shell/catalogue/stock/$variantId' })
  const levels = useLevels({ sku: '', locationId: '', low: false, variantId })
  const ledger = useMovements(variantId)
  const movements = ledger.data?.pages.flatMap(({ data }) => data) ?? []
  const [first, ...others] = levels.data?.pages.flatMap(({ data }) => data) ?? []
  const sums = first ? [first, ...others].map((level) => `${level.locationName} ${level.onHand}`).join(', ') : ''
  return (
    <Page
      title={first ? nameOf(first) : 'Movements of stock'}
      about={first ? `${first.sku ? `${first.sku}. ` : ''}On hand: ${sums}.` : undefined}
      back="Stock"
      actions={
        first ? (
          <Button
            variant="default"
            renderRoot={(props) => <Link to="/catalogue/products/$id" params={{ id: first.productId }} {...props} />}
          >
            Open the product
          </Button>
        ) : null
      }
    >
      {ledger.isPending ? <Loading what="the movements" /> : null}
      <Failure error={ledger.error} title="The movements can't be shown" onRetry={() => void ledger.refetch()} />
      {ledger.isSuccess && movements.length === 0 ? (
        <Paper withBorder p="xl" ta="center">
          <Text c="dimmed">Nothing of it was ever moved.</Text>
        </Paper>
      ) : null}
      {movements.length > 0 ? <Movements movements={movements} /> : null}
      <LoadMore list={ledger} />
    </Page>
  )
}

function Movements({ movements }: { movements: Movement[] }) {
  const locations = useLocations()
  const members = useMembers()
  const placeOf = (id: string) => locations.data?.find((location) => location.id === id)?.name ?? 'a place that is gone'
  return (
    <Paper withBorder>
      <Stack component="ol" gap={0} m={0} p={0} style={{ listStyle: 'none' }} aria-label="Movements, newest first">
        {movements.map((movement, place) => (
          <Group
            key={movement.id}
            component="li"
            justify="space-between"
            gap={4}
            px="md"
            py="sm"
            style={place > 0 ? { borderTop: '1px solid var(--mantine-color-default-border)' } : {}}
          >
            <Stack gap={0} miw={0} flex="1 1 14rem">
              <Text size="sm" fw={600}>
                {movementInWords(movement)}
              </Text>
              <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                {[REASON_WORDS[movement.reason] ?? movement.reason, placeOf(movement.locationId), movement.reference]
                  .filter(Boolean)
                  .join(' · ')}
              </Text>
            </Stack>
            <Text size="xs" c="dimmed">
              <time dateTime={movement.createdAt}>{fullTime(movement.createdAt)}</time>
              {` by ${actorInWords(movement.actor, members.data ?? [])}`}
            </Text>
          </Group>
        ))}
      </Stack>
    </Paper>
  )
}
