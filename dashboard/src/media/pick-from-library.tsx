import { Button, Group, SimpleGrid, Stack, Text, UnstyledButton } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorAlert, Loading } from '../ui/feedback.tsx'
import { SearchField } from '../ui/filters.tsx'
import { LoadMore } from '../ui/list.tsx'
import { Thumbnail } from '../ui/thumbnail.tsx'
import { images, imageTitle } from './media.ts'

export function PickFromLibrary({ onAdd }: { onAdd: (url: string) => void }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Group>
        <Button variant="default" onClick={() => setIsOpen(true)}>
          Choose from media library
        </Button>
      </Group>
      {isOpen ? (
        <LibraryDialog
          onPick={(url) => {
            onAdd(url)
            setIsOpen(false)
          }}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </>
  )
}

interface LibraryDialogProps {
  onPick: (url: string) => void
  onClose: () => void
  /** Above the images. */
  children?: ReactNode
}

export function LibraryDialog({ onPick, onClose, children }: LibraryDialogProps) {
  const [q, setQ] = useState('')
  const list = images.useList({ limit: 24, ...(q && { q }) })
  return (
    <Dialog title="Media library" size="lg" onClose={onClose}>
      <Stack gap="md">
        {children}
        <SearchField label="Search images" initialQuery="" onSearch={setQ} />
        {list.isPending ? <Loading what="images" /> : null}
        <ErrorAlert error={list.error} title="Couldn't load the images" onRetry={() => void list.refetch()} />
        {list.data?.length === 0 ? <Text c="dimmed">{q ? 'No results' : 'No images yet'}</Text> : null}
        <SimpleGrid component="ul" cols={{ base: 3, xs: 4, sm: 5 }} m={0} p={0} style={{ listStyle: 'none' }}>
          {list.data?.map((image) => (
            <li key={image.name}>
              <UnstyledButton onClick={() => onPick(image.url)} w="100%">
                <Thumbnail url={image.url} size={96} />
                <Text size="xs" truncate>
                  {imageTitle(image)}
                </Text>
              </UnstyledButton>
            </li>
          ))}
        </SimpleGrid>
        <LoadMore list={list} />
      </Stack>
    </Dialog>
  )
}
