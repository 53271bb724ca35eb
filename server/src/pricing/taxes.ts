import { normalizeDestination, specificityOf } from './areas.ts'
import { ratioOf, split, sumOf } from './exact-math.ts'
import type { Destination, PricingInput } from './pricing-input.ts'
import type { Tax } from './pricing-result.ts'
import type { TaxRegion, TaxSettings } from './rules.ts'

/** An item or shipping, with its amount after discounts. */
export interface TaxablePart {
  taxClass: string
  giftCard: boolean
  amount: number
}

type TaxDestinationInput = Pick<PricingInput, 'destination' | 'buyerDestination' | 'taxes'>

type Rate = TaxRegion['rates'][number]
const MILLION = 1_000_000
const NO_TAXES: readonly Rate[] = []
const SHIPPING_CLASS = 'shipping'

/**
 * Shipped items are taxed at their destination, others at the buyer's location. Pickup is taxed at the shop's default
 * location: a buyer who enters another country does not take it there.
 */
export function findTaxDestination(
  { destination, buyerDestination = destination, taxes: { defaultAddress } }: TaxDestinationInput,
  { isNeeded, selected }: { isNeeded: boolean; selected: { type: string } | null },
): Destination {
  const shopDestination = defaultAddress && { ...defaultAddress, postalCode: null }
  if (shopDestination && selected?.type === 'pickup') return shopDestination
  const target = isNeeded && destination.country ? destination : buyerDestination
  return target.country || !shopDestination ? target : shopDestination
}

/** Returns the most specific region that covers the destination; among equals, the one with the smaller id. */
export function findTaxRegion(settings: TaxSettings, destination: Destination): TaxRegion | null {
  const normalized = normalizeDestination(destination)
  if (!normalized) return null
  let best: TaxRegion | null = null
  let highest = 0
  for (const region of settings.regions) {
    const specificity = specificityOf(region.area, normalized)
    if (specificity > highest || (specificity > 0 && specificity === highest && best && region.id < best.id)) {
      best = region
      highest = specificity
    }
  }
  return best
}

/** Looks up each class once, however many items have it. */
function ratesByClass(region: TaxRegion): (part: TaxablePart) => readonly Rate[] {
  const cache = new Map<string, readonly Rate[]>()
  return ({ taxClass, giftCard }) => {
    if (giftCard || taxClass === 'none') return NO_TAXES
    let rates = cache.get(taxClass)
    if (!rates) {
      rates = region.rates.filter((rate) => rate.class === taxClass)
      cache.set(taxClass, rates)
    }
    return rates
  }
}

function sumOfRates(rates: readonly Rate[]): number {
  let total = 0
  for (const { millionths } of rates) total += millionths
  return total
}

/** Prices that include tax contain all rates of a class together; otherwise each rate is added separately. */
function taxAmounts(amount: number, rates: readonly Rate[], isIncluded: boolean): number[] {
  if (!isIncluded) return rates.map(({ millionths }) => ratioOf(amount, millionths, MILLION))
  const all = sumOfRates(rates)
  const contained = ratioOf(amount, all, MILLION + all)
  return contained === 0
    ? rates.map(() => 0)
    : split(
        contained,
        rates.map(({ millionths }) => millionths),
      )
}

const toTax = (region: TaxRegion, { name, millionths }: Rate, amount: number): Tax => ({
  name,
  regionId: region.id,
  millionths,
  amount,
})

function taxesByItem(parts: readonly TaxablePart[], region: TaxRegion, isIncluded: boolean): Tax[][] {
  const ratesOf = ratesByClass(region)
  return parts.map((part) => {
    const rates = ratesOf(part)
    const [only] = rates
    if (!only) return []
    if (rates.length === 1)
      return [
        toTax(region, only, ratioOf(part.amount, only.millionths, isIncluded ? MILLION + only.millionths : MILLION)),
      ]
    const amounts = taxAmounts(part.amount, rates, isIncluded)
    return rates.map((rate, index) => toTax(region, rate, amounts[index] ?? 0))
  })
}

/**
 * Parts of one class share their rates, so the exact sum of their taxes is the tax of their sum: it is rounded once.
 */
function taxesByOrder(parts: readonly TaxablePart[], region: TaxRegion, isIncluded: boolean): Tax[][] {
  const ratesOf = ratesByClass(region)
  const taxes: Tax[][] = parts.map(() => [])
  const members = new Map<readonly Rate[], number[]>()
  for (let position = 0; position < parts.length; position++) {
    const part = parts[position]
    const rates = part ? ratesOf(part) : NO_TAXES
    if (rates.length === 0) continue
    const others = members.get(rates)
    if (others) others.push(position)
    else members.set(rates, [position])
  }
  for (const [rates, positions] of members) {
    const amounts = positions.map((position) => parts[position]?.amount ?? 0)
    const rateAmounts = taxAmounts(sumOf(amounts), rates, isIncluded)
    // The total tax in each part: no rate takes more of a part than the others leave.
    let untaxed = isIncluded ? split(sumOf(rateAmounts), amounts) : amounts
    for (const [rateIndex, rate] of rates.entries()) {
      const shares = split(rateAmounts[rateIndex] ?? 0, untaxed)
      if (isIncluded) untaxed = untaxed.map((left, index) => left - (shares[index] ?? 0))
      for (let index = 0; index < shares.length; index++) {
        taxes[positions[index] ?? 0]?.push(toTax(region, rate, shares[index] ?? 0))
      }
    }
  }
  return taxes
}

/** The tax class for shipping. `highest` is that of the highest-taxed item with a price, the first among equals. */
function findShippingTaxClass(items: readonly TaxablePart[], region: TaxRegion, settings: TaxSettings): string {
  if (settings.shippingTax === 'none') return 'none'
  if (settings.shippingTax === 'class') return SHIPPING_CLASS
  const ratesOf = ratesByClass(region)
  let highest = { taxClass: 'none', sum: 0 }
  for (const item of items) {
    if (item.amount === 0) continue
    const sum = sumOfRates(ratesOf(item))
    if (sum > highest.sum || (sum === highest.sum && sum > 0 && item.taxClass < highest.taxClass)) {
      highest = { taxClass: item.taxClass, sum }
    }
  }
  return highest.taxClass
}

export interface TaxResult {
  region: TaxRegion | null
  /** In item order. */
  items: Tax[][]
  shipping: Tax[]
}

/**
 * Items are in the order they receive remainders; shipping comes last. An exempt buyer pays no tax; prices that
 * include tax stay unchanged, since the shop has one price for all.
 */
export function calculateTaxes(
  items: readonly TaxablePart[],
  shippingAmount: number,
  { settings, destination, isExempt }: { settings: TaxSettings; destination: Destination; isExempt: boolean },
): TaxResult {
  const region = isExempt ? null : findTaxRegion(settings, destination)
  if (!region) return { region, items: items.map(() => []), shipping: [] }
  const shipping = {
    taxClass: findShippingTaxClass(items, region, settings),
    giftCard: false,
    amount: shippingAmount,
  }
  const parts = shippingAmount > 0 ? [...items, shipping] : items
  const taxes = (settings.rounding === 'order' ? taxesByOrder : taxesByItem)(parts, region, settings.pricesIncludeTax)
  return { region, items: taxes.slice(0, items.length), shipping: taxes[items.length] ?? [] }
}

/** Summed by name and rate, sorted by name. */
export function summarizeTaxes(groups: readonly (readonly Tax[])[]): Tax[] {
  const totals: Tax[] = []
  for (const taxes of groups) {
    for (const tax of taxes) {
      const total = totals.find(({ name, millionths }) => name === tax.name && millionths === tax.millionths)
      if (total) total.amount += tax.amount
      else totals.push({ ...tax })
    }
  }
  return totals.sort((one, other) =>
    one.name === other.name ? one.millionths - other.millionths : one.name < other.name ? -1 : 1,
  )
}
