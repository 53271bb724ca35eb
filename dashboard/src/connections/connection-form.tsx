import { Button, Group, Paper, PasswordInput, Stack, Switch } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { ErrorAlert } from '../ui/feedback.tsx'
import { fieldError } from '../ui/field-errors.ts'
import { Section } from '../ui/section.tsx'
import { PROVIDER_LABELS, SETUPS } from './connection-labels.ts'
import {
  type Connection,
  type ConnectionChanges,
  type Provider,
  useDeleteConnection,
  useSaveConnection,
} from './connections.ts'

interface FormProps {
  connection: Connection
  onMessage: (message: string) => void
}

export function ConnectionForm({ connection, onMessage }: FormProps) {
  const { provider, connected, hasSecret, hasToken, secretRequired } = connection
  const setup = SETUPS[provider]
  const [secret, setSecret] = useState('')
  const [token, setToken] = useState('')
  const [isActive, setIsActive] = useState(connected ? connection.active : true)
  const [isDisconnecting, setIsDisconnecting] = useState(false)
  const isCarrier = connection.kind === 'shipping'
  const opensTickets = connection.settings.ticketOnProblem === true
  const [opensTicket, setOpensTicket] = useState(opensTickets)
  const save = useSaveConnection(provider)
  const name = PROVIDER_LABELS[provider]
  const request: ConnectionChanges = {
    active: isActive,
    ...(secret.trim() !== '' && { secret: secret.trim() }),
    ...(token.trim() !== '' && { token: token.trim() }),
    ...(opensTicket !== opensTickets && { settings: { ...connection.settings, ticketOnProblem: opensTicket } }),
  }
  const isDirty = !connected || Object.keys(request).length > 1 || isActive !== connection.active
  return (
    <Section title="Settings">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (save.isPending || !isDirty) return
          save.mutate(request, {
            onSuccess: () => {
              setSecret('')
              setToken('')
              onMessage(connected ? 'Connection saved.' : `${name} connected.`)
            },
          })
        }}
      >
        <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
          <Stack gap="md">
            <PasswordInput
              label={setup?.secret ?? 'Secret'}
              description={
                hasSecret
                  ? 'Stored. Leave empty to keep it. A replaced one works for another 24 hours.'
                  : secretRequired
                    ? 'Requests are checked with it.'
                    : 'Optional. Without it, only the token in the URL proves who sent a request.'
              }
              value={secret}
              onChange={(event) => setSecret(event.currentTarget.value)}
              error={fieldError(save.error, '/secret')}
              autoComplete="off"
            />
            {setup?.token ? (
              <PasswordInput
                label={setup.token.label}
                description={hasToken ? 'Stored. Leave empty to keep it.' : setup.token.description}
                value={token}
                onChange={(event) => setToken(event.currentTarget.value)}
                error={fieldError(save.error, '/token')}
                autoComplete="off"
              />
            ) : null}
            <Switch
              label="Active"
              description="Events for an inactive connection are stored, but not processed."
              checked={isActive}
              onChange={(event) => setIsActive(event.currentTarget.checked)}
            />
            {isCarrier ? (
              <Switch
                label="Open a ticket when a shipment has a problem"
                description="Also when it is returned to you."
                checked={opensTicket}
                onChange={(event) => setOpensTicket(event.currentTarget.checked)}
              />
            ) : null}
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
