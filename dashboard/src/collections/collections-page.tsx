import { Anchor, Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useWorkspace } from '../session/workspace.ts'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { LoadMore } from '../ui/load-more.tsx'
import { Loading } from '../ui/loading.tsx'
import { Page } from '../ui/page.tsx'
import { Thumbnail } from '../ui/thumbnail.tsx'
import { type Collection, useCollections } from './collections.ts'

const NewCollectionButton = () => (
  <Button renderRoot={(props) => <Link to="/catalogue/collections/new" {...props} />}>Create collection</Button>
)

export function CollectionsPage() {
  const { workspace } = useWorkspace()
  const collections = useCollections()
  const all = collections.data?.pages.flatMap(({ data }) => data) ?? []
  const canEdit = workspace.role !== 'viewer'
  return (
    <Page
      title="Collections"
      about="Group products for customers to browse, manually or by rules."
      actions={canEdit && all.length > 0 ? <NewCollectionButton /> : null}
    >
      {collections.isPending ? <Loading what="the collections" /> : null}
      <ErrorAlert
        error={collections.error}
        title="Couldn't load collections"
        onRetry={() => void collections.refetch()}
      />
      {collections.isSuccess && all.length === 0 ? (
        <Paper withBorder p="xl">
          <Stack align="center" gap="sm">
            <Title order={2} size="h4">
              No collections yet
            </Title>
            <Text c="dimmed" ta="center">
              Create a collection to help customers find related products, such as gifts or summer wear.
            </Text>
            {canEdit ? <NewCollectionButton /> : null}
          </Stack>
        </Paper>
      ) : null}
      {all.length > 0 ? (
        <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Collections">
          {all.map((collection) => (
            <CollectionRow key={collection.id} collection={collection} />
          ))}
        </Stack>
      ) : null}
      <LoadMore list={collections} />
    </Page>
  )
}

function CollectionRow({ collection }: { collection: Collection }) {
  const { id, title, handle, kind, productCount, status, image } = collection
  return (
    <Paper component="li" withBorder px="md" py="sm">
      <Group justify="space-between" gap="sm">
        <Group gap="sm" wrap="nowrap" flex="1 1 14rem" miw={0}>
          <Thumbnail url={image?.url} size={44} />
          <Stack gap={0} miw={0}>
            <Anchor
              fw={600}
              style={{ overflowWrap: 'anywhere' }}
              renderRoot={(props) => <Link to="/catalogue/collections/$id" params={{ id }} {...props} />}
            >
              {title}
            </Anchor>
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {handle}
            </Text>
          </Stack>
        </Group>
        <Group gap="md">
          <Text size="sm">{productCount === 1 ? '1 product' : `${productCount} products`}</Text>
          <Badge miw="max-content" variant="default" tt="none">
            {kind === 'rules' ? 'Automated' : 'Manual'}
          </Badge>
          <Badge miw="max-content" variant="dot" color={status === 'active' ? 'green' : 'gray.5'} tt="none">
            {status === 'active' ? 'Active' : 'Draft'}
          </Badge>
        </Group>
      </Group>
    </Paper>
  )
}
