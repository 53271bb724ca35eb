import { Alert, Button, Group, Paper, Progress, Stack, Table, Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { canManage, useWorkspace } from '../session.ts'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { ErrorAlert, Loading } from '../ui/feedback.tsx'
import { Label } from '../ui/label.tsx'
import { Page } from '../ui/page.tsx'
import { ScrollTable } from '../ui/scroll-table.tsx'
import { formatDateTime } from '../ui/time.tsx'
import { ChangesSection } from './changes-section.tsx'
import { isRunning, type SyncRun, useCancelSync, useSyncRun } from './shopify.ts'
import { formatStage, RUN_STATUSES, runTitle, STAGE_LABELS, STAGES } from './shopify-labels.ts'

export function RunPage() {
  const { id } = useParams({ from: '/shell/settings/connections/shopify/runs/$id' })
  return <RunDetails key={id} id={id} />
}

function RunDetails({ id }: { id: string }) {
  const { workspace } = useWorkspace()
  const { data, error, isPending, refetch } = useSyncRun(id)
  const [isCanceling, setIsCanceling] = useState(false)
  return (
    <Page
      title={data ? runTitle(data) : 'Sync'}
      back="Shopify"
      actions={
        data && isRunning(data) && canManage(workspace.role) ? (
          <Button variant="outline" color="red" onClick={() => setIsCanceling(true)}>
            Cancel sync
          </Button>
        ) : null
      }
    >
      {isPending ? <Loading what="the sync" /> : null}
      <ErrorAlert error={error} title="Couldn't load the sync" onRetry={() => void refetch()} />
      {data ? (
        <>
          <RunState run={data} />
          <CountsTable counts={data.counts} isDryRun={data.dryRun} />
          {isRunning(data) ? null : <ChangesSection run={data} />}
        </>
      ) : null}
      {isCanceling && data && isRunning(data) ? (
        <CancelDialog run={data} onClose={() => setIsCanceling(false)} />
      ) : null}
    </Page>
  )
}

function RunState({ run }: { run: SyncRun }) {
  const status = RUN_STATUSES[run.status]
  const percent = Math.floor(run.progress * 100)
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Group gap="xs">
            <Label color={status.color} isLarge>
              {status.label}
            </Label>
            {isRunning(run) ? <Text size="sm">{formatStage(run)}</Text> : null}
          </Group>
          <Text size="sm" c="dimmed">
            {run.finishedAt ? `Finished ${formatDateTime(run.finishedAt)}` : `Started ${formatDateTime(run.createdAt)}`}
          </Text>
        </Group>
        {isRunning(run) ? (
          <Progress.Root size="lg">
            <Progress.Section value={percent} aria-label="Progress of the sync" />
          </Progress.Root>
        ) : null}
        {run.error ? <Alert color={run.status === 'failed' ? 'red' : 'gray'}>{run.error}</Alert> : null}
        {run.warnings.map((warning) => (
          <Alert key={warning} color="orange">
            {warning}
          </Alert>
        ))}
        {run.dryRun && run.status === 'completed' ? (
          <Text size="sm">This was a dry run: nothing was written.</Text>
        ) : null}
      </Stack>
    </Paper>
  )
}

const COLUMNS = [
  ['read', 'Read', 'Read'],
  ['created', 'Added', 'To add'],
  ['updated', 'Updated', 'To update'],
  ['unchanged', 'Unchanged', 'Unchanged'],
  ['deleted', 'Deleted', 'To delete'],
  ['failed', 'Failed', 'Failed'],
] as const

function CountsTable({ counts, isDryRun }: { counts: SyncRun['counts']; isDryRun: boolean }) {
  const stages = STAGES.filter((stage) => counts[stage])
  if (stages.length === 0) return null
  return (
    <Paper withBorder>
      <ScrollTable label="Counts by resource" minWidth={560}>
        <Table
          verticalSpacing="xs"
          horizontalSpacing="sm"
          aria-label="Counts by resource"
          style={{ fontVariantNumeric: 'tabular-nums' }}
        >
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Resource</Table.Th>
              {COLUMNS.map(([name, done, planned]) => (
                <Table.Th key={name} scope="col" ta="right">
                  {isDryRun ? planned : done}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {stages.map((stage) => (
              <Table.Tr key={stage}>
                <Table.Th scope="row">{STAGE_LABELS[stage]}</Table.Th>
                {COLUMNS.map(([name]) => (
                  <Table.Td key={name} ta="right">
                    {counts[stage]?.[name].toLocaleString()}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollTable>
    </Paper>
  )
}

function CancelDialog({ run, onClose }: { run: SyncRun; onClose: () => void }) {
  const cancel = useCancelSync(run.id)
  return (
    <ConfirmDialog
      title="Cancel this sync?"
      errorTitle="Couldn't cancel the sync"
      cancelLabel="Keep syncing"
      confirmLabel="Cancel sync"
      mutation={cancel}
      onConfirm={() => cancel.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      What was already written stays. The next sync writes the rest.
    </ConfirmDialog>
  )
}
