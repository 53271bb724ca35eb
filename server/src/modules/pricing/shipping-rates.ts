import type { Line } from './cart.ts'
import type { NoShipping } from './priced.ts'
import type { RatePrice, ShippingProfile, ShippingRate, ShippingSettings } from './rules.ts'
import { isMeant } from './selection.ts'
import { exact } from './shares.ts'

/** What of a cart is shipped by the rates of one profile. */
export interface Parcel {
  profile: ShippingProfile | null
  lines: Line[]
  grams: number
  units: number
  /** What its lines cost after discounts. */
  sum: number
}

export interface PricedRate {
  rate: ShippingRate
  amount: number
  originalAmount: number
}

/** A line goes with the first profile that names it; with the default one if none does. */
export function packParcels(lines: readonly Line[], lineSums: readonly number[], settings: ShippingSettings): Parcel[] {
  const named = settings.profiles.filter((profile) => !profile.isDefault)
  const rest = settings.profiles.find((profile) => profile.isDefault) ?? null
  const parcels = new Map<ShippingProfile | null, Parcel>()
  for (let position = 0; position < lines.length; position++) {
    const line = lines[position]
    if (!line?.requiresShipping) continue
    const profile = (named.length > 0 && named.find(({ items }) => isMeant(items, line))) || rest
    let parcel = parcels.get(profile)
    if (!parcel) {
      parcel = { profile, lines: [], grams: 0, units: 0, sum: 0 }
      parcels.set(profile, parcel)
    }
    parcel.lines.push(line)
    parcel.grams = exact(parcel.grams + line.weightGrams * line.quantity)
    parcel.units = exact(parcel.units + line.quantity)
    parcel.sum = exact(parcel.sum + (lineSums[position] ?? 0))
  }
  // In the order of the settings, so that titles and the order of options don't depend on the order of lines.
  return settings.profiles.length < 2 || parcels.size < 2
    ? [...parcels.values()]
    : [...settings.profiles, null].flatMap((profile) => parcels.get(profile) ?? [])
}

type Unpriced = Extract<NoShipping, 'no_rate' | 'currency_mismatch'>

/** Why not, if it has none: nothing in this currency, or nothing for a parcel like this. */
function priceOf(price: RatePrice, parcel: Parcel, currency: string): number | Unpriced {
  switch (price.kind) {
    case 'flat':
      return price.amounts[currency] ?? 'currency_mismatch'
    case 'weight': {
      const step = price.steps.find(({ upToGrams }) => upToGrams === null || parcel.grams <= upToGrams)
      return step ? (step.amounts[currency] ?? 'currency_mismatch') : 'no_rate'
    }
    case 'price': {
      const steps = price.steps.filter(
        ({ upTo, amounts }) => amounts[currency] !== undefined && (!upTo || upTo[currency] !== undefined),
      )
      if (steps.length === 0) return 'currency_mismatch'
      return steps.find(({ upTo }) => !upTo || parcel.sum <= (upTo[currency] ?? 0))?.amounts[currency] ?? 'no_rate'
    }
    case 'item': {
      const first = price.first[currency]
      const further = price.further[currency]
      if (first === undefined || further === undefined) return 'currency_mismatch'
      return exact(first + further * (parcel.units - 1))
    }
    case 'carrier':
      return price.fallback ? (price.fallback[currency] ?? 'currency_mismatch') : 'no_rate'
  }
}

/** `cartSum`: what all lines cost after discounts, gift cards aside; a threshold is told of the cart, not of a parcel. */
export function priceRate(
  rate: ShippingRate,
  parcel: Parcel,
  { currency, cartSum }: { currency: string; cartSum: number },
): PricedRate | Unpriced {
  const amount = priceOf(rate.price, parcel, currency)
  if (typeof amount === 'string') return amount
  const freeFrom = rate.freeFrom?.[currency]
  return { rate, amount: freeFrom !== undefined && cartSum >= freeFrom ? 0 : amount, originalAmount: amount }
}
