import { listEventData } from './event-log.ts'
import type { ApiClient, ApiResponse, Shop } from './open-shop.ts'

export const ZONES = '/v1/shipping/zones'
export const PROFILES = '/v1/shipping/profiles'
export const RATES = '/v1/shipping/rate-definitions'

export const eur = (amount: number) => [{ amount, currency: 'EUR' }]
export const FLAT = { kind: 'flat', amounts: eur(490) }

export const addZone = async (api: ApiClient, areas: unknown[] = [{ country: 'AT' }]) =>
  (await api.post(ZONES, { name: 'Austria', areas })).body
export const addRate = async (api: ApiClient, fields = {}) =>
  (await api.post(RATES, { zoneId: (await addZone(api)).id, title: 'Standard', price: FLAT, ...fields })).body
export const addLocation = async (api: ApiClient, fields = {}) =>
  (await api.post('/v1/inventory/locations', { name: 'Shop', ...fields })).body.id

export const errorPathOf = ({ status, body }: ApiResponse) => [
  status,
  body.error?.details?.[0]?.path ?? body.error?.code,
]

export const listShippingEvents = async (shop: Shop): Promise<{ kind: string; id: string }[]> =>
  (await listEventData(shop, 'shipping.updated')).toReversed()
