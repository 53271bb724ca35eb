import { Button, Paper, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

export function NoProducts({ action }: { action: ReactNode }) {
  return (
    <Paper withBorder p="xl">
      <Stack align="center" gap="sm" ta="center">
        <Title order={2} size="h4">
          No products yet
        </Title>
        <Text c="dimmed" maw={440}>
          Begin with one: a title and a price are enough. It stays a draft, which no shopper sees, until you make it
          active.
        </Text>
        {action}
      </Stack>
    </Paper>
  )
}

export function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <Paper withBorder p="xl">
      <Stack align="center" gap="sm" ta="center">
        <Title order={2} size="h4">
          Nothing fits
        </Title>
        <Text c="dimmed" maw={440}>
          No product has all of what you are looking for.
        </Text>
        <Button variant="default" onClick={onClear}>
          Clear all filters
        </Button>
      </Stack>
    </Paper>
  )
}
