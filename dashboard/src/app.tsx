import { Anchor, Box, Container, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import mark from './mark.svg'
import { ServerStatus } from './server-status.tsx'

const DEVELOPER_PAGES = [
  { href: '/docs', title: 'API reference', about: 'Every endpoint, with its fields, errors and examples.' },
  { href: '/openapi.json', title: 'OpenAPI document', about: 'The same as a file, for code generators and tools.' },
]

export function App() {
  return (
    <>
      <Box component="header" py="sm" style={{ borderBottom: '1px solid var(--mantine-color-default-border)' }}>
        <Container size="sm">
          <Group gap="sm">
            <img src={mark} alt="" width={32} height={32} />
            <Title order={1} size="h3">
              Storedesk
            </Title>
          </Group>
        </Container>
      </Box>

      <Container component="main" size="sm" py="xl">
        <Stack gap="xl">
          <ServerStatus />
          <DeveloperPages />
        </Stack>
      </Container>
    </>
  )
}

function DeveloperPages() {
  return (
    <Box component="nav" aria-labelledby="developers">
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
  )
}
