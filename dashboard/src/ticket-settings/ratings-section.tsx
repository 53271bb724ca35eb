import { Paper, Stack, Text } from '@mantine/core'
import { useReadList } from '../resource.ts'
import { ErrorAlert, Loading } from '../ui/feedback.tsx'
import { LoadMore, Row, RowList } from '../ui/list.tsx'
import { Section } from '../ui/section.tsx'

export function RatingsSection() {
  const ratings = useReadList('/v1/csat-responses')
  const all = ratings.data ?? []
  return (
    <Section title="Latest ratings">
      <Stack gap="sm">
        {ratings.isPending ? <Loading what="ratings" /> : null}
        <ErrorAlert error={ratings.error} title="Couldn't load ratings" onRetry={() => void ratings.refetch()} />
        {ratings.data?.length === 0 ? (
          <Paper withBorder p="md">
            <Text size="sm">No ratings yet.</Text>
          </Paper>
        ) : null}
        {all.length > 0 ? (
          <RowList label="Latest ratings">
            {all.map(({ id, rating, comment, ratedAt }) => (
              <Row key={id}>
                <Text fw={600}>{`${rating} of 5`}</Text>
                {comment ? (
                  <Text size="sm" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
                    {comment}
                  </Text>
                ) : null}
                <Text size="sm" c="dimmed">
                  {new Date(ratedAt).toLocaleString()}
                </Text>
              </Row>
            ))}
          </RowList>
        ) : null}
        <LoadMore list={ratings} />
      </Stack>
    </Section>
  )
}
