import { Group, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props {
  title: string
  /** Beside the title. */
  action?: ReactNode
  children: ReactNode
}

export const PanelSection = ({ title, action, children }: Props) => (
  <section aria-label={title}>
    <Group justify="space-between" mb={6} gap="xs">
      <Title order={3} size="h6">
        {title}
      </Title>
      {action}
    </Group>
    <Stack gap={6}>{children}</Stack>
  </section>
)
