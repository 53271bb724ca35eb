import { ActionIcon, Group, Stack, Text, TextInput } from '@mantine/core'
import { memo } from 'react'
import { Picture } from '../parts/picture.tsx'
import { AddImage } from './add-image.tsx'
import { Card } from './card.tsx'
import { type ImageDraft, newKey } from './draft.ts'
import { fieldId, useEditing } from './editing.ts'
import { moved } from './option-plan.ts'
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
            <ImageRow key={image.key} image={image} at={at} isLast={at === images.length - 1} />
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

const ImageRow = memo(function ImageRow({ image, at, isLast }: { image: ImageDraft; at: number; isLast: boolean }) {
  const { edit, faults, isReadOnly } = useEditing()
  const { key, url, alt } = image
  const path = `/images/${key}`
  const move = (by: -1 | 1) => edit((draft) => ({ ...draft, images: moved(draft.images, key, by) }))
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
        <Group gap={4} wrap="nowrap" mt={{ base: 0, xs: 22 }}>
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={`Move image ${at + 1} up`}
            disabled={at === 0}
            onClick={() => move(-1)}
          >
            ↑
          </ActionIcon>
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={`Move image ${at + 1} down`}
            disabled={isLast}
            onClick={() => move(1)}
          >
            ↓
          </ActionIcon>
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={`Remove image ${at + 1}`}
            onClick={() =>
              edit((draft) => ({ ...draft, images: draft.images.filter((other) => other.key !== key) }), `${path}/url`)
            }
          >
            ×
          </ActionIcon>
        </Group>
      )}
    </Group>
  )
})
