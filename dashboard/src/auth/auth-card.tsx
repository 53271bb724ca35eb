import { Center, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'
import mark from '../mark.svg'

/** Frame of every page shown before sign-in. */
export function AuthCard({ title, about, children }: { title: string; about?: ReactNode; children: ReactNode }) {
  useDocumentTitle(`${title} · Storedesk`)
  return (
    <Center
      component="main"
      mih="100dvh"
      p="md"
      bg="light-dark(var(--mantine-color-gray-0), var(--mantine-color-dark-8))"
    >
      <Stack w="100%" maw={420} gap="lg">
        <Group gap="sm" justify="center">
          <img src={mark} alt="" width={36} height={36} />
          <Text fw={700} size="xl">
            Storedesk
          </Text>
        </Group>
        <Paper withBorder shadow="sm" p={{ base: 'lg', xs: 'xl' }} radius="md">
          <Stack gap="md">
            <div>
              <Title order={1} size="h3">
                {title}
              </Title>
              {about ? (
                <Text c="dimmed" size="sm" mt={4} style={{ textWrap: 'pretty', overflowWrap: 'anywhere' }}>
                  {about}
                </Text>
              ) : null}
            </div>
            {children}
          </Stack>
        </Paper>
      </Stack>
    </Center>
  )
}
