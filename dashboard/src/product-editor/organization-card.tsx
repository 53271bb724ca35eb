import { Autocomplete, TagsInput } from '@mantine/core'
import { memo } from 'react'
import { useProductSuggestions } from '../products/product-suggestions.ts'
import { Card } from './card.tsx'
import { useField } from './editor-context.ts'
import type { ProductDraft } from './product-draft.ts'

export const OrganizationCard = memo(function OrganizationCard(props: Pick<ProductDraft, 'vendor' | 'type' | 'tags'>) {
  const suggestions = useProductSuggestions()
  const vendor = useField('/vendor')
  const type = useField('/type')
  const tags = useField('/tags')
  return (
    <Card title="Organization">
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
    </Card>
  )
})
