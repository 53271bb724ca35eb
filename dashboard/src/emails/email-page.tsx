import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useWorkspace } from '../session.ts'
import { ErrorAlert, LiveRegion, Loading } from '../ui/feedback.tsx'
import { Page } from '../ui/page.tsx'
import { formatDateTime } from '../ui/time.tsx'
import { EmailFrame } from './email-frame.tsx'
import { EMAIL_KIND_LABELS } from './email-labels.ts'
import { type Email, useEmail, useResendEmail } from './emails.ts'
import { EmailStatusBadge } from './outbox-page.tsx'

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
        setMessage(status === 'suppressed' ? "The sandbox doesn't send emails" : 'Email queued'),
    })
  return (
    <Page
      title={data ? EMAIL_KIND_LABELS[data.kind].name : 'Email'}
      back="Outbox"
      actions={
        data?.text && data.kind !== 'login_code' && data.kind !== 'chat_code' && workspace.role !== 'viewer' ? (
          <Button variant="default" loading={resend.isPending} onClick={sendAgain}>
            Resend
          </Button>
        ) : null
      }
    >
      <LiveRegion>{message ? <Alert color="blue">{message}</Alert> : null}</LiveRegion>
      <ErrorAlert error={resend.error} title="Couldn't resend the email" />
      {email.isPending ? <Loading what="email" /> : null}
      <ErrorAlert error={email.error} title="Couldn't load the email" onRetry={() => void email.refetch()} />
      {data ? (
        <Stack gap="md">
          <EmailHeader of={data} />
          {data.text === null || data.html === null ? (
            <Alert color="gray">
              The content of this email was deleted. Content is kept for 90 days after sending.
            </Alert>
          ) : (
            <EmailFrame email={{ subject: data.subject, text: data.text, html: data.html }} />
          )}
        </Stack>
      ) : null}
    </Page>
  )
}

function EmailHeader({ of: email }: { of: Email }) {
  const { orderId } = email
  return (
    <Stack gap={4}>
      <Group gap="sm">
        <EmailStatusBadge of={email} />
        <Text size="sm">{`To ${email.to}`}</Text>
        {orderId ? (
          <Anchor size="sm" renderRoot={(props) => <Link to="/sales/orders/$id" params={{ id: orderId }} {...props} />}>
            View order
          </Anchor>
        ) : null}
      </Group>
      <Text size="sm" c="dimmed">
        {`Created ${formatDateTime(email.createdAt)}${email.sentAt ? `, sent ${formatDateTime(email.sentAt)}` : ''}`}
      </Text>
      {email.error ? (
        <Alert color={email.status === 'failed' ? 'red' : 'gray'} mt="xs">
          {email.error}
        </Alert>
      ) : null}
    </Stack>
  )
}
