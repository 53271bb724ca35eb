import { Box, Group, Stack, Text, TextInput } from '@mantine/core'
import { memo } from 'react'
import { moved } from '../parts/moved.ts'
import { OrderButtons } from '../parts/order-buttons.tsx'
import { Picture } from '../parts/picture.tsx'
import { AddImage } from './add-image.tsx'
import { Card } from './card.tsx'
import { type ImageDraft, newKey } from './draft.ts'
import { fieldId, useEditing } from './editing.ts'
import { UploadImages } from './upload-images.tsx'

const PICTURE_PX = 72
const MAX_IMAGES = 250

export const ImagesCard = memo(function ImagesCard({ images }: { images: ImageDraft[] }) {
  const { edit, faults, isReadOnly } = useEditing()
  const add = (url: string) =>
    edit((draft) => ({ ...draft, images: [...draft.images, { key: newKey(), url, alt: '' }] }), '/images')
  return (
    <Card
      title="Images"
      about="The first one stands for the product in lists. Say what each shows, for those who can't see it."
    >
      {images.length > 0 ? (
        <Stack component="ol" gap="sm" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Images of this product">
          {images.map((image, at) => (
            <ImageRow key={image.key} image={image} at={at} count={images.length} />
          ))}
        </Stack>
      ) : null}
      {images.length < MAX_IMAGES && !isReadOnly ? (
        <>
          <UploadImages onAdd={add} />
          <AddImage onAdd={add} fault={faults['/images']} />
        </>
      ) : null}
    </Card>
  )
})

const ImageRow = memo(function ImageRow({ image, at, count }: { image: ImageDraft; at: number; count: number }) {
  const { edit, faults, isReadOnly } = useEditing()
  const { key, url, alt } = image
  const path = `/images/${key}`
  return (
    <Group component="li" gap="sm" align="flex-start">
      <Picture url={url} size={PICTURE_PX} />
      <Stack gap={4} flex="1 1 11rem" miw={0}>
        <TextInput
          id={fieldId(`${path}/alt`)}
          error={faults[`${path}/alt`] ?? faults[`${path}/url`]}
          label={`What image ${at + 1} shows`}
          styles={{ label: { fontWeight: 400, fontSize: 'var(--mantine-font-size-xs)' } }}
          placeholder="A white linen shirt on a hanger"
          value={alt}
          readOnly={isReadOnly}
          onChange={(event) => {
            const typed = event.currentTarget.value
            edit(
              (draft) => ({
                ...draft,
                images: draft.images.map((other) => (other.key === key ? { ...other, alt: typed } : other)),
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
          <OrderButtons
            name={`image ${at + 1}`}
            place={at}
            count={count}
            onMove={(to) => edit((draft) => ({ ...draft, images: moved(draft.images, at, to) }))}
            onRemove={() =>
              edit((draft) => ({ ...draft, images: draft.images.filter((other) => other.key !== key) }), `${path}/url`)
            }
          />
        </Box>
      )}
    </Group>
  )
})
