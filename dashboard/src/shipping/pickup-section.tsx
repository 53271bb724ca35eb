import { Anchor, Button, Paper, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useLocations } from '../inventory/locations.ts'
import { Section } from '../ui/section.tsx'
import { RateDialog } from './rate-dialog.tsx'
import { RateList } from './rate-list.tsx'
import type { ShippingProfile, ShippingRate } from './shipping.ts'

interface Props {
  rates: ShippingRate[]
  profiles: ShippingProfile[]
  currency: string
  canEdit: boolean
  onMessage: (message: string) => void
}

export function PickupSection({ rates, profiles, currency, canEdit, onMessage }: Props) {
  const [isAdding, setIsAdding] = useState(false)
  const locations = useLocations()
  const hasActiveLocation = locations.data?.some(({ active }) => active)
  return (
    <Section title="Pickup" about="Customers can pick up orders at one of your locations, wherever they live.">
      <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
        <Stack gap="md">
          {rates.length > 0 ? (
            <RateList label="Pickup" {...{ rates, profiles, currency, canEdit, onMessage }} />
          ) : (
            <Text size="sm" c="dimmed">
              No pickup options yet
            </Text>
          )}
          {canEdit && hasActiveLocation ? (
            <Button size="xs" variant="default" style={{ alignSelf: 'flex-start' }} onClick={() => setIsAdding(true)}>
              Add pickup
            </Button>
          ) : null}
          {canEdit && hasActiveLocation === false ? (
            <Text size="sm">
              To offer pickup,{' '}
              <Anchor underline="always" component={Link} to="/settings/locations" size="sm">
                add an active location
              </Anchor>
              .
            </Text>
          ) : null}
        </Stack>
      </Paper>
      {isAdding ? (
        <RateDialog
          target={{ pickup: true }}
          profiles={profiles}
          currency={currency}
          onClose={(message) => {
            setIsAdding(false)
            if (message) onMessage(message)
          }}
        />
      ) : null}
    </Section>
  )
}
