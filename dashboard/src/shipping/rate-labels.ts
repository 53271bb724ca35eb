import { formatMoney, type Money } from '../ui/money.ts'
import type { ProfileItems, RatePrice, ShippingRate } from './shipping.ts'

export const PRICE_KIND_LABELS = {
  flat: 'Flat rate',
  weight: 'By weight',
  price: 'By order price',
  item: 'By number of items',
} as const

const findInCurrency = (amounts: Money[] | null | undefined, currency: string) =>
  amounts?.find((candidate) => candidate.currency === currency)
const formatCost = (money: Money | undefined) =>
  money ? (money.amount === 0 ? 'free' : formatMoney(money)) : undefined

/** The price in the shop's currency. */
export function formatPrice(price: RatePrice, currency: string): string {
  const notOffered = `not available in ${currency}`
  const format = (amounts: Money[] | undefined) => formatCost(findInCurrency(amounts, currency)) ?? 'not available'
  switch (price.kind) {
    case 'flat':
      return formatCost(findInCurrency(price.amounts, currency)) ?? notOffered
    case 'item': {
      const additional = format(price.additional)
      return findInCurrency(price.first, currency)
        ? `${format(price.first)}, each additional item ${additional}`
        : notOffered
    }
    case 'weight':
      return price.tiers
        .map(
          ({ upToGrams, amounts }) =>
            `${upToGrams === null ? 'above' : `up to ${formatWeight(upToGrams)}`}: ${format(amounts)}`,
        )
        .join(' · ')
    case 'price':
      return price.tiers
        .map(({ upTo, amounts }) => {
          const end = findInCurrency(upTo, currency)
          return `${end ? `up to ${formatMoney(end)}` : 'above'}: ${format(amounts)}`
        })
        .join(' · ')
    case 'carrier': {
      const fallback = findInCurrency(price.fallback, currency)
      return `calculated by carrier ${price.carrier}${fallback ? `, or ${formatMoney(fallback)} if it does not respond` : ''}`
    }
  }
}

const formatWeight = (grams: number): string =>
  grams >= 1000 ? `${(grams / 1000).toLocaleString(undefined, { maximumFractionDigits: 3 })} kg` : `${grams} g`

function formatDeliveryDays(min: number | null, max: number | null): string | undefined {
  if (min === null && max === null) return undefined
  if (min === null || max === null || min === max) {
    const days = min ?? max
    if (min === 0 && max === 0) return 'same day'
    const count = `${days} ${days === 1 ? 'day' : 'days'}`
    return min === null ? `up to ${count}` : max === null ? `${count} or more` : count
  }
  return `${min}–${max} days`
}

/** What a buyer reads: `€4.90, 2–4 days, free from €50.00`. */
export function formatRate(
  { price, freeFrom, minDays, maxDays }: Pick<ShippingRate, 'price' | 'freeFrom' | 'minDays' | 'maxDays'>,
  currency: string,
): string {
  const free = findInCurrency(freeFrom, currency)
  const days = formatDeliveryDays(minDays, maxDays)
  return [
    formatPrice(price, currency),
    ...(free ? [`free from ${formatMoney(free)}`] : []),
    ...(days ? [days] : []),
  ].join(', ')
}

const ITEM_NOUNS = [
  ['productIds', 'product', 'products'],
  ['variantIds', 'variant', 'variants'],
  ['collectionIds', 'collection', 'collections'],
  ['vendors', 'vendor', 'vendors'],
  ['types', 'type', 'types'],
] as const

/** Selectors other than tags: `2 collections and 1 vendor`. */
export function formatOtherItems(items: ProfileItems): string {
  const counts = ITEM_NOUNS.flatMap(([list, one, many]) => {
    const count = items[list]?.length ?? 0
    return count > 0 ? [`${count} ${count === 1 ? one : many}`] : []
  })
  return new Intl.ListFormat('en').format([...counts, ...(items.exclude ? ['some exclusions'] : [])])
}
