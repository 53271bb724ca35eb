import { highestSpecificity, isRestOfWorld, normalizeDestination } from './areas.ts'
import { sumOf } from './exact-math.ts'
import { type Parcel, type PricedRate, packParcels, priceRate } from './parcels.ts'
import type { Destination, PricingItem } from './pricing-input.ts'
import type { NoShippingReason, ShippingOption, TraceStep } from './pricing-result.ts'
import type { ShippingRate, ShippingSettings } from './rules.ts'

export interface ShippingParams {
  currency: string
  destination: Destination
  settings: ShippingSettings
  /** Each item's amount after discounts, in item order. */
  itemTotals: readonly number[]
}

export interface ShippingResult {
  isNeeded: boolean
  options: ShippingOption[]
  /** Why nothing can be shipped; pickup may still be available. */
  reason: NoShippingReason | null
}

type OfferedRates = { rates: PricedRate[]; reason: NoShippingReason | null }

const digitalOption = (): ShippingOption => ({
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

/** Returns options by service, each the sum over all parcels. */
export function listShippingOptions(items: readonly PricingItem[], params: ShippingParams): ShippingResult {
  if (items.length === 0) return { isNeeded: false, options: [], reason: null }
  const { currency, destination, settings, itemTotals } = params
  const parcels = packParcels(items, itemTotals, settings)
  if (parcels.length === 0) return { isNeeded: false, options: [digitalOption()], reason: null }

  const terms = { currency, cartTotal: cartTotalOf(items, itemTotals) }
  const zones = findZones(settings, destination)
  const shipped = parcels.map((parcel) => findShippingRates(parcel, settings, zones, terms))
  const pickedUp = parcels.map((parcel) => findPickupRates(parcel, settings, terms))
  const reason = findNoShippingReason(destination, zones, shipped)
  const options = reason ? [] : toShippingOptions(shipped.map(({ rates }) => rates))
  for (const pickup of toPickupOptions(pickedUp)) {
    if (!options.some(({ option }) => option.service === pickup.option.service)) options.push(pickup)
  }
  return { isNeeded: true, options: options.sort(byPosition).map(({ option }) => option), reason }
}

/** Gift cards don't count toward free shipping. */
function cartTotalOf(items: readonly PricingItem[], itemTotals: readonly number[]): number {
  let total = 0
  for (let position = 0; position < items.length; position++) {
    if (!items[position]?.giftCard) total += itemTotals[position] ?? 0
  }
  return total
}

/** How specifically each zone covers the destination. Rest of world applies only where no other zone does. */
function findZones({ zones }: ShippingSettings, destination: Destination): Map<string, number> {
  const matching = new Map<string, number>()
  const destinationKey = normalizeDestination(destination)
  if (!destinationKey) return matching
  const rest = new Map<string, number>()
  for (const zone of zones) {
    const specificity = highestSpecificity(zone.areas, destinationKey)
    if (specificity > 0) (isRestOfWorld(specificity) ? rest : matching).set(zone.id, specificity)
  }
  return matching.size > 0 ? matching : rest
}

const findNoShippingReason = (
  destination: Destination,
  zones: ReadonlyMap<string, number>,
  parcels: readonly OfferedRates[],
): NoShippingReason | null => {
  if (!destination.country) return 'address_required'
  if (zones.size === 0) return 'no_zone'
  return parcels.find(({ rates }) => rates.length === 0)?.reason ?? null
}

const appliesTo = (rate: ShippingRate, parcel: Parcel, type: ShippingRate['type']): boolean =>
  rate.type === type && rate.profileId === parcel.profile?.id

/**
 * Returns the rates of the most specific zone in which the profile has any, so that an island does not ship at the
 * mainland's price.
 */
function findShippingRates(
  parcel: Parcel,
  { rates }: ShippingSettings,
  zones: ReadonlyMap<string, number>,
  terms: { currency: string; cartTotal: number },
): OfferedRates {
  let highest = 0
  for (const rate of rates) {
    if (appliesTo(rate, parcel, 'shipping')) highest = Math.max(highest, zones.get(rate.zoneId ?? '') ?? 0)
  }
  const offered: OfferedRates = { rates: [], reason: null }
  for (const rate of rates) {
    if (!appliesTo(rate, parcel, 'shipping') || !highest || zones.get(rate.zoneId ?? '') !== highest) continue
    const priced = priceRate(rate, parcel, terms)
    if (typeof priced !== 'string') offered.rates.push(priced)
    else if (offered.reason !== 'no_rate') offered.reason = priced
  }
  offered.reason ??= 'no_rate'
  return offered
}

const findPickupRates = (
  parcel: Parcel,
  { rates }: ShippingSettings,
  terms: { currency: string; cartTotal: number },
): PricedRate[] =>
  rates.flatMap((rate) => {
    if (!appliesTo(rate, parcel, 'pickup')) return []
    const priced = priceRate(rate, parcel, terms)
    return typeof priced === 'string' ? [] : priced
  })

/** Traces each rate of the cart's profiles with its price or why it is not available. */
export function traceRates(items: readonly PricingItem[], params: ShippingParams): TraceStep[] {
  const { currency, destination, settings, itemTotals } = params
  const zones = findZones(settings, destination)
  const terms = { currency, cartTotal: cartTotalOf(items, itemTotals) }
  return packParcels(items, itemTotals, settings).flatMap((parcel) => {
    const { weightGrams: grams, units } = parcel
    const offered = new Set(findShippingRates(parcel, settings, zones, terms).rates.map(({ rate }) => rate))
    for (const { rate } of findPickupRates(parcel, settings, terms)) offered.add(rate)
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
  let best: PricedRate | undefined
  for (const rate of rates) if (!best || byCost(rate, best) < 0) best = rate
  return best
}

const servicesOf = (parcels: readonly (readonly PricedRate[])[]): Set<string> =>
  new Set(parcels.flatMap((rates) => rates.map(({ rate }) => rate.service)))

/** A parcel without this service ships by its cheapest rate. */
function toShippingOptions(parcels: readonly (readonly PricedRate[])[]): RankedOption[] {
  return [...servicesOf(parcels)].flatMap((service) => {
    const parts = parcels.flatMap((rates) => {
      return cheapest(rates.filter(({ rate }) => rate.service === service)) ?? cheapest(rates) ?? []
    })
    return toRankedOption(service, parts)
  })
}

/** A pickup location must serve all parcels, or the buyer would have to collect elsewhere too. */
function toPickupOptions(parcels: readonly (readonly PricedRate[])[]): RankedOption[] {
  return [...servicesOf(parcels)].flatMap((service) => {
    const parts = parcels.flatMap((rates) => cheapest(rates.filter(({ rate }) => rate.service === service)) ?? [])
    return parts.length === parcels.length ? toRankedOption(service, parts) : []
  })
}

type RankedOption = { option: ShippingOption; position: number }

function toRankedOption(service: string, parts: readonly PricedRate[]): RankedOption | [] {
  const main = parts.find(({ rate }) => rate.service === service)
  if (!main) return []
  const option: ShippingOption = {
    service,
    title: main.rate.title,
    description: main.rate.description,
    type: main.rate.type,
    amount: sumOf(parts.map((part) => part.amount)),
    originalAmount: sumOf(parts.map((part) => part.originalAmount)),
    rateIds: parts.map(({ rate }) => rate.id),
    minDays: slowest(parts.map(({ rate }) => rate.minDays)),
    maxDays: slowest(parts.map(({ rate }) => rate.maxDays)),
    locationId: main.rate.locationId,
  }
  return { option, position: main.rate.position }
}

/** Delivery takes as long as the slowest parcel; one unknown duration makes the whole unknown. */
const slowest = (days: readonly (number | null)[]): number | null =>
  days.reduce((most, each) => (most === null || each === null ? null : Math.max(most, each)))

const byPosition = (one: RankedOption, other: RankedOption): number =>
  one.position - other.position || (one.option.service < other.option.service ? -1 : 1)
