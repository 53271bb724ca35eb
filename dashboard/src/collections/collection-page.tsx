import { Alert, Button, Group, Stack } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useDesk } from '../access/desk.ts'
import { Failure } from '../parts/failure.tsx'
import { Loading } from '../parts/loading.tsx'
import { Page } from '../parts/page.tsx'
import { useWorkspaceSettings } from '../settings/workspace-settings.ts'
import { CollectionForm } from './collection-form.tsx'
import { useCollection } from './collections.ts'
import { DeleteCollectionDialog } from './delete-collection-dialog.tsx'
import { MembersPart } from './members-part.tsx'

export function CollectionPage() {
  const { id } = useParams({ from: '/shell/catalogue/collections/$id' })
  return <KnownCollectionPage key={id} id={id} />
}

function KnownCollectionPage({ id }: { id: string }) {
  const { workspace } = useDesk()
  const collection = useCollection(id)
  const settings = useWorkspaceSettings()
  const [isDeleting, setIsDeleting] = useState(false)
  const mayChange = workspace.role !== 'viewer'
  const { data } = collection
  return (
    <Page
      title={data?.title ?? 'Collection'}
      {...(data && { about: data.kind === 'rules' ? 'Filled by rules.' : 'Filled by hand.' })}
      back="Collections"
    >
      {mayChange ? null : <Alert color="blue">Your role here is viewer: you can look but not change.</Alert>}
      {collection.isPending || settings.isPending ? <Loading what="the collection" /> : null}
      <Failure
        error={collection.error ?? settings.error}
        title="The collection can't be shown"
        onRetry={() => void collection.refetch()}
      />
      {data && settings.data ? (
        <Stack gap="lg">
          <CollectionForm collection={data} currency={settings.data.currency} mayChange={mayChange} />
          <MembersPart collection={data} mayChange={mayChange} />
          {mayChange ? (
            <Group>
              <Button variant="outline" color="red" onClick={() => setIsDeleting(true)}>
                Delete the collection
              </Button>
            </Group>
          ) : null}
          {isDeleting ? <DeleteCollectionDialog collection={data} onClose={() => setIsDeleting(false)} /> : null}
        </Stack>
      ) : null}
    </Page>
  )
}
