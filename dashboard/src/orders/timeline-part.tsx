import { Stack, Text, Timeline } from '@mantine/core'
import { actorInWords } from '../members/actor-words.ts'
import { useMembers } from '../members/members.ts'
import { Failure } from '../parts/failure.tsx'
import { LoadMore } from '../parts/load-more.tsx'
import { Loading } from '../parts/loading.tsx'
import { Section } from '../parts/section.tsx'
import { fullTime } from '../parts/when.tsx'
import { eventInWords } from './order-words.ts'
import { type OrderEvent, useTimeline } from './orders.ts'

export function TimelinePart({ id }: { id: string }) {
  const timeline = useTimeline(id)
  const members = useMembers()
  const events = timeline.data?.pages.flatMap(({ data }) => data) ?? []
  return (
    <Section title="History">
      {timeline.isPending ? <Loading what="the history" rows={2} /> : null}
      <Stack gap="sm" align="flex-start">
        <Failure error={timeline.error} title="The history can't be shown" onRetry={() => void timeline.refetch()} />
        <Timeline
          bulletSize={12}
          lineWidth={2}
          component="ol"
          m={0}
          p={0}
          pl={6}
          style={{ listStyle: 'none' }}
          aria-label="History, newest first"
        >
          {events.map((event) => (
            <Timeline.Item key={event.id} component="li">
              <Text size="sm">{eventInWords(event)}</Text>
              <Text size="xs" c="dimmed">
                {whenAndWho(event, members.data ?? [])}
              </Text>
            </Timeline.Item>
          ))}
        </Timeline>
        <LoadMore list={timeline} size="xs" style={{ alignSelf: 'flex-start' }} />
      </Stack>
    </Section>
  )
}

function whenAndWho({ createdAt, data }: OrderEvent, members: { userId: string; name: string }[]): string {
  const { by } = data
  const isPerson = typeof by === 'string' && /^(member|key):/.test(by)
  return `${fullTime(createdAt)}${isPerson ? ` by ${actorInWords(by, members)}` : ''}`
}
