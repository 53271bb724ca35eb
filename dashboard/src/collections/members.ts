import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDesk } from '../access/desk.ts'
import { api } from '../api.ts'
import { productsOf } from '../products/products.ts'
import { collectionsOf, type SampleProduct } from './collections.ts'

interface MembersPage {
  data: SampleProduct[]
  nextCursor: string | null
}

const pathOf = (id: string) => `/v1/catalog/collections/${id}/products`
const membersOf = (environmentId: string, id: string) => [...collectionsOf(environmentId), 'members', id]

export function useMembers(id: string) {
  const { environmentId } = useDesk()
  return useInfiniteQuery({
    queryKey: membersOf(environmentId, id),
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ limit: '50', ...(pageParam && { cursor: pageParam }) })
      return api<MembersPage>(`${pathOf(id)}?${query}`, { environmentId, signal })
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
}

function useMemberChange<Input>(change: (environmentId: string, input: Input) => Promise<unknown>) {
  const { environmentId } = useDesk()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: Input) => change(environmentId, input),
    onSettled: () => queryClient.invalidateQueries({ queryKey: collectionsOf(environmentId) }),
  })
}

/**
 * Puts a product in, or moves it. Told beside which other it goes and not by its number, so two people who sort at once do not
 * undo each other's work, and a long collection need not be sent whole.
 */
export const usePutIn = (id: string) =>
  useMemberChange((environmentId, { productId, before }: { productId: string; before?: string }) =>
    api(pathOf(id), {
      method: 'POST',
      body: { productIds: [productId], ...(before && { before }) },
      environmentId,
    }),
  )

export const useTakeOut = (id: string) =>
  useMemberChange((environmentId, productId: string) =>
    api<void>(`${pathOf(id)}/${productId}`, { method: 'DELETE', environmentId }),
  )

const MOST_OFFERED = 20

/** Products that fit the words, newest first. Those found before stay on offer while the next are on their way. */
export function useProductSearch(words: string) {
  const { environmentId } = useDesk()
  const query = new URLSearchParams({ limit: String(MOST_OFFERED), ...(words && { q: words }) })
  return useQuery({
    queryKey: [...productsOf(environmentId), 'search', words],
    queryFn: ({ signal }) => api<{ data: SampleProduct[] }>(`/v1/catalog/products?${query}`, { environmentId, signal }),
    placeholderData: keepPreviousData,
  })
}
