import { useQueries, useQuery } from '@tanstack/react-query'
import { ApiError, api } from '../api.ts'
import type { Collection } from '../collections/collections.ts'
import { useWorkspace } from '../session/workspace.ts'
import type { ListPage } from './promotions.ts'

export interface SelectOption {
  value: string
  label: string
}

/** More are shown by their ids: nobody reads a list of a hundred names. */
const MAX_NAMES = 50

/** What is chosen already, by name where it can be had. */
export function useCatalogNames(resource: 'products' | 'collections', ids: string[]): SelectOption[] {
  const { environmentId } = useWorkspace()
  const results = useQueries({
    queries: ids.slice(0, MAX_NAMES).map((id) => ({
      queryKey: ['names', environmentId, resource, id],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api<{ title: string }>(`/v1/catalog/${resource}/${id}`, { environmentId, signal }),
    })),
  })
  return ids.map((id, index) => ({ value: id, label: resultName(results[index]) ?? id }))
}

function resultName(
  result: { data: { title: string } | undefined; error: Error | null } | undefined,
): string | undefined {
  const isGone = result?.error instanceof ApiError && result.error.status === 404
  return isGone ? 'Not there any more' : result?.data?.title
}

const MAX_PAGES = 10

/** All collections, or the first thousand. */
export function useCollectionOptions() {
  const { environmentId } = useWorkspace()
  return useQuery({
    queryKey: ['collections', environmentId, 'choices'],
    queryFn: async ({ signal }) => {
      const all: SelectOption[] = []
      let cursor: string | null = ''
      for (let page = 0; page < MAX_PAGES && cursor !== null; page += 1) {
        const query = new URLSearchParams({ limit: '100', ...(cursor && { cursor }) })
        const response: ListPage<Collection> = await api(`/v1/catalog/collections?${query}`, { environmentId, signal })
        all.push(...response.data.map(({ id, title }) => ({ value: id, label: title })))
        cursor = response.nextCursor
      }
      return all
    },
  })
}

interface VariantNames {
  productTitle: string
  variantTitle: string
}

/** The stock knows variants by their own ids; of what was never in stock there is no name. */
export function useVariantName(id: string): string | undefined {
  const { environmentId } = useWorkspace()
  const inventory = useQuery({
    queryKey: ['names', environmentId, 'variants', id],
    queryFn: ({ signal }) =>
      api<ListPage<VariantNames>>(`/v1/inventory?variantId=${id}&limit=1`, { environmentId, signal }),
    enabled: id !== '',
  })
  const [variant] = inventory.data?.data ?? []
  return variant && [variant.productTitle, variant.variantTitle].filter(Boolean).join(', ')
}
