import { Button, Group, Stack, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { Dialog } from '../parts/dialog.tsx'
import { useLeavingGuard } from '../shell/leaving.ts'

/** Asks before what was typed is lost, whichever way somebody leaves: by a link, by another workspace, by closing the tab. */
export function LeaveDialog({ isChanged }: { isChanged: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: () => true,
    disabled: !isChanged,
    enableBeforeUnload: isChanged,
    withResolver: true,
  })
  const [leave, setLeave] = useState<() => void>()
  const guard = useCallback((leaving: () => void) => setLeave(() => leaving), [])
  useLeavingGuard(isChanged ? guard : undefined)

  if (blocker.status !== 'blocked' && !leave) return null
  const stay = () => {
    blocker.reset?.()
    setLeave(undefined)
  }
  return (
    <Dialog title="Leave without saving?" onClose={stay}>
      <Stack gap="md">
        <Text>What you have changed on this page is not saved, and would be lost.</Text>
        <Group justify="flex-end">
          <Button
            variant="default"
            onClick={() => {
              blocker.proceed?.()
              leave?.()
            }}
          >
            Leave the page
          </Button>
          <Button onClick={stay} data-autofocus>
            Stay here
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
