import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../api.ts'
import { useWorkspace } from '../session.ts'
import type { Money } from '../ui/money.ts'
import { type ListPage, PROMOTIONS_PATH, promotionsKey } from './promotions.ts'

export interface PromotionCode {
  code: string
  usageLimit: number | null
  usageCount: number
  active: boolean
}

export interface PromotionUse {
  id: string
  code: string | null
  holder: string
  amount: Money
  status: 'reserved' | 'used' | 'released'
  createdAt: string
}

export interface NewCodes {
  codes?: string[]
  count?: number
  prefix?: string
  usageLimit: number | null
}

function usePromotionList<Item>(id: string, resource: 'codes' | 'uses', limit: number) {
  const { environmentId } = useWorkspace()
  return useInfiniteQuery({
    queryKey: [...promotionsKey(environmentId), resource, id],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ limit: String(limit), ...(pageParam && { cursor: pageParam }) })
      return api<ListPage<Item>>(`${PROMOTIONS_PATH}/${id}/${resource}?${query}`, { environmentId, signal })
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
  })
}

export const usePromotionCodes = (id: string) => usePromotionList<PromotionCode>(id, 'codes', 50)
export const usePromotionUses = (id: string) => usePromotionList<PromotionUse>(id, 'uses', 20)

function useCodeMutation<Input, Result>(request: (environmentId: string, input: Input) => Promise<Result>) {
  const { environmentId } = useWorkspace()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: Input) => request(environmentId, input),
    onSettled: () => queryClient.invalidateQueries({ queryKey: promotionsKey(environmentId) }),
  })
}

export const useCreateCodes = (id: string) =>
  useCodeMutation((environmentId, body: NewCodes) =>
    api<{ count: number; codes: string[] }>(`${PROMOTIONS_PATH}/${id}/codes`, { method: 'POST', body, environmentId }),
  )

export const useDeactivateCode = (id: string) =>
  useCodeMutation((environmentId, code: string) =>
    api<void>(`${PROMOTIONS_PATH}/${id}/codes/${encodeURIComponent(code)}`, { method: 'DELETE', environmentId }),
  )
