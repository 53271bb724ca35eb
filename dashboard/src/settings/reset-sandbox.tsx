import { Alert, Button, Group, Loader, Paper, Stack, Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Failure } from '../parts/failure.tsx'
import { Live } from '../parts/live.tsx'
import { ResetSandboxDialog } from './reset-sandbox-dialog.tsx'
import { type Sandbox, useSandboxState } from './sandbox.ts'

export function ResetSandbox() {
  const [isAsking, setIsAsking] = useState(false)
  const [isBegun, setIsBegun] = useState(false)
  const sandbox = useSandboxState(isBegun)
  const state = isBegun ? sandbox.data?.state : undefined
  useFreshPagesWhen(state === 'ready')
  return (
    <Paper withBorder p="lg" maw={680}>
      <Stack gap="md">
        <div>
          <Title order={2} size="h4">
            Reset the sandbox
          </Title>
          <Text size="sm" c="dimmed">
            Makes it a copy of the live shop, as that is now.
          </Text>
        </div>
        <Live>{state ? <Progress state={state} /> : null}</Live>
        <Failure error={sandbox.error} title="How far the reset is can't be told" />
        <Group>
          <Button variant="outline" color="red" onClick={() => setIsAsking(true)} disabled={state === 'resetting'}>
            Reset the sandbox
          </Button>
        </Group>
      </Stack>
      {isAsking ? (
        <ResetSandboxDialog
          onClose={() => setIsAsking(false)}
          onBegun={() => {
            setIsAsking(false)
            setIsBegun(true)
          }}
        />
      ) : null}
    </Paper>
  )
}

function Progress({ state }: { state: Sandbox['state'] }) {
  if (state === 'ready') return <Alert color="green">The sandbox is a copy of the live shop now.</Alert>
  if (state === 'failed') {
    return <Alert color="red">The reset was given up, and the sandbox is as it was. Try again later.</Alert>
  }
  return (
    <Group gap="xs" wrap="nowrap">
      <Loader size="xs" />
      <Text size="sm">The sandbox is being reset. A large shop takes a minute; you may go on elsewhere.</Text>
    </Group>
  )
}

/** All that was read of the sandbox before is another shop's now. */
function useFreshPagesWhen(isDone: boolean) {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (isDone) void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'sandbox' })
  }, [isDone, queryClient])
}
