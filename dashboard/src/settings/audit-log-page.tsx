import { Alert, Paper, Stack, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useDesk } from '../access/desk.ts'
import { manages } from '../access/me.ts'
import { api } from '../api.ts'
import { Failure } from '../parts/failure.tsx'
import { LoadMore } from '../parts/load-more.tsx'
import { Loading } from '../parts/loading.tsx'
import { Page } from '../parts/page.tsx'
import { AuditEntries, type AuditEntry } from './audit-entries.tsx'

const PAGE_SIZE = 50

interface AuditPage {
  data: AuditEntry[]
  nextCursor: string | null
}

export function AuditLogPage() {
  const { workspace } = useDesk()
  return (
    <Page title="Audit log" about="Who did what with keys, members and sign-in. Newest first; nobody can change it.">
      {manages(workspace.role) ? (
        <AuditLog workspaceId={workspace.id} />
      ) : (
        <Alert color="blue">{`Only owners and admins see the audit log. Your role here is ${workspace.role}.`}</Alert>
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
      {log.isPending ? <Loading what="the audit log" /> : null}
      {log.isSuccess && entries.length === 0 ? (
        <Paper withBorder p="xl" ta="center">
          <Text c="dimmed">Nothing has happened yet.</Text>
        </Paper>
      ) : null}
      {entries.length > 0 ? <AuditEntries entries={entries} /> : null}
      <Failure error={log.error} title="The audit log can't be shown" onRetry={() => void log.refetch()} />
      <LoadMore list={log} />
    </Stack>
  )
}
