import { Button, Group, List, Stack, Text } from '@mantine/core'
import { Dialog } from '../parts/dialog.tsx'
import { Failure } from '../parts/failure.tsx'
import { useResetSandbox } from './sandbox.ts'

export function ResetSandboxDialog({ onClose, onBegun }: { onClose: () => void; onBegun: () => void }) {
  const reset = useResetSandbox()
  return (
    <Dialog locked={reset.isPending} onClose={onClose} title="Reset the sandbox?">
      <Stack gap="md">
        <Failure error={reset.error} title="The sandbox was not reset" />
        <Text size="sm">In the sandbox this is deleted for good, and replaced by what the live shop has:</Text>
        <List size="sm">
          <List.Item>products, variants, prices and pictures</List.Item>
          <List.Item>collections</List.Item>
          <List.Item>locations and stock</List.Item>
          <List.Item>policies, theme and settings</List.Item>
        </List>
        <Text size="sm">The live shop, members and API keys stay as they are.</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={reset.isPending} data-autofocus>
            Keep the sandbox
          </Button>
          <Button color="red" loading={reset.isPending} onClick={() => reset.mutate(undefined, { onSuccess: onBegun })}>
            Delete and reset
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
