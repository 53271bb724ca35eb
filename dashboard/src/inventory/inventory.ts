import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../api.ts'
import { useWorkspace } from '../session/workspace.ts'

export interface InventoryLevel {
  variantId: string
  productId: string
  productTitle: string
  variantTitle: string
  sku: string | null
  locationId: string
  locationName: string
  onHand: number
  reserved: number
  incoming: number
  safetyStock: number
  lowStockAt: number | null
  available: number
  trackStock: boolean
  whenOut: 'deny' | 'continue'
  updatedAt: string
}

export interface InventoryFilter {
  sku: string
  locationId: string
  low: boolean
  variantId?: string
}

export interface LevelChange {
  variantId?: string
  sku?: string
  locationId?: string
  onHandChange?: number
  onHand?: number
  expectedOnHand?: number
  incoming?: number
  safetyStock?: number
  lowStockAt?: number | null
}

export interface NewAdjustment {
  reason: string
  reference: string | null
  changes: LevelChange[]
}

export interface Movement {
  id: string
  variantId: string
  locationId: string
  onHandChange: number
  reservedChange: number
  incomingChange: number
  reason: string
  reference: string | null
  actor: string
  createdAt: string
}

export interface InventoryAudit {
  checkedLevels: number
  driftCount: number
  drift: {
    variantId: string
    locationId: string
    field: 'onHand' | 'reserved' | 'incoming'
    level: number
    ledger: number
  }[]
}

interface Paginated<Item> {
  data: Item[]
  nextCursor: string | null
}

export const inventoryKey = (environmentId: string) => ['stock', environmentId]

export function useInventoryLevels({ sku, locationId, low, variantId }: InventoryFilter) {
  const { environmentId } = useWorkspace()
  const filter = {
    ...(sku && { sku }),
    ...(locationId && { locationId }),
    ...(low && { low: 'true' }),
    ...(variantId && { variantId }),
  }
  return useInfiniteQuery({
    queryKey: [...inventoryKey(environmentId), 'levels', filter],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ limit: '50', ...filter, ...(pageParam && { cursor: pageParam }) })
      return api<Paginated<InventoryLevel>>(`/v1/inventory?${query}`, { environmentId, signal })
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: (before) => before,
    // Stock changes with every sale.
    staleTime: 0,
  })
}

export function useMovements(variantId: string) {
  const { environmentId } = useWorkspace()
  return useInfiniteQuery({
    queryKey: [...inventoryKey(environmentId), 'movements', variantId],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ limit: '50', variantId, ...(pageParam && { cursor: pageParam }) })
      return api<Paginated<Movement>>(`/v1/inventory/movements?${query}`, { environmentId, signal })
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
}

/** Invalidates after an error, too: the screen may be stale. */
export function useAdjustInventory() {
  const { environmentId } = useWorkspace()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: NewAdjustment) =>
      api<{ levels: { onHand: number; available: number }[] }>('/v1/inventory/adjustments', {
        method: 'POST',
        body,
        environmentId,
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: inventoryKey(environmentId) }),
  })
}

/** Runs on demand: it sums every movement ever recorded. */
export function useInventoryAudit() {
  const { environmentId } = useWorkspace()
  return useQuery({
    queryKey: [...inventoryKey(environmentId), 'audit'],
    queryFn: ({ signal }) => api<InventoryAudit>('/v1/inventory/audit', { environmentId, signal }),
    staleTime: 0,
    gcTime: 0,
  })
}
