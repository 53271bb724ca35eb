import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../api.ts'
import { useWorkspace } from '../session.ts'
import type { Money } from '../ui/money.ts'

export type PromotionStatus = 'active' | 'scheduled' | 'ended' | 'inactive'
export type PromotionTrigger = 'automatic' | 'code'
export type DiscountTarget = 'item' | 'order' | 'shipping'

interface SelectionCriteria {
  productIds?: string[]
  variantIds?: string[]
  collectionIds?: string[]
  tags?: string[]
  vendors?: string[]
  types?: string[]
}

export interface ItemSelection extends SelectionCriteria {
  exclude?: SelectionCriteria
}

export interface BenefitTier {
  from: number | Money[]
  percentage?: number
  amounts?: Money[]
}

export type Benefit =
  | { kind: 'percentage'; target: DiscountTarget; percentage: number; maxAmounts?: Money[] }
  | { kind: 'fixed'; target: DiscountTarget; amounts: Money[]; perUnit?: boolean }
  | { kind: 'fixedPrice'; amounts: Money[] }
  | {
      kind: 'buyXGetY'
      buy: { quantity: number; items?: ItemSelection }
      get: { quantity: number; items?: ItemSelection; percentage?: number }
      maxTimes?: number | null
    }
  | { kind: 'tiered'; target: 'item' | 'order'; by: 'quantity' | 'amount'; tiers: BenefitTier[] }
  | { kind: 'gift'; variantId: string; quantity?: number }
  | { kind: 'freeShipping'; maxAmounts?: Money[] }

export type BenefitKind = Benefit['kind']

export interface PromotionConditions {
  minQuantity?: number
  minAmounts?: Money[]
  countries?: string[]
  customer?: { segments?: string[]; tags?: string[]; firstOrder?: boolean }
}

/** What the form sends; fields it omits keep their value. */
export interface PromotionInput {
  title: string
  benefit: Benefit
  items: ItemSelection
  conditions: PromotionConditions
  active: boolean
  startsAt: string | null
  endsAt: string | null
  usageLimit: number | null
  usesPerCustomer: number | null
  priority: number
  exclusiveGroup: string | null
  combinesWith: Record<DiscountTarget, boolean>
}

export interface Promotion extends PromotionInput {
  id: string
  trigger: PromotionTrigger
  status: PromotionStatus
  budgets: Money[] | null
  usageCount: number
  spent: Money[]
  exhausted: boolean
  version: number
  createdAt: string
}

export interface PromotionFilter {
  q: string
  status: '' | PromotionStatus
}

export interface ListPage<Item> {
  data: Item[]
  nextCursor: string | null
}

export const PROMOTIONS_PATH = '/v1/promotions'
export const promotionsKey = (environmentId: string) => ['promotions', environmentId]
const promotionKey = (environmentId: string, id: string) => [...promotionsKey(environmentId), 'one', id]

export function usePromotions({ q, status }: PromotionFilter) {
  const { environmentId } = useWorkspace()
  const filter = { ...(q && { q }), ...(status && { status }) }
  return useInfiniteQuery({
    queryKey: [...promotionsKey(environmentId), 'list', filter],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ limit: '50', ...filter, ...(pageParam && { cursor: pageParam }) })
      return api<ListPage<Promotion>>(`${PROMOTIONS_PATH}?${query}`, { environmentId, signal })
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: (previous) => previous,
    // Uses are counted with every sale.
    staleTime: 0,
  })
}

export function usePromotion(id: string) {
  const { environmentId } = useWorkspace()
  return useQuery({
    queryKey: promotionKey(environmentId, id),
    queryFn: ({ signal }) => api<Promotion>(`${PROMOTIONS_PATH}/${id}`, { environmentId, signal }),
    staleTime: 0,
  })
}

export function useCreatePromotion() {
  const { environmentId } = useWorkspace()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: PromotionInput & { trigger: PromotionTrigger }) =>
      api<Promotion>(PROMOTIONS_PATH, { method: 'POST', body, environmentId }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: promotionsKey(environmentId) }),
  })
}

export function useUpdatePromotion(id: string) {
  const { environmentId } = useWorkspace()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ changes, version }: { changes: Partial<PromotionInput>; version: number }) =>
      api<Promotion>(`${PROMOTIONS_PATH}/${id}`, { method: 'PATCH', body: changes, environmentId, ifMatch: version }),
    onSuccess: (saved) => queryClient.setQueryData(promotionKey(environmentId, id), saved),
    onSettled: () => queryClient.invalidateQueries({ queryKey: promotionsKey(environmentId) }),
  })
}

/** `onDeleted` navigates away: a page that still shows the promotion would refetch it. */
export function useDeletePromotion(id: string, onDeleted: () => Promise<void>) {
  const { environmentId } = useWorkspace()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      // A refetch of the promotion may be in flight and would return 404.
      await queryClient.cancelQueries({ queryKey: promotionsKey(environmentId) })
      await api<void>(`${PROMOTIONS_PATH}/${id}`, { method: 'DELETE', environmentId })
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: [...promotionsKey(environmentId), 'list'] })
      await onDeleted()
      queryClient.removeQueries({ queryKey: promotionKey(environmentId, id) })
    },
  })
}
