import type { ListItem, RequestBody } from '../api.ts'
import { resource } from '../resource.ts'

export type ShippingZone = ListItem<'/v1/shipping/zones'>
export type ShippingProfile = ListItem<'/v1/shipping/profiles'>
export type ShippingRate = ListItem<'/v1/shipping/rate-definitions'>
export type NewZone = RequestBody<'/v1/shipping/zones', 'post'>
export type NewRate = RequestBody<'/v1/shipping/rate-definitions', 'post'>
/** The items a profile applies to. The form edits tags and preserves the rest. */
export type ProfileItems = ShippingProfile['items']
export type RatePrice = ShippingRate['price']

/** Rates are deleted with their zone or profile, and the first rate creates the default profile. */
export const shippingZones = resource('/v1/shipping/zones', { alsoChanges: ['/v1/shipping/rate-definitions'] })
export const shippingProfiles = resource('/v1/shipping/profiles', { alsoChanges: ['/v1/shipping/rate-definitions'] })
export const shippingRates = resource('/v1/shipping/rate-definitions', { alsoChanges: ['/v1/shipping/profiles'] })

/** Loaded in full: a shop has at most 100 zones, 100 profiles and 500 rates, and a zone needs its rates. */
export function useShippingSettings() {
  const zones = shippingZones.useAll()
  const rates = shippingRates.useAll()
  const profiles = shippingProfiles.useAll()
  return {
    data:
      zones.data && rates.data && profiles.data
        ? {
            zones: zones.data,
            rates: rates.data.toSorted((a, b) => a.position - b.position),
            profiles: profiles.data,
          }
        : undefined,
    isPending: zones.isPending || rates.isPending || profiles.isPending,
    error: zones.error ?? rates.error ?? profiles.error,
    refetch: () => Promise.all([zones.refetch(), rates.refetch(), profiles.refetch()]),
  }
}

export type ShippingSettings = NonNullable<ReturnType<typeof useShippingSettings>['data']>
