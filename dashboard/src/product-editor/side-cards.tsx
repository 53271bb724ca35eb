import { Autocomplete, Checkbox, TagsInput, Text, TextInput } from '@mantine/core'
import { memo } from 'react'
import { STATUS_LABELS } from '../products/product-labels.ts'
import { useProductSuggestions } from '../products/product-suggestions.ts'
import type { ProductStatus } from '../products/products.ts'
import { LabelSelect } from '../ui/label-select.tsx'
import { SectionCard } from '../ui/section.tsx'
import { useField } from './editor-context.ts'
import type { ProductDraft } from './product-draft.ts'

const STATUS_DESCRIPTIONS: Record<ProductStatus, string> = {
  active: 'Visible to customers, within the dates below.',
  draft: 'Visible to staff only.',
  archived: 'Hidden from customers. Its history is kept.',
}
const TIME_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone

export const VisibilityCard = memo(function VisibilityCard(
  props: Pick<ProductDraft, 'status' | 'publishAt' | 'unpublishAt'>,
) {
  const status = useField('/status')
  const publishAt = useField('/publishAt')
  const unpublishAt = useField('/unpublishAt')
  return (
    <SectionCard title="Visibility">
      <LabelSelect
        id={status.props.id}
        error={status.props.error}
        // A select cannot be read-only; disabled, its text stays readable.
        disabled={status.props.readOnly}
        styles={{ input: { opacity: 1, color: 'var(--mantine-color-text)' } }}
        label="Status"
        description={STATUS_DESCRIPTIONS[props.status]}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        labels={STATUS_LABELS}
        value={props.status}
        onChange={(value) => status.edit({ status: value })}
      />
      <TextInput
        {...publishAt.props}
        type="datetime-local"
        label="Publish date"
        value={props.publishAt}
        onChange={(event) => publishAt.edit({ publishAt: event.currentTarget.value })}
      />
      <TextInput
        {...unpublishAt.props}
        type="datetime-local"
        label="Unpublish date"
        value={props.unpublishAt}
        onChange={(event) => unpublishAt.edit({ unpublishAt: event.currentTarget.value })}
      />
      <Text size="xs" c="dimmed">
        {`Leave empty to publish immediately and without an end. Times are in your time zone, ${TIME_ZONE}.`}
      </Text>
    </SectionCard>
  )
})

export const OrganizationCard = memo(function OrganizationCard(
  props: Pick<ProductDraft, 'vendor' | 'type' | 'category' | 'tags'>,
) {
  const suggestions = useProductSuggestions()
  const vendor = useField('/vendor')
  const category = useField('/category')
  const type = useField('/type')
  const tags = useField('/tags')
  return (
    <SectionCard title="Organization">
      <Autocomplete
        {...type.props}
        label="Type"
        placeholder="Shirts"
        data={suggestions.types}
        value={props.type}
        onChange={(value) => type.edit({ type: value })}
        maxLength={100}
      />
      <Autocomplete
        {...vendor.props}
        label="Vendor"
        placeholder="Brand or manufacturer"
        data={suggestions.vendors}
        value={props.vendor}
        onChange={(value) => vendor.edit({ vendor: value })}
        maxLength={100}
      />
      <TextInput
        {...category.props}
        label="Category"
        description="ID or path in Google’s product taxonomy, for product feeds."
        placeholder="Apparel & Accessories > Clothing"
        value={props.category}
        onChange={(event) => category.edit({ category: event.currentTarget.value })}
        maxLength={500}
      />
      <TagsInput
        {...tags.props}
        label="Tags"
        description="Press Enter or type a comma to add a tag."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={suggestions.tags}
        value={props.tags}
        onChange={(value) => tags.edit({ tags: value })}
        maxTags={250}
        acceptValueOnBlur
      />
    </SectionCard>
  )
})

/** Suggestions; a shop may define more classes. */
const TAX_CLASSES = ['standard', 'reduced', 'none']

export const TaxCard = memo(function TaxCard(props: Pick<ProductDraft, 'taxClass' | 'giftCard'>) {
  const taxClass = useField('/taxClass')
  const giftCard = useField('/giftCard')
  return (
    <SectionCard title="Taxes">
      <Autocomplete
        {...taxClass.props}
        label="Tax class"
        description="A tax class of your tax regions. “none” is never taxed."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={TAX_CLASSES}
        value={props.taxClass}
        onChange={(value) => taxClass.edit({ taxClass: value })}
        maxLength={50}
      />
      <Checkbox
        id={giftCard.props.id}
        error={giftCard.props.error}
        disabled={giftCard.props.readOnly}
        label="This is a gift card"
        description="Gift cards are neither discounted nor taxed."
        checked={props.giftCard}
        onChange={(event) => giftCard.edit({ giftCard: event.currentTarget.checked })}
      />
    </SectionCard>
  )
})
