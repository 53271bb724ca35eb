import { Alert, Anchor, Container, List, Loader, Stack, Text, TextInput, Title } from '@mantine/core'
import { useDebouncedValue, useDocumentTitle } from '@mantine/hooks'
import { useState } from 'react'
import { type ArticleLink, useShopApi } from '../shop-api.ts'

export function HelpPage({ shopName }: { shopName: string }) {
  const [query, setQuery] = useState('')
  const [q] = useDebouncedValue(query.trim(), 250)
  const { data, error } = useShopApi<{ data: ArticleLink[] }>(`articles${q && `?q=${encodeURIComponent(q)}`}`)
  useDocumentTitle(`Help – ${shopName}`)
  return (
    <Container component="main" size="sm" py="xl" w="100%">
      <Stack gap="lg">
        <Title order={2}>Help</Title>
        <TextInput
          type="search"
          label="Search help"
          placeholder="How do I return something?"
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
          maxLength={200}
        />
        {error ? (
          <Alert color="red" role="alert">
            The articles could not be loaded. Reload the page.
          </Alert>
        ) : null}
        {data ? (
          <ArticleList articles={data.data} isSearch={q !== ''} />
        ) : error ? null : (
          <Loader aria-label="Loading" />
        )}
      </Stack>
    </Container>
  )
}

function ArticleList({ articles, isSearch }: { articles: ArticleLink[]; isSearch: boolean }) {
  if (articles.length === 0) return <Text role="status">{isSearch ? 'No results' : 'No articles yet'}</Text>
  if (isSearch) return <Links articles={articles} />
  const categories = [...new Set(articles.map(({ category }) => category))]
  return categories.map((category) => (
    <section key={category ?? ''}>
      {category ? (
        <Title order={3} size="h4" mb="xs">
          {category}
        </Title>
      ) : null}
      <Links articles={articles.filter((article) => article.category === category)} />
    </section>
  ))
}

const Links = ({ articles }: { articles: ArticleLink[] }) => (
  <List spacing="xs">
    {articles.map(({ handle, title, locale }) => (
      <List.Item key={handle}>
        <Anchor href={`#/help/${encodeURIComponent(handle)}`} lang={locale}>
          {title}
        </Anchor>
      </List.Item>
    ))}
  </List>
)
