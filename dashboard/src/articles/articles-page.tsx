import { Anchor, Badge, Button, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useWorkspace } from '../session.ts'
import { FilterBar, useFilters } from '../ui/filters.tsx'
import { ListPage, Row, RowList } from '../ui/list.tsx'
import { RelativeTime } from '../ui/time.tsx'
import { type ArticleSummary, articles } from './articles.ts'

const STATUS_LABELS = { draft: 'Draft', published: 'Published' } as const

export function ArticlesPage() {
  const { workspace } = useWorkspace()
  const filters = useFilters({
    q: { kind: 'search', label: 'Search articles', description: 'Search by words of the title or text' },
    status: { kind: 'select', label: 'Status', options: STATUS_LABELS },
  })
  const list = articles.useList({ limit: 50, ...filters.values })
  return (
    <ListPage
      title="Articles"
      about="Help texts for customers. The assistant answers with what is published here and in your policies."
      what="articles"
      list={list}
      filters={<FilterBar label="Articles" filters={filters} />}
      isFiltered={filters.isFiltered}
      action={
        workspace.role === 'viewer' ? null : (
          <Button renderRoot={(props) => <Link to="/support/articles/new" {...props} />}>Write article</Button>
        )
      }
      empty={{
        title: 'No articles yet',
        text: 'Write down what customers often ask, such as how to choose a size. Published articles appear on your help page.',
      }}
    >
      {(all) => (
        <RowList label="Articles">
          {all.map((article) => (
            <ArticleRow key={article.id} article={article} />
          ))}
        </RowList>
      )}
    </ListPage>
  )
}

function ArticleRow({ article }: { article: ArticleSummary }) {
  const { id, title, category, locale, updatedAt } = article
  return (
    <Row>
      <Group justify="space-between" gap="sm">
        <Stack gap={0} miw={0} flex="1 1 16rem">
          <Anchor
            fw={600}
            style={{ overflowWrap: 'anywhere' }}
            renderRoot={(props) => <Link to="/support/articles/$id" params={{ id }} {...props} />}
          >
            {title}
          </Anchor>
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {[category ?? 'No category', locale].join(' · ')}
          </Text>
        </Stack>
        <Group gap="md">
          <Text size="sm" c="dimmed">
            {'Updated '}
            <RelativeTime at={updatedAt} />
          </Text>
          <ArticleStatusBadge article={article} />
        </Group>
      </Group>
    </Row>
  )
}

type ArticleState = Pick<ArticleSummary, 'publishedVersion' | 'currentVersion'>

export function ArticleStatusBadge({ article: { publishedVersion, currentVersion } }: { article: ArticleState }) {
  const [color, label] =
    publishedVersion === null
      ? ['gray.5', 'Draft']
      : publishedVersion === currentVersion
        ? ['green', 'Published']
        : ['orange', 'Published, with newer draft']
  return (
    <Badge miw="max-content" variant="dot" color={color} tt="none">
      {label}
    </Badge>
  )
}
