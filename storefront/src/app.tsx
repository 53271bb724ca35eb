import { Anchor, Box, Center, Container, Group, Stack, Text, Title } from '@mantine/core'
import { useHash } from '@mantine/hooks'
import { ArticlePage } from './help/article-page.tsx'
import { HelpPage } from './help/help-page.tsx'
import mark from './mark.svg'
import { type Shop, useShopApi } from './shop-api.ts'

export function App() {
  const [hash] = useHash({ getInitialValueInEffect: false })
  const shop = useShopApi<{ shop: Shop | null }>('shop').data?.shop
  const name = shop?.name ?? 'Shop'
  return (
    <Stack gap={0} mih="100dvh">
      <Box component="header" py="sm" style={{ borderBottom: '1px solid var(--mantine-color-default-border)' }}>
        <Container size="lg">
          <Group justify="space-between">
            <Title order={1} size="h3">
              <Anchor href="#/" inherit c="inherit" underline="never">
                {name}
              </Anchor>
            </Title>
            {shop ? (
              <nav aria-label="Shop">
                <Anchor href="#/help">Help</Anchor>
              </nav>
            ) : null}
          </Group>
        </Container>
      </Box>
      <CurrentPage hash={hash} shopName={name} />
    </Stack>
  )
}

function CurrentPage({ hash, shopName }: { hash: string; shopName: string }) {
  const [, page, handle] = /^#?\/(help)(?:\/([^/]+))?\/?$/.exec(hash) ?? []
  if (handle) return <ArticlePage handle={decode(handle)} shopName={shopName} />
  if (page) return <HelpPage shopName={shopName} />
  return (
    <Center component="main" flex={1} p="md">
      <Stack align="center" gap="lg">
        <img src={mark} alt="" width={64} height={64} />
        <Text size="xl" ta="center">
          No products yet
        </Text>
      </Stack>
    </Center>
  )
}

/** Anyone may write the address. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
