import type { Destination, PricingInput } from './cart.ts'
import { narrowness, spotOf } from './places.ts'
import type { Tax } from './priced.ts'
import type { TaxRegion, TaxSettings } from './rules.ts'
import { ratioOf, split, sumOf } from './shares.ts'

/** A line, or shipping: what it costs after discounts. */
export interface TaxedPart {
  taxClass: string
  isGiftCard: boolean
  amount: number
}

type TaxedInput = Pick<PricingInput, 'destination' | 'buyerPlace' | 'taxes'>

type Rate = TaxRegion['rates'][number]
const MILLION = 1_000_000
const NO_TAXES: readonly Rate[] = []
const SHIPPING_CLASS = 'shipping'

/**
 * What is shipped is taxed where it goes, and what is not, where the buyer is. What is picked up is sold in the shop, which is at
 * its default place: a buyer who says another country does not take it there.
 */
export function taxPlaceOf(
  { destination, buyerPlace = destination, taxes: { defaultPlace } }: TaxedInput,
  { isNeeded, selected }: { isNeeded: boolean; selected: { type: string } | null },
): Destination {
  const own = defaultPlace && { ...defaultPlace, postcode: null }
  if (own && selected?.type === 'pickup') return own
  const place = isNeeded && destination.country ? destination : buyerPlace
  return place.country || !own ? place : own
}

/** The narrowest region that covers the place; of equally narrow ones the one with the smaller id. */
export function findTaxRegion(settings: TaxSettings, place: Destination): TaxRegion | null {
  const spot = spotOf(place)
  if (!spot) return null
  let found: TaxRegion | null = null
  let narrowest = 0
  for (const region of settings.regions) {
    const narrow = narrowness(region.place, spot)
    if (narrow > narrowest || (narrow > 0 && narrow === narrowest && found && region.id < found.id)) {
      found = region
      narrowest = narrow
    }
  }
  return found
}

/** Each class is looked up once, however many lines have it. */
function ratesByClass(region: TaxRegion): (part: TaxedPart) => readonly Rate[] {
  const known = new Map<string, readonly Rate[]>()
  return ({ taxClass, isGiftCard }) => {
    if (isGiftCard || taxClass === 'none') return NO_TAXES
    let rates = known.get(taxClass)
    if (!rates) {
      rates = region.rates.filter((rate) => rate.class === taxClass)
      known.set(taxClass, rates)
    }
    return rates
  }
}

function sumOfRates(rates: readonly Rate[]): number {
  let sum = 0
  for (const { millionths } of rates) sum += millionths
  return sum
}

/** In prices that hold their tax all rates of a class are contained together; otherwise each is added by itself. */
function amountsOf(amount: number, rates: readonly Rate[], isIncluded: boolean): number[] {
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

const taxOf = (region: TaxRegion, { name, millionths }: Rate, amount: number): Tax => ({
  name,
  regionId: region.id,
  millionths,
  amount,
})

function taxesByLine(parts: readonly TaxedPart[], region: TaxRegion, isIncluded: boolean): Tax[][] {
  const ratesOf = ratesByClass(region)
  return parts.map((part) => {
    const rates = ratesOf(part)
    const [only] = rates
    if (!only) return []
    if (rates.length === 1)
      return [
        taxOf(region, only, ratioOf(part.amount, only.millionths, isIncluded ? MILLION + only.millionths : MILLION)),
      ]
    const amounts = amountsOf(part.amount, rates, isIncluded)
    return rates.map((rate, place) => taxOf(region, rate, amounts[place] ?? 0))
  })
}

/** Parts of one class share their rates, so the exact sum of their taxes is the tax of their sum: it is rounded once. */
function taxesByOrder(parts: readonly TaxedPart[], region: TaxRegion, isIncluded: boolean): Tax[][] {
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
    const ofRates = amountsOf(sumOf(amounts), rates, isIncluded)
    // What each part holds in all: no rate takes more of a part than the others leave of it.
    let open = isIncluded ? split(sumOf(ofRates), amounts) : amounts
    for (const [which, rate] of rates.entries()) {
      const shares = split(ofRates[which] ?? 0, open)
      if (isIncluded) open = open.map((left, place) => left - (shares[place] ?? 0))
      for (let place = 0; place < shares.length; place++) {
        taxes[positions[place] ?? 0]?.push(taxOf(region, rate, shares[place] ?? 0))
      }
    }
  }
  return taxes
}

/** The class by which shipping is taxed; as the line that is taxed most of those that cost anything, the first class of equals. */
function shippingClass(lines: readonly TaxedPart[], region: TaxRegion, settings: TaxSettings): string {
  if (settings.shippingTax === 'none') return 'none'
  if (settings.shippingTax === 'class') return SHIPPING_CLASS
  const ratesOf = ratesByClass(region)
  let highest = { taxClass: 'none', sum: 0 }
  for (const line of lines) {
    if (line.amount === 0) continue
    const sum = sumOfRates(ratesOf(line))
    if (sum > highest.sum || (sum === highest.sum && sum > 0 && line.taxClass < highest.taxClass)) {
      highest = { taxClass: line.taxClass, sum }
    }
  }
  return highest.taxClass
}

export interface Taxes {
  region: TaxRegion | null
  /** In the order of the lines. */
  lines: Tax[][]
  shipping: Tax[]
}

/**
 * Lines in the order in which they are served when a remainder has to go somewhere; shipping comes last. Who is exempt
 * pays no tax; where prices hold it the price stays what it is, since the shop has one price for all.
 */
export function taxesOf(
  lines: readonly TaxedPart[],
  shippingAmount: number,
  { settings, place, isExempt }: { settings: TaxSettings; place: Destination; isExempt: boolean },
): Taxes {
  const region = isExempt ? null : findTaxRegion(settings, place)
  if (!region) return { region, lines: lines.map(() => []), shipping: [] }
  const shipping = { taxClass: shippingClass(lines, region, settings), isGiftCard: false, amount: shippingAmount }
  const parts = shippingAmount > 0 ? [...lines, shipping] : lines
  const taxes = (settings.rounding === 'order' ? taxesByOrder : taxesByLine)(parts, region, settings.pricesIncludeTax)
  return { region, lines: taxes.slice(0, lines.length), shipping: taxes[lines.length] ?? [] }
}

/** Summed by region, name and rate, in the order in which they first appear by name. */
export function summariseTaxes(groups: readonly (readonly Tax[])[]): Tax[] {
  const sums: Tax[] = []
  for (const taxes of groups) {
    for (const tax of taxes) {
      const sum = sums.find(({ name, millionths }) => name === tax.name && millionths === tax.millionths)
      if (sum) sum.amount += tax.amount
      else sums.push({ ...tax })
    }
  }
  return sums.sort((one, other) =>
    one.name === other.name ? one.millionths - other.millionths : one.name < other.name ? -1 : 1,
  )
}
