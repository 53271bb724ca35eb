import { MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useProductSearch } from '../collections/collections.ts'
import { type SelectOption, useCatalogNames, useCollectionOptions } from './catalog-options.ts'

interface Props {
  label: string
  ids: string[]
  onChange: (ids: string[]) => void
  readOnly: boolean
  error: string | undefined
}

const DEBOUNCE_MS = 250

const uniqueOptions = (options: SelectOption[]) => [
  ...new Map(options.map((option) => [option.value, option])).values(),
]

export function ProductsPicker({ label, ids, onChange, readOnly, error }: Props) {
  const [search, setSearch] = useState('')
  const [query] = useDebouncedValue(search.trim(), DEBOUNCE_MS)
  const products = useProductSearch(query)
  const results = products.data?.map(({ id, title }) => ({ value: id, label: title })) ?? []
  const selected = useCatalogNames('products', ids)
  const isSettled = query === search.trim() && !products.isPlaceholderData
  return (
    <MultiSelect
      label={label}
      placeholder={readOnly ? '' : 'Search by name or SKU'}
      data={uniqueOptions([...selected, ...results])}
      // The server has already filtered the options.
      filter={({ options }) => options}
      hidePickedOptions
      comboboxProps={{ keepMounted: false }}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      value={ids}
      onChange={onChange}
      readOnly={readOnly}
      nothingFoundMessage={isSettled ? 'No results' : 'Searching…'}
      error={error ?? (products.error ? "Couldn't load products." : undefined)}
    />
  )
}

export function CollectionsPicker({ label, ids, onChange, readOnly, error }: Props) {
  const collections = useCollectionOptions()
  const all = collections.data ?? []
  const isListed = (id: string) => all.some(({ value }) => value === id)
  const unlisted = useCatalogNames('collections', collections.data ? ids.filter((id) => !isListed(id)) : [])
  return (
    <MultiSelect
      label={label}
      placeholder={readOnly ? '' : 'Search collections'}
      data={[...all, ...unlisted]}
      hidePickedOptions
      comboboxProps={{ keepMounted: false }}
      searchable
      value={ids}
      onChange={onChange}
      readOnly={readOnly}
      nothingFoundMessage={collections.isPending ? 'Searching…' : 'No results'}
      error={error ?? (collections.error ? "Couldn't load collections." : undefined)}
    />
  )
}
