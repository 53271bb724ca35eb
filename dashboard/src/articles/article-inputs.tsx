import { NumberInput, Paper, SimpleGrid, Stack, TagsInput, TextInput } from '@mantine/core'
import { fieldError, fieldErrorUnder } from '../ui/field-errors.ts'
import { MarkdownField } from '../ui/markdown-field.tsx'
import { splitTags } from '../ui/tags.ts'
import type { ArticleInput } from './articles.ts'

interface Props {
  fields: ArticleInput
  edit: (changes: Partial<ArticleInput>) => void
  readOnly: boolean
  error: Error | null
  /** A new article gets its handle from the title. */
  isNew?: boolean
}

export function ArticleInputs({ fields, edit, readOnly, error, isNew = false }: Props) {
  return (
    <>
      <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
        <Stack gap="md">
          <TextInput
            label="Title"
            description="As customers would ask it."
            placeholder="How long does delivery take?"
            value={fields.title}
            onChange={(event) => edit({ title: event.currentTarget.value })}
            maxLength={200}
            readOnly={readOnly}
            error={fieldError(error, '/title')}
          />
          <MarkdownField
            previewPath="/v1/articles/preview"
            value={fields.body}
            onChange={(body) => edit({ body })}
            placeholder={'Orders ship **the same day**.\n\n## Express\n\n…'}
            readOnly={readOnly}
            error={fieldError(error, '/body')}
          />
        </Stack>
      </Paper>
      <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput
            label="Category"
            description="The heading on the help page."
            placeholder="Shipping"
            value={fields.category}
            onChange={(event) => edit({ category: event.currentTarget.value })}
            maxLength={100}
            readOnly={readOnly}
            error={fieldError(error, '/category')}
          />
          <TextInput
            label="Language"
            description="A language tag, such as en or de."
            value={fields.locale}
            onChange={(event) => edit({ locale: event.currentTarget.value.trim() })}
            maxLength={35}
            readOnly={readOnly}
            error={fieldError(error, '/locale')}
          />
          <TagsInput
            label="Other words for it"
            description="Search finds the article by them."
            value={fields.tags}
            onChange={(tags) => edit({ tags: splitTags(tags, fields.tags) })}
            acceptValueOnBlur
            maxTags={20}
            readOnly={readOnly}
            error={fieldErrorUnder(error, '/tags')}
          />
          <TextInput
            label="Handle"
            description={isNew ? 'The end of its URL. If empty, it follows the title.' : 'The end of its URL.'}
            value={fields.handle}
            onChange={(event) => edit({ handle: event.currentTarget.value.trim() })}
            maxLength={100}
            readOnly={readOnly}
            error={fieldError(error, '/handle')}
          />
          <NumberInput
            label="Position"
            description="Lower numbers come first in the category."
            value={fields.position}
            onChange={(position) => edit({ position: Number(position) || 0 })}
            allowDecimal={false}
            min={0}
            max={1_000_000}
            readOnly={readOnly}
            error={fieldError(error, '/position')}
          />
        </SimpleGrid>
      </Paper>
    </>
  )
}
