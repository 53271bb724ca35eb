import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../api.ts'
import { productsKey } from '../products/products.ts'
import { useWorkspace } from '../session/workspace.ts'
import { collectionsKey, type ProductSummary } from './collections.ts'

interface CollectionProductsResponse {
  data: ProductSummary[]
  nextCursor: string | null
}

const productsPath = (id: string) => `/v1/catalog/collections/${id}/products`
const collectionProductsKey = (environmentId: string, id: string) => [...collectionsKey(environmentId), 'members', id]

export function useCollectionProducts(id: string) {
  const { environmentId } = useWorkspace()
  return useInfiniteQuery({
    queryKey: collectionProductsKey(environmentId, id),
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ limit: '50', ...(pageParam && { cursor: pageParam }) })
      return api<CollectionProductsResponse>(`${productsPath(id)}?${query}`, { environmentId, signal })
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
}

function useCollectionProductMutation<Input>(change: (environmentId: string, input: Input) => Promise<unknown>) {
  const { environmentId } = useWorkspace()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: Input) => change(environmentId, input),
    onSettled: () => queryClient.invalidateQueries({ queryKey: collectionsKey(environmentId) }),
  })
}

/**
 * Adds or moves a product. The position is given as a neighbor, not an index: two people can sort at once without
 * undoing each other's work, and a long collection need not be sent in full.
 */
export const useAddCollectionProduct = (id: string) =>
  useCollectionProductMutation((environmentId, { productId, before }: { productId: string; before?: string }) =>
    api(productsPath(id), {
      method: 'POST',
      body: { productIds: [productId], ...(before && { before }) },
      environmentId,
    }),
  )

export const useRemoveCollectionProduct = (id: string) =>
  useCollectionProductMutation((environmentId, productId: string) =>
    api<void>(`${productsPath(id)}/${productId}`, { method: 'DELETE', environmentId }),
  )

const MAX_RESULTS = 20

/** Products that match the query, newest first. Keeps the previous results while the next ones load. */
export function useProductSearch(search: string) {
  const { environmentId } = useWorkspace()
  const query = new URLSearchParams({ limit: String(MAX_RESULTS), ...(search && { q: search }) })
  return useQuery({
    queryKey: [...productsKey(environmentId), 'search', search],
    queryFn: ({ signal }) =>
      api<{ data: ProductSummary[] }>(`/v1/catalog/products?${query}`, { environmentId, signal }),
    placeholderData: keepPreviousData,
  })
}
