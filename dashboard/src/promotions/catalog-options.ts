import { useQueries, useQuery } from '@tanstack/react-query'
import { ApiError, api } from '../api.ts'
import type { Collection } from '../collections/collections.ts'
import { useWorkspace } from '../session.ts'
import type { ListPage } from './promotions.ts'

export interface SelectOption {
  value: string
  label: string
}

/** Beyond this, ids are shown: nobody reads a list of a hundred names. */
const MAX_NAMES = 50

/** Labels of selected items; falls back to the id. */
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
  return isGone ? 'Deleted' : result?.data?.title
}

const MAX_PAGES = 10

/** All collections, up to one thousand. */
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

/** Inventory resolves a variant id to a name; a variant that was never in stock has none. */
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
