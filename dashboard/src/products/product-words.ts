import { type Money, moneyInWords } from '../parts/money.ts'
import type { Product, Variant } from './products.ts'
import type { Status } from './statuses.ts'

export const STATUS_WORDS: Record<Status, string> = { active: 'Active', draft: 'Draft', archived: 'Archived' }

/** An active product may wait for its time, or be past it. */
export function showingOf(
  { status, publishAt, unpublishAt }: Pick<Product, 'status' | 'publishAt' | 'unpublishAt'>,
  now: Date,
): Status | 'scheduled' | 'ended' {
  if (status !== 'active') return status
  if (publishAt && Date.parse(publishAt) > now.getTime()) return 'scheduled'
  return unpublishAt && Date.parse(unpublishAt) <= now.getTime() ? 'ended' : 'active'
}

export const SHOWING_WORDS: Record<ReturnType<typeof showingOf>, string> = {
  ...STATUS_WORDS,
  scheduled: 'Scheduled',
  ended: 'Taken off',
}

/** In the shop's own currency; if it is not sold in that, in the first in which it is. */
export function priceRangeInWords(variants: Pick<Variant, 'prices'>[], shopCurrency: string): string {
  const prices = variants.flatMap((variant) => variant.prices.map(({ price }) => price))
  const currency = prices.some((price) => price.currency === shopCurrency) ? shopCurrency : prices[0]?.currency
  const amounts = prices.filter((price) => price.currency === currency).map(({ amount }) => amount)
  if (currency === undefined) return 'No price'
  const words = (amount: number) => moneyInWords({ amount, currency } satisfies Money)
  const [least, most] = [Math.min(...amounts), Math.max(...amounts)]
  return least === most ? words(least) : `${words(least)} – ${words(most)}`
}

export const variantsInWords = (count: number) => (count === 1 ? '1 variant' : `${count} variants`)
