import { Button, Group, Stack, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { Dialog } from './dialog.tsx'

/** Asks before what was typed is left behind, by a link as well as by closing the window. */
export function UnsavedGuard({ isEdited }: { isEdited: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => isEdited,
    enableBeforeUnload: isEdited,
    withResolver: true,
  })
  if (status !== 'blocked') return null
  return (
    <Dialog title="Leave without saving?" onClose={reset}>
      <Stack gap="md">
        <Text size="sm">What you have changed on this page is not saved yet.</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={reset} data-autofocus>
            Stay here
          </Button>
          <Button color="red" onClick={proceed}>
            Leave without saving
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
