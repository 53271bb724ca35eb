import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createRandom, randomCart, randomRules } from '../../test/random-cart.ts'
import { priceCart } from './price-cart.ts'
import type { PricingInput } from './pricing-input.ts'
import type { TraceStep } from './pricing-result.ts'
import { type Promotion, phaseOf } from './rules.ts'

/** The buyer's savings, derived from the result alone. */
const worthOf = (input: PricingInput): number => {
  const { totals } = priceCart(input)
  return totals.discount - totals.shipping
}

const agree = (one: Promotion, other: Promotion): boolean =>
  one.combinesWith[phaseOf(other.benefit)] &&
  other.combinesWith[phaseOf(one.benefit)] &&
  !(one.exclusiveGroup && one.exclusiveGroup === other.exclusiveGroup)

/** According to the trace. */
function isEligible({ id }: Promotion, input: PricingInput): boolean {
  const trace: TraceStep[] = []
  priceCart(input, trace)
  return trace.some(({ step, subject, outcome }) => step === 'eligibility' && subject === id && outcome === 'eligible')
}

/** Prices every maximal compatible set by itself, so that pricing has nothing to choose. */
function bestOfAll(input: PricingInput): number {
  // A gift may need shipping, so a shipping discount may be useful only in combination.
  const useful = input.promotions.filter(
    (promotion) =>
      (phaseOf(promotion.benefit) === 'shipping' && isEligible(promotion, input)) ||
      priceCart({ ...input, promotions: [promotion] }).promotions.length > 0,
  )
  let best = Number.NEGATIVE_INFINITY
  for (let chosen = 0; chosen < 2 ** useful.length; chosen++) {
    const set = useful.filter((_each, position) => (chosen & (2 ** position)) > 0)
    const agrees = (one: Promotion) => set.every((other) => other === one || agree(one, other))
    if (!set.every(agrees) || useful.some((each) => !set.includes(each) && agrees(each))) continue
    best = Math.max(best, worthOf({ ...input, promotions: set }))
  }
  return best
}

it('applies the best of all compatible sets', () => {
  const seen = { choices: 0 }
  fc.assert(
    fc.property(fc.integer(), fc.nat(4), fc.nat(7), (seed, items, promotions) => {
      const random = createRandom(seed)
      const rules = randomRules(random, 'EUR', promotions)
      // With a free-shipping threshold, a discount can cost more than it saves; another test covers that.
      const rates = rules.shipping.rates
        .filter(({ price }) => price.kind !== 'price')
        .map((rate) => ({ ...rate, freeFrom: null }))
      const input = randomCart(random, 'EUR', {
        rules: { ...rules, shipping: { ...rules.shipping, rates } },
        count: items,
      })
      const best = bestOfAll(input)
      expect(worthOf(input)).toBe(best)
      if (input.promotions.some((promotion) => worthOf({ ...input, promotions: [promotion] }) < best)) seen.choices++
    }),
    { numRuns: 2000 },
  )
  expect(seen.choices).toBeGreaterThan(200)
})
