import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { type Product, useProducts } from '../products/products.ts'
import { useVariantName } from './names.ts'

interface Props {
  variantId: string
  onChange: (variantId: string) => void
  readOnly: boolean
  fault: string | undefined
}

const PAUSE_MS = 250

export function GiftPicker({ variantId, onChange, readOnly, fault }: Props) {
  const [words, setWords] = useState('')
  const [picked, setPicked] = useState({ value: '', label: '' })
  const stored = useVariantName(variantId === picked.value ? '' : variantId)
  const chosen = variantId === picked.value ? picked : { value: variantId, label: stored ?? variantId }
  // What stands in the field is the name of what is chosen, which is nothing to look for.
  const [question] = useDebouncedValue(words === chosen.label ? '' : words.trim(), PAUSE_MS)
  const products = useProducts(question ? { q: question } : {})
  const found = products.data?.pages.flatMap(({ data }) => data.flatMap(variantsOf)) ?? []
  const others = found.filter(({ value }) => value !== variantId)
  return (
    <Select
      label="Gift"
      placeholder="Words of it, or a SKU"
      data={variantId ? [chosen, ...others] : found}
      filter={({ options }) => options}
      searchable
      searchValue={words}
      onSearchChange={setWords}
      value={variantId || null}
      onChange={(value) => {
        setPicked(found.find((one) => one.value === value) ?? { value: '', label: '' })
        onChange(value ?? '')
      }}
      readOnly={readOnly}
      nothingFoundMessage={products.isFetching ? 'Searching…' : 'No such product'}
      error={fault ?? (products.error ? 'Products can’t be found just now.' : undefined)}
    />
  )
}

const variantsOf = ({ title, variants }: Product) =>
  variants.map(({ id, options }) => ({ value: id, label: [title, ...Object.values(options)].join(', ') }))
