import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { type Product, useProducts } from '../products/products.ts'
import { useVariantName } from './catalog-options.ts'

interface Props {
  variantId: string
  onChange: (variantId: string) => void
  readOnly: boolean
  error: string | undefined
}

const DEBOUNCE_MS = 250

export function GiftPicker({ variantId, onChange, readOnly, error }: Props) {
  const [search, setSearch] = useState('')
  const [pickedOption, setPickedOption] = useState({ value: '', label: '' })
  const savedName = useVariantName(variantId === pickedOption.value ? '' : variantId)
  const selected = variantId === pickedOption.value ? pickedOption : { value: variantId, label: savedName ?? variantId }
  // The input shows the selected name, which is not a query.
  const [query] = useDebouncedValue(search === selected.label ? '' : search.trim(), DEBOUNCE_MS)
  const products = useProducts(query ? { q: query } : {})
  const results = products.data?.pages.flatMap(({ data }) => data.flatMap(toVariantOptions)) ?? []
  const others = results.filter(({ value }) => value !== variantId)
  return (
    <Select
      label="Gift"
      placeholder="Search by name or SKU"
      data={variantId ? [selected, ...others] : results}
      filter={({ options }) => options}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      value={variantId || null}
      onChange={(value) => {
        setPickedOption(results.find((one) => one.value === value) ?? { value: '', label: '' })
        onChange(value ?? '')
      }}
      readOnly={readOnly}
      nothingFoundMessage={products.isFetching ? 'Searching…' : 'No results'}
      error={error ?? (products.error ? "Couldn't load products." : undefined)}
    />
  )
}

const toVariantOptions = ({ title, variants }: Product) =>
  variants.map(({ id, options }) => ({ value: id, label: [title, ...Object.values(options)].join(', ') }))
