import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError, api } from '../api.ts'
import { useWorkspace } from '../session/workspace.ts'
import type { Money } from '../ui/money.ts'

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

interface CollectionsResponse {
  data: Collection[]
  nextCursor: string | null
}

const COLLECTIONS_PATH = '/v1/catalog/collections'
export const collectionsKey = (environmentId: string) => ['collections', environmentId]
const collectionKey = (environmentId: string, id: string) => [...collectionsKey(environmentId), 'one', id]

export function useCollections() {
  const { environmentId } = useWorkspace()
  return useInfiniteQuery({
    queryKey: [...collectionsKey(environmentId), 'list'],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ limit: '50', ...(pageParam && { cursor: pageParam }) })
      return api<CollectionsResponse>(`${COLLECTIONS_PATH}?${query}`, { environmentId, signal })
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
}

export function useCollection(id: string) {
  const { environmentId } = useWorkspace()
  return useQuery({
    queryKey: collectionKey(environmentId, id),
    queryFn: ({ signal }) => api<Collection>(`${COLLECTIONS_PATH}/${id}`, { environmentId, signal }),
  })
}

export function useCreateCollection() {
  const { environmentId } = useWorkspace()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: CollectionChanges & { kind: CollectionKind }) =>
      api<Collection>(COLLECTIONS_PATH, { method: 'POST', body, environmentId }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: collectionsKey(environmentId) }),
  })
}

interface SaveInput {
  changes: CollectionChanges
  version: number
  /** True if the fields on screen match the server's, so only the products have changed. */
  isUnchanged: (latest: Collection) => boolean
}

/** Adding a product also raises the version; that must not fail an edit of the title. */
export function useUpdateCollection(id: string) {
  const { environmentId } = useWorkspace()
  const queryClient = useQueryClient()
  const patch = (body: CollectionChanges, ifMatch: number) =>
    api<Collection>(`${COLLECTIONS_PATH}/${id}`, { method: 'PATCH', body, environmentId, ifMatch })
  return useMutation({
    mutationFn: async ({ changes, version, isUnchanged }: SaveInput) => {
      try {
        return await patch(changes, version)
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 412) throw error
        const latest = await api<Collection>(`${COLLECTIONS_PATH}/${id}`, { environmentId })
        if (!isUnchanged(latest)) throw error
        return patch(changes, latest.version)
      }
    },
    onSuccess: (saved) => queryClient.setQueryData(collectionKey(environmentId, id), saved),
    onSettled: () => queryClient.invalidateQueries({ queryKey: collectionsKey(environmentId) }),
  })
}

/** `leave` navigates away: a page that still shows the collection would refetch it. */
export function useDeleteCollection(id: string, leave: () => Promise<void>) {
  const { environmentId } = useWorkspace()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      // A refetch of the collection may be in flight and would return 404.
      await queryClient.cancelQueries({ queryKey: collectionsKey(environmentId) })
      await api<void>(`${COLLECTIONS_PATH}/${id}`, { method: 'DELETE', environmentId })
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: [...collectionsKey(environmentId), 'list'] })
      await leave()
      queryClient.removeQueries({ queryKey: collectionKey(environmentId, id) })
    },
  })
}

export interface ProductSummary {
  id: string
  title: string
  handle: string
  status: 'draft' | 'active' | 'archived'
}

/** The products that unsaved rules would select. */
export function useRulesPreview(match: Match, rules: Rule[]) {
  const { environmentId } = useWorkspace()
  return useQuery({
    queryKey: ['collection-preview', environmentId, match, rules],
    queryFn: ({ signal }) =>
      api<{ count: number; sample: ProductSummary[] }>(`${COLLECTIONS_PATH}/preview`, {
        method: 'POST',
        body: { match, rules },
        environmentId,
        signal,
      }),
    enabled: rules.length > 0,
    placeholderData: (before) => before,
  })
}
