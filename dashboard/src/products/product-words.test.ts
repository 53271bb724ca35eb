import { describe, expect, it } from 'vitest'
import { moneyInWords } from '../parts/money.ts'
import { priceRangeInWords, showingOf } from './product-words.ts'

const now = new Date('2026-11-15T12:00:00Z')
const EARLIER = '2026-11-15T11:00:00Z'
const LATER = '2026-11-15T13:00:00Z'

describe('whether a product is on show', () => {
  it.each([
    ['active', null, null, 'active'],
    ['active', EARLIER, LATER, 'active'],
    ['active', LATER, null, 'scheduled'],
    ['active', null, EARLIER, 'ended'],
    ['draft', LATER, null, 'draft'],
    ['archived', EARLIER, LATER, 'archived'],
  ] as const)('%s, from %s to %s: %s', (status, publishAt, unpublishAt, showing) => {
    expect(showingOf({ status, publishAt, unpublishAt }, now)).toBe(showing)
  })
})

describe('the range of prices', () => {
  const money = (amount: number, currency: string) => ({ amount, currency })
  const variant = (...prices: ReturnType<typeof money>[]) => ({
    prices: prices.map((price) => ({ price, compareAtPrice: null })),
  })

  it('is of the shop’s currency, from the least to the most', () => {
    const variants = [variant(money(4900, 'EUR'), money(100, 'USD')), variant(money(3900, 'EUR'))]
    expect(priceRangeInWords(variants, 'EUR')).toBe(
      `${moneyInWords(money(3900, 'EUR'))} – ${moneyInWords(money(4900, 'EUR'))}`,
    )
  })

  it('is one price where all are the same, in another currency if need be', () => {
    expect(priceRangeInWords([variant(money(500, 'JPY')), variant(money(500, 'JPY'))], 'EUR')).toBe(
      moneyInWords(money(500, 'JPY')),
    )
    expect(priceRangeInWords([], 'EUR')).toBe('No price')
  })
})
