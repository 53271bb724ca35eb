import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useWorkspace } from '../session/workspace.ts'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { LiveRegion } from '../ui/live-region.tsx'
import { Loading } from '../ui/loading.tsx'
import { Page } from '../ui/page.tsx'
import { formatDateTime } from '../ui/time.tsx'
import { EmailFrame } from './email-frame.tsx'
import { EMAIL_KIND_LABELS } from './email-labels.ts'
import { EmailStatusBadge } from './email-row.tsx'
import { type Email, useEmail, useResendEmail } from './emails.ts'

export function EmailPage() {
  const { id } = useParams({ from: '/shell/sales/outbox/$id' })
  return <EmailDetails key={id} id={id} />
}

function EmailDetails({ id }: { id: string }) {
  const { workspace } = useWorkspace()
  const email = useEmail(id)
  const resend = useResendEmail(id)
  const [message, setMessage] = useState('')
  const { data } = email
  const sendAgain = () =>
    resend.mutate(undefined, {
      onSuccess: ({ status }) =>
        setMessage(status === 'suppressed' ? 'Nothing leaves the sandbox: it stays here.' : 'It is on its way again.'),
    })
  return (
    <Page
      title={data ? EMAIL_KIND_LABELS[data.kind].name : 'E-mail'}
      back="Outbox"
      actions={
        data?.text && workspace.role !== 'viewer' ? (
          <Button variant="default" loading={resend.isPending} onClick={sendAgain}>
            Send again
          </Button>
        ) : null
      }
    >
      <LiveRegion>{message ? <Alert color="blue">{message}</Alert> : null}</LiveRegion>
      <ErrorAlert error={resend.error} title="It was not sent again" />
      {email.isPending ? <Loading what="the e-mail" /> : null}
      <ErrorAlert error={email.error} title="The e-mail can't be shown" onRetry={() => void email.refetch()} />
      {data ? (
        <Stack gap="md">
          <EmailHeader of={data} />
          {data.text === null || data.html === null ? (
            <Alert color="gray">What it says is not kept any more: 90 days after it was sent it is removed.</Alert>
          ) : (
            <EmailFrame email={{ subject: data.subject, text: data.text, html: data.html }} />
          )}
        </Stack>
      ) : null}
    </Page>
  )
}

function EmailHeader({ of: email }: { of: Email }) {
  return (
    <Stack gap={4}>
      <Group gap="sm">
        <EmailStatusBadge of={email} />
        <Text size="sm">{`to ${email.to}`}</Text>
        <Anchor
          size="sm"
          renderRoot={(props) => <Link to="/sales/orders/$id" params={{ id: email.orderId }} {...props} />}
        >
          The order
        </Anchor>
      </Group>
      <Text size="sm" c="dimmed">
        {`Written ${formatDateTime(email.createdAt)}${email.sentAt ? `, sent ${formatDateTime(email.sentAt)}` : ''}`}
      </Text>
      {email.error ? (
        <Alert color={email.status === 'failed' ? 'red' : 'gray'} mt="xs">
          {email.error}
        </Alert>
      ) : null}
    </Stack>
  )
}
