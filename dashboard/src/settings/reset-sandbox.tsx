import { Alert, Button, Group, List, Loader, Paper, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../api.ts'
import { useWorkspace } from '../session/workspace.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { LiveRegion } from '../ui/live-region.tsx'

export function ResetSandboxSection() {
  const [isConfirming, setIsConfirming] = useState(false)
  const [isStarted, setIsStarted] = useState(false)
  const sandbox = useSandboxState(isStarted)
  const state = isStarted ? sandbox.data?.state : undefined
  useRefreshWhen(state === 'ready')
  return (
    <Paper withBorder p="lg" maw={680}>
      <Stack gap="md">
        <div>
          <Title order={2} size="h4">
            Reset sandbox
          </Title>
          <Text size="sm" c="dimmed">
            Replaces the sandbox with a copy of the live shop.
          </Text>
        </div>
        <LiveRegion>{state ? <ResetProgress state={state} /> : null}</LiveRegion>
        <ErrorAlert error={sandbox.error} title="Couldn't load the reset status" />
        <Group>
          <Button variant="outline" color="red" onClick={() => setIsConfirming(true)} disabled={state === 'resetting'}>
            Reset sandbox
          </Button>
        </Group>
      </Stack>
      {isConfirming ? (
        <ResetSandboxDialog
          onClose={() => setIsConfirming(false)}
          onStarted={() => {
            setIsConfirming(false)
            setIsStarted(true)
          }}
        />
      ) : null}
    </Paper>
  )
}

function ResetProgress({ state }: { state: Sandbox['state'] }) {
  if (state === 'ready') return <Alert color="green">Sandbox reset. It is now a copy of the live shop.</Alert>
  if (state === 'failed') {
    return <Alert color="red">The reset failed, and the sandbox is unchanged. Try again later.</Alert>
  }
  return (
    <Group gap="xs" wrap="nowrap">
      <Loader size="xs" />
      <Text size="sm">Resetting the sandbox. A large shop takes about a minute. You can leave this page.</Text>
    </Group>
  )
}

/** After a reset all cached sandbox data is stale. */
function useRefreshWhen(isDone: boolean) {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (isDone) void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'sandbox' })
  }, [isDone, queryClient])
}

export function ResetSandboxDialog({ onClose, onStarted }: { onClose: () => void; onStarted: () => void }) {
  const reset = useResetSandbox()
  return (
    <ConfirmDialog
      title="Reset sandbox?"
      errorTitle="Couldn't reset the sandbox"
      cancelLabel="Cancel"
      confirmLabel="Delete and reset"
      mutation={reset}
      onConfirm={() => reset.mutate(undefined, { onSuccess: onStarted })}
      onClose={onClose}
    >
      <Text size="sm">
        This permanently deletes the following sandbox data and replaces it with a copy of the live shop:
      </Text>
      <List size="sm">
        <List.Item>products, variants, prices and images</List.Item>
        <List.Item>collections</List.Item>
        <List.Item>locations and stock</List.Item>
        <List.Item>policies, theme and settings</List.Item>
      </List>
      <Text size="sm">The live shop, members and API keys don't change.</Text>
    </ConfirmDialog>
  )
}

export interface Sandbox {
  environmentId: string
  /** `failed`: the last reset was aborted and changed nothing. */
  state: 'ready' | 'resetting' | 'failed'
}

const POLL_MS = 2000

/** Polled only after a reset was started here, until it ends. */
export function useSandboxState(isPolling: boolean) {
  const { id } = useWorkspace().workspace
  return useQuery({
    queryKey: ['sandbox', id],
    queryFn: ({ signal }) => api<Sandbox>(`/workspaces/${id}/sandbox`, { signal }),
    enabled: isPolling,
    refetchInterval: ({ state }) => (state.data?.state === 'resetting' ? POLL_MS : false),
  })
}

export function useResetSandbox() {
  const { id } = useWorkspace().workspace
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api<Sandbox>(`/workspaces/${id}/sandbox/reset`, { method: 'POST' }),
    onSuccess: (sandbox) => queryClient.setQueryData(['sandbox', id], sandbox),
  })
}
