import { Box, Center, Container, Stack, Text, Title } from '@mantine/core'
import mark from './mark.svg'

export function App() {
  return (
    <Stack gap={0} mih="100dvh">
      <Box component="header" py="sm" style={{ borderBottom: '1px solid var(--mantine-color-default-border)' }}>
        <Container size="lg">
          <Title order={1} size="h3">
            Shop
          </Title>
        </Container>
      </Box>

      <Center component="main" flex={1} p="md">
        <Stack align="center" gap="lg">
          <img src={mark} alt="" width={64} height={64} />
          <Text size="xl" ta="center">
            No products yet
          </Text>
        </Stack>
      </Center>
    </Stack>
  )
}
