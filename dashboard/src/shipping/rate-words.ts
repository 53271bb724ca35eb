import { type Money, moneyInWords } from '../parts/money.ts'
import type { Items, Price, Rate } from './shipping.ts'

export const KIND_WORDS = {
  flat: 'The same for every order',
  weight: 'By weight',
  price: 'By price of the goods',
  item: 'By number of pieces',
} as const

const inCurrency = (list: Money[] | null | undefined, currency: string) =>
  list?.find((one) => one.currency === currency)
const cost = (money: Money | undefined) => (money ? (money.amount === 0 ? 'free' : moneyInWords(money)) : undefined)

/** What it costs, in the shop's currency. */
export function priceInWords(price: Price, currency: string): string {
  const nothing = `no price in ${currency}: not offered in it`
  const words = (list: Money[] | undefined) => cost(inCurrency(list, currency)) ?? 'not offered'
  switch (price.kind) {
    case 'flat':
      return cost(inCurrency(price.amounts, currency)) ?? nothing
    case 'item': {
      const further = words(price.further)
      return inCurrency(price.first, currency) ? `${words(price.first)}, each further piece ${further}` : nothing
    }
    case 'weight':
      return price.steps
        .map(
          ({ upToGrams, amounts }) =>
            `${upToGrams === null ? 'above' : `up to ${weightInWords(upToGrams)}`}: ${words(amounts)}`,
        )
        .join(' · ')
    case 'price':
      return price.steps
        .map(({ upTo, amounts }) => {
          const end = inCurrency(upTo, currency)
          return `${end ? `up to ${moneyInWords(end)}` : 'above'}: ${words(amounts)}`
        })
        .join(' · ')
    case 'carrier': {
      const fallback = inCurrency(price.fallback, currency)
      return `what the carrier ${price.carrier} asks${fallback ? `, or ${moneyInWords(fallback)} when it does not answer` : ''}`
    }
  }
}

const weightInWords = (grams: number): string =>
  grams >= 1000 ? `${(grams / 1000).toLocaleString(undefined, { maximumFractionDigits: 3 })} kg` : `${grams} g`

function daysInWords(min: number | null, max: number | null): string | undefined {
  if (min === null && max === null) return undefined
  if (min === null || max === null || min === max) {
    const days = min ?? max
    const count = `${days} ${days === 1 ? 'day' : 'days'}`
    return min === null ? `up to ${count}` : max === null ? `from ${count} on` : count
  }
  return `${min}–${max} days`
}

/** What a buyer reads of it: `€4.90, 2–4 days, free from €50.00`. */
export function rateInWords(
  { price, freeFrom, minDays, maxDays }: Pick<Rate, 'price' | 'freeFrom' | 'minDays' | 'maxDays'>,
  currency: string,
): string {
  const free = inCurrency(freeFrom, currency)
  const days = daysInWords(minDays, maxDays)
  return [
    priceInWords(price, currency),
    ...(free ? [`free from ${moneyInWords(free)}`] : []),
    ...(days ? [days] : []),
  ].join(', ')
}

const NOUNS = [
  ['productIds', 'product', 'products'],
  ['variantIds', 'variant', 'variants'],
  ['collectionIds', 'collection', 'collections'],
  ['vendors', 'vendor', 'vendors'],
  ['types', 'type', 'types'],
] as const

/** What else a profile takes besides tags: `2 collections and 1 vendor`. */
export function furtherItems(items: Items): string {
  const counts = NOUNS.flatMap(([list, one, many]) => {
    const count = items[list]?.length ?? 0
    return count > 0 ? [`${count} ${count === 1 ? one : many}`] : []
  })
  return new Intl.ListFormat('en').format([...counts, ...(items.except ? ['some exceptions'] : [])])
}
