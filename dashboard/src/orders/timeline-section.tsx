import { Stack, Text, Timeline } from '@mantine/core'
import { formatActor, members } from '../members/members.ts'
import { ErrorAlert, Loading } from '../ui/feedback.tsx'
import { LoadMore } from '../ui/list.tsx'
import { Section } from '../ui/section.tsx'
import { formatDateTime } from '../ui/time.tsx'
import { formatEvent } from './order-labels.ts'
import { type OrderEvent, useTimeline } from './orders.ts'

export function TimelineSection({ id }: { id: string }) {
  const timeline = useTimeline(id)
  const people = members.useList()
  return (
    <Section title="Timeline">
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
              <Text size="sm">{formatEvent(event)}</Text>
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

function formatTimeAndActor({ createdAt, data }: OrderEvent, members: { userId: string; name: string }[]): string {
  const actor = 'actor' in data && data.actor ? data.actor : ''
  const isStaffOrKey = /^(member|key):/.test(actor)
  return `${formatDateTime(createdAt)}${isStaffOrKey ? ` by ${formatActor(actor, members)}` : ''}`
}
