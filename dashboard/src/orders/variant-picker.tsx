import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import type { ListItem } from '../api.ts'
import { useReadList } from '../resource.ts'
import { formatMoney, type Money } from '../ui/money.ts'

/** A variant that can be sold, at its current price. */
export interface SellableVariant {
  variantId: string
  title: string
  /** Option values and SKU. */
  description: string
  price: Money
  image: string | null
  requiresShipping: boolean
}

interface Props {
  label: string
  currency: string
  /** Initial query, such as the title of the returned item. */
  suggestion?: string | undefined
  onAdd: (variant: SellableVariant) => void
  autoFocus?: boolean
}

const DEBOUNCE_MS = 250

/** Type, press Enter for the first result, continue with the next item. */
export function VariantPicker({ label, currency, suggestion = '', onAdd, autoFocus = false }: Props) {
  const [search, setSearch] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const [addsFirstResult, setAddsFirstResult] = useState(false)
  const [query] = useDebouncedValue(search.trim() || suggestion, DEBOUNCE_MS)
  const products = useReadList('/v1/catalog/products', { query: { status: 'active', q: query } })
  const results = products.data?.flatMap((product) => toSellableVariants(product, currency)) ?? []
  const isCurrent = query === (search.trim() || suggestion) && !products.isPlaceholderData
  const add = (variant: SellableVariant | undefined) => {
    if (!variant) return
    onAdd(variant)
    setSearch('')
    setIsOpen(false)
  }
  // Fast typists and barcode scanners press Enter before the results arrive.
  useEffect(() => {
    if (!addsFirstResult || !isCurrent) return
    setAddsFirstResult(false)
    add(results[0])
  })
  return (
    <Select
      label={label}
      placeholder="Search by name or SKU"
      data={results.map(({ variantId, title, description, price }) => ({
        value: variantId,
        label: [title, description, formatMoney(price)].filter(Boolean).join(' · '),
      }))}
      // The server has already filtered the options.
      filter={({ options }) => options}
      searchable
      searchValue={search}
      onSearchChange={(typed) => {
        setSearch(typed)
        setAddsFirstResult(false)
      }}
      value={null}
      onChange={(selectedId) => add(results.find(({ variantId }) => variantId === selectedId))}
      onKeyDown={(event) => {
        const hasActiveOption = event.currentTarget.getAttribute('aria-activedescendant')
        if (event.key !== 'Enter' || hasActiveOption) return
        // Enter must not submit the form either.
        event.preventDefault()
        setAddsFirstResult(search.trim() !== '')
      }}
      dropdownOpened={isOpen}
      onDropdownOpen={() => setIsOpen(true)}
      onDropdownClose={() => setIsOpen(false)}
      maxLength={200}
      maxDropdownHeight={260}
      comboboxProps={{ keepMounted: false }}
      nothingFoundMessage={isCurrent ? `No results in ${currency}` : 'Searching…'}
      error={products.error ? "Couldn't load products. Try again." : undefined}
      {...(autoFocus && { 'data-autofocus': true })}
    />
  )
}

const toSellableVariants = (
  { title, variants, images }: ListItem<'/v1/catalog/products'>,
  currency: string,
): SellableVariant[] =>
  variants.flatMap(({ id, options, sku, prices, requiresShipping }) => {
    const match = prices.find(({ price }) => price.currency === currency)
    const description = [...Object.values(options), sku].filter(Boolean).join(' · ')
    const image = images[0]?.url ?? null
    return match ? [{ variantId: id, title, description, price: match.price, image, requiresShipping }] : []
  })
