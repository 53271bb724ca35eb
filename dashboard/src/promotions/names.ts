import { useQueries, useQuery } from '@tanstack/react-query'
import { useDesk } from '../access/desk.ts'
import { ApiError, api } from '../api.ts'
import type { Collection } from '../collections/collections.ts'
import type { PageOf } from './promotions.ts'

export interface Choice {
  value: string
  label: string
}

/** More are shown by their ids: nobody reads a list of a hundred names. */
const MOST_NAMED = 50

/** What is chosen already, by name where it can be had. */
export function useNames(what: 'products' | 'collections', ids: string[]): Choice[] {
  const { environmentId } = useDesk()
  const answers = useQueries({
    queries: ids.slice(0, MOST_NAMED).map((id) => ({
      queryKey: ['names', environmentId, what, id],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api<{ title: string }>(`/v1/catalog/${what}/${id}`, { environmentId, signal }),
    })),
  })
  return ids.map((id, place) => ({ value: id, label: nameIn(answers[place]) ?? id }))
}

function nameIn(answer: { data: { title: string } | undefined; error: Error | null } | undefined): string | undefined {
  const isGone = answer?.error instanceof ApiError && answer.error.status === 404
  return isGone ? 'Not there any more' : answer?.data?.title
}

const PAGES = 10

/** All collections, or the first thousand. */
export function useCollectionChoices() {
  const { environmentId } = useDesk()
  return useQuery({
    queryKey: ['collections', environmentId, 'choices'],
    queryFn: async ({ signal }) => {
      const all: Choice[] = []
      let cursor: string | null = ''
      for (let page = 0; page < PAGES && cursor !== null; page += 1) {
        const query = new URLSearchParams({ limit: '100', ...(cursor && { cursor }) })
        const answer: PageOf<Collection> = await api(`/v1/catalog/collections?${query}`, { environmentId, signal })
        all.push(...answer.data.map(({ id, title }) => ({ value: id, label: title })))
        cursor = answer.nextCursor
      }
      return all
    },
  })
}

interface Named {
  productTitle: string
  variantTitle: string
}

/** The stock knows variants by their own ids; of what was never in stock there is no name. */
export function useVariantName(id: string): string | undefined {
  const { environmentId } = useDesk()
  const levels = useQuery({
    queryKey: ['names', environmentId, 'variants', id],
    queryFn: ({ signal }) => api<PageOf<Named>>(`/v1/inventory?variantId=${id}&limit=1`, { environmentId, signal }),
    enabled: id !== '',
  })
  const [named] = levels.data?.data ?? []
  return named && [named.productTitle, named.variantTitle].filter(Boolean).join(', ')
}
