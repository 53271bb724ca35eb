import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDesk } from '../access/desk.ts'
import { api } from '../api.ts'
import type { Place } from '../places/places.ts'

export interface TaxSettings {
  pricesIncludeTax: boolean
  shippingTax: 'class' | 'highest' | 'none'
  rounding: 'line' | 'order'
  defaultPlace: { country: string; region: string | null } | null
}

/** `version` is 0 while nothing was set. */
export type SavedSettings = TaxSettings & { version: number }

interface TaxRate {
  class: string
  name: string
  percentage: number
}

export interface RegionDetails {
  place: Place
  rates: TaxRate[]
}

export interface Region extends RegionDetails {
  id: string
  version: number
}

const SETTINGS = '/v1/taxes/settings'
const REGIONS = '/v1/taxes/regions'
const taxesOf = (environmentId: string) => ['taxes', environmentId]

export function useTaxSettings() {
  const { environmentId } = useDesk()
  return useQuery({
    queryKey: [...taxesOf(environmentId), 'settings'],
    queryFn: ({ signal }) => api<SavedSettings>(SETTINGS, { environmentId, signal }),
  })
}

export function useSaveTaxSettings(version: number) {
  const { environmentId } = useDesk()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: TaxSettings) =>
      api<SavedSettings>(SETTINGS, { method: 'PUT', body, environmentId, ifMatch: version }),
    onSuccess: (saved) => queryClient.setQueryData([...taxesOf(environmentId), 'settings'], saved),
    onSettled: () => queryClient.invalidateQueries({ queryKey: taxesOf(environmentId) }),
  })
}

/** A shop may have a thousand. */
export function useRegions() {
  const { environmentId } = useDesk()
  return useInfiniteQuery({
    queryKey: [...taxesOf(environmentId), 'regions'],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ limit: '50', ...(pageParam && { cursor: pageParam }) })
      return api<{ data: Region[]; nextCursor: string | null }>(`${REGIONS}?${query}`, { environmentId, signal })
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
}

/** Makes one where there is none yet. */
export function useSaveRegion(before: Region | undefined) {
  const { environmentId } = useDesk()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: RegionDetails) =>
      before
        ? api<Region>(`${REGIONS}/${before.id}`, { method: 'PATCH', body, environmentId, ifMatch: before.version })
        : api<Region>(REGIONS, { method: 'POST', body, environmentId }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: taxesOf(environmentId) }),
  })
}

export function useDeleteRegion({ id, version }: Region) {
  const { environmentId } = useDesk()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api(`${REGIONS}/${id}`, { method: 'DELETE', environmentId, ifMatch: version }),
    // Not waited for: the list without its row takes whoever wants to tell of it off the page.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: taxesOf(environmentId) }),
  })
}
