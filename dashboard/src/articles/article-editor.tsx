import { Anchor, Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useWorkspace } from '../session.ts'
import { ConfirmDelete } from '../ui/dialog.tsx'
import { ErrorAlert } from '../ui/feedback.tsx'
import { changedFields, useSavedFormDraft } from '../ui/form-draft.ts'
import { SaveForm } from '../ui/save-form.tsx'
import { RelativeTime } from '../ui/time.tsx'
import { VersionHistory } from '../ui/version-history.tsx'
import { ArticleInputs } from './article-inputs.tsx'
import {
  type Article,
  type ArticleInput,
  articles,
  toArticleChanges,
  toArticleInput,
  useArticleVersions,
  usePublishArticle,
  useUnpublishArticle,
  validateArticle,
} from './articles.ts'
import { ArticleStatusBadge } from './articles-page.tsx'

export function ArticleEditor({ article, canEdit }: { article: Article; canEdit: boolean }) {
  const save = articles.useUpdate(article.id, { version: article.version })
  const saved = toArticleInput(article)
  const draft = useSavedFormDraft<ArticleInput>(saved, save)
  const history = useArticleVersions(article.id)
  const [isDeleting, setIsDeleting] = useState(false)
  const { fields, edit } = draft
  const submit = () =>
    save.mutate(toArticleChanges(changedFields(fields, saved)), {
      onSuccess: (latest) => draft.markSaved(fields, toArticleInput(latest)),
    })
  return (
    <Stack gap="lg">
      <Publication article={article} canEdit={canEdit} isDirty={draft.isDirty} onDone={draft.setMessage} />
      <SaveForm
        what="this article"
        errorTitle="Couldn't save the article"
        draft={draft}
        mutation={save}
        theirs={<Textarea label="Their text" value={article.body} readOnly autosize minRows={2} maxRows={5} />}
        canEdit={canEdit}
        validationError={validateArticle(fields)}
        onSave={submit}
      >
        <ArticleInputs fields={fields} edit={edit} readOnly={!canEdit} error={save.error} />
      </SaveForm>
      <VersionHistory
        about="Every saved text."
        history={history}
        previewPath="/v1/articles/preview"
        publishedVersion={article.publishedVersion ?? undefined}
        editedVersion={article.currentVersion}
        {...(canEdit && { onRestore: ({ title, body }) => edit({ title, body }) })}
      />
      {canEdit ? (
        <Group>
          <Button variant="outline" color="red" onClick={() => setIsDeleting(true)}>
            Delete article
          </Button>
        </Group>
      ) : null}
      {isDeleting ? <DeleteArticleDialog article={article} onClose={() => setIsDeleting(false)} /> : null}
    </Stack>
  )
}

interface PublicationProps {
  article: Article
  canEdit: boolean
  isDirty: boolean
  onDone: (message: string) => void
}

/** What visitors see, and the buttons that change it. */
function Publication({ article, canEdit, isDirty, onDone }: PublicationProps) {
  const { environmentId } = useWorkspace()
  const publish = usePublishArticle(article)
  const unpublish = useUnpublishArticle(article)
  const { publishedVersion, currentVersion, handle, updatedAt } = article
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="sm">
        <Group gap="sm">
          <ArticleStatusBadge article={article} />
          <Text size="sm" c="dimmed">
            Last changed <RelativeTime at={updatedAt} />
          </Text>
          {publishedVersion === null ? null : (
            <Anchor
              size="sm"
              href={`/help/${environmentId}/${encodeURIComponent(handle)}`}
              target="_blank"
              rel="noopener"
            >
              View page
            </Anchor>
          )}
        </Group>
        {canEdit ? (
          <Group gap="xs">
            {publishedVersion === null ? null : (
              <Button
                variant="default"
                loading={unpublish.isPending}
                onClick={() =>
                  unpublish.mutate(undefined, {
                    onSuccess: () => onDone('Article unpublished. Its versions are kept.'),
                  })
                }
              >
                Unpublish
              </Button>
            )}
            {publishedVersion === currentVersion ? null : (
              <Button
                disabled={isDirty}
                title={isDirty ? 'Save your changes first' : undefined}
                loading={publish.isPending}
                onClick={() =>
                  publish.mutate(undefined, { onSuccess: () => onDone(`Version ${currentVersion} published`) })
                }
              >
                Publish
              </Button>
            )}
          </Group>
        ) : null}
      </Group>
      <ErrorAlert error={publish.error ?? unpublish.error} title="Couldn't change what visitors see" />
    </Stack>
  )
}

function DeleteArticleDialog({ article: { id, title, version }, onClose }: { article: Article; onClose: () => void }) {
  const navigate = useNavigate()
  // Leaves first: a page that still shows the article would read it again.
  const remove = articles.useDelete(id, {
    version,
    onSuccess: () => navigate({ to: '/support/articles', ignoreBlocker: true }),
  })
  return (
    <ConfirmDelete
      name={title}
      consequence="You can't undo this. All its versions are deleted, and links to it stop working."
      mutation={remove}
      onDelete={() => remove.mutate(undefined)}
      onClose={onClose}
    />
  )
}
