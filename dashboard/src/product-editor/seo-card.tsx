import { Paper, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { memo } from 'react'
import { SectionCard } from '../ui/section.tsx'
import { useField } from './editor-context.ts'
import type { ProductDraft } from './product-draft.ts'
import classes from './seo-card.module.css'

interface Props extends Pick<ProductDraft, 'title' | 'description' | 'handle' | 'seo'> {
  /** Undefined for a new product. */
  savedHandle: string | undefined
}

/** Roughly what search engines display. */
const TITLE_LENGTH = 60
const DESCRIPTION_LENGTH = 160

export const SeoCard = memo(function SeoCard({ title, description, handle, seo, savedHandle }: Props) {
  const handleField = useField('/handle')
  const seoTitle = useField('/seo/title')
  const seoDescription = useField('/seo/description')
  const isHandleChanged = savedHandle !== undefined && handle.trim() !== savedHandle
  const plainText = description.replace(/[#*_>`]|\[|\]\([^)]*\)/g, '').trim()
  return (
    <SectionCard title="Search engine listing">
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Stack gap="md">
          <TextInput
            {...handleField.props}
            label="Handle"
            description={
              isHandleChanged
                ? `Links to “${savedHandle}” will redirect to the new URL.`
                : 'Identifies the product in URLs. Use lowercase letters, digits and hyphens.'
            }
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            placeholder={savedHandle ?? 'Generated from the title'}
            value={handle}
            onChange={(event) => handleField.edit({ handle: event.currentTarget.value })}
            maxLength={100}
            spellCheck={false}
          />
          <TextInput
            {...seoTitle.props}
            label="Page title"
            description={lengthHint(seo.title, TITLE_LENGTH)}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            placeholder={title}
            value={seo.title}
            onChange={(event) => seoTitle.edit({ seo: { ...seo, title: event.currentTarget.value } })}
            maxLength={255}
          />
          <Textarea
            {...seoDescription.props}
            label="Meta description"
            description={lengthHint(seo.description, DESCRIPTION_LENGTH)}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            value={seo.description}
            onChange={(event) => seoDescription.edit({ seo: { ...seo, description: event.currentTarget.value } })}
            autosize
            minRows={2}
            maxLength={1000}
          />
        </Stack>
        <div>
          <Text size="sm" fw={500} mb={4}>
            Preview
          </Text>
          <Paper withBorder p="md" className={classes.preview ?? ''}>
            <Text size="xs" truncate>
              {`your-shop.example › products › ${handle.trim() || '…'}`}
            </Text>
            <Text className={classes.title ?? ''}>
              {truncate(seo.title.trim() || title.trim() || 'Title', TITLE_LENGTH)}
            </Text>
            <Text size="sm" c="dimmed">
              {truncate(seo.description.trim() || plainText || 'The start of the description.', DESCRIPTION_LENGTH)}
            </Text>
          </Paper>
        </div>
      </SimpleGrid>
    </SectionCard>
  )
})

const lengthHint = (text: string, visibleLength: number) =>
  text.length > visibleLength
    ? `${text.length} characters. Search engines show about ${visibleLength}.`
    : `Leave empty to use the product’s own text. Search engines show about ${visibleLength} characters.`

const truncate = (text: string, length: number) =>
  text.length > length ? `${text.slice(0, length - 1).trimEnd()}…` : text
