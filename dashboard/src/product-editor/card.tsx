import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'

interface Props {
  title: string
  about?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

export function Card({ title, about, actions, children }: Props) {
  const id = useId()
  return (
    <Paper component="section" withBorder p="md" aria-labelledby={id}>
      <Stack gap="md">
        <Group justify="space-between" gap="sm">
          <div>
            <Title order={2} size="h4" id={id}>
              {title}
            </Title>
            {about ? (
              <Text size="sm" c="dimmed" maw={680}>
                {about}
              </Text>
            ) : null}
          </div>
          {actions}
        </Group>
        {children}
      </Stack>
    </Paper>
  )
}
