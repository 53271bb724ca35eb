import { Alert, Button, Group, Paper, PasswordInput, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
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
  const { status } = connection
  if (status === 'sample') {
    return (
      <Section title="Store">
        <Alert color="blue">
          The sandbox syncs from a built-in sample store. Connect your own store in the live environment.
        </Alert>
      </Section>
    )
  }
  const isNew = status === 'not_connected'
  return (
    <Section title={isNew ? 'Connect your store' : 'Store'}>
      <Stack gap="md">
        {isNew ? null : (
          <StoreFacts
            connection={connection}
            {...(canEdit && {
              onReplace: () => setIsReplacing(!isReplacing),
              onDisconnect: () => setIsDisconnecting(true),
            })}
          />
        )}
        {isNew && !canEdit ? (
          <Text size="sm" c="dimmed">
            Not connected yet.
          </Text>
        ) : null}
        {canEdit && (isNew || isReplacing) ? (
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
  const { status, shop, name, currency, apiVersion, lastSyncedAt, disabledReason, webhooks } = connection
  const isDisabled = status === 'disabled'
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
      <Stack gap="md">
        {isDisabled ? (
          <Alert color="red" title="This connection is disabled">
            {`${disabledReason ?? ''} Replace the credentials to continue.`.trim()}
          </Alert>
        ) : null}
        {webhooks.error ? (
          <Alert color="orange" title="Shopify does not report changes">
            {`${webhooks.error} Until this is fixed, changes arrive only with a sync.`}
          </Alert>
        ) : null}
        <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
          <LabeledValue name="Status">
            <Label color={isDisabled ? 'red' : 'green'} isLarge>
              {isDisabled ? 'Disabled' : 'Connected'}
            </Label>
          </LabeledValue>
          <LabeledValue name="Store">
            <span style={{ overflowWrap: 'anywhere' }}>{name}</span>
          </LabeledValue>
          <LabeledValue name="Domain">
            <span style={{ overflowWrap: 'anywhere' }}>{shop}</span>
          </LabeledValue>
          <LabeledValue name="Last sync">{lastSyncedAt ? <RelativeTime at={lastSyncedAt} /> : 'Never'}</LabeledValue>
          <LabeledValue name="Currency">{currency}</LabeledValue>
          <LabeledValue name="API version">{apiVersion}</LabeledValue>
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
  '/clientSecret': 'Client secret',
}

interface ConnectFormProps {
  connection: ShopifyConnection
  onConnected: (name: string) => void
}

function ConnectForm({ connection, onConnected }: ConnectFormProps) {
  const connect = useConnectShopify()
  const [fields, setFields] = useState({ shop: connection.shop ?? '', accessToken: '', clientSecret: '' })
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
            label="Client secret"
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
              {connection.shop ? 'Save credentials' : 'Connect store'}
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
