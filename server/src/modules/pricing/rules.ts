/*
 * What prices are made of. Plain data, kept in the database in this very shape, so that nothing is converted on the way to
 * the arithmetic. Amounts are whole numbers of a currency's smallest unit; percentages are whole numbers too: basis points
 * (1900 is 19 %) for promotions, millionths (88,750 is 8.875 %) for taxes.
 */

/** One amount a currency: what has none in the cart's currency does not apply there. */
export type Amounts = Readonly<Record<string, number>>

/** Which lines are meant: those that any of the lists names, and no list of `except`. An empty selection means all. */
export interface Selection {
  productIds?: readonly string[]
  variantIds?: readonly string[]
  collectionIds?: readonly string[]
  tags?: readonly string[]
  vendors?: readonly string[]
  types?: readonly string[]
  except?: Omit<Selection, 'except'>
}

export type Phase = 'line' | 'order' | 'shipping'

export type Benefit =
  /** Off each line that is meant, off what is left of the order, or off shipping; at most `maxAmounts` in all. */
  | { kind: 'percentage'; on: Phase; basisPoints: number; maxAmounts?: Amounts }
  /** On lines: off every unit that is meant (`each`), or once, split over them. Never more than is left. */
  | { kind: 'fixed'; on: Phase; amounts: Amounts; each?: boolean }
  /** Every unit that is meant costs this, unless it costs less already. */
  | { kind: 'fixedPrice'; amounts: Amounts }
  /** For every `buy.quantity` units bought, `get.quantity` units at `get.basisPoints` off: the cheapest; a unit counts once, in one deal. */
  | {
      kind: 'buyXGetY'
      buy: { quantity: number; items: Selection }
      get: { quantity: number; items: Selection; basisPoints: number }
      /** How often in one cart; null: as often as it fits. */
      maxTimes: number | null
    }
  /** The highest tier that is reached counts, by units or by amount of what is meant; on lines or the order. */
  | {
      kind: 'tiered'
      on: 'line' | 'order'
      by: 'quantity' | 'amount'
      tiers: readonly { from: number | Amounts; basisPoints?: number; amounts?: Amounts }[]
    }
  /** Put into the cart by itself, free of charge, while it is there to be had. */
  | { kind: 'gift'; variantId: string; quantity: number }
  | { kind: 'freeShipping'; maxAmounts?: Amounts }

export interface Conditions {
  /** Units, and amount before discounts, of what the promotion's `items` mean. */
  minQuantity?: number
  minAmounts?: Amounts
  /** Of the address that is shipped to. */
  countries?: readonly string[]
  customer?: {
    /** Any of them. */
    segments?: readonly string[]
    tags?: readonly string[]
    firstOrder?: boolean
  }
}

export interface Promotion {
  id: string
  title: string
  /** By itself, or only with one of its codes. */
  trigger: 'automatic' | 'code'
  enabled: boolean
  startsAt: string | null
  endsAt: string | null
  createdAt: string
  /** Smaller comes first; of equals the older. */
  priority: number
  /** Of one group only the one that saves most applies. */
  exclusiveGroup: string | null
  /** Two apply together only if each agrees to the other's phase. */
  combinesWith: Readonly<Record<Phase, boolean>>
  items: Selection
  conditions: Conditions
  benefit: Benefit
  /** All uses or the whole budget are taken, or promised to checkouts under way. */
  isExhausted: boolean
  usesPerCustomer: number | null
}

export const phaseOf = (benefit: Benefit): Phase => {
  if ('on' in benefit) return benefit.on
  return benefit.kind === 'freeShipping' ? 'shipping' : 'line'
}

/** A list of them covers a place if any does. Patterns of postcodes: `1010`, `10*`, `1000-1999`. */
export interface Area {
  country: string
  regions?: readonly string[]
  postcodes?: readonly string[]
  exceptPostcodes?: readonly string[]
}

export interface ShippingZone {
  id: string
  name: string
  /** `*` as a country is the rest of the world: it counts where no other zone does. */
  places: readonly Area[]
}

export type RatePrice =
  | { kind: 'flat'; amounts: Amounts }
  /** The first step that holds what is weighed, counted or summed; above the last, the rate is not offered. */
  | { kind: 'weight'; steps: readonly { upToGrams: number | null; amounts: Amounts }[] }
  | { kind: 'price'; steps: readonly { upTo: Amounts | null; amounts: Amounts }[] }
  | { kind: 'item'; first: Amounts; further: Amounts }
  /** Asked of a carrier when rates are listed; `fallback` when it does not answer in time, or not offered without one. */
  | { kind: 'carrier'; carrier: string; service: string; fallback?: Amounts }

export interface ShippingRate {
  id: string
  /** Null for pickup, which is not shipped anywhere. */
  zoneId: string | null
  profileId: string
  type: 'shipping' | 'pickup'
  /** Rates of several profiles with the same service are one choice for the buyer. */
  service: string
  title: string
  description: string
  price: RatePrice
  /** Free from this sum of lines after discounts. */
  freeFrom: Amounts | null
  minDays: number | null
  maxDays: number | null
  /** Where it is picked up. */
  locationId: string | null
  position: number
}

export interface ShippingProfile {
  id: string
  name: string
  /** Takes whatever no other profile takes. */
  isDefault: boolean
  items: Selection
}

export interface ShippingSettings {
  zones: readonly ShippingZone[]
  profiles: readonly ShippingProfile[]
  rates: readonly ShippingRate[]
}

export interface TaxRegion {
  id: string
  /** The narrowest place wins: postcode, region, country. */
  place: Area
  /** Those of one class add up: rounded together where prices hold them, else each by itself. A class without any is not taxed. */
  rates: readonly { class: string; name: string; millionths: number }[]
}

export interface TaxSettings {
  /** Whether the shop's prices hold the tax already, in which currencies differ by market. */
  pricesIncludeTax: boolean
  /** `class`: by the rates of the class `shipping`. `highest`: as the line that is taxed most. `none`: not at all. */
  shippingTax: 'class' | 'highest' | 'none'
  /** `line`: each line's tax is rounded. `order`: taxes are summed exactly and rounded once, then split over the lines. */
  rounding: 'line' | 'order'
  /** Taken where the buyer's place is not known yet; null: no tax until then. */
  defaultPlace: { country: string; region: string | null } | null
  regions: readonly TaxRegion[]
}
