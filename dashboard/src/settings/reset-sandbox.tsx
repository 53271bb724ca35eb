import { Alert, Button, Group, List, Loader, Paper, Stack, Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ResponseBody } from '../api.ts'
import { useApiScope, useRead, useWrite } from '../resource.ts'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { ErrorAlert, LiveRegion } from '../ui/feedback.tsx'

const SANDBOX_PATH = '/workspaces/{workspaceId}/sandbox'
type SandboxStatus = ResponseBody<typeof SANDBOX_PATH>['status']

export function ResetSandboxSection() {
  const [isConfirming, setIsConfirming] = useState(false)
  const [isStarted, setIsStarted] = useState(false)
  const sandbox = useSandbox(isStarted)
  const status = isStarted ? sandbox.data?.status : undefined
  useRefreshWhen(status === 'ready')
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
        <LiveRegion>{status ? <ResetProgress status={status} /> : null}</LiveRegion>
        <ErrorAlert error={sandbox.error} title="Couldn't load the reset status" />
        <Group>
          <Button variant="outline" color="red" onClick={() => setIsConfirming(true)} disabled={status === 'resetting'}>
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

function ResetProgress({ status }: { status: SandboxStatus }) {
  if (status === 'ready') return <Alert color="green">Sandbox reset. It is now a copy of the live shop.</Alert>
  if (status === 'failed') {
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
    if (isDone) void queryClient.invalidateQueries({ predicate: ({ queryKey }) => !queryKey.includes('sandbox') })
  }, [isDone, queryClient])
}

function ResetSandboxDialog({ onClose, onStarted }: { onClose: () => void; onStarted: () => void }) {
  const queryClient = useQueryClient()
  const { queryKey } = useApiScope()(SANDBOX_PATH)
  const reset = useWrite(
    'post',
    `${SANDBOX_PATH}/reset`,
    {},
    // The last reset's result must not show up as this one's.
    { onSuccess: (sandbox) => void queryClient.setQueryData(queryKey, sandbox) },
  )
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
        <List.Item>policies, articles, theme and settings</List.Item>
        <List.Item>discounts and customer segments; their uses start at zero</List.Item>
      </List>
      <Text size="sm">
        Orders, customers, gift cards, tickets and chats of the sandbox stay. Orders keep the titles and prices they
        were placed with, even of products that are deleted.
      </Text>
      <Text size="sm">The live shop, members and API keys don't change.</Text>
    </ConfirmDialog>
  )
}

const POLL_MS = 2000

/** Polled only after a reset was started here, until it ends. */
const useSandbox = (isPolling: boolean) =>
  useRead(
    SANDBOX_PATH,
    {},
    {
      enabled: isPolling,
      refetchInterval: ({ state }) => (state.data?.status === 'resetting' ? POLL_MS : false),
    },
  )
