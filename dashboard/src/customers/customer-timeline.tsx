import { Anchor, Button, Group, Paper, Stack, Text, Textarea } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { formatActor, members } from '../members/members.ts'
import { ErrorAlert, Loading } from '../ui/feedback.tsx'
import { LoadMore } from '../ui/list.tsx'
import { formatMoney } from '../ui/money.ts'
import { Section } from '../ui/section.tsx'
import { formatDateTime } from '../ui/time.tsx'
import { type TimelineEntry, useCreateNote, useTimeline } from './customers.ts'

export function CustomerTimeline({ id, canEdit }: { id: string; canEdit: boolean }) {
  const timeline = useTimeline(id)
  const entries = timeline.data ?? []
  return (
    <Section title="Timeline">
      <Stack gap="sm">
        {canEdit ? <NoteForm id={id} /> : null}
        {timeline.isPending ? <Loading what="timeline" rows={3} /> : null}
        <ErrorAlert error={timeline.error} title="Couldn't load the timeline" onRetry={() => void timeline.refetch()} />
        {timeline.isSuccess && entries.length === 0 ? (
          <Text size="sm" c="dimmed">
            Nothing has happened yet.
          </Text>
        ) : null}
        {entries.length > 0 ? (
          <Paper withBorder>
            <Stack component="ol" gap={0} m={0} p={0} style={{ listStyle: 'none' }} aria-label="Timeline, newest first">
              {entries.map((entry, index) => (
                <EntryRow key={entry.id} of={entry} isFirst={index === 0} />
              ))}
            </Stack>
          </Paper>
        ) : null}
        <LoadMore list={timeline} />
      </Stack>
    </Section>
  )
}

function NoteForm({ id }: { id: string }) {
  const [body, setBody] = useState('')
  const create = useCreateNote(id)
  const text = body.trim()
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (text && !create.isPending) create.mutate({ body: text }, { onSuccess: () => setBody('') })
      }}
    >
      <Stack gap="xs">
        <ErrorAlert error={create.error} title="Couldn't add the note" />
        <Textarea
          label="Add a note"
          description="Only your staff can see notes."
          value={body}
          onChange={(event) => setBody(event.currentTarget.value)}
          maxLength={10_000}
          autosize
          minRows={2}
          maxRows={8}
        />
        <Group justify="flex-end">
          <Button type="submit" variant="default" disabled={!text} loading={create.isPending}>
            Add note
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function EntryRow({ of: entry, isFirst }: { of: TimelineEntry; isFirst: boolean }) {
  return (
    <Group
      component="li"
      justify="space-between"
      align="flex-start"
      gap={4}
      px="md"
      py="sm"
      style={isFirst ? {} : { borderTop: '1px solid var(--mantine-color-default-border)' }}
    >
      <Text size="sm" flex="1 1 14rem" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
        <EntryText of={entry} />
      </Text>
      <Text size="xs" c="dimmed">
        <time dateTime={entry.at}>{formatDateTime(entry.at)}</time>
      </Text>
    </Group>
  )
}

const CHANNEL_NAMES = { email: 'email', sms: 'SMS', phone: 'phone' } as const
const CONSENT_VERBS = {
  subscribed: 'Subscribed to',
  unsubscribed: 'Unsubscribed from',
  pending: 'Has yet to confirm',
} as const

function EntryText({ of: entry }: { of: TimelineEntry }): ReactNode {
  const people = members.useList()
  switch (entry.kind) {
    case 'order':
      return (
        <>
          {'Placed '}
          <Anchor
            underline="always"
            size="sm"
            renderRoot={(rest) => <Link to="/sales/orders/$id" params={{ id: entry.orderId }} {...rest} />}
          >
            {`order #${entry.number}`}
          </Anchor>
          {` for ${formatMoney(entry.total)}${entry.status === 'canceled' ? ', canceled since' : ''}`}
        </>
      )
    case 'cart':
      return `${entry.status === 'open' ? 'Started a cart' : 'Left a cart'} with ${entry.items === 1 ? '1 item' : `${entry.items} items`}`
    case 'points':
      return [`${entry.change > 0 ? '+' : '−'}${Math.abs(entry.change)} points`, entry.reason]
        .filter(Boolean)
        .join(' · ')
    case 'store_credit': {
      const { amount, currency } = entry.change
      const change = `${amount > 0 ? '+' : '−'}${formatMoney({ amount: Math.abs(amount), currency })} store credit`
      return [change, entry.reason].filter(Boolean).join(' · ')
    }
    case 'email':
      return (
        <>
          {'Email '}
          <Anchor
            underline="always"
            size="sm"
            renderRoot={(rest) => <Link to="/sales/outbox/$id" params={{ id: entry.emailId }} {...rest} />}
          >
            {entry.subject}
          </Anchor>
        </>
      )
    case 'ticket':
      return (
        <>
          {'Wrote '}
          <Anchor underline="always" size="sm" href={`#/inbox?ticket=${entry.ticketId}`}>
            {`ticket #${entry.number}`}
          </Anchor>
          {`: ${entry.subject}${entry.status === 'resolved' ? ' (resolved)' : ''}`}
        </>
      )
    case 'consent':
      return `${CONSENT_VERBS[entry.state]} ${CHANNEL_NAMES[entry.channel]} marketing`
    case 'note':
      return `${entry.body}\n${formatActor(entry.author, people.data ?? [])}`
  }
}
