import { NativeSelect, Paper, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import { choicesOf } from '../parts/choices.ts'
import type { PartProps } from './collection-fields.ts'
import type { CollectionKind, Sort } from './collections.ts'
import { SORT_WORDS } from './rule-words.ts'

const SORTS = choicesOf(SORT_WORDS)

export function AboutPart({ fields, edit, readOnly, faultOf, kind }: PartProps & { kind: CollectionKind }) {
  // What rules choose has no order of its own.
  const sorts = SORTS.filter(({ value }) => kind === 'manual' || value !== 'manual')
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
            error={faultOf('/title')}
          />
          <TextInput
            label="Handle"
            placeholder="made of the title"
            value={fields.handle}
            onChange={(event) => edit({ handle: event.currentTarget.value })}
            maxLength={100}
            readOnly={readOnly}
            error={faultOf('/handle')}
          />
          <NativeSelect
            label="State"
            data={[
              { value: 'active', label: 'On show' },
              { value: 'draft', label: 'Draft, only staff see it' },
            ]}
            value={fields.status}
            onChange={(event) => edit({ status: event.currentTarget.value as 'draft' | 'active' })}
            disabled={readOnly}
          />
          <NativeSelect
            label="Order for shoppers"
            data={sorts}
            value={fields.sort}
            onChange={(event) => edit({ sort: event.currentTarget.value as Sort })}
            disabled={readOnly}
            error={faultOf('/sort')}
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
          error={faultOf('/description')}
        />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput
            label="Picture"
            description="Its address"
            placeholder="https://example.com/summer.jpg"
            value={fields.imageUrl}
            onChange={(event) => edit({ imageUrl: event.currentTarget.value })}
            readOnly={readOnly}
            error={faultOf('/image/url')}
          />
          <TextInput
            label="Words for the picture"
            description="For those who do not see it"
            value={fields.imageAlt}
            onChange={(event) => edit({ imageAlt: event.currentTarget.value })}
            maxLength={500}
            readOnly={readOnly}
            error={faultOf('/image/alt')}
          />
        </SimpleGrid>
      </Stack>
    </Paper>
  )
}
