import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDesk } from '../access/desk.ts'
import { api } from '../api.ts'
import type { Money } from '../parts/money.ts'

export type Status = 'active' | 'scheduled' | 'ended' | 'disabled'
export type Trigger = 'automatic' | 'code'
export type Phase = 'line' | 'order' | 'shipping'

interface Lists {
  productIds?: string[]
  variantIds?: string[]
  collectionIds?: string[]
  tags?: string[]
  vendors?: string[]
  types?: string[]
}

export interface Selection extends Lists {
  except?: Lists
}

export interface Tier {
  from: number | Money[]
  percentage?: number
  amounts?: Money[]
}

export type Benefit =
  | { kind: 'percentage'; on: Phase; percentage: number; maxAmounts?: Money[] }
  | { kind: 'fixed'; on: Phase; amounts: Money[]; each?: boolean }
  | { kind: 'fixedPrice'; amounts: Money[] }
  | {
      kind: 'buyXGetY'
      buy: { quantity: number; items?: Selection }
      get: { quantity: number; items?: Selection; percentage?: number }
      maxTimes?: number | null
    }
  | { kind: 'tiered'; on: 'line' | 'order'; by: 'quantity' | 'amount'; tiers: Tier[] }
  | { kind: 'gift'; variantId: string; quantity?: number }
  | { kind: 'freeShipping'; maxAmounts?: Money[] }

export type Kind = Benefit['kind']

export interface Conditions {
  minQuantity?: number
  minAmounts?: Money[]
  countries?: string[]
  customer?: { segments?: string[]; tags?: string[]; firstOrder?: boolean }
}

/** What the form sends; what it does not name stays. */
export interface PromotionBody {
  title: string
  benefit: Benefit
  items: Selection
  conditions: Conditions
  enabled: boolean
  startsAt: string | null
  endsAt: string | null
  usageLimit: number | null
  usesPerCustomer: number | null
  priority: number
  exclusiveGroup: string | null
  combinesWith: Record<Phase, boolean>
}

export interface Promotion extends PromotionBody {
  id: string
  trigger: Trigger
  status: Status
  budgets: Money[] | null
  used: number
  spent: Money[]
  isExhausted: boolean
  version: number
  createdAt: string
}

export interface PromotionFilter {
  q: string
  status: '' | Status
}

export interface PageOf<Thing> {
  data: Thing[]
  nextCursor: string | null
}

export const PROMOTIONS = '/v1/promotions'
export const promotionsOf = (environmentId: string) => ['promotions', environmentId]
const promotionOf = (environmentId: string, id: string) => [...promotionsOf(environmentId), 'one', id]

export function usePromotions({ q, status }: PromotionFilter) {
  const { environmentId } = useDesk()
  const filter = { ...(q && { q }), ...(status && { status }) }
  return useInfiniteQuery({
    queryKey: [...promotionsOf(environmentId), 'list', filter],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ limit: '50', ...filter, ...(pageParam && { cursor: pageParam }) })
      return api<PageOf<Promotion>>(`${PROMOTIONS}?${query}`, { environmentId, signal })
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: (before) => before,
    // Uses are counted by themselves, with every sale.
    staleTime: 0,
  })
}

export function usePromotion(id: string) {
  const { environmentId } = useDesk()
  return useQuery({
    queryKey: promotionOf(environmentId, id),
    queryFn: ({ signal }) => api<Promotion>(`${PROMOTIONS}/${id}`, { environmentId, signal }),
    staleTime: 0,
  })
}

export function useCreatePromotion() {
  const { environmentId } = useDesk()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: PromotionBody & { trigger: Trigger }) =>
      api<Promotion>(PROMOTIONS, { method: 'POST', body, environmentId }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: promotionsOf(environmentId) }),
  })
}

export function useSavePromotion(id: string) {
  const { environmentId } = useDesk()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ changes, version }: { changes: Partial<PromotionBody>; version: number }) =>
      api<Promotion>(`${PROMOTIONS}/${id}`, { method: 'PATCH', body: changes, environmentId, ifMatch: version }),
    onSuccess: (saved) => queryClient.setQueryData(promotionOf(environmentId, id), saved),
    onSettled: () => queryClient.invalidateQueries({ queryKey: promotionsOf(environmentId) }),
  })
}

/** `leave` goes to another page: one that still shows the promotion would ask for it again. */
export function useDeletePromotion(id: string, leave: () => Promise<void>) {
  const { environmentId } = useDesk()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      // What was just saved is being read again, and would not be found any more.
      await queryClient.cancelQueries({ queryKey: promotionsOf(environmentId) })
      await api<void>(`${PROMOTIONS}/${id}`, { method: 'DELETE', environmentId })
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: [...promotionsOf(environmentId), 'list'] })
      await leave()
      queryClient.removeQueries({ queryKey: promotionOf(environmentId, id) })
    },
  })
}
