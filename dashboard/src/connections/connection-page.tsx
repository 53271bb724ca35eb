import { Alert, Button, List, Paper, SimpleGrid, Stack } from '@mantine/core'
import { Link, Navigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { canManage, useWorkspace } from '../session.ts'
import { CopyField } from '../ui/copy-field.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { DismissibleMessage, ErrorAlert, Loading } from '../ui/feedback.tsx'
import { Label } from '../ui/label.tsx'
import { LabeledValue } from '../ui/list.tsx'
import { Page } from '../ui/page.tsx'
import { Section } from '../ui/section.tsx'
import { RelativeTime } from '../ui/time.tsx'
import { ConnectionForm } from './connection-form.tsx'
import {
  connectionStatus,
  isProvider,
  PROVIDER_LABELS,
  PROVIDERS,
  SETUPS,
  STATUS_DISPLAY,
} from './connection-labels.ts'
import { type Connection, type Provider, useConnection, useReplaceWebhookUrl } from './connections.ts'

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
  const [isReplacing, setIsReplacing] = useState(false)
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
            <>
              <CopyField
                label="Webhook URL"
                description="Contains a token: treat it like a password."
                value={webhookUrl}
              />
              <Button
                size="xs"
                variant="default"
                style={{ alignSelf: 'flex-start' }}
                onClick={() => setIsReplacing(true)}
              >
                Replace URL
              </Button>
            </>
          ) : null}
        </Stack>
      </Paper>
      {isReplacing ? <ReplaceUrlDialog provider={provider} onClose={() => setIsReplacing(false)} /> : null}
    </Section>
  )
}

function ReplaceUrlDialog({ provider, onClose }: { provider: Provider; onClose: () => void }) {
  const replace = useReplaceWebhookUrl(provider)
  return (
    <ConfirmDialog
      title="Replace the webhook URL?"
      errorTitle="Couldn't replace the URL"
      cancelLabel="Cancel"
      confirmLabel="Replace URL"
      mutation={replace}
      onConfirm={() => replace.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      {`The current URL stops working at once. Enter the new one at ${PROVIDER_LABELS[provider]} right after that.`}
    </ConfirmDialog>
  )
}
