import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../api.ts'
import type { Area } from '../areas/areas.ts'
import { useWorkspace } from '../session.ts'
import type { Money } from '../ui/money.ts'

export interface ShippingZone {
  id: string
  name: string
  areas: Area[]
  version: number
}

/** The items a profile applies to. The form edits tags and preserves the rest. */
export interface ProfileItems {
  tags?: string[]
  productIds?: string[]
  variantIds?: string[]
  collectionIds?: string[]
  vendors?: string[]
  types?: string[]
  exclude?: object
}

export interface ShippingProfile {
  id: string
  name: string
  default: boolean
  items: ProfileItems
  version: number
}

export type RatePrice =
  | { kind: 'flat'; amounts: Money[] }
  | { kind: 'weight'; steps: { upToGrams: number | null; amounts: Money[] }[] }
  | { kind: 'price'; steps: { upTo: Money[] | null; amounts: Money[] }[] }
  | { kind: 'item'; first: Money[]; additional: Money[] }
  | { kind: 'carrier'; carrier: string; service: string; fallback?: Money[] }

/** What the form sends for a rate. */
export interface RateInput {
  title: string
  description: string
  service?: string
  profileId?: string
  price: RatePrice
  freeFrom: Money[] | null
  minDays: number | null
  maxDays: number | null
  locationId: string | null
}

export interface ShippingRate extends RateInput {
  id: string
  zoneId: string | null
  type: 'shipping' | 'pickup'
  service: string
  profileId: string
  position: number
  version: number
}

export interface ShippingSettings {
  zones: ShippingZone[]
  rates: ShippingRate[]
  profiles: ShippingProfile[]
}

const PATHS = { zone: '/v1/shipping/zones', rate: '/v1/shipping/rate-definitions', profile: '/v1/shipping/profiles' }
type ShippingResource = keyof typeof PATHS

const shippingKey = (environmentId: string) => ['shipping', environmentId]

/** Loaded in full: a shop has at most 100 zones, 100 profiles and 500 rates, and a zone needs its rates. */
export function useShippingSettings() {
  const { environmentId } = useWorkspace()
  return useQuery({
    queryKey: shippingKey(environmentId),
    queryFn: async ({ signal }): Promise<ShippingSettings> => {
      const [zones, rates, profiles] = await Promise.all([
        listAll<ShippingZone>(PATHS.zone, environmentId, signal),
        listAll<ShippingRate>(PATHS.rate, environmentId, signal),
        listAll<ShippingProfile>(PATHS.profile, environmentId, signal),
      ])
      return { zones, rates: rates.sort((a, b) => a.position - b.position), profiles }
    },
  })
}

async function listAll<Item>(path: string, environmentId: string, signal: AbortSignal): Promise<Item[]> {
  const all: Item[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const query = new URLSearchParams({ limit: '100', ...(cursor && { cursor }) })
    const page: { data: Item[]; nextCursor: string | null } = await api(`${path}?${query}`, { environmentId, signal })
    all.push(...page.data)
    cursor = page.nextCursor
  }
  return all
}

interface Versioned {
  id: string
  version: number
}

/** Creates or updates. Refetches after an error, too: the screen may be stale. */
export function useSaveShipping<Body>(resource: ShippingResource, existing: Versioned | undefined) {
  const { environmentId } = useWorkspace()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: Body) =>
      existing
        ? api(`${PATHS[resource]}/${existing.id}`, { method: 'PATCH', body, environmentId, ifMatch: existing.version })
        : api(PATHS[resource], { method: 'POST', body, environmentId }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: shippingKey(environmentId) }),
  })
}

export function useDeleteShipping(resource: ShippingResource, { id, version }: Versioned) {
  const { environmentId } = useWorkspace()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api(`${PATHS[resource]}/${id}`, { method: 'DELETE', environmentId, ifMatch: version }),
    // Not awaited: the refetched list would unmount the row before it reports success.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: shippingKey(environmentId) }),
  })
}
