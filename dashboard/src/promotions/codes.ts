import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useDesk } from '../access/desk.ts'
import { api } from '../api.ts'
import type { Money } from '../parts/money.ts'
import { type PageOf, PROMOTIONS, promotionsOf } from './promotions.ts'

export interface Code {
  code: string
  usageLimit: number | null
  used: number
  disabled: boolean
}

export interface Use {
  id: string
  code: string | null
  holder: string
  amount: Money
  state: 'reserved' | 'used' | 'released'
  createdAt: string
}

export interface NewCodes {
  codes?: string[]
  count?: number
  prefix?: string
  usageLimit: number | null
}

function usePagesBelow<Thing>(id: string, what: 'codes' | 'uses', limit: number) {
  const { environmentId } = useDesk()
  return useInfiniteQuery({
    queryKey: [...promotionsOf(environmentId), what, id],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ limit: String(limit), ...(pageParam && { cursor: pageParam }) })
      return api<PageOf<Thing>>(`${PROMOTIONS}/${id}/${what}?${query}`, { environmentId, signal })
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
  })
}

export const useCodes = (id: string) => usePagesBelow<Code>(id, 'codes', 50)
export const useUses = (id: string) => usePagesBelow<Use>(id, 'uses', 20)

function useCodeChange<Input, Answer>(change: (environmentId: string, input: Input) => Promise<Answer>) {
  const { environmentId } = useDesk()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: Input) => change(environmentId, input),
    onSettled: () => queryClient.invalidateQueries({ queryKey: promotionsOf(environmentId) }),
  })
}

export const useAddCodes = (id: string) =>
  useCodeChange((environmentId, body: NewCodes) =>
    api<{ count: number; codes: string[] }>(`${PROMOTIONS}/${id}/codes`, { method: 'POST', body, environmentId }),
  )

export const useDisableCode = (id: string) =>
  useCodeChange((environmentId, code: string) =>
    api<void>(`${PROMOTIONS}/${id}/codes/${encodeURIComponent(code)}`, { method: 'DELETE', environmentId }),
  )
