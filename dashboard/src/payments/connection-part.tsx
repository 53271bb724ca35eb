import { Badge, Button, Group, Paper, SimpleGrid, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Section } from '../parts/section.tsx'
import { Ago } from '../parts/when.tsx'
import { DisconnectDialog } from './disconnect-dialog.tsx'
import type { PaymentConnection } from './payment-connection.ts'

interface Props {
  connection: PaymentConnection
  mayChange: boolean
  onNews: (news: string) => void
}

export function ConnectionPart({ connection, mayChange, onNews }: Props) {
  const [isAsking, setIsAsking] = useState(false)
  const { account, keyLast4, publishableKey, updatedAt } = connection
  return (
    <Section title="Stripe">
      <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
        <Stack gap="md">
          <Group justify="space-between">
            <Group gap="xs">
              <Badge miw="max-content" variant="dot" color="green" tt="none">
                Connected
              </Badge>
              <KeyMode of={connection} />
            </Group>
            {mayChange ? (
              <Button size="xs" variant="outline" color="red" onClick={() => setIsAsking(true)}>
                Disconnect
              </Button>
            ) : null}
          </Group>
          <SimpleGrid component="dl" cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="sm" m={0}>
            <Fact name="Account">{account ?? 'Stripe does not tell it to this key'}</Fact>
            <Fact name="Secret key">{`Ends with ${keyLast4}; it is never shown again`}</Fact>
            <Fact name="Publishable key">{publishableKey ?? 'Not given'}</Fact>
            <Fact name="Last changed">{updatedAt ? <Ago at={updatedAt} /> : 'Never'}</Fact>
          </SimpleGrid>
        </Stack>
      </Paper>
      {isAsking ? (
        <DisconnectDialog
          onClose={() => setIsAsking(false)}
          onDone={() => {
            setIsAsking(false)
            onNews('Stripe is disconnected. New checkouts are simulated.')
          }}
        />
      ) : null}
    </Section>
  )
}

const KeyMode = ({ of: { keyMode } }: { of: PaymentConnection }) => (
  <Badge miw="max-content" variant="dot" color={keyMode === 'live' ? 'green' : 'orange'} tt="none">
    {keyMode === 'live' ? 'Live: real money' : 'Test mode: no real money'}
  </Badge>
)

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <Text component="dt" size="xs" c="dimmed">
      {name}
    </Text>
    <Text component="dd" size="sm" m={0} style={{ overflowWrap: 'anywhere' }}>
      {children}
    </Text>
  </div>
)
