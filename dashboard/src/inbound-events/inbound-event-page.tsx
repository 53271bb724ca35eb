import { Alert, Anchor, Button, Paper, SimpleGrid, Text } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { PROVIDER_LABELS } from '../connections/connection-labels.ts'
import { useRead } from '../resource.ts'
import { canManage, useWorkspace } from '../session.ts'
import { DismissibleMessage, ErrorAlert, Loading } from '../ui/feedback.tsx'
import { JsonBox, toJson } from '../ui/json-box.tsx'
import { LabeledValue } from '../ui/list.tsx'
import { Page } from '../ui/page.tsx'
import { Section } from '../ui/section.tsx'
import { formatDateTime } from '../ui/time.tsx'
import { type InboundEventDetails, inboundEvents, useReplayInboundEvent } from './inbound-events.ts'
import { EventStatus } from './inbound-events-page.tsx'

const POLL_MS = 3000

export function InboundEventPage() {
  const { id } = useParams({ from: '/shell/settings/inbound-events/$id' })
  return <EventDetails key={id} id={id} />
}

function EventDetails({ id }: { id: string }) {
  const { workspace } = useWorkspace()
  const { data, error, isPending, refetch } = inboundEvents.useOne(id, {
    refetchInterval: ({ state }) => (state.data?.status === 'received' ? POLL_MS : false),
  })
  const replay = useReplayInboundEvent(id)
  const [message, setMessage] = useState('')
  const canEdit = canManage(workspace.role)
  return (
    <Page
      title={data?.topic || 'Inbound event'}
      back="Inbound events"
      actions={
        data && data.status !== 'rejected' && canEdit ? (
          <Button
            variant={data.status === 'failed' ? 'filled' : 'default'}
            loading={replay.isPending}
            onClick={() => replay.mutate(undefined, { onSuccess: () => setMessage('Event queued.') })}
          >
            Process again
          </Button>
        ) : null
      }
    >
      <DismissibleMessage message={message} onDismiss={() => setMessage('')} />
      <ErrorAlert error={replay.error} title="Couldn't process the event again" />
      {isPending ? <Loading what="the event" /> : null}
      <ErrorAlert error={error} title="Couldn't load the event" onRetry={() => void refetch()} />
      {data ? (
        <>
          {data.note ? (
            <Alert color={data.status === 'failed' || data.status === 'rejected' ? 'red' : 'gray'}>{data.note}</Alert>
          ) : null}
          <Facts event={data} />
          <Section title="Headers">
            <JsonBox label="Headers">{toJson(data.headers)}</JsonBox>
          </Section>
          <Section title="Body">
            <Body event={data} canRead={canEdit} />
          </Section>
        </>
      ) : null}
    </Page>
  )
}

function Facts({ event }: { event: InboundEventDetails }) {
  return (
    <Paper withBorder p="md">
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
        <LabeledValue name="Status">
          <EventStatus of={event} />
        </LabeledValue>
        <LabeledValue name="Provider">{PROVIDER_LABELS[event.provider]}</LabeledValue>
        <LabeledValue name="Received">{formatDateTime(event.receivedAt)}</LabeledValue>
        <LabeledValue name="Processed">
          {event.processedAt ? formatDateTime(event.processedAt) : 'Not yet'}
        </LabeledValue>
        <LabeledValue name="ID at the provider">
          <span style={{ overflowWrap: 'anywhere' }}>{event.externalId ?? 'None'}</span>
        </LabeledValue>
        <LabeledValue name="Attempts">{event.attempts}</LabeledValue>
        <LabeledValue name="Repeated deliveries">{event.duplicateCount}</LabeledValue>
      </SimpleGrid>
    </Paper>
  )
}

function Body({ event, canRead }: { event: InboundEventDetails; canRead: boolean }) {
  if (event.body !== null) return <JsonBox label="Body">{toText(event.body)}</JsonBox>
  if (event.emailId) return <EmailNote id={event.emailId} />
  return (
    <Text size="sm" c="dimmed">
      {bodyNote(event, canRead)}
    </Text>
  )
}

/** Where the content of an email is, or why it became no ticket. */
function EmailNote({ id }: { id: string }) {
  const trace = useRead('/v1/mail/{id}/trace', { params: { id } })
  if (trace.isPending) return <Loading what="the email" />
  if (!trace.data) return <ErrorAlert error={trace.error} title="Couldn't load what happened to the email" />
  const { email, decision } = trace.data
  const { ticketId } = email
  if (ticketId) {
    return (
      <Text size="sm" c="dimmed">
        This was an email.{' '}
        <Anchor
          underline="always"
          inherit
          renderRoot={(props) => <Link to="/inbox" search={{ ticket: ticketId }} {...props} />}
        >
          Its ticket
        </Anchor>{' '}
        has the content.
      </Text>
    )
  }
  const reason = email.error ?? decision?.steps.findLast(({ matched }) => matched)?.text
  return (
    <Text size="sm" c="dimmed">
      {email.status === 'received'
        ? 'This was an email. It waits to be processed.'
        : 'This was an email. It became no ticket.'}
      {reason ? ` ${reason}` : ''}
    </Text>
  )
}

function bodyNote({ status }: InboundEventDetails, canRead: boolean): string {
  if (!canRead) return 'Only owners and admins can see the body.'
  return status === 'rejected' ? 'The body of a rejected request is not stored.' : 'The content was erased.'
}

/** Formatted if it is JSON. */
function toText(body: string): string {
  try {
    return toJson(JSON.parse(body))
  } catch {
    return body
  }
}
