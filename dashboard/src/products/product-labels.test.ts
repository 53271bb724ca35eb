import { describe, expect, it } from 'vitest'
import { formatMoney } from '../ui/money.ts'
import { deriveVisibility, formatPriceRange } from './product-labels.ts'

const now = new Date('2026-11-15T12:00:00Z')
const EARLIER = '2026-11-15T11:00:00Z'
const LATER = '2026-11-15T13:00:00Z'

describe('deriveVisibility', () => {
  it.each([
    ['active', null, null, 'active'],
    ['active', EARLIER, LATER, 'active'],
    ['active', LATER, null, 'scheduled'],
    ['active', null, EARLIER, 'ended'],
    ['draft', LATER, null, 'draft'],
    ['archived', EARLIER, LATER, 'archived'],
  ] as const)('%s, from %s to %s, is %s', (status, publishAt, unpublishAt, showing) => {
    expect(deriveVisibility({ status, publishAt, unpublishAt }, now)).toBe(showing)
  })
})

describe('formatPriceRange', () => {
  const money = (amount: number, currency: string) => ({ amount, currency })
  const variant = (...prices: ReturnType<typeof money>[]) => ({
    prices: prices.map((price) => ({ price, compareAtPrice: null })),
  })

  it('ranges from the lowest to the highest price in the shop’s currency', () => {
    const variants = [variant(money(4900, 'EUR'), money(100, 'USD')), variant(money(3900, 'EUR'))]
    expect(formatPriceRange(variants, 'EUR')).toBe(
      `${formatMoney(money(3900, 'EUR'))} – ${formatMoney(money(4900, 'EUR'))}`,
    )
  })

  it('shows a single price if all are equal, and falls back to another currency', () => {
    expect(formatPriceRange([variant(money(500, 'JPY')), variant(money(500, 'JPY'))], 'EUR')).toBe(
      formatMoney(money(500, 'JPY')),
    )
    expect(formatPriceRange([], 'EUR')).toBe('No price')
  })
})
