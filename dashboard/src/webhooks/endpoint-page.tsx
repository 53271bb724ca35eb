import { Alert, Button, Group, Menu, Paper, SimpleGrid, Stack, Text } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { DismissibleMessage, ErrorAlert, Loading } from '../ui/feedback.tsx'
import { Label } from '../ui/label.tsx'
import { LabeledValue } from '../ui/list.tsx'
import { Page } from '../ui/page.tsx'
import { Section } from '../ui/section.tsx'
import { formatDateTime, RelativeTime } from '../ui/time.tsx'
import { EndpointDeliveries } from './delivery-list.tsx'
import { EditEndpointDialog } from './endpoint-dialog.tsx'
import { ManagersOnly } from './managers-only.tsx'
import { ReplayDialog } from './replay-dialog.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { DISABLED_REASONS, endpointStatus, formatEventTypes } from './webhook-labels.ts'
import { type Endpoint, endpoints, useRotateSecret, useSendTestEvent } from './webhooks.ts'

/** It may start to fail, or be disabled, while somebody looks at it. */
const POLL_MS = 5000

export function EndpointPage() {
  const { id } = useParams({ from: '/shell/settings/webhooks/$id' })
  return (
    <ManagersOnly>
      <EndpointDetails key={id} id={id} />
    </ManagersOnly>
  )
}

function EndpointDetails({ id }: { id: string }) {
  const { data, error, isPending, refetch } = endpoints.useOne(id, { refetchInterval: POLL_MS })
  const [message, setMessage] = useState('')
  return (
    <Page
      title={data?.description || 'Webhook endpoint'}
      about={data ? <span style={{ overflowWrap: 'anywhere' }}>{data.url}</span> : undefined}
      back="Webhooks"
      actions={data ? <Actions endpoint={data} onMessage={setMessage} /> : null}
    >
      <DismissibleMessage message={message} onDismiss={() => setMessage('')} />
      {isPending ? <Loading what="the endpoint" /> : null}
      <ErrorAlert error={error} title="Couldn't load the endpoint" onRetry={() => void refetch()} />
      {data ? (
        <>
          {data.disabledReason && !data.active ? (
            <Alert color="red" title="This endpoint is disabled">
              {`${DISABLED_REASONS[data.disabledReason]} Fix your server, then set the endpoint to active and resend what it missed.`}
            </Alert>
          ) : null}
          {data.active && data.failingSince ? (
            <Alert color="orange" title="Requests to this endpoint fail">
              {`Since ${formatDateTime(data.failingSince)}. It is disabled after three days without a success.${
                data.pausedUntil && new Date(data.pausedUntil) > new Date()
                  ? ` Nothing is sent before ${formatDateTime(data.pausedUntil)}.`
                  : ''
              }`}
            </Alert>
          ) : null}
          <Facts endpoint={data} />
          <Section title="Deliveries">
            <EndpointDeliveries endpointId={id} />
          </Section>
        </>
      ) : null}
    </Page>
  )
}

function Facts({ endpoint }: { endpoint: Endpoint }) {
  const status = endpointStatus(endpoint)
  const { previousSecretUntil } = endpoint
  const isOverlapping = previousSecretUntil !== null && new Date(previousSecretUntil) > new Date()
  return (
    <Paper withBorder p="md">
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
        <LabeledValue name="Status">
          <Label color={status.color} isLarge>
            {status.label}
          </Label>
        </LabeledValue>
        <LabeledValue name="Events">
          <span style={{ overflowWrap: 'anywhere' }}>{formatEventTypes(endpoint.events)}</span>
        </LabeledValue>
        <LabeledValue name="Added">
          <RelativeTime at={endpoint.createdAt} />
        </LabeledValue>
        <LabeledValue name="Signing secret">
          {isOverlapping
            ? `The previous one signs too until ${formatDateTime(previousSecretUntil)}`
            : 'Shown once, when created or rotated'}
        </LabeledValue>
      </SimpleGrid>
    </Paper>
  )
}

type OpenDialog = 'edit' | 'rotate' | 'replay' | 'delete'

function Actions({ endpoint, onMessage }: { endpoint: Endpoint; onMessage: (message: string) => void }) {
  const [dialog, setDialog] = useState<OpenDialog>()
  const sendTest = useSendTestEvent(endpoint.id)
  const close = (message = '') => {
    setDialog(undefined)
    onMessage(message)
  }
  return (
    <Stack gap="xs" align="flex-end">
      <Group gap="xs">
        <Button
          loading={sendTest.isPending}
          disabled={!endpoint.active}
          onClick={() => sendTest.mutate(undefined, { onSuccess: () => onMessage('Test event queued.') })}
        >
          Send test event
        </Button>
        <Button variant="default" onClick={() => setDialog('edit')}>
          Edit
        </Button>
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default">More actions</Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => setDialog('replay')}>Resend events…</Menu.Item>
            <Menu.Item onClick={() => setDialog('rotate')}>Rotate signing secret…</Menu.Item>
            <Menu.Item c="red" onClick={() => setDialog('delete')}>
              Delete endpoint…
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Group>
      <ErrorAlert error={sendTest.error} title="Couldn't send the test event" />
      {dialog === 'edit' ? (
        <EditEndpointDialog of={endpoint} onClose={() => close()} onSaved={() => close('Endpoint saved.')} />
      ) : null}
      {dialog === 'replay' ? <ReplayDialog of={endpoint} onClose={() => close()} onReplayed={close} /> : null}
      {dialog === 'rotate' ? <RotateDialog of={endpoint} onClose={() => close()} /> : null}
      {dialog === 'delete' ? <DeleteDialog of={endpoint} onClose={() => close()} /> : null}
    </Stack>
  )
}

function RotateDialog({ of, onClose }: { of: Endpoint; onClose: () => void }) {
  const rotate = useRotateSecret(of.id)
  if (rotate.data) {
    return (
      <SecretDialog title="Signing secret rotated" secret={rotate.data.secret} onDone={onClose}>
        <Text size="sm">Requests are signed with both secrets for 24 hours. Replace the old one before that.</Text>
      </SecretDialog>
    )
  }
  return (
    <ConfirmDialog
      title="Rotate the signing secret?"
      errorTitle="Couldn't rotate the secret"
      cancelLabel="Cancel"
      confirmLabel="Rotate secret"
      mutation={rotate}
      onConfirm={() => rotate.mutate(undefined)}
      onClose={onClose}
    >
      You get a new secret. The current one keeps working for 24 hours, so you can deploy the new one without losing
      events.
    </ConfirmDialog>
  )
}

function DeleteDialog({ of, onClose }: { of: Endpoint; onClose: () => void }) {
  const navigate = useNavigate()
  const remove = endpoints.useDelete(of.id, { onSuccess: () => navigate({ to: '/settings/webhooks' }) })
  return (
    <ConfirmDialog
      title="Delete this endpoint?"
      errorTitle="Couldn't delete the endpoint"
      cancelLabel="Cancel"
      confirmLabel="Delete endpoint"
      mutation={remove}
      onConfirm={() => remove.mutate(undefined)}
      onClose={onClose}
    >
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {`${of.url} gets no more events. Its delivery log is deleted.`}
      </Text>
    </ConfirmDialog>
  )
}
