import { Anchor, Group, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../api.ts'
import { useApiScope } from '../resource.ts'
import { useWorkspace } from '../session.ts'
import { type BulkAction, BulkBar } from '../ui/bulk-bar.tsx'
import { FilterBar, useFilters } from '../ui/filters.tsx'
import { type Column, DataList, ListPage } from '../ui/list.tsx'
import { useSelection } from '../ui/selection.ts'
import { Thumbnail } from '../ui/thumbnail.tsx'
import { DateLabel } from '../ui/time.tsx'
import { showToast } from '../ui/toast.tsx'
import { formatSize, formatUse, images, imageTitle, type LibraryImage } from './media.ts'
import { UploadImages } from './upload-images.tsx'

const keyOf = ({ name }: LibraryImage) => name

export function MediaPage() {
  const { workspace, environmentId } = useWorkspace()
  const filters = useFilters({
    q: { kind: 'search', label: 'Search images', placeholder: 'File name, alt text or product' },
    unused: { kind: 'checkbox', label: 'Not used' },
  })
  const { q, unused } = filters.values
  const list = images.useList({ limit: 50, ...(q && { q }), ...(unused && { used: false }) })
  const selection = useSelection(list, keyOf, JSON.stringify(filters.values))
  const canEdit = workspace.role !== 'viewer'
  const queryClient = useQueryClient()
  const { queryKey } = useApiScope()('/v1/catalog/images')
  const upload = canEdit ? (
    <UploadImages
      onAdd={() => void queryClient.invalidateQueries({ queryKey }).then(() => showToast('Image uploaded'))}
    />
  ) : null
  return (
    <ListPage
      title="Media library"
      about="All images of the shop. Use them for products, collections, the theme and texts."
      what="images"
      list={list}
      above={upload}
      filters={<FilterBar label="Images" filters={filters} />}
      isFiltered={filters.isFiltered}
      empty={{ title: 'No images yet', text: 'Upload images here or in a product.' }}
    >
      {(all) => (
        <>
          <BulkBar
            selection={selection}
            itemKey={keyOf}
            actions={bulkActions(environmentId)}
            changes={['/v1/catalog/images']}
          />
          <DataList
            label="Images"
            items={all}
            itemKey={keyOf}
            columns={COLUMNS}
            selection={canEdit ? selection : undefined}
            itemName={imageTitle}
            card={(image) => (
              <Group gap="sm" wrap="nowrap" justify="space-between">
                <ImageLink image={image} />
                <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
                  {formatUse(image)}
                </Text>
              </Group>
            )}
          />
        </>
      )}
    </ListPage>
  )
}

const COLUMNS: Column<LibraryImage>[] = [
  { header: 'Image', cell: (image) => <ImageLink image={image} />, maxWidth: 420 },
  { header: 'Used by', cell: formatUse },
  { header: 'Added', cell: ({ createdAt }) => <DateLabel at={createdAt} /> },
  { header: 'Size', cell: ({ sizeBytes }) => formatSize(sizeBytes), isNumber: true },
]

const ImageLink = ({ image }: { image: LibraryImage }) => (
  <Group gap="sm" wrap="nowrap">
    <Thumbnail url={image.url} size={44} />
    <Stack gap={0} miw={0}>
      <Anchor size="sm" fw={600} href={image.url} target="_blank" rel="noreferrer">
        {imageTitle(image)}
      </Anchor>
      <Text size="xs" c="dimmed">
        {`${image.width} × ${image.height}`}
      </Text>
    </Stack>
  </Group>
)

const bulkActions = (environmentId: string): BulkAction<LibraryImage>[] => [
  {
    label: 'Delete',
    warning: 'Deletes the selected images. Images in use are kept.',
    isDestructive: true,
    run: ({ name }) => api.delete('/v1/catalog/images/{name}', { params: { name }, environmentId }),
    done: (number) => (number === 1 ? '1 image deleted' : `${number} images deleted`),
  },
]
