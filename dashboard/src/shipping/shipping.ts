import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDesk } from '../access/desk.ts'
import { api } from '../api.ts'
import type { Money } from '../parts/money.ts'
import type { Place } from '../places/places.ts'

export interface Zone {
  id: string
  name: string
  places: Place[]
  version: number
}

/** Which goods it is for. The form knows tags; the rest is kept as it is. */
export interface Items {
  tags?: string[]
  productIds?: string[]
  variantIds?: string[]
  collectionIds?: string[]
  vendors?: string[]
  types?: string[]
  except?: object
}

export interface Profile {
  id: string
  name: string
  isDefault: boolean
  items: Items
  version: number
}

export type Price =
  | { kind: 'flat'; amounts: Money[] }
  | { kind: 'weight'; steps: { upToGrams: number | null; amounts: Money[] }[] }
  | { kind: 'price'; steps: { upTo: Money[] | null; amounts: Money[] }[] }
  | { kind: 'item'; first: Money[]; further: Money[] }
  | { kind: 'carrier'; carrier: string; service: string; fallback?: Money[] }

/** What the form sends of a rate. */
export interface RateDetails {
  title: string
  description: string
  service?: string
  profileId?: string
  price: Price
  freeFrom: Money[] | null
  minDays: number | null
  maxDays: number | null
  locationId: string | null
}

export interface Rate extends RateDetails {
  id: string
  zoneId: string | null
  type: 'shipping' | 'pickup'
  service: string
  profileId: string
  position: number
  version: number
}

export interface Shipping {
  zones: Zone[]
  rates: Rate[]
  profiles: Profile[]
}

const PATHS = { zone: '/v1/shipping/zones', rate: '/v1/shipping/rate-definitions', profile: '/v1/shipping/profiles' }
type Kind = keyof typeof PATHS

const shippingOf = (environmentId: string) => ['shipping', environmentId]

/** All at once: a shop has at most 100 zones, 100 profiles and 500 rates, and a zone without its rates says little. */
export function useShipping() {
  const { environmentId } = useDesk()
  return useQuery({
    queryKey: shippingOf(environmentId),
    queryFn: async ({ signal }): Promise<Shipping> => {
      const [zones, rates, profiles] = await Promise.all([
        listAll<Zone>(PATHS.zone, environmentId, signal),
        listAll<Rate>(PATHS.rate, environmentId, signal),
        listAll<Profile>(PATHS.profile, environmentId, signal),
      ])
      return { zones, rates: rates.sort((one, other) => one.position - other.position), profiles }
    },
  })
}

async function listAll<Thing>(path: string, environmentId: string, signal: AbortSignal): Promise<Thing[]> {
  const all: Thing[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const query = new URLSearchParams({ limit: '100', ...(cursor && { cursor }) })
    const page: { data: Thing[]; nextCursor: string | null } = await api(`${path}?${query}`, { environmentId, signal })
    all.push(...page.data)
    cursor = page.nextCursor
  }
  return all
}

interface Saved {
  id: string
  version: number
}

/** Makes one where there is none yet. After a refusal what is on the screen may be old, so it is asked for anew either way. */
export function useSave<Body>(kind: Kind, before: Saved | undefined) {
  const { environmentId } = useDesk()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: Body) =>
      before
        ? api(`${PATHS[kind]}/${before.id}`, { method: 'PATCH', body, environmentId, ifMatch: before.version })
        : api(PATHS[kind], { method: 'POST', body, environmentId }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: shippingOf(environmentId) }),
  })
}

export function useDelete(kind: Kind, { id, version }: Saved) {
  const { environmentId } = useDesk()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api(`${PATHS[kind]}/${id}`, { method: 'DELETE', environmentId, ifMatch: version }),
    // Not waited for: the list without its row takes whoever wants to tell of it off the page.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: shippingOf(environmentId) }),
  })
}
