import { Anchor, Group, Paper, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ListItem } from '../api.ts'
import { members } from '../members/members.ts'
import { useReadList } from '../resource.ts'
import { ErrorAlert, Loading } from '../ui/feedback.tsx'
import { Label, type LabelColor } from '../ui/label.tsx'
import { LabelSelect } from '../ui/label-select.tsx'
import { LoadMore, Row, RowList } from '../ui/list.tsx'
import { Section } from '../ui/section.tsx'
import { RelativeTime } from '../ui/time.tsx'

type Rating = ListItem<'/v1/csat-responses'>

const FILTER_LABELS = {
  all: 'All ratings',
  '5': '5 stars',
  '4': '4 stars',
  '3': '3 stars',
  '2': '2 stars',
  '1': '1 star',
} as const

export function RatingsSection() {
  const [filter, setFilter] = useState<keyof typeof FILTER_LABELS>('all')
  const ratings = useReadList('/v1/csat-responses', { query: filter === 'all' ? {} : { rating: Number(filter) } })
  const all = ratings.data ?? []
  return (
    <Section title="Latest ratings">
      <Stack gap="sm">
        <LabelSelect
          aria-label="Rating"
          labels={FILTER_LABELS}
          value={filter}
          onChange={setFilter}
          w={{ base: '100%', sm: 200 }}
        />
        {ratings.isPending ? <Loading what="ratings" /> : null}
        <ErrorAlert error={ratings.error} title="Couldn't load ratings" onRetry={() => void ratings.refetch()} />
        {ratings.data?.length === 0 ? (
          <Paper withBorder p="md">
            <Text size="sm">{filter === 'all' ? 'No ratings yet.' : 'No results'}</Text>
          </Paper>
        ) : null}
        {all.length > 0 ? (
          <RowList label="Latest ratings">
            {all.map((rating) => (
              <RatingRow key={rating.id} of={rating} />
            ))}
          </RowList>
        ) : null}
        <LoadMore list={ratings} />
      </Stack>
    </Section>
  )
}

const COLORS: Record<number, LabelColor> = { 1: 'red', 2: 'red', 3: 'yellow', 4: 'green', 5: 'green' }

function RatingRow({
  of: { rating, comment, ratedAt, ticketId, ticketNumber, ticketSubject, assigneeId },
}: {
  of: Rating
}) {
  const agent = members.useList().data?.find(({ userId }) => userId === assigneeId)?.name
  return (
    <Row>
      <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
        <Stack gap={4} miw={0}>
          <Group gap="xs">
            <Label isLarge color={COLORS[rating] ?? 'gray'}>
              <span role="img" aria-label={`${rating} of 5`}>
                {'★'.repeat(rating) + '☆'.repeat(5 - rating)}
              </span>
            </Label>
            {agent ? (
              <Text size="sm" c="dimmed">
                {agent}
              </Text>
            ) : null}
          </Group>
          {comment ? (
            <Text size="sm" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
              {comment}
            </Text>
          ) : null}
          <Anchor
            size="sm"
            style={{ overflowWrap: 'anywhere' }}
            renderRoot={(props) => <Link to="/inbox" search={{ ticket: ticketId }} {...props} />}
          >
            {`#${ticketNumber} ${ticketSubject}`}
          </Anchor>
        </Stack>
        <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
          <RelativeTime at={ratedAt} />
        </Text>
      </Group>
    </Row>
  )
}
