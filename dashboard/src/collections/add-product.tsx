import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { useProductSearch } from './collection-products.ts'
import type { ProductSummary } from './collections.ts'

interface Props {
  /** Products already in the collection. */
  existing: ProductSummary[]
  isAdding: boolean
  onAdd: (product: ProductSummary) => void
}

const DEBOUNCE_MS = 250

export function AddProduct({ existing, isAdding, onAdd }: Props) {
  const [search, setSearch] = useState('')
  const [query] = useDebouncedValue(search.trim(), DEBOUNCE_MS)
  const products = useProductSearch(query)
  const results = products.data?.data ?? []
  const isCurrent = query === search.trim() && !products.isPlaceholderData
  return (
    <>
      <ErrorAlert error={products.error} title="Couldn't load products" onRetry={() => void products.refetch()} />
      <Select
        label="Add a product"
        placeholder="Search by name or SKU"
        data={results.map((product) => toOption(product, existing))}
        // The server has already filtered the options.
        filter={({ options }) => options}
        searchable
        searchValue={search}
        onSearchChange={setSearch}
        value={null}
        onChange={(selectedId) => {
          const product = results.find(({ id }) => id === selectedId)
          if (!product) return
          onAdd(product)
          setSearch('')
        }}
        maxLength={200}
        disabled={isAdding}
        nothingFoundMessage={isCurrent ? 'No results' : 'Searching…'}
      />
    </>
  )
}

/** Lists existing members as such; hiding them would make a search look broken. */
function toOption({ id, title, status }: ProductSummary, existing: ProductSummary[]) {
  const isMember = existing.some((product) => product.id === id)
  const note = isMember ? 'already added' : status === 'active' ? '' : status
  return { value: id, label: note ? `${title} (${note})` : title, disabled: isMember }
}
