import { Button, Group, Stack, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { Dialog } from './dialog.tsx'
import { useLeaveGuard } from './leave-guard.ts'

/** Asks before unsaved changes are lost by following a link, switching the workspace or closing the tab. */
export function UnsavedGuard({ isDirty }: { isDirty: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: () => true,
    disabled: !isDirty,
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  const [leave, setLeave] = useState<() => void>()
  const guard = useCallback((leaving: () => void) => setLeave(() => leaving), [])
  useLeaveGuard(isDirty ? guard : undefined)

  if (blocker.status !== 'blocked' && !leave) return null
  const stay = () => {
    blocker.reset?.()
    setLeave(undefined)
  }
  return (
    <Dialog title="Leave page with unsaved changes?" onClose={stay}>
      <Stack gap="md">
        <Text size="sm">Leaving this page discards your unsaved changes.</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={stay} data-autofocus>
            Stay on page
          </Button>
          <Button
            color="red"
            onClick={() => {
              setLeave(undefined)
              blocker.proceed?.()
              leave?.()
            }}
          >
            Leave page
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
