import { Box, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'

interface Props {
  title: string
  about?: string
  children: ReactNode
}

export function Section({ title, about, children }: Props) {
  const id = useId()
  return (
    <Box component="section" aria-labelledby={id}>
      <Title order={2} size="h4" id={id}>
        {title}
      </Title>
      {about ? (
        <Text size="sm" c="dimmed" maw={680}>
          {about}
        </Text>
      ) : null}
      <Box mt="sm">{children}</Box>
    </Box>
  )
}
