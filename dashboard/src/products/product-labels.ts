import { formatMoney } from '../ui/money.ts'
import type { Product, ProductStatus, Variant } from './products.ts'

export const STATUS_LABELS: Record<ProductStatus, string> = { active: 'Active', draft: 'Draft', archived: 'Archived' }

/** An active product may be scheduled or expired. */
export function deriveVisibility(
  { status, publishAt, unpublishAt }: Pick<Product, 'status' | 'publishAt' | 'unpublishAt'>,
  now: Date,
): ProductStatus | 'scheduled' | 'ended' {
  if (status !== 'active') return status
  if (publishAt && Date.parse(publishAt) > now.getTime()) return 'scheduled'
  return unpublishAt && Date.parse(unpublishAt) <= now.getTime() ? 'ended' : 'active'
}

export const VISIBILITY_LABELS: Record<ReturnType<typeof deriveVisibility>, string> = {
  ...STATUS_LABELS,
  scheduled: 'Scheduled',
  ended: 'Unpublished',
}

/** In the shop's currency, or in the first currency that has a price. */
export function formatPriceRange(variants: Pick<Variant, 'prices'>[], shopCurrency: string): string {
  const prices = variants.flatMap((variant) => variant.prices.map(({ price }) => price))
  const currency = prices.some((price) => price.currency === shopCurrency) ? shopCurrency : prices[0]?.currency
  const amounts = prices.filter((price) => price.currency === currency).map(({ amount }) => amount)
  if (currency === undefined) return 'No price'
  const format = (amount: number) => formatMoney({ amount, currency })
  const [min, max] = [Math.min(...amounts), Math.max(...amounts)]
  return min === max ? format(min) : `${format(min)} – ${format(max)}`
}

/** “★ 4.3 (12)”. */
export const formatRating = ({ average, count }: NonNullable<Product['rating']>) => `★ ${average.toFixed(1)} (${count})`

export const formatVariantCount = (count: number) => (count === 1 ? '1 variant' : `${count} variants`)
