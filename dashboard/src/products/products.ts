import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDesk } from '../access/desk.ts'
import { api } from '../api.ts'
import type { Money } from '../parts/money.ts'
import type { ProductFilters } from './product-filters.ts'
import type { Status } from './statuses.ts'

export interface Variant {
  id: string
  options: Record<string, string>
  sku: string | null
  barcode: string | null
  prices: { price: Money; compareAtPrice: Money | null }[]
  cost: Money | null
  weightGrams: number | null
  requiresShipping: boolean
  externalId: string | null
  trackStock: boolean
  whenOut: 'deny' | 'continue'
  maxQuantityPerOrder: number | null
}

export interface Product {
  id: string
  handle: string
  title: string
  description: string
  vendor: string
  type: string
  tags: string[]
  taxClass: string
  isGiftCard: boolean
  status: Status
  publishAt: string | null
  unpublishAt: string | null
  seo: { title: string | null; description: string | null }
  customFields: Record<string, unknown>
  externalId: string | null
  options: { name: string; values: string[] }[]
  variants: Variant[]
  images: { id: string; url: string; alt: string }[]
  version: number
  createdAt: string
  updatedAt: string
}

interface ProductPage {
  data: Product[]
  nextCursor: string | null
}

const PRODUCTS = '/v1/catalog/products'
/** Everything that lists products: forgotten when one changes. */
export const productsOf = (environmentId: string) => ['products', environmentId]
const productOf = (environmentId: string, id: string) => ['product', environmentId, id]

export function useProducts(filters: ProductFilters) {
  const { environmentId } = useDesk()
  return useInfiniteQuery({
    queryKey: [...productsOf(environmentId), 'list', filters],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ ...filters, ...(pageParam && { cursor: pageParam }) })
      return api<ProductPage>(`${PRODUCTS}?${query}`, { environmentId, signal })
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // The list stays while a letter is added to the search.
    placeholderData: keepPreviousData,
  })
}

const readProduct = (environmentId: string, id: string, signal?: AbortSignal) =>
  api<Product>(`${PRODUCTS}/${id}`, { environmentId, ...(signal && { signal }) })

/** Read once, for somebody who is about to change it: what comes in between must not disturb them. */
export function useProduct(id: string) {
  const { environmentId } = useDesk()
  return useQuery({
    queryKey: productOf(environmentId, id),
    queryFn: ({ signal }) => readProduct(environmentId, id, signal),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

/** As it is at this moment, for somebody who was too slow. */
export function useLatestProduct() {
  const { environmentId } = useDesk()
  return (id: string) => readProduct(environmentId, id)
}

interface Saved {
  /** Of the product that is there already. */
  known?: Pick<Product, 'id' | 'version'>
  body: Record<string, unknown>
}

export function useSaveProduct() {
  const { environmentId } = useDesk()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ known, body }: Saved) =>
      known
        ? api<Product>(`${PRODUCTS}/${known.id}`, {
            method: 'PATCH',
            body,
            environmentId,
            ifMatch: known.version,
          })
        : api<Product>(PRODUCTS, { method: 'POST', body, environmentId }),
    onSuccess: (product) => {
      queryClient.setQueryData(productOf(environmentId, product.id), product)
      void queryClient.invalidateQueries({ queryKey: productsOf(environmentId) })
    },
  })
}

export function useDeleteProduct() {
  const { environmentId } = useDesk()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api<undefined>(`${PRODUCTS}/${id}`, { method: 'DELETE', environmentId }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: productsOf(environmentId) }),
  })
}
