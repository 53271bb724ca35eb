import { Button, Group, Stack } from '@mantine/core'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { ErrorAlert } from '../ui/feedback.tsx'
import { Page } from '../ui/page.tsx'
import { UnsavedGuard } from '../ui/unsaved-guard.tsx'
import { ArticleInputs } from './article-inputs.tsx'
import { type ArticleInput, articles, toArticleChanges, validateArticle } from './articles.ts'

const EMPTY: ArticleInput = { title: '', body: '', handle: '', locale: '', category: '', tags: [], position: 0 }

/** The title may come from a question that the assistant could not answer. */
export function NewArticlePage() {
  const { title = '' } = useSearch({ from: '/shell/support/articles/new' })
  const [fields, setFields] = useState({ ...EMPTY, title })
  const create = articles.useCreate()
  const navigate = useNavigate()
  const validationError = validateArticle(fields)
  return (
    <Page title="New article" about="Nobody sees it before you publish it." back="Articles">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (validationError || create.isPending) return
          create.mutate(toNewArticle(fields), {
            onSuccess: ({ id }) =>
              void navigate({ to: '/support/articles/$id', params: { id }, replace: true, ignoreBlocker: true }),
          })
        }}
      >
        <UnsavedGuard isDirty={fields.body !== '' && !create.isSuccess} />
        <Stack gap="lg">
          <ArticleInputs
            fields={fields}
            edit={(changes) => {
              create.reset()
              setFields((current) => ({ ...current, ...changes }))
            }}
            readOnly={false}
            error={create.error}
            isNew
          />
          <ErrorAlert error={create.error} title="Couldn't save the article" />
          <Group justify="flex-end">
            <Button variant="default" renderRoot={(props) => <Link to="/support/articles" {...props} />}>
              Cancel
            </Button>
            <Button type="submit" loading={create.isPending} disabled={validationError !== undefined}>
              Save draft
            </Button>
          </Group>
        </Stack>
      </form>
    </Page>
  )
}

/** The server chooses what is empty. */
const toNewArticle = ({ handle, locale, ...fields }: ArticleInput) => ({
  ...toArticleChanges(fields),
  title: fields.title,
  body: fields.body,
  ...(handle && { handle }),
  ...(locale && { locale }),
})
