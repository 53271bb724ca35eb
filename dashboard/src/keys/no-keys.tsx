import { Paper, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

export function NoKeys({ action }: { action: ReactNode }) {
  return (
    <Paper withBorder p="xl">
      <Stack align="center" gap="sm" ta="center">
        <Title order={2} size="h4">
          No keys yet
        </Title>
        <Text c="dimmed" maw={440}>
          Begin with a test key: it works on the sandbox, where nothing touches production.
        </Text>
        {action}
      </Stack>
    </Paper>
  )
}
