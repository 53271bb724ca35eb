import { MultiSelect, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, api, type ListItem } from '../api.ts'
import { collections, useProductSearch } from '../collections/collections.ts'
import { useApiScope } from '../resource.ts'
import { useWorkspace } from '../session.ts'

interface Props {
  label: string
  /** Where the row already shows it; screen readers still announce it. */
  hideLabel?: boolean
  ids: string[]
  onChange: (ids: string[]) => void
  readOnly: boolean
  error: string | undefined
}

const DEBOUNCE_MS = 250

const labelProps = ({ label, hideLabel = false }: Pick<Props, 'label' | 'hideLabel'>) =>
  hideLabel ? { 'aria-label': label } : { label }

interface SelectOption {
  value: string
  label: string
}

const uniqueOptions = (options: SelectOption[]) => [
  ...new Map(options.map((option) => [option.value, option])).values(),
]

export function ProductsPicker({ ids, onChange, readOnly, error, ...label }: Props) {
  const [search, setSearch] = useState('')
  const [query] = useDebouncedValue(search.trim(), DEBOUNCE_MS)
  const products = useProductSearch(query)
  const results = products.data?.map(({ id, title }) => ({ value: id, label: title })) ?? []
  const selected = useCatalogNames('/v1/catalog/products/{id}', ids)
  const isSettled = query === search.trim() && !products.isPlaceholderData
  return (
    <MultiSelect
      {...labelProps(label)}
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

export function CollectionsPicker({ ids, onChange, readOnly, error, ...label }: Props) {
  const list = collections.useAll()
  const all = list.data?.map(({ id, title }) => ({ value: id, label: title })) ?? []
  const isListed = (id: string) => all.some(({ value }) => value === id)
  const unlisted = useCatalogNames('/v1/catalog/collections/{id}', list.data ? ids.filter((id) => !isListed(id)) : [])
  return (
    <MultiSelect
      {...labelProps(label)}
      placeholder={readOnly ? '' : 'Search collections'}
      data={[...all, ...unlisted]}
      hidePickedOptions
      comboboxProps={{ keepMounted: false }}
      searchable
      value={ids}
      onChange={onChange}
      readOnly={readOnly}
      nothingFoundMessage={list.isPending ? 'Searching…' : 'No results'}
      error={error ?? (list.error ? "Couldn't load collections." : undefined)}
    />
  )
}

export function VariantsPicker({ ids, onChange, readOnly, error, ...label }: Props) {
  const [search, setSearch] = useState('')
  const [query] = useDebouncedValue(search.trim(), DEBOUNCE_MS)
  const [picked, setPicked] = useState<SelectOption[]>([])
  const products = useProductSearch(query)
  const results = products.data?.flatMap(toVariantOptions) ?? []
  const isPicked = (id: string) => picked.some(({ value }) => value === id)
  const saved = useVariantNames(ids.filter((id) => !isPicked(id)))
  const isSettled = query === search.trim() && !products.isPlaceholderData
  return (
    <MultiSelect
      {...labelProps(label)}
      placeholder={readOnly ? '' : 'Search by name or SKU'}
      data={uniqueOptions([...picked, ...saved, ...results])}
      filter={({ options }) => options}
      hidePickedOptions
      comboboxProps={{ keepMounted: false }}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      value={ids}
      onChange={(values) => {
        // The next search no longer finds them.
        setPicked(uniqueOptions([...picked, ...results]).filter(({ value }) => values.includes(value)))
        onChange(values)
      }}
      readOnly={readOnly}
      nothingFoundMessage={isSettled ? 'No results' : 'Searching…'}
      error={error ?? (products.error ? "Couldn't load products." : undefined)}
    />
  )
}

interface GiftPickerProps extends Omit<Props, 'label' | 'ids' | 'onChange'> {
  variantId: string
  onChange: (variantId: string) => void
}

export function GiftPicker({ variantId, onChange, readOnly, error }: GiftPickerProps) {
  const [search, setSearch] = useState('')
  const [pickedOption, setPickedOption] = useState({ value: '', label: '' })
  const [saved] = useVariantNames(variantId && variantId !== pickedOption.value ? [variantId] : [])
  const selected = variantId === pickedOption.value ? pickedOption : (saved ?? { value: '', label: '' })
  // The input shows the selected name, which is not a query.
  const [query] = useDebouncedValue(search === selected.label ? '' : search.trim(), DEBOUNCE_MS)
  const products = useProductSearch(query)
  const results = products.data?.flatMap(toVariantOptions) ?? []
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

const toVariantOptions = ({ title, variants }: ListItem<'/v1/catalog/products'>) =>
  variants.map(({ id, options }) => ({ value: id, label: [title, ...Object.values(options)].join(', ') }))

/** Beyond this, ids are shown: nobody reads a list of a hundred names. */
const MAX_NAMES = 50

/** Labels of selected items; falls back to the id. */
function useCatalogNames(
  path: '/v1/catalog/products/{id}' | '/v1/catalog/collections/{id}',
  ids: string[],
): SelectOption[] {
  const { environmentId } = useWorkspace()
  const scope = useApiScope()
  const results = useQueries({
    queries: ids.slice(0, MAX_NAMES).map((id) => ({
      queryKey: scope(path, { id }).queryKey,
      queryFn: ({ signal }: { signal: AbortSignal }) => api.get(path, { params: { id }, environmentId, signal }),
    })),
  })
  return ids.map((id, index) => {
    const { data, error } = results[index] ?? {}
    const isGone = error instanceof ApiError && error.status === 404
    return { value: id, label: isGone ? 'Deleted' : (data?.title ?? id) }
  })
}

/** Inventory resolves a variant ID to a name; a variant that was never in stock has none. */
function useVariantNames(ids: string[]): SelectOption[] {
  const { environmentId } = useWorkspace()
  const { queryKey } = useApiScope()('/v1/inventory')
  const results = useQueries({
    queries: ids.slice(0, MAX_NAMES).map((variantId) => {
      const query = { variantId, limit: 1 }
      return {
        queryKey: [...queryKey, query],
        queryFn: ({ signal }: { signal: AbortSignal }) => api.get('/v1/inventory', { query, environmentId, signal }),
      }
    }),
  })
  return ids.map((value, index) => {
    const [variant] = results[index]?.data?.data ?? []
    const names = variant ? [variant.productTitle, variant.variantTitle] : [value]
    return { value, label: names.filter(Boolean).join(', ') }
  })
}
