import { Autocomplete, TagsInput } from '@mantine/core'
import { memo } from 'react'
import { useKnownWords } from '../products/known-words.ts'
import { Card } from './card.tsx'
import type { Draft } from './draft.ts'
import { useField } from './editing.ts'

export const OrganisationCard = memo(function OrganisationCard(of: Pick<Draft, 'vendor' | 'type' | 'tags'>) {
  const known = useKnownWords()
  const vendor = useField('/vendor')
  const type = useField('/type')
  const tags = useField('/tags')
  return (
    <Card title="Organisation">
      <Autocomplete
        {...type.props}
        label="Type"
        placeholder="Shirts"
        data={known.types}
        value={of.type}
        onChange={(value) => type.edit({ type: value })}
        maxLength={100}
      />
      <Autocomplete
        {...vendor.props}
        label="Vendor"
        placeholder="Who makes it"
        data={known.vendors}
        value={of.vendor}
        onChange={(value) => vendor.edit({ vendor: value })}
        maxLength={100}
      />
      <TagsInput
        {...tags.props}
        label="Tags"
        description="Enter or a comma ends a tag."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={known.tags}
        value={of.tags}
        onChange={(value) => tags.edit({ tags: value })}
        maxTags={250}
        acceptValueOnBlur
      />
    </Card>
  )
})
