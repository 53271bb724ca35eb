import { useQueryClient } from '@tanstack/react-query'
import { ApiError, api, type ListItem, type RequestBody } from '../api.ts'
import { useAction } from '../mutation.ts'
import { resource, useApiScope, usePreview, useReadList, useWrite } from '../resource.ts'
import { useWorkspace } from '../session.ts'

export type Collection = ListItem<'/v1/catalog/collections'>
export type CollectionChanges = RequestBody<'/v1/catalog/collections/{id}', 'patch'>
export type CollectionKind = Collection['kind']
export type Rule = Collection['rules'][number]
export type ProductSummary = Pick<ListItem<'/v1/catalog/collections/{id}/products'>, 'id' | 'title' | 'status'>

export const collections = resource('/v1/catalog/collections')

/**
 * Adding a product also raises the version; that must not fail an edit of the title. `isUnchanged` is true if the fields
 * on screen match the server's, so only the products have changed.
 */
export function useUpdateCollection({ id, version }: Collection, isUnchanged: (latest: Collection) => boolean) {
  const { environmentId } = useWorkspace()
  const scope = useApiScope()
  const queryClient = useQueryClient()
  const request = { params: { id }, environmentId }
  const patch = (body: CollectionChanges, ifMatch: number) =>
    api.patch('/v1/catalog/collections/{id}', { ...request, body, ifMatch })
  return useAction({
    mutationFn: async (changes: CollectionChanges) => {
      try {
        return await patch(changes, version)
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 412) throw error
        const latest = await api.get('/v1/catalog/collections/{id}', request)
        if (!isUnchanged(latest)) throw error
        return patch(changes, latest.version)
      }
    },
    onSuccess: (saved) => queryClient.setQueryData(scope('/v1/catalog/collections/{id}', { id }).queryKey, saved),
    onSettled: () => queryClient.invalidateQueries({ queryKey: scope('/v1/catalog/collections').queryKey }),
  })
}

/** The products that unsaved rules would select. */
export const useRulesPreview = (match: Collection['match'], rules: Rule[]) =>
  usePreview(
    '/v1/catalog/collections/preview',
    { body: { match, rules } },
    { enabled: rules.length > 0, keepPrevious: true },
  )

export const useCollectionProducts = (id: string) =>
  useReadList('/v1/catalog/collections/{id}/products', { params: { id }, query: { limit: 50 } }, { staleTime: 0 })

/**
 * Adds or moves a product. The position is given as a neighbor, not an index: two people can sort at once without
 * undoing each other's work, and a long collection need not be sent in full.
 */
export const useAddCollectionProduct = (id: string) => useWrite('post', '/v1/catalog/collections/{id}/products', { id })

export function useRemoveCollectionProduct(id: string) {
  const { environmentId } = useWorkspace()
  const { queryKey } = useApiScope()('/v1/catalog/collections')
  const queryClient = useQueryClient()
  return useAction({
    mutationFn: (productId: string) =>
      api.delete('/v1/catalog/collections/{id}/products/{productId}', { params: { id, productId }, environmentId }),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  })
}

const MAX_RESULTS = 20

/** Products that match the query, newest first. Keeps the previous results while the next ones load. */
export const useProductSearch = (q: string) =>
  useReadList('/v1/catalog/products', { query: { limit: MAX_RESULTS, ...(q && { q }) } })
