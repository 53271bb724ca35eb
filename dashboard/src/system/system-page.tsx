import { Anchor, Box, Paper, SimpleGrid, Text, Title } from '@mantine/core'
import { Page } from '../ui/page.tsx'
import { ServerStatus } from './server-status.tsx'

const DEVELOPER_PAGES = [
  { href: '/docs', title: 'API reference', about: 'All endpoints with their fields, errors and examples.' },
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
