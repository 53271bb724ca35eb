import { exact } from './exact-math.ts'
import type { PricingItem } from './pricing-input.ts'
import type { NoShippingReason } from './pricing-result.ts'
import type { RatePrice, ShippingProfile, ShippingRate, ShippingSettings } from './rules.ts'
import { matchesSelection } from './selection.ts'

/** The items of a cart that ship by one profile's rates. */
export interface Parcel {
  profile: ShippingProfile | null
  items: PricingItem[]
  weightGrams: number
  units: number
  /** The item total after discounts. */
  total: number
}

export interface PricedRate {
  rate: ShippingRate
  amount: number
  originalAmount: number
}

/** An item ships with the first profile that matches it, or else with the default profile. */
export function packParcels(
  items: readonly PricingItem[],
  itemTotals: readonly number[],
  settings: ShippingSettings,
): Parcel[] {
  const specific = settings.profiles.filter((profile) => !profile.default)
  const fallback = settings.profiles.find((profile) => profile.default) ?? null
  const parcels = new Map<ShippingProfile | null, Parcel>()
  for (let position = 0; position < items.length; position++) {
    const item = items[position]
    if (!item?.requiresShipping) continue
    const profile = (specific.length > 0 && specific.find(({ items }) => matchesSelection(items, item))) || fallback
    let parcel = parcels.get(profile)
    if (!parcel) {
      parcel = { profile, items: [], weightGrams: 0, units: 0, total: 0 }
      parcels.set(profile, parcel)
    }
    parcel.items.push(item)
    parcel.weightGrams = exact(parcel.weightGrams + item.weightGrams * item.quantity)
    parcel.units = exact(parcel.units + item.quantity)
    parcel.total = exact(parcel.total + (itemTotals[position] ?? 0))
  }
  // In the order of the settings, so that titles and option order don't depend on item order.
  return settings.profiles.length < 2 || parcels.size < 2
    ? [...parcels.values()]
    : [...settings.profiles, null].flatMap((profile) => parcels.get(profile) ?? [])
}

type UnpricedReason = Extract<NoShippingReason, 'no_rate' | 'currency_mismatch'>

/** Returns the reason if the rate has no price: none in this currency, or none for such a parcel. */
function calculateRate(price: RatePrice, parcel: Parcel, currency: string): number | UnpricedReason {
  switch (price.kind) {
    case 'flat':
      return price.amounts[currency] ?? 'currency_mismatch'
    case 'weight': {
      const tier = price.tiers.find(({ upToGrams }) => upToGrams === null || parcel.weightGrams <= upToGrams)
      return tier ? (tier.amounts[currency] ?? 'currency_mismatch') : 'no_rate'
    }
    case 'price': {
      const tiers = price.tiers.filter(
        ({ upTo, amounts }) => amounts[currency] !== undefined && (!upTo || upTo[currency] !== undefined),
      )
      if (tiers.length === 0) return 'currency_mismatch'
      return tiers.find(({ upTo }) => !upTo || parcel.total <= (upTo[currency] ?? 0))?.amounts[currency] ?? 'no_rate'
    }
    case 'item': {
      const first = price.first[currency]
      const additional = price.additional[currency]
      if (first === undefined || additional === undefined) return 'currency_mismatch'
      return exact(first + additional * (parcel.units - 1))
    }
    case 'carrier':
      return price.fallback ? (price.fallback[currency] ?? 'currency_mismatch') : 'no_rate'
  }
}

/** `cartTotal`: all items after discounts, without gift cards. Thresholds apply to the cart, not to a parcel. */
export function priceRate(
  rate: ShippingRate,
  parcel: Parcel,
  { currency, cartTotal }: { currency: string; cartTotal: number },
): PricedRate | UnpricedReason {
  const amount = calculateRate(rate.price, parcel, currency)
  if (typeof amount === 'string') return amount
  const freeFrom = rate.freeFrom?.[currency]
  return { rate, amount: freeFrom !== undefined && cartTotal >= freeFrom ? 0 : amount, originalAmount: amount }
}
