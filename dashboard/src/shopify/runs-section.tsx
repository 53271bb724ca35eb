import { Anchor, Group, Progress, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ErrorAlert, Loading } from '../ui/feedback.tsx'
import { Label } from '../ui/label.tsx'
import { LoadMore, Row, RowList } from '../ui/list.tsx'
import { Section } from '../ui/section.tsx'
import { RelativeTime } from '../ui/time.tsx'
import { isRunning, type SyncRun, useSyncRuns } from './shopify.ts'
import { formatCounts, RUN_STATUSES, runTitle } from './shopify-labels.ts'

export function RunsSection() {
  const runs = useSyncRuns()
  return (
    <Section title="Sync history">
      <Stack gap="sm">
        {runs.isPending ? <Loading what="the sync history" /> : null}
        <ErrorAlert error={runs.error} title="Couldn't load the sync history" onRetry={() => void runs.refetch()} />
        {runs.data?.length === 0 ? (
          <Text size="sm" c="dimmed">
            No syncs yet.
          </Text>
        ) : null}
        {runs.data && runs.data.length > 0 ? (
          <RowList label="Syncs, newest first">
            {runs.data.map((run) => (
              <RunRow key={run.id} run={run} />
            ))}
          </RowList>
        ) : null}
        <LoadMore list={runs} />
      </Stack>
    </Section>
  )
}

function RunRow({ run }: { run: SyncRun }) {
  const status = RUN_STATUSES[run.status]
  return (
    <Row>
      <Stack gap={6}>
        <Group justify="space-between" gap="xs">
          <Group gap="xs">
            <Anchor
              size="sm"
              fw={600}
              renderRoot={(props) => (
                <Link to="/settings/connections/shopify/runs/$id" params={{ id: run.id }} {...props} />
              )}
            >
              {runTitle(run)}
            </Anchor>
            <Label color={status.color}>{status.label}</Label>
          </Group>
          <Text size="xs" c="dimmed">
            <RelativeTime at={run.createdAt} />
          </Text>
        </Group>
        {isRunning(run) ? (
          <Progress value={run.progress * 100} size="sm" aria-label="Progress of the sync" />
        ) : (
          <Text size="sm">{run.error ?? formatCounts(run.counts)}</Text>
        )}
      </Stack>
    </Row>
  )
}
