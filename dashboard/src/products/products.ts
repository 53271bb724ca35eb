import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../api.ts'
import { useWorkspace } from '../session.ts'
import type { Money } from '../ui/money.ts'
import type { ProductFilters } from './product-filters.ts'
import type { ProductStatus } from './product-status.ts'

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
  inventoryPolicy: 'deny' | 'continue'
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
  giftCard: boolean
  status: ProductStatus
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

interface ProductsResponse {
  data: Product[]
  nextCursor: string | null
}

const PRODUCTS_PATH = '/v1/catalog/products'
/** Prefix of every product list query, invalidated on any change. */
export const productsKey = (environmentId: string) => [environmentId, 'v1', 'catalog', 'products']
const productKey = (environmentId: string, id: string) => ['product', environmentId, id]

export function useProducts(filters: ProductFilters) {
  const { environmentId } = useWorkspace()
  return useInfiniteQuery({
    queryKey: [...productsKey(environmentId), 'list', filters],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ ...filters, ...(pageParam && { cursor: pageParam }) })
      return api<ProductsResponse>(`${PRODUCTS_PATH}?${query}`, { environmentId, signal })
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // Keeps the previous list while the search changes.
    placeholderData: keepPreviousData,
  })
}

const fetchProduct = (environmentId: string, id: string, signal?: AbortSignal) =>
  api<Product>(`${PRODUCTS_PATH}/${id}`, { environmentId, ...(signal && { signal }) })

/** Not refetched on focus or reconnect: that would disturb someone who is editing. */
export function useProduct(id: string) {
  const { environmentId } = useWorkspace()
  return useQuery({
    queryKey: productKey(environmentId, id),
    queryFn: ({ signal }) => fetchProduct(environmentId, id, signal),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

/** Fetches the current version after a conflict. */
export function useFetchProduct() {
  const { environmentId } = useWorkspace()
  return (id: string) => fetchProduct(environmentId, id)
}

interface SaveInput {
  /** Absent when creating. */
  existing?: Pick<Product, 'id' | 'version'>
  body: Record<string, unknown>
}

export function useSaveProduct() {
  const { environmentId } = useWorkspace()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ existing, body }: SaveInput) =>
      existing
        ? api<Product>(`${PRODUCTS_PATH}/${existing.id}`, {
            method: 'PATCH',
            body,
            environmentId,
            ifMatch: existing.version,
          })
        : api<Product>(PRODUCTS_PATH, { method: 'POST', body, environmentId }),
    onSuccess: (product) => {
      queryClient.setQueryData(productKey(environmentId, product.id), product)
      void queryClient.invalidateQueries({ queryKey: productsKey(environmentId) })
    },
  })
}

export function useDeleteProduct() {
  const { environmentId } = useWorkspace()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api<undefined>(`${PRODUCTS_PATH}/${id}`, { method: 'DELETE', environmentId }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: productsKey(environmentId) }),
  })
}
