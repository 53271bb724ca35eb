import { Alert, Anchor, Container, Loader, Stack, Text, Title, Typography } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { type Article, useShopApi } from '../shop-api.ts'

export function ArticlePage({ handle, shopName }: { handle: string; shopName: string }) {
  const { data, error } = useShopApi<Article>(`articles/${encodeURIComponent(handle)}`)
  useDocumentTitle(`${data?.title ?? 'Help'} – ${shopName}`)
  return (
    <Container component="main" size="sm" py="xl" w="100%">
      <Stack gap="lg">
        <Anchor href="#/help">← Help</Anchor>
        {error ? (
          <Alert color="red" role="alert">
            {error === 'not_found'
              ? 'This article does not exist any more.'
              : 'The article could not be loaded. Reload the page.'}
          </Alert>
        ) : null}
        {data ? (
          <article lang={data.locale}>
            <Title order={2} size="h1" mb="md">
              {data.title}
            </Title>
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server renders it without raw HTML */}
            <Typography style={{ overflowX: 'auto' }} dangerouslySetInnerHTML={{ __html: data.html }} />
            <Text size="sm" c="dimmed" mt="lg">
              <time dateTime={data.publishedAt}>
                {new Intl.DateTimeFormat(undefined, { dateStyle: 'long' }).format(new Date(data.publishedAt))}
              </time>
            </Text>
          </article>
        ) : error ? null : (
          <Loader aria-label="Loading" />
        )}
      </Stack>
    </Container>
  )
}
