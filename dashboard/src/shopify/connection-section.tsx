import { Alert, Button, Group, Paper, PasswordInput, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useWorkspace } from '../session.ts'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { ErrorAlert } from '../ui/feedback.tsx'
import { fieldError, withLabeledDetails } from '../ui/field-errors.ts'
import { Label } from '../ui/label.tsx'
import { LabeledValue } from '../ui/list.tsx'
import { Section } from '../ui/section.tsx'
import { RelativeTime } from '../ui/time.tsx'
import { type ShopifyConnection, useConnectShopify, useDisconnectShopify } from './shopify.ts'

interface Props {
  connection: ShopifyConnection
  canEdit: boolean
  onMessage: (message: string) => void
}

export function ConnectionSection({ connection, canEdit, onMessage }: Props) {
  const [isReplacing, setIsReplacing] = useState(false)
  const [isDisconnecting, setIsDisconnecting] = useState(false)
  const isFormOpen = canEdit && (!connection.connected || isReplacing)
  return (
    <Section title={connection.connected ? 'Store' : 'Connect your store'}>
      <Stack gap="md">
        {connection.connected ? (
          <StoreFacts
            connection={connection}
            {...(canEdit && {
              onReplace: () => setIsReplacing(!isReplacing),
              onDisconnect: () => setIsDisconnecting(true),
            })}
          />
        ) : null}
        {isFormOpen ? (
          <ConnectForm
            connection={connection}
            onConnected={(name) => {
              setIsReplacing(false)
              onMessage(`${name} connected.`)
            }}
          />
        ) : null}
      </Stack>
      {isDisconnecting ? (
        <DisconnectDialog
          onClose={() => setIsDisconnecting(false)}
          onDone={() => {
            setIsDisconnecting(false)
            onMessage('Shopify disconnected.')
          }}
        />
      ) : null}
    </Section>
  )
}

interface StoreFactsProps {
  connection: ShopifyConnection
  onReplace?: () => void
  onDisconnect?: () => void
}

function StoreFacts({ connection, onReplace, onDisconnect }: StoreFactsProps) {
  const { shop, name, currency, lastSyncAt, error } = connection
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
      <Stack gap="md">
        {error ? (
          <Alert color="red" title="Shopify rejects our requests">
            {error}
          </Alert>
        ) : null}
        <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
          <LabeledValue name="Status">
            <Label color={error ? 'red' : 'green'} isLarge>
              {error ? 'Needs attention' : 'Connected'}
            </Label>
          </LabeledValue>
          <LabeledValue name="Store">
            <span style={{ overflowWrap: 'anywhere' }}>{name ?? shop}</span>
          </LabeledValue>
          <LabeledValue name="Domain">
            <span style={{ overflowWrap: 'anywhere' }}>{shop}</span>
          </LabeledValue>
          <LabeledValue name="Currency">{currency}</LabeledValue>
          <LabeledValue name="Last sync">{lastSyncAt ? <RelativeTime at={lastSyncAt} /> : 'Never'}</LabeledValue>
        </SimpleGrid>
        {onReplace && onDisconnect ? (
          <Group gap="xs">
            <Button size="xs" variant="default" onClick={onReplace}>
              Replace credentials
            </Button>
            <Button size="xs" variant="outline" color="red" onClick={onDisconnect}>
              Disconnect
            </Button>
          </Group>
        ) : null}
      </Stack>
    </Paper>
  )
}

const LABELS: Record<string, string> = {
  '/shop': 'Store domain',
  '/accessToken': 'Admin API access token',
  '/clientSecret': 'API secret key',
}

const SAMPLE = { shop: 'sample.myshopify.com', accessToken: 'sample', clientSecret: 'sample' }
const EMPTY = { shop: '', accessToken: '', clientSecret: '' }

interface ConnectFormProps {
  connection: ShopifyConnection
  onConnected: (name: string) => void
}

function ConnectForm({ connection, onConnected }: ConnectFormProps) {
  const { mode } = useWorkspace()
  const connect = useConnectShopify()
  const [fields, setFields] = useState({ ...(mode === 'test' ? SAMPLE : EMPTY), shop: connection.shop ?? '' })
  const set = (changes: Partial<typeof fields>) => setFields({ ...fields, ...changes })
  const { error } = connect
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (connect.isPending) return
        connect.mutate(
          {
            shop: fields.shop.trim(),
            accessToken: fields.accessToken.trim(),
            clientSecret: fields.clientSecret.trim(),
          },
          { onSuccess: ({ name, shop }) => onConnected(name ?? shop ?? 'Store') },
        )
      }}
    >
      <Paper withBorder p={{ base: 'md', sm: 'lg' }} maw={680}>
        <Stack gap="md">
          <TextInput
            label="Store domain"
            description="The one that ends with .myshopify.com."
            placeholder="northwind.myshopify.com"
            value={fields.shop}
            onChange={(event) => set({ shop: event.currentTarget.value })}
            error={fieldError(error, '/shop')}
            maxLength={100}
            required
            withAsterisk={false}
          />
          <PasswordInput
            label="Admin API access token"
            description="In Shopify, open Settings, then Apps, then Develop apps. The app needs read access to products, inventory, locations, publications, customers and orders."
            placeholder="shpat_…"
            value={fields.accessToken}
            onChange={(event) => set({ accessToken: event.currentTarget.value })}
            error={fieldError(error, '/accessToken')}
            autoComplete="off"
            required
            withAsterisk={false}
          />
          <PasswordInput
            label="API secret key"
            description="Of the same app. Shopify signs its webhooks with it."
            value={fields.clientSecret}
            onChange={(event) => set({ clientSecret: event.currentTarget.value })}
            error={fieldError(error, '/clientSecret')}
            autoComplete="off"
            required
            withAsterisk={false}
          />
          <ErrorAlert
            error={withLabeledDetails(error, (path) => LABELS[path] ?? path)}
            title="Couldn't connect the store"
          />
          <Group justify="flex-end">
            <Button type="submit" loading={connect.isPending}>
              {connection.connected ? 'Save credentials' : 'Connect store'}
            </Button>
          </Group>
        </Stack>
      </Paper>
    </form>
  )
}

function DisconnectDialog({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const disconnect = useDisconnectShopify()
  return (
    <ConfirmDialog
      title="Disconnect Shopify?"
      errorTitle="Couldn't disconnect Shopify"
      cancelLabel="Cancel"
      confirmLabel="Disconnect"
      mutation={disconnect}
      onConfirm={() => disconnect.mutate(undefined, { onSuccess: onDone })}
      onClose={onClose}
    >
      The token and secret are deleted, and changes in Shopify no longer reach this shop. What was synced stays.
    </ConfirmDialog>
  )
}
