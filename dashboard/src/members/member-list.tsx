import { Group, Paper, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

export function MemberList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }} aria-label={label}>
      {children}
    </Stack>
  )
}

interface MemberListItemProps {
  title: ReactNode
  about: string
  actions: ReactNode
  below?: ReactNode
}

export function MemberListItem({ title, about, actions, below }: MemberListItemProps) {
  return (
    <Paper component="li" withBorder px="md" py="sm">
      <Group justify="space-between" gap="sm">
        <Stack gap={0} miw={0}>
          <Group gap="xs">{title}</Group>
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {about}
          </Text>
        </Stack>
        <Group gap="xs">{actions}</Group>
      </Group>
      {below}
    </Paper>
  )
}
