import type { InfiniteData } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Product, useProducts } from './products.ts'

/** Suggests words from the newest products, so that nobody adds "Shirt" next to "Shirts". */
export function useProductSuggestions() {
  const { data } = useProducts({})
  return useMemo(() => collectSuggestions(data), [data])
}

function collectSuggestions(list: InfiniteData<{ data: Product[] }> | undefined) {
  const products = list?.pages.flatMap(({ data }) => data) ?? []
  const distinct = (values: string[]) => [...new Set(values.filter(Boolean))].sort((a, b) => a.localeCompare(b))
  return {
    vendors: distinct(products.map(({ vendor }) => vendor)),
    types: distinct(products.map(({ type }) => type)),
    tags: distinct(products.flatMap(({ tags }) => tags)),
  }
}
