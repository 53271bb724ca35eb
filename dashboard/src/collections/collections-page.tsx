import { Anchor, Badge, Button, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useWorkspace } from '../session.ts'
import { ListPage, Row, RowList } from '../ui/list.tsx'
import { Thumbnail } from '../ui/thumbnail.tsx'
import { type Collection, collections } from './collections.ts'

export function CollectionsPage() {
  const { workspace } = useWorkspace()
  const list = collections.useList({ limit: 50 })
  return (
    <ListPage
      title="Collections"
      about="Group products for customers to browse, manually or by rules."
      what="collections"
      list={list}
      action={
        workspace.role === 'viewer' ? null : (
          <Button renderRoot={(props) => <Link to="/catalog/collections/new" {...props} />}>Create collection</Button>
        )
      }
      empty={{
        title: 'No collections yet',
        text: 'Create a collection to help customers find related products, such as gifts or summer wear.',
      }}
    >
      {(all) => (
        <RowList label="Collections">
          {all.map((collection) => (
            <CollectionRow key={collection.id} collection={collection} />
          ))}
        </RowList>
      )}
    </ListPage>
  )
}

function CollectionRow({ collection }: { collection: Collection }) {
  const { id, title, handle, kind, productCount, status, image } = collection
  return (
    <Row>
      <Group justify="space-between" gap="sm">
        <Group gap="sm" wrap="nowrap" flex="1 1 14rem" miw={0}>
          <Thumbnail url={image?.url} size={44} />
          <Stack gap={0} miw={0}>
            <Anchor
              fw={600}
              style={{ overflowWrap: 'anywhere' }}
              renderRoot={(props) => <Link to="/catalog/collections/$id" params={{ id }} {...props} />}
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
    </Row>
  )
}
