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
    <Alert color="orange" role="alert" title={`Someone else changed ${what}`}>
      <Stack gap="sm">
        <Text size="sm">Neither version is lost. Choose which one to keep.</Text>
        {children}
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={onKeepMine}>
            Keep my changes
          </Button>
          <Button size="xs" variant="default" onClick={onTakeTheirs}>
            Discard my changes
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}
