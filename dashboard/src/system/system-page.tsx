import { Anchor, Box, Paper, SimpleGrid, Text, Title } from '@mantine/core'
import { Page } from '../ui/page.tsx'
import { ServerStatus } from './server-status.tsx'

const DEVELOPER_PAGES = [
  { href: '/docs/quick-start', title: 'Quick start', about: 'From the first call to a paid order in five minutes.' },
  {
    href: '/docs/',
    title: 'Documentation',
    about: 'Guides, and all endpoints with their fields, errors and examples.',
  },
  { href: '/docs/webhooks', title: 'Webhooks', about: 'Receive events, verify them, and try it on your own machine.' },
  {
    href: '/openapi.json',
    title: 'OpenAPI document',
    about: 'The API description as a file, for code generators and tools.',
  },
]

export function SystemPage() {
  return (
    <Page title="Server and API">
      <ServerStatus />
      <Box component="section" aria-labelledby="developers">
        <Title order={2} size="h4" id="developers" mb="sm">
          For developers
        </Title>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          {DEVELOPER_PAGES.map(({ href, title, about }) => (
            <Paper key={href} withBorder p="md">
              <Anchor href={href} fw={600}>
                {title}
              </Anchor>
              <Text size="sm" c="dimmed" mt={4}>
                {about}
              </Text>
            </Paper>
          ))}
        </SimpleGrid>
      </Box>
    </Page>
  )
}
