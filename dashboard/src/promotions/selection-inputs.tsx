import { Radio, SimpleGrid, Stack, TagsInput, Text } from '@mantine/core'
import { useProductSuggestions } from '../products/product-suggestions.ts'
import { CollectionsPicker, ProductsPicker } from './catalog-pickers.tsx'
import type { SelectionFields } from './selection-fields.ts'

interface Props {
  label: string
  /** Label for an empty selection. */
  allLabel: string
  value: SelectionFields
  onChange: (value: SelectionFields) => void
  readOnly: boolean
  /** JSON pointer of the selection in the request body. */
  path: string
  errorAt: (path: string) => string | undefined
}

export function SelectionInputs({ label, allLabel, value, onChange, readOnly, path, errorAt }: Props) {
  return (
    <Stack gap="sm">
      <Radio.Group
        label={label}
        value={value.scope}
        onChange={(scope) => onChange({ ...value, scope: scope === 'some' ? 'some' : 'all' })}
        readOnly={readOnly}
      >
        <Stack gap="xs" mt={4}>
          <Radio value="all" label={allLabel} disabled={readOnly && value.scope !== 'all'} />
          <Radio value="some" label="Specific products" disabled={readOnly && value.scope !== 'some'} />
        </Stack>
      </Radio.Group>
      {value.scope === 'some' ? (
        <SelectionLists value={value} onChange={onChange} readOnly={readOnly} path={path} errorAt={errorAt} />
      ) : null}
      <HiddenSelectionNote of={value} />
    </Stack>
  )
}

const TEXT_LISTS = [
  ['tags', 'Tags'],
  ['vendors', 'Vendors'],
  ['types', 'Types'],
] as const

function SelectionLists({ value, onChange, readOnly, path, errorAt }: Omit<Props, 'label' | 'allLabel'>) {
  const suggestions = useProductSuggestions()
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        Products that match any of these. Press Enter or type a comma to add an entry.
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <CollectionsPicker
          label="Collections"
          ids={value.collectionIds}
          onChange={(collectionIds) => onChange({ ...value, collectionIds })}
          readOnly={readOnly}
          error={errorAt(`${path}/collectionIds`)}
        />
        <ProductsPicker
          label="Products"
          ids={value.productIds}
          onChange={(productIds) => onChange({ ...value, productIds })}
          readOnly={readOnly}
          error={errorAt(`${path}/productIds`)}
        />
        {TEXT_LISTS.map(([name, label]) => (
          <TagsInput
            key={name}
            label={label}
            data={suggestions[name]}
            value={value[name]}
            onChange={(values) => onChange({ ...value, [name]: values })}
            acceptValueOnBlur
            readOnly={readOnly}
            error={errorAt(`${path}/${name}`)}
          />
        ))}
      </SimpleGrid>
    </Stack>
  )
}

/** Explains why the promotion applies to more or fewer items than shown. */
function HiddenSelectionNote({ of: { hidden, scope } }: { of: SelectionFields }) {
  const count = scope === 'some' ? (hidden.variantIds?.length ?? 0) : 0
  const notes = [
    count > 0 && `${count === 1 ? '1 variant is' : `${count} variants are`} also included.`,
    hidden.exclude && 'Some products are excluded.',
  ].filter(Boolean)
  if (notes.length === 0) return null
  return (
    <Text size="sm" c="dimmed">
      {`${notes.join(' ')} These settings were made through the API and stay unchanged.`}
    </Text>
  )
}
