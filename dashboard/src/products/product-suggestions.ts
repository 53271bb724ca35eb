import { useMemo } from 'react'
import { type Product, products } from './products.ts'

/** Suggests words from the newest products, so that nobody adds "Shirt" next to "Shirts". */
export function useProductSuggestions() {
  const { data } = products.useList()
  return useMemo(() => collectSuggestions(data ?? []), [data])
}

function collectSuggestions(items: Product[]) {
  const distinct = (values: string[]) => [...new Set(values.filter(Boolean))].sort((a, b) => a.localeCompare(b))
  return {
    vendors: distinct(items.map(({ vendor }) => vendor)),
    types: distinct(items.map(({ type }) => type)),
    tags: distinct(items.flatMap(({ tags }) => tags)),
  }
}
