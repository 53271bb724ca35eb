import { Alert, Button, Group, Stack } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useWorkspace } from '../session.ts'
import { useWorkspaceSettings } from '../settings/workspace-settings.ts'
import { ConfirmDelete } from '../ui/dialog.tsx'
import { ErrorAlert, Loading } from '../ui/feedback.tsx'
import { Page } from '../ui/page.tsx'
import { CollectionForm } from './collection-form.tsx'
import { type Collection, collections } from './collections.ts'
import { ProductsSection } from './products-section.tsx'

export function CollectionPage() {
  const { id } = useParams({ from: '/shell/catalog/collections/$id' })
  return <CollectionDetails key={id} id={id} />
}

const UPDATING_REFRESH_MS = 2000

function CollectionDetails({ id }: { id: string }) {
  const { workspace } = useWorkspace()
  const collection = collections.useOne(id, {
    refetchInterval: ({ state }) => (state.data?.updating ? UPDATING_REFRESH_MS : false),
  })
  const settings = useWorkspaceSettings()
  const [isDeleting, setIsDeleting] = useState(false)
  const canEdit = workspace.role !== 'viewer'
  const { data } = collection
  return (
    <Page
      title={data?.title ?? 'Collection'}
      {...(data && { about: data.kind === 'rules' ? 'Automated collection' : 'Manual collection' })}
      back="Collections"
    >
      {canEdit ? null : <Alert color="blue">Your role is viewer. You can view this page but not make changes.</Alert>}
      {collection.isPending || settings.isPending ? <Loading what="the collection" /> : null}
      <ErrorAlert
        error={collection.error ?? settings.error}
        title="Couldn't load the collection"
        onRetry={() => void collection.refetch()}
      />
      {data && settings.data ? (
        <Stack gap="lg">
          <CollectionForm collection={data} currency={settings.data.currency} canEdit={canEdit} />
          {/* Read again when all products are added and removed. */}
          <ProductsSection key={String(data.updating)} collection={data} canEdit={canEdit} />
          {canEdit ? (
            <Group>
              <Button variant="outline" color="red" onClick={() => setIsDeleting(true)}>
                Delete collection
              </Button>
            </Group>
          ) : null}
          {isDeleting ? <DeleteCollectionDialog collection={data} onClose={() => setIsDeleting(false)} /> : null}
        </Stack>
      ) : null}
    </Page>
  )
}

function DeleteCollectionDialog({ collection, onClose }: { collection: Collection; onClose: () => void }) {
  const { id, title, handle } = collection
  const navigate = useNavigate()
  // Leaves first: a page that still shows the collection would read it again.
  const remove = collections.useDelete(id, {
    onSuccess: () => navigate({ to: '/catalog/collections', ignoreBlocker: true }),
  })
  return (
    <ConfirmDelete
      name={title}
      consequence={`You can't undo this. Its products stay in the catalog. Links to the collection “${handle}” stop working.`}
      mutation={remove}
      onDelete={() => remove.mutate(undefined)}
      onClose={onClose}
    />
  )
}
