import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props {
  what: string
  /** The other version, for comparison. */
  children?: ReactNode
  onKeepMine: () => void
  onTakeTheirs: () => void
}

/** Two people edited the same text: nothing is lost unless one of them decides so. */
export function ConflictNotice({ what, children, onKeepMine, onTakeTheirs }: Props) {
  return (
    <Alert color="orange" role="alert" title={`Somebody else has changed ${what} meanwhile`}>
      <Stack gap="sm">
        <Text size="sm">Nothing of yours is lost, and nothing of theirs is overwritten until you decide.</Text>
        {children}
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={onKeepMine}>
            Keep mine, to save it
          </Button>
          <Button size="xs" variant="default" onClick={onTakeTheirs}>
            Discard mine and show theirs
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}
