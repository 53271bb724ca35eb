import { describe, expect, it } from 'vitest'
import { fromStripeAmount, toStripeAmount } from './stripe-amounts.ts'

describe('Stripe amounts', () => {
  it.each([
    ['EUR', 1999, 1999],
    ['JPY', 1999, 1999],
    ['HUF', 199_900, 199_900],
    ['TWD', 12_345, 12_345],
    ['ISK', 1999, 199_900],
    ['UGX', 5000, 500_000],
    ['MGA', 500_000, 5000],
    ['KWD', 12_340, 12_340],
  ])('converts %s %i to %i and back', (currency, amount, stripeAmount) => {
    expect(toStripeAmount(amount, currency)).toBe(stripeAmount)
    expect(fromStripeAmount(stripeAmount, currency)).toBe(amount)
  })

  it.each([
    ['KWD', 12_345, 'only in steps of 0.010, but the amount is 12.345'],
    ['MGA', 12_345, 'only in steps of 1.00, but the amount is 123.45'],
  ])('rejects %s %i, which Stripe can’t represent, instead of rounding', (currency, amount, words) => {
    expect(() => toStripeAmount(amount, currency)).toThrow(words)
  })

  it('rejects a fraction of a króna', () => {
    expect(() => fromStripeAmount(150, 'ISK')).toThrow('has no decimals')
  })
})
