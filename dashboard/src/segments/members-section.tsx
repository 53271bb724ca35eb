import { Button, Group, Stack, Text } from '@mantine/core'
import { fetchFile } from '../api.ts'
import { CustomerList } from '../customers/customer-list.tsx'
import type { Segment } from '../customers/segments.ts'
import { useAction } from '../mutation.ts'
import { useApiScope, useReadList } from '../resource.ts'
import { ErrorAlert, Loading } from '../ui/feedback.tsx'
import { LoadMore } from '../ui/list.tsx'
import { saveFile } from '../ui/save-file.ts'
import { Section } from '../ui/section.tsx'
import { formatDateTime } from '../ui/time.tsx'

export function MembersSection({ segment }: { segment: Segment }) {
  const { id, name, memberCount, status, refreshedAt } = segment
  const isBuilding = status === 'building'
  const members = useReadList('/v1/segments/{id}/members', { params: { id }, query: { limit: 20 } }, { staleTime: 0 })
  const all = members.data ?? []
  return (
    <Section
      title="Members"
      about={
        isBuilding
          ? 'All customers are being evaluated. Until this is done, some members are missing.'
          : `Customers who change are evaluated within seconds. Relative dates count back from ${formatDateTime(refreshedAt)}.`
      }
    >
      <Stack gap="sm">
        <Group justify="space-between">
          <Text size="sm" fw={600} aria-live="polite">
            {`${memberCount === 1 ? '1 member' : `${memberCount.toLocaleString()} members`}${isBuilding ? ' so far' : ''}`}
          </Text>
          <ExportButton id={id} name={name} />
        </Group>
        {members.isPending ? <Loading what="members" rows={2} /> : null}
        <ErrorAlert error={members.error} title="Couldn't load the members" onRetry={() => void members.refetch()} />
        {all.length > 0 ? <CustomerList customers={all} /> : null}
        <LoadMore list={members}>Load more members</LoadMore>
      </Stack>
    </Section>
  )
}

function ExportButton({ id, name }: Pick<Segment, 'id' | 'name'>) {
  const { url, environmentId } = useApiScope()('/v1/segments/{id}/export', { id })
  const exportMembers = useAction({
    mutationFn: () => fetchFile(url, environmentId),
    onSuccess: (file) => saveFile(`${name}.csv`, file),
  })
  return (
    <Stack gap="xs" align="flex-end">
      <Button variant="default" size="xs" loading={exportMembers.isPending} onClick={() => exportMembers.mutate()}>
        Export CSV
      </Button>
      <ErrorAlert error={exportMembers.error} title="Couldn't export the members" />
    </Stack>
  )
}
