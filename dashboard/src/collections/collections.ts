import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDesk } from '../access/desk.ts'
import { ApiError, api } from '../api.ts'
import type { Money } from '../parts/money.ts'

export interface Rule {
  field: 'tag' | 'vendor' | 'type' | 'title' | 'price' | 'stock' | 'customField'
  key?: string
  relation: string
  value: string | number | boolean | Money
}

export type Match = 'all' | 'any'
export type Sort = 'manual' | 'newest' | 'title' | 'price' | '-price' | 'best-selling'
export type CollectionKind = 'manual' | 'rules'

export interface CollectionSettings {
  title: string
  handle: string
  description: string
  image: { url: string; alt: string } | null
  status: 'draft' | 'active'
  match: Match
  rules: Rule[]
  sort: Sort
  seo: { title: string | null; description: string | null }
}

export interface Collection extends CollectionSettings {
  id: string
  kind: CollectionKind
  productCount: number
  version: number
  createdAt: string
  updatedAt: string
}

export type CollectionChanges = Partial<CollectionSettings>

interface CollectionsPage {
  data: Collection[]
  nextCursor: string | null
}

const COLLECTIONS = '/v1/catalog/collections'
export const collectionsOf = (environmentId: string) => ['collections', environmentId]
const collectionOf = (environmentId: string, id: string) => [...collectionsOf(environmentId), 'one', id]

export function useCollections() {
  const { environmentId } = useDesk()
  return useInfiniteQuery({
    queryKey: [...collectionsOf(environmentId), 'list'],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ limit: '50', ...(pageParam && { cursor: pageParam }) })
      return api<CollectionsPage>(`${COLLECTIONS}?${query}`, { environmentId, signal })
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
}

export function useCollection(id: string) {
  const { environmentId } = useDesk()
  return useQuery({
    queryKey: collectionOf(environmentId, id),
    queryFn: ({ signal }) => api<Collection>(`${COLLECTIONS}/${id}`, { environmentId, signal }),
  })
}

export function useCreateCollection() {
  const { environmentId } = useDesk()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: CollectionChanges & { kind: CollectionKind }) =>
      api<Collection>(COLLECTIONS, { method: 'POST', body, environmentId }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: collectionsOf(environmentId) }),
  })
}

interface Save {
  changes: CollectionChanges
  version: number
  /** Whether what is on the screen is still what the server has, so that only its products have changed meanwhile. */
  isUnchanged: (now: Collection) => boolean
}

/** Putting a product in raises the version as well; that is no reason to refuse somebody who changes the title. */
export function useSaveCollection(id: string) {
  const { environmentId } = useDesk()
  const queryClient = useQueryClient()
  const patch = (body: CollectionChanges, ifMatch: number) =>
    api<Collection>(`${COLLECTIONS}/${id}`, { method: 'PATCH', body, environmentId, ifMatch })
  return useMutation({
    mutationFn: async ({ changes, version, isUnchanged }: Save) => {
      try {
        return await patch(changes, version)
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 412) throw error
        const now = await api<Collection>(`${COLLECTIONS}/${id}`, { environmentId })
        if (!isUnchanged(now)) throw error
        return patch(changes, now.version)
      }
    },
    onSuccess: (saved) => queryClient.setQueryData(collectionOf(environmentId, id), saved),
    onSettled: () => queryClient.invalidateQueries({ queryKey: collectionsOf(environmentId) }),
  })
}

/** `leave` goes to another page: one that still shows the collection would ask for it again. */
export function useDeleteCollection(id: string, leave: () => Promise<void>) {
  const { environmentId } = useDesk()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      // What was just saved is being read again, and would not be found any more.
      await queryClient.cancelQueries({ queryKey: collectionsOf(environmentId) })
      await api<void>(`${COLLECTIONS}/${id}`, { method: 'DELETE', environmentId })
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: [...collectionsOf(environmentId), 'list'] })
      await leave()
      queryClient.removeQueries({ queryKey: collectionOf(environmentId, id) })
    },
  })
}

export interface SampleProduct {
  id: string
  title: string
  handle: string
  status: 'draft' | 'active' | 'archived'
}

/** Which products rules would choose, before anything is saved. */
export function useRulesPreview(match: Match, rules: Rule[]) {
  const { environmentId } = useDesk()
  return useQuery({
    queryKey: ['collection-preview', environmentId, match, rules],
    queryFn: ({ signal }) =>
      api<{ count: number; sample: SampleProduct[] }>(`${COLLECTIONS}/preview`, {
        method: 'POST',
        body: { match, rules },
        environmentId,
        signal,
      }),
    enabled: rules.length > 0,
    placeholderData: (before) => before,
  })
}
