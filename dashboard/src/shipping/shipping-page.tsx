import { Alert, Button, Paper, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { REST_OF_WORLD } from '../areas/countries.ts'
import { canManage, useWorkspace } from '../session.ts'
import { useWorkspaceSettings } from '../settings/workspace-settings.ts'
import { ErrorAlert, LiveRegion, Loading } from '../ui/feedback.tsx'
import { Page } from '../ui/page.tsx'
import { Section } from '../ui/section.tsx'
import { PickupSection } from './pickup-section.tsx'
import { ProfilesSection } from './profiles-section.tsx'
import { type ShippingSettings, type ShippingZone, useShippingSettings } from './shipping.ts'
import { ZoneCard } from './zone-card.tsx'
import { ZoneDialog } from './zone-dialog.tsx'

export function ShippingPage() {
  const { workspace } = useWorkspace()
  const shipping = useShippingSettings()
  const settings = useWorkspaceSettings()
  const [isAdding, setIsAdding] = useState(false)
  const [message, setMessage] = useState('')
  const canEdit = canManage(workspace.role)
  const currency = settings.data?.currency
  const error = shipping.error ?? settings.error
  const retry = () => void Promise.all([shipping.refetch(), settings.refetch()])
  return (
    <Page
      title="Shipping"
      about="Where you ship to and what it costs. Customers see the rates of the zone that matches their address."
      actions={
        canEdit && shipping.data?.zones.length ? <Button onClick={() => setIsAdding(true)}>Add zone</Button> : null
      }
    >
      {canEdit ? null : (
        <Alert color="blue">{`Only owners and admins can change these settings. Your role is ${workspace.role}.`}</Alert>
      )}
      <LiveRegion>{message ? <Alert color="green">{message}</Alert> : null}</LiveRegion>
      {shipping.isPending || settings.isPending ? <Loading what="shipping settings" /> : null}
      <ErrorAlert error={error} title="Couldn't load shipping settings" onRetry={retry} />
      {shipping.data && currency ? (
        <ShippingSections
          shipping={shipping.data}
          currency={currency}
          canEdit={canEdit}
          onAdd={() => setIsAdding(true)}
          onMessage={setMessage}
        />
      ) : null}
      {isAdding ? (
        <ZoneDialog
          onClose={(text) => {
            setIsAdding(false)
            if (text) setMessage(text)
          }}
        />
      ) : null}
    </Page>
  )
}

interface ShippingSectionsProps {
  shipping: ShippingSettings
  currency: string
  canEdit: boolean
  onAdd: () => void
  onMessage: (message: string) => void
}

const ZONES_PER_PAGE = 20

function ShippingSections({
  shipping: { zones, rates, profiles },
  currency,
  canEdit,
  onAdd,
  onMessage,
}: ShippingSectionsProps) {
  const [count, setCount] = useState(ZONES_PER_PAGE)
  const sectionProps = { profiles, currency, canEdit, onMessage }
  return (
    <>
      {zones.length === 0 ? <NoZonesYet canEdit={canEdit} onAdd={onAdd} /> : null}
      {zones.length > 0 ? (
        <Section title="Shipping zones" about="If several zones match an address, the most specific one applies.">
          <Stack gap="md">
            {sortZones(zones)
              .slice(0, count)
              .map((zone) => (
                <ZoneCard
                  key={zone.id}
                  zone={zone}
                  rates={rates.filter(({ zoneId }) => zoneId === zone.id)}
                  {...sectionProps}
                />
              ))}
            {zones.length > count ? (
              <Button
                variant="default"
                style={{ alignSelf: 'center' }}
                onClick={() => setCount(count + ZONES_PER_PAGE)}
              >
                Show more zones
              </Button>
            ) : null}
          </Stack>
        </Section>
      ) : null}
      <PickupSection rates={rates.filter(({ type }) => type === 'pickup')} {...sectionProps} />
      <ProfilesSection profiles={profiles} rates={rates} canEdit={canEdit} onMessage={onMessage} />
    </>
  )
}

function NoZonesYet({ canEdit, onAdd }: Pick<ShippingSectionsProps, 'canEdit' | 'onAdd'>) {
  return (
    <Paper withBorder p="xl">
      <Stack align="center" gap="sm">
        <Title order={2} size="h4">
          No shipping zones yet
        </Title>
        <Text c="dimmed" ta="center" maw={520}>
          To offer shipping, add a zone with a rate. A zone is where you ship to, and a rate is what it costs.
        </Text>
        {canEdit ? <Button onClick={onAdd}>Add zone</Button> : null}
      </Stack>
    </Paper>
  )
}

const isRestOfWorld = ({ areas }: ShippingZone) => areas.some(({ country }) => country === REST_OF_WORLD)

/** By name, with the rest of the world last. */
const sortZones = (zones: ShippingZone[]): ShippingZone[] =>
  [...zones].sort((a, b) => Number(isRestOfWorld(a)) - Number(isRestOfWorld(b)) || a.name.localeCompare(b.name))
