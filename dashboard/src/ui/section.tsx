import { Box, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'

interface Props {
  title: string
  about?: ReactNode
  children: ReactNode
}

export function Section({ title, about, action, children }: Props & { action?: ReactNode }) {
  const id = useId()
  return (
    <Box component="section" aria-labelledby={id}>
      <Group justify="space-between" gap="sm">
        <div>
          <SectionHeading id={id} title={title} about={about} />
        </div>
        {action}
      </Group>
      <Box mt="sm">{children}</Box>
    </Box>
  )
}

/** A section in a box of its own. */
export function SectionCard({ title, about, actions, children }: Props & { actions?: ReactNode }) {
  const id = useId()
  return (
    <Paper component="section" withBorder p={{ base: 'md', sm: 'lg' }} aria-labelledby={id}>
      <Stack gap="md">
        <Group justify="space-between" gap="sm">
          <div>
            <SectionHeading id={id} title={title} about={about} />
          </div>
          {actions}
        </Group>
        {children}
      </Stack>
    </Paper>
  )
}

function SectionHeading({ id, title, about }: Omit<Props, 'children'> & { id: string }) {
  return (
    <>
      <Title order={2} size="h4" id={id}>
        {title}
      </Title>
      {about ? (
        <Text size="sm" c="dimmed" maw={680}>
          {about}
        </Text>
      ) : null}
    </>
  )
}
