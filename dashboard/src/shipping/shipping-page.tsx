import { Alert, Button, Paper, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useDesk } from '../access/desk.ts'
import { manages } from '../access/me.ts'
import { Failure } from '../parts/failure.tsx'
import { Live } from '../parts/live.tsx'
import { Loading } from '../parts/loading.tsx'
import { Page } from '../parts/page.tsx'
import { Section } from '../parts/section.tsx'
import { ANYWHERE } from '../places/countries.ts'
import { useWorkspaceSettings } from '../settings/workspace-settings.ts'
import { PickupPart } from './pickup-part.tsx'
import { ProfilesPart } from './profiles-part.tsx'
import { type Shipping, useShipping, type Zone } from './shipping.ts'
import { ZoneCard } from './zone-card.tsx'
import { ZoneDialog } from './zone-dialog.tsx'

export function ShippingPage() {
  const { workspace } = useDesk()
  const shipping = useShipping()
  const settings = useWorkspaceSettings()
  const [isAdding, setIsAdding] = useState(false)
  const [news, setNews] = useState('')
  const mayChange = manages(workspace.role)
  const currency = settings.data?.currency
  const error = shipping.error ?? settings.error
  const retry = () => void Promise.all([shipping.refetch(), settings.refetch()])
  return (
    <Page
      title="Shipping"
      about="Where you ship to, and what it costs. A buyer is offered the rates of the zone in which the address lies."
      actions={
        mayChange && shipping.data?.zones.length ? <Button onClick={() => setIsAdding(true)}>Add a zone</Button> : null
      }
    >
      {mayChange ? null : (
        <Alert color="blue">{`Only owners and admins change these. Your role here is ${workspace.role}.`}</Alert>
      )}
      <Live>{news ? <Alert color="green">{news}</Alert> : null}</Live>
      {shipping.isPending || settings.isPending ? <Loading what="the shipping settings" /> : null}
      <Failure error={error} title="The shipping settings can't be shown" onRetry={retry} />
      {shipping.data && currency ? (
        <Parts
          shipping={shipping.data}
          currency={currency}
          mayChange={mayChange}
          onAdd={() => setIsAdding(true)}
          onNews={setNews}
        />
      ) : null}
      {isAdding ? (
        <ZoneDialog
          onClose={(told) => {
            setIsAdding(false)
            if (told) setNews(told)
          }}
        />
      ) : null}
    </Page>
  )
}

interface PartsProps {
  shipping: Shipping
  currency: string
  mayChange: boolean
  onAdd: () => void
  onNews: (news: string) => void
}

const AT_ONCE = 20

function Parts({ shipping: { zones, rates, profiles }, currency, mayChange, onAdd, onNews }: PartsProps) {
  const [count, setCount] = useState(AT_ONCE)
  const rest = { profiles, currency, mayChange, onNews }
  return (
    <>
      {zones.length === 0 ? <NothingShips mayChange={mayChange} onAdd={onAdd} /> : null}
      {zones.length > 0 ? (
        <Section title="Zones" about="An address that two zones have belongs to the narrower one.">
          <Stack gap="md">
            {inOrder(zones)
              .slice(0, count)
              .map((zone) => (
                <ZoneCard
                  key={zone.id}
                  zone={zone}
                  rates={rates.filter(({ zoneId }) => zoneId === zone.id)}
                  {...rest}
                />
              ))}
            {zones.length > count ? (
              <Button variant="default" style={{ alignSelf: 'center' }} onClick={() => setCount(count + AT_ONCE)}>
                Show more zones
              </Button>
            ) : null}
          </Stack>
        </Section>
      ) : null}
      <PickupPart rates={rates.filter(({ type }) => type === 'pickup')} {...rest} />
      <ProfilesPart profiles={profiles} rates={rates} mayChange={mayChange} onNews={onNews} />
    </>
  )
}

function NothingShips({ mayChange, onAdd }: Pick<PartsProps, 'mayChange' | 'onAdd'>) {
  return (
    <Paper withBorder p="xl">
      <Stack align="center" gap="sm">
        <Title order={2} size="h4">
          Nothing ships yet
        </Title>
        <Text c="dimmed" ta="center" maw={520}>
          Buyers are offered no shipping until there is a zone with a rate. A zone is where you ship to, a rate is what
          it costs.
        </Text>
        {mayChange ? <Button onClick={onAdd}>Make the first zone</Button> : null}
      </Stack>
    </Paper>
  )
}

const isAnywhere = ({ places }: Zone) => places.some(({ country }) => country === ANYWHERE)

/** By name, and what takes the rest of the world at the end. */
const inOrder = (zones: Zone[]): Zone[] =>
  [...zones].sort(
    (one, other) => Number(isAnywhere(one)) - Number(isAnywhere(other)) || one.name.localeCompare(other.name),
  )
