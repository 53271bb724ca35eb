import { Alert } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useWorkspace } from '../session.ts'
import { ErrorAlert, Loading } from '../ui/feedback.tsx'
import { Page } from '../ui/page.tsx'
import { ArticleEditor } from './article-editor.tsx'
import { articles } from './articles.ts'

export function ArticlePage() {
  const { id } = useParams({ from: '/shell/support/articles/$id' })
  return <ArticleDetails key={id} id={id} />
}

function ArticleDetails({ id }: { id: string }) {
  const { workspace } = useWorkspace()
  const { data, error, isPending, refetch } = articles.useOne(id)
  const canEdit = workspace.role !== 'viewer'
  return (
    <Page title={data?.title ?? 'Article'} back="Articles">
      {canEdit ? null : <Alert color="blue">Your role is viewer. You can view this page but not make changes.</Alert>}
      {isPending ? <Loading what="the article" /> : null}
      <ErrorAlert error={error} title="Couldn't load the article" onRetry={() => void refetch()} />
      {data ? <ArticleEditor article={data} canEdit={canEdit} /> : null}
    </Page>
  )
}
