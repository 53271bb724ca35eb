import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../api.ts'
import type { Area } from '../areas/areas.ts'
import { useWorkspace } from '../session.ts'

export interface TaxSettings {
  pricesIncludeTax: boolean
  shippingTax: 'class' | 'highest' | 'none'
  rounding: 'item' | 'order'
  defaultAddress: { country: string; region: string | null } | null
}

/** `version` is 0 until settings are saved for the first time. */
export type SavedTaxSettings = TaxSettings & { version: number }

interface TaxRate {
  class: string
  name: string
  percentage: number
}

export interface TaxRegionInput {
  area: Area
  rates: TaxRate[]
}

export interface TaxRegion extends TaxRegionInput {
  id: string
  version: number
}

const SETTINGS_PATH = '/v1/taxes/settings'
const REGIONS_PATH = '/v1/taxes/regions'
const taxesKey = (environmentId: string) => ['taxes', environmentId]

export function useTaxSettings() {
  const { environmentId } = useWorkspace()
  return useQuery({
    queryKey: [...taxesKey(environmentId), 'settings'],
    queryFn: ({ signal }) => api<SavedTaxSettings>(SETTINGS_PATH, { environmentId, signal }),
  })
}

export function useUpdateTaxSettings(version: number) {
  const { environmentId } = useWorkspace()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: TaxSettings) =>
      api<SavedTaxSettings>(SETTINGS_PATH, { method: 'PUT', body, environmentId, ifMatch: version }),
    onSuccess: (saved) => queryClient.setQueryData([...taxesKey(environmentId), 'settings'], saved),
    onSettled: () => queryClient.invalidateQueries({ queryKey: taxesKey(environmentId) }),
  })
}

/** A shop may have a thousand regions. */
export function useTaxRegions() {
  const { environmentId } = useWorkspace()
  return useInfiniteQuery({
    queryKey: [...taxesKey(environmentId), 'regions'],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ limit: '50', ...(pageParam && { cursor: pageParam }) })
      return api<{ data: TaxRegion[]; nextCursor: string | null }>(`${REGIONS_PATH}?${query}`, {
        environmentId,
        signal,
      })
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
}

/** Creates or updates. */
export function useSaveTaxRegion(existing: TaxRegion | undefined) {
  const { environmentId } = useWorkspace()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: TaxRegionInput) =>
      existing
        ? api<TaxRegion>(`${REGIONS_PATH}/${existing.id}`, {
            method: 'PATCH',
            body,
            environmentId,
            ifMatch: existing.version,
          })
        : api<TaxRegion>(REGIONS_PATH, { method: 'POST', body, environmentId }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: taxesKey(environmentId) }),
  })
}

export function useDeleteTaxRegion({ id, version }: TaxRegion) {
  const { environmentId } = useWorkspace()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api(`${REGIONS_PATH}/${id}`, { method: 'DELETE', environmentId, ifMatch: version }),
    // Not awaited: the refetched list would unmount the row before it reports success.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: taxesKey(environmentId) }),
  })
}
