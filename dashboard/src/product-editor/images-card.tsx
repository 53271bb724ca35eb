import { Box, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { memo, useState } from 'react'
import { PickFromLibrary } from '../media/pick-from-library.tsx'
import { UploadImages } from '../media/upload-images.tsx'
import { moveItem } from '../ui/move-item.ts'
import { ReorderButtons } from '../ui/reorder-buttons.tsx'
import { SectionCard } from '../ui/section.tsx'
import { Thumbnail } from '../ui/thumbnail.tsx'
import { fieldId, useEditorContext } from './editor-context.ts'
import { type ImageDraft, newKey } from './product-draft.ts'

const THUMBNAIL_PX = 72
const MAX_IMAGES = 250

export const ImagesCard = memo(function ImagesCard({ images }: { images: ImageDraft[] }) {
  const { edit, errors, isReadOnly } = useEditorContext()
  const add = (url: string) =>
    edit((draft) => ({ ...draft, images: [...draft.images, { key: newKey(), url, alt: '' }] }), '/images')
  return (
    <SectionCard
      title="Images"
      about="The first image represents the product in lists. Add alt text to describe each image for screen readers."
    >
      {images.length > 0 ? (
        <Stack component="ol" gap="sm" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Product images">
          {images.map((image, at) => (
            <ImageRow key={image.key} image={image} at={at} count={images.length} />
          ))}
        </Stack>
      ) : null}
      {images.length < MAX_IMAGES && !isReadOnly ? (
        <>
          <UploadImages onAdd={add} />
          <PickFromLibrary onAdd={add} />
          <AddImageByUrl onAdd={add} serverError={errors['/images']} />
        </>
      ) : null}
    </SectionCard>
  )
})

const ImageRow = memo(function ImageRow({ image, at, count }: { image: ImageDraft; at: number; count: number }) {
  const { edit, errors, isReadOnly } = useEditorContext()
  const { key, url, alt } = image
  const path = `/images/${key}`
  return (
    <Group component="li" gap="sm" align="flex-start">
      <Thumbnail url={url} size={THUMBNAIL_PX} />
      <Stack gap={4} flex="1 1 11rem" miw={0}>
        <TextInput
          id={fieldId(`${path}/alt`)}
          error={errors[`${path}/alt`] ?? errors[`${path}/url`]}
          label={`Alt text of image ${at + 1}`}
          styles={{ label: { fontWeight: 400, fontSize: 'var(--mantine-font-size-xs)' } }}
          placeholder="A white linen shirt on a hanger"
          value={alt}
          readOnly={isReadOnly}
          onChange={(event) => {
            const text = event.currentTarget.value
            edit(
              (draft) => ({
                ...draft,
                images: draft.images.map((other) => (other.key === key ? { ...other, alt: text } : other)),
              }),
              `${path}/alt`,
            )
          }}
          maxLength={500}
        />
        <Text size="xs" c="dimmed" truncate title={url}>
          {url}
        </Text>
      </Stack>
      {isReadOnly ? null : (
        <Box mt={{ base: 0, xs: 22 }}>
          <ReorderButtons
            name={`image ${at + 1}`}
            index={at}
            count={count}
            onMove={(to) => edit((draft) => ({ ...draft, images: moveItem(draft.images, at, to) }))}
            onRemove={() =>
              edit((draft) => ({ ...draft, images: draft.images.filter((other) => other.key !== key) }), `${path}/url`)
            }
          />
        </Box>
      )}
    </Group>
  )
})

interface Props {
  onAdd: (url: string) => void
  serverError: string | undefined
}

const isUrl = (text: string) => /^https?:\/\//i.test(text) && URL.canParse(text)

export function AddImageByUrl({ onAdd, serverError }: Props) {
  const [url, setUrl] = useState('')
  const [error, setError] = useState<string>()
  const add = () => {
    if (!isUrl(url.trim())) {
      setError('Enter a complete URL, such as https://cdn.example.com/shirt.jpg')
      return
    }
    onAdd(url.trim())
    setUrl('')
  }
  return (
    <Group gap="sm" align="flex-end">
      <TextInput
        label="Or add an image by URL"
        placeholder="https://…"
        inputMode="url"
        value={url}
        error={error ?? serverError}
        onChange={(event) => {
          setError(undefined)
          setUrl(event.currentTarget.value)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') add()
        }}
        maxLength={2000}
        flex="1 1 14rem"
        inputWrapperOrder={['label', 'error', 'input']}
      />
      <Button variant="default" onClick={add} disabled={url.trim() === ''}>
        Add image
      </Button>
    </Group>
  )
}
