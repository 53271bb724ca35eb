import { Paper, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import { ImageField } from '../media/image-field.tsx'
import { LabelSelect } from '../ui/label-select.tsx'
import type { SectionProps } from './collection-fields.ts'
import type { Collection, CollectionKind } from './collections.ts'
import { SORT_LABELS } from './rule-labels.ts'

const STATUS_LABELS: Record<Collection['status'], string> = {
  active: 'Active',
  draft: 'Draft (visible to staff only)',
}
const SORTS: Collection['sort'][] = ['manual', 'newest', 'title', 'price', '-price', 'best_selling']

export function DetailsSection({ fields, edit, readOnly, errorAt, kind }: SectionProps & { kind: CollectionKind }) {
  // Rule-based collections have no manual order.
  const sorts = SORTS.filter((sort) => kind === 'manual' || sort !== 'manual')
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput
            label="Title"
            value={fields.title}
            onChange={(event) => edit({ title: event.currentTarget.value })}
            maxLength={255}
            readOnly={readOnly}
            error={errorAt('/title')}
          />
          <TextInput
            label="Handle"
            placeholder="Generated from the title"
            value={fields.handle}
            onChange={(event) => edit({ handle: event.currentTarget.value })}
            maxLength={100}
            readOnly={readOnly}
            error={errorAt('/handle')}
          />
          <LabelSelect
            label="Status"
            labels={STATUS_LABELS}
            value={fields.status}
            onChange={(status) => edit({ status })}
            disabled={readOnly}
          />
          <LabelSelect
            label="Sort order"
            labels={SORT_LABELS}
            values={sorts}
            value={fields.sort}
            onChange={(sort) => edit({ sort })}
            disabled={readOnly}
            error={errorAt('/sort')}
          />
        </SimpleGrid>
        <Textarea
          label="Description"
          placeholder="Markdown"
          value={fields.description}
          onChange={(event) => edit({ description: event.currentTarget.value })}
          autosize
          minRows={3}
          maxRows={12}
          readOnly={readOnly}
          error={errorAt('/description')}
        />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <ImageField
            label="Image"
            description="URL of the image"
            placeholder="https://example.com/summer.jpg"
            value={fields.imageUrl}
            onChange={(imageUrl) => edit({ imageUrl })}
            readOnly={readOnly}
            error={errorAt('/image/url')}
          />
          <TextInput
            label="Image alt text"
            description="Describes the image for screen readers"
            value={fields.imageAlt}
            onChange={(event) => edit({ imageAlt: event.currentTarget.value })}
            maxLength={500}
            readOnly={readOnly}
            error={errorAt('/image/alt')}
          />
        </SimpleGrid>
      </Stack>
    </Paper>
  )
}
