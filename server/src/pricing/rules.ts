import type { Area } from '../kit/areas.ts'
/*
 * Pricing rules. Plain data, stored in the database in this shape, so that the arithmetic needs no conversion.
 * Amounts are integers in a currency's smallest unit; percentages are integers too: basis points (1900 is 19 %) for
 * promotions, millionths (88,750 is 8.875 %) for taxes.
 */

/** One amount per currency: a rule without an amount in the cart's currency does not apply. */
export type Amounts = Readonly<Record<string, number>>

/** Matches items that any list contains and no list of `exclude` does. An empty selection matches all. */
export interface Selection {
  productIds?: readonly string[]
  variantIds?: readonly string[]
  collectionIds?: readonly string[]
  tags?: readonly string[]
  vendors?: readonly string[]
  types?: readonly string[]
  exclude?: Omit<Selection, 'exclude'>
}

export type Phase = 'item' | 'order' | 'shipping'

export type Benefit =
  /** Off each matching item, off the remaining order, or off shipping; at most `maxAmounts` in total. */
  | { kind: 'percentage'; target: Phase; basisPoints: number; maxAmounts?: Amounts }
  /** For items: off every matching unit (`perUnit`), or once, split across them. Never more than is left. */
  | { kind: 'fixed'; target: Phase; amounts: Amounts; perUnit?: boolean }
  /** Every matching unit costs this, unless it already costs less. */
  | { kind: 'fixed_price'; amounts: Amounts }
  /**
   * For every `buy.quantity` units bought, the cheapest `get.quantity` units at `get.basisPoints` off; a unit counts
   * once, in one deal.
   */
  | {
      kind: 'buy_x_get_y'
      buy: { quantity: number; items: Selection }
      get: { quantity: number; items: Selection; basisPoints: number }
      /** Maximum per cart; null: unlimited. */
      maxTimes: number | null
    }
  /** The highest tier reached applies, by units or amount of the matching items; on items or the order. */
  | {
      kind: 'tiered'
      target: 'item' | 'order'
      by: 'quantity' | 'amount'
      tiers: readonly { from: number | Amounts; basisPoints?: number; amounts?: Amounts }[]
    }
  /** Added to the cart automatically, free of charge, while in stock. */
  | { kind: 'gift'; variantId: string; quantity: number }
  | { kind: 'free_shipping'; maxAmounts?: Amounts }

export interface Conditions {
  /** Units, and amount before discounts, of the items that match the promotion's `items`. */
  minQuantity?: number
  minAmounts?: Amounts
  /** Countries of the shipping address. */
  countries?: readonly string[]
  customer?: {
    /** Any of these. */
    segmentIds?: readonly string[]
    tags?: readonly string[]
    firstOrder?: boolean
  }
}

export interface Promotion {
  id: string
  title: string
  /** Applies automatically, or only with one of its codes. */
  trigger: 'automatic' | 'code'
  active: boolean
  startsAt: string | null
  endsAt: string | null
  createdAt: string
  /** Lower numbers come first; among equals, the older promotion. */
  priority: number
  /** Only the promotion of a group that saves the most applies. */
  exclusiveGroup: string | null
  /** Two promotions combine only if each allows the other's phase. */
  combinesWith: Readonly<Record<Phase, boolean>>
  items: Selection
  conditions: Conditions
  benefit: Benefit
  /** All uses or the whole budget are used, or reserved by checkouts in progress. */
  exhausted: boolean
  usageLimitPerCustomer: number | null
}

export const phaseOf = (benefit: Benefit): Phase => {
  if ('target' in benefit) return benefit.target
  return benefit.kind === 'free_shipping' ? 'shipping' : 'item'
}

export type TieredBenefit = Extract<Benefit, { kind: 'tiered' }>

/** A tier in one currency. */
interface Tier {
  from: number
  basisPoints: number | null
  off: number | null
}

/** Returns the tiers that define a threshold and a value in this currency, lowest first. */
export function tiersIn({ by, tiers }: TieredBenefit, currency: string): Tier[] {
  const usable: Tier[] = []
  for (const { from, basisPoints, amounts } of tiers) {
    const start = by === 'quantity' ? from : typeof from === 'number' ? undefined : from[currency]
    const off = amounts?.[currency] ?? null
    if (typeof start !== 'number' || (basisPoints === undefined && off === null)) continue
    usable.push({ from: start, basisPoints: basisPoints ?? null, off })
  }
  return usable.sort((one, other) => one.from - other.from)
}

export const highestTier = (tiers: readonly Tier[], reached: number): Tier | undefined =>
  tiers.findLast(({ from }) => reached >= from)

export interface ShippingZone {
  id: string
  name: string
  /** `*` as a country is the rest of the world: it applies where no other zone does. */
  areas: readonly Area[]
}

export type RatePrice =
  | { kind: 'flat'; amounts: Amounts }
  /** The first tier that fits the weight, count or total applies; above the last one, the rate is not available. */
  | { kind: 'weight'; tiers: readonly { upToGrams: number | null; amounts: Amounts }[] }
  | { kind: 'price'; tiers: readonly { upTo: Amounts | null; amounts: Amounts }[] }
  | { kind: 'item'; first: Amounts; additional: Amounts }
  /** Requested from a carrier when rates are listed. On a timeout, `fallback` applies, or the rate is unavailable. */
  | { kind: 'carrier'; carrier: string; service: string; fallback?: Amounts }

export interface ShippingRate {
  id: string
  /** Null for pickup, which has no zone. */
  zoneId: string | null
  profileId: string
  type: 'shipping' | 'pickup'
  /** Rates of several profiles with the same service are one option for the buyer. */
  service: string
  title: string
  description: string
  price: RatePrice
  /** Free from this item total after discounts. */
  freeFrom: Amounts | null
  minDays: number | null
  maxDays: number | null
  /** The pickup location. */
  locationId: string | null
  position: number
}

export interface ShippingProfile {
  id: string
  name: string
  /** Takes the items that no other profile matches. */
  default: boolean
  items: Selection
}

export interface ShippingSettings {
  zones: readonly ShippingZone[]
  profiles: readonly ShippingProfile[]
  rates: readonly ShippingRate[]
}

export interface TaxRegion {
  id: string
  /** The most specific area wins: postal code, region, country. */
  area: Area
  /** Rates of one class add up: rounded together if prices include tax, else separately. No rates: no tax. */
  rates: readonly { class: string; name: string; millionths: number }[]
}

export interface TaxSettings {
  /** Whether the shop's prices include tax; markets differ in this by currency. */
  pricesIncludeTax: boolean
  /** `class`: by the rates of the class `shipping`. `highest`: like the highest-taxed item. `none`: untaxed. */
  shippingTax: 'class' | 'highest' | 'none'
  /**
   * `item`: each item's tax is rounded. `order`: taxes are summed exactly, rounded once, and split across the items.
   */
  rounding: 'item' | 'order'
  /** Used until the buyer's location is known; null: no tax until then. */
  defaultAddress: { country: string; region: string | null } | null
  regions: readonly TaxRegion[]
}

/** Defaults of a new shop: most countries show prices with tax. */
export const DEFAULT_TAX_SETTINGS: TaxSettings = {
  pricesIncludeTax: true,
  shippingTax: 'highest',
  rounding: 'item',
  defaultAddress: null,
  regions: [],
}
