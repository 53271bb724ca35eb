import { Anchor, Button, Paper, SimpleGrid, Stack, Text } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useRead } from '../resource.ts'
import { canManage, useWorkspace } from '../session.ts'
import { DismissibleMessage, ErrorAlert, Loading } from '../ui/feedback.tsx'
import { JsonBox, toJson } from '../ui/json-box.tsx'
import { LabeledValue } from '../ui/list.tsx'
import { Page } from '../ui/page.tsx'
import { Section } from '../ui/section.tsx'
import { formatDateTime } from '../ui/time.tsx'
import { DeliveryStatus, formatNextAttempt } from './delivery-list.tsx'
import { endpointName, formatResult } from './webhook-labels.ts'
import { type Attempt, type DeliveryDetails, deliveries, endpoints, useReplayDelivery } from './webhooks.ts'

const POLL_MS = 3000

export function DeliveryPage() {
  const { id } = useParams({ from: '/shell/settings/webhooks/deliveries/$id' })
  return <Details key={id} id={id} />
}

function Details({ id }: { id: string }) {
  const { data, error, isPending, refetch } = deliveries.useOne(id, { refetchInterval: POLL_MS })
  const replay = useReplayDelivery(id)
  const isManager = canManage(useWorkspace().workspace.role)
  const [message, setMessage] = useState('')
  return (
    <Page
      title={data?.eventType ?? 'Delivery'}
      back="Webhook deliveries"
      actions={
        data && isManager ? (
          <Button
            loading={replay.isPending}
            onClick={() => replay.mutate(undefined, { onSuccess: () => setMessage('Delivery queued.') })}
          >
            Resend
          </Button>
        ) : null
      }
    >
      <DismissibleMessage message={message} onDismiss={() => setMessage('')} />
      <ErrorAlert error={replay.error} title="Couldn't resend the event" />
      {isPending ? <Loading what="the delivery" /> : null}
      <ErrorAlert error={error} title="Couldn't load the delivery" onRetry={() => void refetch()} />
      {data ? (
        <>
          <Facts delivery={data} isManager={isManager} />
          <Section title="Attempts">
            <Attempts attempts={data.attempts} />
          </Section>
          <Section title="Event" about="What your endpoint receives in the field data.">
            <EventData id={data.eventId} />
          </Section>
        </>
      ) : null}
    </Page>
  )
}

function Facts({ delivery, isManager }: { delivery: DeliveryDetails; isManager: boolean }) {
  return (
    <Paper withBorder p="md">
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
        <LabeledValue name="Status">
          <DeliveryStatus of={delivery} />
        </LabeledValue>
        {isManager ? (
          <LabeledValue name="Endpoint">
            <EndpointLink id={delivery.endpointId} />
          </LabeledValue>
        ) : null}
        <LabeledValue name="Created">{formatDateTime(delivery.createdAt)}</LabeledValue>
        {delivery.nextAttemptAt && delivery.status === 'pending' ? (
          <LabeledValue name="Next attempt">{formatNextAttempt(delivery.nextAttemptAt)}</LabeledValue>
        ) : (
          <LabeledValue name="Attempts">{delivery.attemptCount}</LabeledValue>
        )}
      </SimpleGrid>
    </Paper>
  )
}

function EndpointLink({ id }: { id: string }) {
  const endpoint = endpoints.useOne(id)
  return (
    <Anchor
      inherit
      style={{ overflowWrap: 'anywhere' }}
      renderRoot={(props) => <Link to="/settings/webhooks/$id" params={{ id }} {...props} />}
    >
      {endpoint.data ? endpointName(endpoint.data) : 'Endpoint'}
    </Anchor>
  )
}

function Attempts({ attempts }: { attempts: Attempt[] }) {
  if (attempts.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        Not sent yet.
      </Text>
    )
  }
  return (
    <Paper withBorder>
      <Stack component="ol" gap={0} m={0} p={0} style={{ listStyle: 'none' }} aria-label="Attempts, newest first">
        {attempts.toReversed().map((attempt, index) => (
          <Stack
            key={attempt.at}
            component="li"
            gap={4}
            px="md"
            py="sm"
            style={index > 0 ? { borderTop: '1px solid var(--mantine-color-default-border)' } : {}}
          >
            <Text size="sm" fw={600}>
              {formatResult(attempt)}
            </Text>
            <Text size="xs" c="dimmed">
              <time dateTime={attempt.at}>{formatDateTime(attempt.at)}</time>
            </Text>
            {attempt.response ? <JsonBox label="Start of the response">{attempt.response}</JsonBox> : null}
          </Stack>
        ))}
      </Stack>
    </Paper>
  )
}

function EventData({ id }: { id: string }) {
  const { data, error } = useRead('/v1/events/{id}', { params: { id } }, { retry: false })
  if (error) {
    return (
      <Text size="sm" c="dimmed">
        The event is no longer stored.
      </Text>
    )
  }
  return data ? <JsonBox label="Data of the event">{toJson(data.data)}</JsonBox> : <Loading what="the event" rows={1} />
}
