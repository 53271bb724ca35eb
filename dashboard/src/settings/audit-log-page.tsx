import { Alert, Group, Paper, Stack, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { api } from '../api.ts'
import { canManage } from '../session/me.ts'
import { useWorkspace } from '../session/workspace.ts'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { LoadMore } from '../ui/load-more.tsx'
import { Loading } from '../ui/loading.tsx'
import { Page } from '../ui/page.tsx'
import { formatDateTime } from '../ui/time.tsx'
import { formatAuditAction, formatAuditDetails } from './audit-labels.ts'

const PAGE_SIZE = 50

interface AuditPage {
  data: AuditEntry[]
  nextCursor: string | null
}

export function AuditLogPage() {
  const { workspace } = useWorkspace()
  return (
    <Page title="Audit log" about="Changes to keys, members and sign-in, newest first. Nobody can edit it.">
      {canManage(workspace.role) ? (
        <AuditLog workspaceId={workspace.id} />
      ) : (
        <Alert color="blue">{`Only owners and admins can view the audit log. Your role is ${workspace.role}.`}</Alert>
      )}
    </Page>
  )
}

function AuditLog({ workspaceId }: { workspaceId: string }) {
  const log = useInfiniteQuery({
    queryKey: ['audit-log', workspaceId],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ limit: String(PAGE_SIZE), ...(pageParam && { cursor: pageParam }) })
      return api<AuditPage>(`/workspaces/${workspaceId}/audit-log?${query}`, { signal })
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  const entries = log.data?.pages.flatMap(({ data }) => data) ?? []
  return (
    <Stack gap="md">
      {log.isPending ? <Loading what="audit log" /> : null}
      {log.isSuccess && entries.length === 0 ? (
        <Paper withBorder p="xl" ta="center">
          <Text c="dimmed">No entries yet</Text>
        </Paper>
      ) : null}
      {entries.length > 0 ? <AuditEntryList entries={entries} /> : null}
      <ErrorAlert error={log.error} title="Couldn't load the audit log" onRetry={() => void log.refetch()} />
      <LoadMore list={log} />
    </Stack>
  )
}

export interface AuditEntry {
  id: string
  at: string
  actorName: string
  action: string
  subject: string
  details: Record<string, unknown>
  ip: string | null
}

export function AuditEntryList({ entries }: { entries: AuditEntry[] }) {
  return (
    <Paper withBorder>
      <Stack component="ol" gap={0} m={0} p={0} style={{ listStyle: 'none' }} aria-label="Entries, newest first">
        {entries.map((entry, index) => (
          <Group
            key={entry.id}
            component="li"
            justify="space-between"
            gap={4}
            px="md"
            py="sm"
            style={index > 0 ? { borderTop: '1px solid var(--mantine-color-default-border)' } : {}}
          >
            <Stack gap={0} miw={0}>
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                <b>{entry.actorName}</b> {formatAuditAction(entry.action)} <b>{entry.subject}</b>
              </Text>
              <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                {formatAuditDetails(entry.details)}
              </Text>
            </Stack>
            <Text size="xs" c="dimmed">
              <time dateTime={entry.at}>{formatDateTime(entry.at)}</time>
              {entry.ip ? ` from ${entry.ip}` : null}
            </Text>
          </Group>
        ))}
      </Stack>
    </Paper>
  )
}
