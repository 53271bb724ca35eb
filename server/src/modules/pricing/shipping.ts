import type { Destination, Line } from './cart.ts'
import { isRestOfWorld, narrowestOf, spotOf } from './places.ts'
import type { NoShipping, ShippingOption, TraceStep } from './priced.ts'
import type { ShippingRate, ShippingSettings } from './rules.ts'
import { exact } from './shares.ts'
import { type Parcel, type PricedRate, packParcels, priceRate } from './shipping-rates.ts'

export interface ShippingQuestion {
  currency: string
  destination: Destination
  settings: ShippingSettings
  /** What each line costs after discounts, in the order of the lines. */
  lineSums: readonly number[]
}

export interface ShippingAnswer {
  isNeeded: boolean
  options: ShippingOption[]
  /** Why nothing is shipped; pickup may be offered all the same. */
  reason: NoShipping | null
}

type Offered = { rates: PricedRate[]; reason: NoShipping | null }

const digital = (): ShippingOption => ({
  service: 'digital',
  title: 'Digital delivery',
  description: '',
  type: 'digital',
  amount: 0,
  originalAmount: 0,
  rateIds: [],
  minDays: null,
  maxDays: null,
  locationId: null,
})

/** Options by service, each the sum of what every parcel costs by it. */
export function shippingOptions(lines: readonly Line[], question: ShippingQuestion): ShippingAnswer {
  if (lines.length === 0) return { isNeeded: false, options: [], reason: null }
  const { currency, destination, settings, lineSums } = question
  const parcels = packParcels(lines, lineSums, settings)
  if (parcels.length === 0) return { isNeeded: false, options: [digital()], reason: null }

  const terms = { currency, cartSum: sumOf(lines, lineSums) }
  const zones = coveringZones(settings, destination)
  const shipped = parcels.map((parcel) => shippedRates(parcel, settings, zones, terms))
  const pickedUp = parcels.map((parcel) => pickupRates(parcel, settings, terms))
  const reason = noShipping(destination, zones, shipped)
  const options = reason ? [] : shippedOptions(shipped.map(({ rates }) => rates))
  for (const pickup of pickupOptions(pickedUp)) {
    if (!options.some(({ option }) => option.service === pickup.option.service)) options.push(pickup)
  }
  return { isNeeded: true, options: options.sort(byPosition).map(({ option }) => option), reason }
}

/** Gift cards don't bring free shipping nearer. */
function sumOf(lines: readonly Line[], lineSums: readonly number[]): number {
  let sum = 0
  for (let position = 0; position < lines.length; position++) {
    if (!lines[position]?.isGiftCard) sum += lineSums[position] ?? 0
  }
  return sum
}

/** How narrowly each zone covers the place. The rest of the world counts only where no other zone does. */
function coveringZones({ zones }: ShippingSettings, destination: Destination): Map<string, number> {
  const covering = new Map<string, number>()
  const spot = spotOf(destination)
  if (!spot) return covering
  const rest = new Map<string, number>()
  for (const zone of zones) {
    const narrow = narrowestOf(zone.places, spot)
    if (narrow > 0) (isRestOfWorld(narrow) ? rest : covering).set(zone.id, narrow)
  }
  return covering.size > 0 ? covering : rest
}

const noShipping = (
  destination: Destination,
  zones: ReadonlyMap<string, number>,
  parcels: readonly Offered[],
): NoShipping | null => {
  if (!destination.country) return 'address_needed'
  if (zones.size === 0) return 'no_zone'
  return parcels.find(({ rates }) => rates.length === 0)?.reason ?? null
}

const isOf = (rate: ShippingRate, parcel: Parcel, type: ShippingRate['type']): boolean =>
  rate.type === type && rate.profileId === parcel.profile?.id

/** Those of the narrowest zone in which the profile has any, so that an island is not shipped to at the mainland's price. */
function shippedRates(
  parcel: Parcel,
  { rates }: ShippingSettings,
  zones: ReadonlyMap<string, number>,
  terms: { currency: string; cartSum: number },
): Offered {
  let narrowest = 0
  for (const rate of rates) {
    if (isOf(rate, parcel, 'shipping')) narrowest = Math.max(narrowest, zones.get(rate.zoneId ?? '') ?? 0)
  }
  const offered: Offered = { rates: [], reason: null }
  for (const rate of rates) {
    if (!isOf(rate, parcel, 'shipping') || !narrowest || zones.get(rate.zoneId ?? '') !== narrowest) continue
    const priced = priceRate(rate, parcel, terms)
    if (typeof priced !== 'string') offered.rates.push(priced)
    else if (offered.reason !== 'no_rate') offered.reason = priced
  }
  offered.reason ??= 'no_rate'
  return offered
}

const pickupRates = (
  parcel: Parcel,
  { rates }: ShippingSettings,
  terms: { currency: string; cartSum: number },
): PricedRate[] =>
  rates.flatMap((rate) => {
    if (!isOf(rate, parcel, 'pickup')) return []
    const priced = priceRate(rate, parcel, terms)
    return typeof priced === 'string' ? [] : priced
  })

/** Each rate of a profile that is in the cart, with what it costs by itself or why it is not offered. */
export function ratesLookedAt(lines: readonly Line[], question: ShippingQuestion): TraceStep[] {
  const { currency, destination, settings, lineSums } = question
  const zones = coveringZones(settings, destination)
  const terms = { currency, cartSum: sumOf(lines, lineSums) }
  return packParcels(lines, lineSums, settings).flatMap((parcel) => {
    const { grams, units } = parcel
    const offered = new Set(shippedRates(parcel, settings, zones, terms).rates.map(({ rate }) => rate))
    for (const { rate } of pickupRates(parcel, settings, terms)) offered.add(rate)
    return settings.rates.flatMap((rate): TraceStep[] => {
      if (rate.profileId !== parcel.profile?.id) return []
      const priced = priceRate(rate, parcel, terms)
      const details = { service: rate.service, title: rate.title, grams, units }
      if (typeof priced === 'string')
        return [{ step: 'rate', subject: rate.id, outcome: priced, amount: null, details }]
      const outcome = offered.has(rate) ? 'offered' : zones.has(rate.zoneId ?? '') ? 'wider_zone' : 'other_zone'
      return [{ step: 'rate', subject: rate.id, outcome, amount: priced.amount, details }]
    })
  })
}

const byCost = (one: PricedRate, other: PricedRate): number =>
  one.amount - other.amount || one.rate.position - other.rate.position || (one.rate.id < other.rate.id ? -1 : 1)

const cheapest = (rates: readonly PricedRate[]): PricedRate | undefined => {
  let found: PricedRate | undefined
  for (const rate of rates) if (!found || byCost(rate, found) < 0) found = rate
  return found
}

const servicesOf = (parcels: readonly (readonly PricedRate[])[]): Set<string> =>
  new Set(parcels.flatMap((rates) => rates.map(({ rate }) => rate.service)))

/** A parcel that is not shipped by a service is shipped as cheaply as it can be. */
function shippedOptions(parcels: readonly (readonly PricedRate[])[]): PlacedOption[] {
  return [...servicesOf(parcels)].flatMap((service) => {
    const parts = parcels.flatMap((rates) => {
      return cheapest(rates.filter(({ rate }) => rate.service === service)) ?? cheapest(rates) ?? []
    })
    return optionOf(service, parts)
  })
}

/** Whatever can't be picked up there would have to be fetched elsewhere, so all parcels are there or it is not offered. */
function pickupOptions(parcels: readonly (readonly PricedRate[])[]): PlacedOption[] {
  return [...servicesOf(parcels)].flatMap((service) => {
    const parts = parcels.flatMap((rates) => cheapest(rates.filter(({ rate }) => rate.service === service)) ?? [])
    return parts.length === parcels.length ? optionOf(service, parts) : []
  })
}

type PlacedOption = { option: ShippingOption; position: number }

function optionOf(service: string, parts: readonly PricedRate[]): PlacedOption | [] {
  const main = parts.find(({ rate }) => rate.service === service)
  if (!main) return []
  const option: ShippingOption = {
    service,
    title: main.rate.title,
    description: main.rate.description,
    type: main.rate.type,
    amount: exact(parts.reduce((sum, part) => sum + part.amount, 0)),
    originalAmount: exact(parts.reduce((sum, part) => sum + part.originalAmount, 0)),
    rateIds: parts.map(({ rate }) => rate.id),
    minDays: slowest(parts.map(({ rate }) => rate.minDays)),
    maxDays: slowest(parts.map(({ rate }) => rate.maxDays)),
    locationId: main.rate.locationId,
  }
  return { option, position: main.rate.position }
}

/** All has arrived when the slowest has; one that nobody knows makes the whole unknown. */
const slowest = (days: readonly (number | null)[]): number | null =>
  days.reduce((most, each) => (most === null || each === null ? null : Math.max(most, each)))

const byPosition = (one: PlacedOption, other: PlacedOption): number =>
  one.position - other.position || (one.option.service < other.option.service ? -1 : 1)
