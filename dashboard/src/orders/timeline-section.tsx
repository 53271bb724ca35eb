import { Anchor, Button, Group, Paper, Stack, Text, Textarea, Timeline } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatActor, members } from '../members/members.ts'
import { ErrorAlert, Loading } from '../ui/feedback.tsx'
import { LoadMore } from '../ui/list.tsx'
import { Section } from '../ui/section.tsx'
import { formatDateTime } from '../ui/time.tsx'
import { showToast } from '../ui/toast.tsx'
import { formatEvent } from './order-labels.ts'
import { type OrderEvent, useAddComment, useTimeline } from './orders.ts'

export function TimelineSection({ id, canEdit }: { id: string; canEdit: boolean }) {
  const timeline = useTimeline(id)
  const people = members.useList()
  return (
    <Section title="Timeline">
      {canEdit ? <CommentForm id={id} /> : null}
      {timeline.isPending ? <Loading what="the timeline" rows={2} /> : null}
      <Stack gap="sm" align="flex-start">
        <ErrorAlert error={timeline.error} title="Couldn't load the timeline" onRetry={() => void timeline.refetch()} />
        <Timeline
          bulletSize={12}
          lineWidth={2}
          component="ol"
          m={0}
          p={0}
          pl={6}
          style={{ listStyle: 'none' }}
          aria-label="Timeline, newest first"
        >
          {timeline.data?.map((event) => (
            <Timeline.Item key={event.id} component="li">
              <EventText event={event} />
              <Text size="xs" c="dimmed">
                {formatTimeAndActor(event, people.data ?? [])}
              </Text>
            </Timeline.Item>
          ))}
        </Timeline>
        <LoadMore list={timeline} size="xs" style={{ alignSelf: 'flex-start' }} />
      </Stack>
    </Section>
  )
}

const MAX_COMMENT_LENGTH = 5000

function CommentForm({ id }: { id: string }) {
  const [text, setText] = useState('')
  const add = useAddComment(id)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!text.trim() || add.isPending) return
        add.mutate(
          { text: text.trim() },
          {
            onSuccess: () => {
              setText('')
              showToast('Comment added')
            },
          },
        )
      }}
    >
      <Stack gap="xs" mb="md">
        <Textarea
          label="Comment"
          description="Only staff see comments."
          value={text}
          onChange={(event) => {
            add.reset()
            setText(event.currentTarget.value)
          }}
          maxLength={MAX_COMMENT_LENGTH}
          autosize
          minRows={1}
          maxRows={8}
        />
        <ErrorAlert error={add.error} title="Couldn't add the comment" />
        <Group justify="flex-end">
          <Button type="submit" size="xs" variant="default" loading={add.isPending} disabled={!text.trim()}>
            Add comment
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function EventText({ event }: { event: OrderEvent }) {
  if (event.type === 'order.commented') {
    return (
      <Paper withBorder px="sm" py={6} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        <Text size="sm">{formatEvent(event)}</Text>
      </Paper>
    )
  }
  if (event.type === 'email.sent' || event.type === 'email.failed') {
    const { emailId } = event.data
    return (
      <Anchor size="sm" renderRoot={(props) => <Link to="/sales/outbox/$id" params={{ id: emailId }} {...props} />}>
        {formatEvent(event)}
      </Anchor>
    )
  }
  return <Text size="sm">{formatEvent(event)}</Text>
}

function formatTimeAndActor({ createdAt, data }: OrderEvent, members: { userId: string; name: string }[]): string {
  const actor = 'actor' in data && data.actor ? data.actor : ''
  const isStaffOrKey = /^(member|key):/.test(actor)
  return `${formatDateTime(createdAt)}${isStaffOrKey ? ` by ${formatActor(actor, members)}` : ''}`
}
