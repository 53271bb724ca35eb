import { Group, Stack, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { BackLink, type ListName } from './back-link.tsx'

interface Props {
  title: string
  about?: ReactNode
  actions?: ReactNode
  /** The list this page belongs to. */
  back?: ListName
  children: ReactNode
}

export function Page({ title, about, actions, back, children }: Props) {
  useDocumentTitle(`${title} · Storedesk`)
  return (
    <Stack gap="lg" maw={1100} mx="auto">
      <Group justify="space-between" align="flex-start" gap="md">
        <Stack gap={4} maw={680}>
          {back ? <BackLink to={back} /> : null}
          <Title order={1} size="h2">
            {title}
          </Title>
          {about ? (
            <Text c="dimmed" style={{ textWrap: 'pretty' }}>
              {about}
            </Text>
          ) : null}
        </Stack>
        {actions}
      </Group>
      {children}
    </Stack>
  )
}
