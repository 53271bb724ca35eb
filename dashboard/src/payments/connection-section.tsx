import { Badge, Button, Group, List, Paper, SimpleGrid, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { Section } from '../ui/section.tsx'
import { RelativeTime } from '../ui/time.tsx'
import { type PaymentConnection, useDisconnectStripe } from './payment-connection.ts'

interface Props {
  connection: PaymentConnection
  canEdit: boolean
  onMessage: (message: string) => void
}

export function ConnectionSection({ connection, canEdit, onMessage }: Props) {
  const [isDisconnecting, setIsDisconnecting] = useState(false)
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
              <KeyModeBadge of={connection} />
            </Group>
            {canEdit ? (
              <Button size="xs" variant="outline" color="red" onClick={() => setIsDisconnecting(true)}>
                Disconnect
              </Button>
            ) : null}
          </Group>
          <SimpleGrid component="dl" cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="sm" m={0}>
            <ConnectionDetail name="Account">{account ?? 'Not visible to this key'}</ConnectionDetail>
            <ConnectionDetail name="Secret key">{`Ends in ${keyLast4}`}</ConnectionDetail>
            <ConnectionDetail name="Publishable key">{publishableKey ?? 'Not set'}</ConnectionDetail>
            <ConnectionDetail name="Last changed">
              {updatedAt ? <RelativeTime at={updatedAt} /> : 'Never'}
            </ConnectionDetail>
          </SimpleGrid>
        </Stack>
      </Paper>
      {isDisconnecting ? (
        <DisconnectStripeDialog
          onClose={() => setIsDisconnecting(false)}
          onDone={() => {
            setIsDisconnecting(false)
            onMessage('Stripe disconnected. Payments of new checkouts are simulated.')
          }}
        />
      ) : null}
    </Section>
  )
}

const KeyModeBadge = ({ of: { keyMode } }: { of: PaymentConnection }) => (
  <Badge miw="max-content" variant="dot" color={keyMode === 'live' ? 'green' : 'orange'} tt="none">
    {keyMode === 'live' ? 'Live: real money' : 'Test mode: no real money'}
  </Badge>
)

const ConnectionDetail = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <Text component="dt" size="xs" c="dimmed">
      {name}
    </Text>
    <Text component="dd" size="sm" m={0} style={{ overflowWrap: 'anywhere' }}>
      {children}
    </Text>
  </div>
)

export function DisconnectStripeDialog({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const disconnect = useDisconnectStripe()
  return (
    <ConfirmDialog
      title="Disconnect Stripe?"
      errorTitle="Couldn't disconnect Stripe"
      cancelLabel="Cancel"
      confirmLabel="Disconnect"
      mutation={disconnect}
      onConfirm={() => disconnect.mutate(undefined, { onSuccess: onDone })}
      onClose={onClose}
    >
      <List size="sm" spacing="xs">
        <List.Item>
          Payments of new checkouts will be simulated, so customers can order without paying. Close the shop first.
        </List.Item>
        <List.Item>
          Open checkouts, authorized payments and pending refunds are completed first. Then the key is deleted.
        </List.Item>
        <List.Item>After that, you can refund earlier payments only in the Stripe dashboard.</List.Item>
      </List>
    </ConfirmDialog>
  )
}
