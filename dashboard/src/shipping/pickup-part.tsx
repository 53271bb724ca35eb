import { Anchor, Button, Paper, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Section } from '../parts/section.tsx'
import { useLocations } from '../stock/locations.ts'
import { RateDialog } from './rate-dialog.tsx'
import { RateList } from './rate-list.tsx'
import type { Profile, Rate } from './shipping.ts'

interface Props {
  rates: Rate[]
  profiles: Profile[]
  currency: string
  mayChange: boolean
  onNews: (news: string) => void
}

export function PickupPart({ rates, profiles, currency, mayChange, onNews }: Props) {
  const [isAdding, setIsAdding] = useState(false)
  const locations = useLocations()
  const isSomewhere = locations.data?.some(({ active }) => active)
  return (
    <Section title="Pickup" about="Buyers can fetch what they bought at one of your locations, wherever they live.">
      <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
        <Stack gap="md">
          {rates.length > 0 ? (
            <RateList label="Pickup" {...{ rates, profiles, currency, mayChange, onNews }} />
          ) : (
            <Text size="sm" c="dimmed">
              Nothing can be picked up.
            </Text>
          )}
          {mayChange && isSomewhere ? (
            <Button size="xs" variant="default" style={{ alignSelf: 'flex-start' }} onClick={() => setIsAdding(true)}>
              Add a pickup
            </Button>
          ) : null}
          {mayChange && isSomewhere === false ? (
            <Text size="sm">
              Pickup needs an open location:{' '}
              <Anchor component={Link} to="/settings/locations" size="sm">
                add one
              </Anchor>
              .
            </Text>
          ) : null}
        </Stack>
      </Paper>
      {isAdding ? (
        <RateDialog
          at={{ pickup: true }}
          profiles={profiles}
          currency={currency}
          onClose={(news) => {
            setIsAdding(false)
            if (news) onNews(news)
          }}
        />
      ) : null}
    </Section>
  )
}
