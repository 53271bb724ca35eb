import { Alert, Button, Group, List, Paper, PasswordInput, SimpleGrid, Stack, Switch, Text } from '@mantine/core'
import { Link, Navigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { canManage, useWorkspace } from '../session.ts'
import { CopyField } from '../ui/copy-field.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { DismissibleMessage, ErrorAlert, Loading } from '../ui/feedback.tsx'
import { fieldError } from '../ui/field-errors.ts'
import { Label } from '../ui/label.tsx'
import { LabeledValue } from '../ui/list.tsx'
import { Page } from '../ui/page.tsx'
import { Section } from '../ui/section.tsx'
import { RelativeTime } from '../ui/time.tsx'
import { connectionStatus, isProvider, PROVIDER_LABELS, PROVIDERS, SETUPS, STATUS_DISPLAY } from './connection-labels.ts'
import {
  type Connection,
  type ConnectionChanges,
  type Provider,
  useConnection,
  useDeleteConnection,
  useSaveConnection,
} from './connections.ts'

export function ConnectionPage() {
  const { provider } = useParams({ from: '/shell/settings/connections/$provider' })
  if (!isProvider(provider) || PROVIDERS[provider].page) return <Navigate to="/settings/connections" replace />
  return <ConnectionDetails key={provider} provider={provider} />
}

function ConnectionDetails({ provider }: { provider: Provider }) {
  const { workspace } = useWorkspace()
  const connection = useConnection(provider)
  const [message, setMessage] = useState('')
  const canEdit = canManage(workspace.role)
  const { data } = connection
  return (
    <Page
      title={PROVIDER_LABELS[provider]}
      about={PROVIDERS[provider].about}
      back="Connections"
      actions={
        <Button
          variant="default"
          renderRoot={(props) => <Link to="/settings/inbound-events" search={{ provider }} {...props} />}
        >
          View events
        </Button>
      }
    >
      {canEdit ? null : (
        <Alert color="blue">{`Only owners and admins can change connections. Your role is ${workspace.role}.`}</Alert>
      )}
      <DismissibleMessage message={message} onDismiss={() => setMessage('')} />
      {connection.isPending ? <Loading what="the connection" /> : null}
      <ErrorAlert
        error={connection.error}
        title="Couldn't load the connection"
        onRetry={() => void connection.refetch()}
      />
      {data ? <Facts connection={data} /> : null}
      {data && canEdit ? (
        <>
          <SetupSection connection={data} />
          <ConnectionForm key={String(data.connected)} connection={data} onMessage={setMessage} />
        </>
      ) : null}
    </Page>
  )
}

function Facts({ connection }: { connection: Connection }) {
  const status = STATUS_DISPLAY[connectionStatus(connection)]
  const { lastEventAt, rejectedCount, lastRejectedAt } = connection
  return (
    <Paper withBorder p="md">
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <LabeledValue name="Status">
          <Label color={status.color} isLarge>
            {status.label}
          </Label>
        </LabeledValue>
        <LabeledValue name="Last event">{lastEventAt ? <RelativeTime at={lastEventAt} /> : 'None yet'}</LabeledValue>
        <LabeledValue name="Rejected requests">
          {rejectedCount > 0 && lastRejectedAt ? (
            <>
              {`${rejectedCount}, last `}
              <RelativeTime at={lastRejectedAt} />
            </>
          ) : (
            'None'
          )}
        </LabeledValue>
      </SimpleGrid>
    </Paper>
  )
}

function SetupSection({ connection: { provider, webhookUrl } }: { connection: Connection }) {
  const steps = SETUPS[provider]?.steps ?? []
  return (
    <Section title="Set up">
      <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
        <Stack gap="md">
          <List type="ordered" size="sm" spacing="xs">
            {steps.map((step) => (
              <List.Item key={step}>{step}</List.Item>
            ))}
          </List>
          {webhookUrl ? (
            <CopyField label="Webhook URL" description="Contains a token: treat it like a password." value={webhookUrl} />
          ) : null}
        </Stack>
      </Paper>
    </Section>
  )
}

interface FormProps {
  connection: Connection
  onMessage: (message: string) => void
}

function ConnectionForm({ connection, onMessage }: FormProps) {
  const { provider, connected, hasSecret } = connection
  const setup = SETUPS[provider]
  const [secret, setSecret] = useState('')
  const [isActive, setIsActive] = useState(connected ? connection.active : true)
  const [isDisconnecting, setIsDisconnecting] = useState(false)
  const save = useSaveConnection(provider)
  const name = PROVIDER_LABELS[provider]
  const request: ConnectionChanges = { active: isActive, ...(secret.trim() !== '' && { secret: secret.trim() }) }
  const isDirty = !connected || secret.trim() !== '' || isActive !== connection.active
  return (
    <Section title="Settings">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (save.isPending || !isDirty) return
          save.mutate(request, {
            onSuccess: () => {
              setSecret('')
              onMessage(connected ? 'Connection saved.' : `${name} connected.`)
            },
          })
        }}
      >
        <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
          <Stack gap="md">
            {setup?.secret ? (
              <PasswordInput
                label={setup.secret}
                description={
                  hasSecret
                    ? 'A secret is stored. Leave empty to keep it. A replaced secret works for 24 more hours.'
                    : 'Requests are checked with it.'
                }
                value={secret}
                onChange={(event) => setSecret(event.currentTarget.value)}
                error={fieldError(save.error, '/secret')}
                autoComplete="off"
              />
            ) : (
              <Text size="sm">{`${name} does not sign its requests. The token in the URL proves who sent them.`}</Text>
            )}
            <Switch
              label="Active"
              description="Events for an inactive connection are stored, but not processed."
              checked={isActive}
              onChange={(event) => setIsActive(event.currentTarget.checked)}
            />
            <ErrorAlert error={save.error} title="Couldn't save the connection" />
            <Group justify={connected ? 'space-between' : 'flex-end'}>
              {connected ? (
                <Button variant="outline" color="red" onClick={() => setIsDisconnecting(true)}>
                  Disconnect
                </Button>
              ) : null}
              <Button type="submit" loading={save.isPending} disabled={!isDirty}>
                {connected ? 'Save' : `Connect ${name}`}
              </Button>
            </Group>
          </Stack>
        </Paper>
      </form>
      {isDisconnecting ? (
        <DisconnectDialog
          provider={provider}
          onClose={() => setIsDisconnecting(false)}
          onDone={() => {
            setIsDisconnecting(false)
            onMessage(`${name} disconnected.`)
          }}
        />
      ) : null}
    </Section>
  )
}

interface DisconnectDialogProps {
  provider: Provider
  onClose: () => void
  onDone: () => void
}

function DisconnectDialog({ provider, onClose, onDone }: DisconnectDialogProps) {
  const remove = useDeleteConnection(provider)
  const name = PROVIDER_LABELS[provider]
  return (
    <ConfirmDialog
      title={`Disconnect ${name}?`}
      errorTitle={`Couldn't disconnect ${name}`}
      cancelLabel="Cancel"
      confirmLabel="Disconnect"
      mutation={remove}
      onConfirm={() => remove.mutate(undefined, { onSuccess: onDone })}
      onClose={onClose}
    >
      {`Its secret is deleted, and requests to the current URL are rejected. What ${name} has already sent stays.`}
    </ConfirmDialog>
  )
}
