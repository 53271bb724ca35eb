import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useDesk } from '../access/desk.ts'
import { Failure } from '../parts/failure.tsx'
import { Live } from '../parts/live.tsx'
import { Loading } from '../parts/loading.tsx'
import { Page } from '../parts/page.tsx'
import { fullTime } from '../parts/when.tsx'
import { MailFrame } from './mail-frame.tsx'
import { MailBadge } from './mail-row.tsx'
import { KIND_WORDS } from './mail-words.ts'
import { type Mail, useDeliverMail, useMail } from './mails.ts'

export function MailPage() {
  const { id } = useParams({ from: '/shell/sales/outbox/$id' })
  return <KnownMailPage key={id} id={id} />
}

function KnownMailPage({ id }: { id: string }) {
  const { workspace } = useDesk()
  const mail = useMail(id)
  const delivery = useDeliverMail(id)
  const [news, setNews] = useState('')
  const { data } = mail
  const again = () =>
    delivery.mutate(undefined, {
      onSuccess: ({ status }) =>
        setNews(status === 'suppressed' ? 'Nothing leaves the sandbox: it stays here.' : 'It is on its way again.'),
    })
  return (
    <Page
      title={data ? KIND_WORDS[data.kind].name : 'E-mail'}
      back="Outbox"
      actions={
        data?.text && workspace.role !== 'viewer' ? (
          <Button variant="default" loading={delivery.isPending} onClick={again}>
            Send again
          </Button>
        ) : null
      }
    >
      <Live>{news ? <Alert color="blue">{news}</Alert> : null}</Live>
      <Failure error={delivery.error} title="It was not sent again" />
      {mail.isPending ? <Loading what="the e-mail" /> : null}
      <Failure error={mail.error} title="The e-mail can't be shown" onRetry={() => void mail.refetch()} />
      {data ? (
        <Stack gap="md">
          <Facts of={data} />
          {data.text === null || data.html === null ? (
            <Alert color="gray">What it says is not kept any more: 90 days after it was sent it is removed.</Alert>
          ) : (
            <MailFrame mail={{ subject: data.subject, text: data.text, html: data.html }} />
          )}
        </Stack>
      ) : null}
    </Page>
  )
}

function Facts({ of: mail }: { of: Mail }) {
  return (
    <Stack gap={4}>
      <Group gap="sm">
        <MailBadge of={mail} />
        <Text size="sm">{`to ${mail.to}`}</Text>
        <Anchor
          size="sm"
          renderRoot={(props) => <Link to="/sales/orders/$id" params={{ id: mail.orderId }} {...props} />}
        >
          The order
        </Anchor>
      </Group>
      <Text size="sm" c="dimmed">
        {`Written ${fullTime(mail.createdAt)}${mail.sentAt ? `, sent ${fullTime(mail.sentAt)}` : ''}`}
      </Text>
      {mail.error ? (
        <Alert color={mail.status === 'failed' ? 'red' : 'gray'} mt="xs">
          {mail.error}
        </Alert>
      ) : null}
    </Stack>
  )
}
