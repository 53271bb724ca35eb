import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRandom, randomCart, randomRules } from '../../test/random-cart.ts'
import { sum } from '../kit/sum.ts'
import { priceCart } from './price-cart.ts'
import type { PricingInput } from './pricing-input.ts'
import type { PricingResult, TraceStep } from './pricing-result.ts'
import { type Promotion, phaseOf } from './rules.ts'

/**
 * `CARTS=100000 npm test -- price-cart.property` is the long run. It uses new random carts each time, so that runs add up.
 */
const CARTS = Number(process.env.CARTS ?? 10_000)
/** Generating the rules takes longer than pricing with them. */
const CARTS_OF_A_SHOP = 5

/** Makes any write to the input throw, since modules are strict. */
function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const each of Object.values(value)) freeze(each)
  }
  return value
}

/** Negative, fractional, or too large to be exact. Searching the text is faster than checking each field. */
const BAD_NUMBER = /[:,[](?:-|\d+[.e]|\d{17})/

/** Describes wrong sums of a priced cart; an `expect` for each would take longer than the pricing. */
function findWrongTotals(
  input: PricingInput,
  { items, promotions, shipping, taxes, totals, giftCards, points, storeCredit }: PricingResult,
): string[] {
  const wrong: string[] = []
  const must = (holds: boolean, what: string) => {
    if (!holds) wrong.push(what)
  }
  const allocated = new Map<string | null, number>()
  for (const { promotionId, amount, allocations } of promotions) {
    must(sum(allocations.map((each) => each.amount)) === amount, `${promotionId} is not the sum of its allocations`)
    must(
      new Set(allocations.map(({ itemId }) => itemId)).size === allocations.length,
      `${promotionId} names a item twice`,
    )
    for (const { itemId, amount } of allocations) allocated.set(itemId, (allocated.get(itemId) ?? 0) + amount)
  }
  for (const item of items) {
    const { id, subtotal, discount, tax } = item
    must(subtotal === item.unitPrice * item.quantity, `${id}: subtotal`)
    must(discount === (allocated.get(id) ?? 0) && discount <= subtotal, `${id}: discount`)
    must(tax === sum(item.taxes.map(({ amount }) => amount)), `${id}: tax`)
    must(item.total === subtotal - discount + (totals.taxIncluded ? 0 : tax), `${id}: total`)
    must(item.giftPromotionId === null || item.total === 0, `${id}: a gift costs nothing`)
  }
  for (const { id, giftCard } of input.items) {
    const item = giftCard && items.find((each) => each.id === id)
    must(!item || (item.discount === 0 && item.tax === 0), `${id}: a gift card is neither discounted nor taxed`)
  }
  must(
    isDeepStrictEqual(
      input.items.map(({ id }) => id),
      items.filter(({ giftPromotionId }) => !giftPromotionId).map(({ id }) => id),
    ),
    'order of items',
  )
  must(shipping.amount === (shipping.selected?.amount ?? 0), 'shipping')
  must(shipping.discount === (allocated.get(null) ?? 0) && shipping.discount <= shipping.amount, 'discount of shipping')
  must(shipping.tax === sum(shipping.taxes.map(({ amount }) => amount)), 'tax of shipping')
  must(totals.subtotal === sum(items.map(({ subtotal }) => subtotal)), 'subtotal')
  must(totals.discount === sum(items.map(({ discount }) => discount)) + shipping.discount, 'discount')
  must(totals.discount === sum(promotions.map(({ amount }) => amount)), 'discount of promotions')
  must(totals.tax === sum(items.map(({ tax }) => tax)) + shipping.tax, 'tax')
  must(totals.tax === sum(taxes.map(({ amount }) => amount)), 'summary of taxes')
  must(
    totals.total === totals.subtotal - totals.discount + totals.shipping + (totals.taxIncluded ? 0 : totals.tax),
    'total',
  )
  const parts =
    sum(items.map(({ total }) => total)) + shipping.amount - shipping.discount + (totals.taxIncluded ? 0 : shipping.tax)
  must(totals.total === parts, 'total of items and shipping')
  must(totals.giftCards === sum(giftCards.map(({ applied }) => applied)), 'gift cards')
  must(totals.points === (points?.applied ?? 0), 'points')
  must(totals.storeCredit === (storeCredit?.applied ?? 0), 'store credit')
  must(totals.due === totals.total - totals.giftCards - totals.points - totals.storeCredit, 'due')
  must((storeCredit === null) === (input.storeCredit === null), 'store credit that nobody wants')
  if (storeCredit && input.storeCredit) {
    const { requested, balance } = input.storeCredit
    const left = totals.total - totals.giftCards - totals.points
    must(storeCredit.applied === Math.min(requested ?? left, balance, left), 'as much store credit as possible')
    must((storeCredit.applied === 0) === (storeCredit.reason !== null), 'why no store credit is used')
  }
  must((points === null) === (input.points === null), 'points that nobody wants')
  if (points && input.points) {
    const { points: per, amount } = input.points.rate ?? { points: 1, amount: 0 }
    const worth = (count: number) => Math.floor((count * amount) / per)
    const most = Math.min(input.points.requested, input.points.balance)
    must(points.used <= most && points.applied === worth(points.used), 'worth of points')
    must(points.used === 0 || worth(points.used - 1) < points.applied, 'more points than are needed')
    must((points.used === 0) === (points.reason !== null), 'why no points are used')
    // One more point would exceed the amount due or the balance.
    const more = worth(Math.min(most, points.used + per))
    must(
      points.used === 0 || more === points.applied || more > points.applied + totals.storeCredit + totals.due,
      'too few points',
    )
  }
  for (const [index, { id, applied, balanceAfter }] of giftCards.entries()) {
    must(applied + balanceAfter === input.giftCards[index]?.balance, `${id}: balance`)
  }
  must(
    Object.values(totals).every((each) => typeof each !== 'number' || Number.isSafeInteger(each)),
    'not exact',
  )
  must(!BAD_NUMBER.test(JSON.stringify([items, promotions, shipping, taxes, totals, giftCards, points])), 'below zero')
  return wrong
}

function findWrongPromotions(input: PricingInput, { promotions, rejected }: PricingResult): string[] {
  const wrong: string[] = []
  const applied = promotions.flatMap(({ promotionId }) => input.promotions.find(({ id }) => id === promotionId) ?? [])
  if (applied.length !== promotions.length || new Set(applied).size !== applied.length)
    wrong.push('applied twice, or unknown')
  const agrees = (one: Promotion, other: Promotion) => one.combinesWith[phaseOf(other.benefit)]
  for (const [index, one] of applied.entries()) {
    for (const other of applied.slice(index + 1)) {
      if (!agrees(one, other) || !agrees(other, one)) wrong.push(`${one.id} and ${other.id} do not combine`)
      if (one.exclusiveGroup && one.exclusiveGroup === other.exclusiveGroup)
        wrong.push(`${one.id} and ${other.id} are in one exclusive group`)
    }
  }
  const resultCodes = [...promotions, ...rejected].flatMap(({ code }) => code ?? [])
  if (!isDeepStrictEqual(resultCodes.toSorted(), input.codes.map(({ code }) => code).toSorted()))
    wrong.push('a code is missing or listed twice')
  if (promotions.some(({ amount, allocations }) => amount === 0 && !allocations[0]?.itemId?.startsWith('gift_')))
    wrong.push('applied without effect')
  return wrong
}

const byText = (values: readonly unknown[]): string[] => values.map((value) => JSON.stringify(value)).sort()

/**
 * Identifies items by variant and quantity, so that carts in another order can be compared; as text, which is faster.
 */
function fingerprint(priced: PricingResult): string {
  const kinds = new Map(priced.items.map(({ id, variantId, quantity }) => [id, `${variantId} ${quantity}`]))
  const kindOf = (id: string | null) => (id === null ? null : kinds.get(id))
  const promotions = priced.promotions.map(({ allocations, ...rest }) => ({
    ...rest,
    allocations: byText(allocations.map(({ itemId, amount }) => [kindOf(itemId), amount])),
  }))
  const items = byText(priced.items.map((item) => ({ ...item, id: kindOf(item.id) })))
  return JSON.stringify({ ...priced, promotions, items })
}

/** As if the items had been added in another order: ids reflect when an item was added. */
function addedOtherwise(items: PricingInput['items'], shuffle: ReturnType<typeof createRandom>['shuffle']) {
  const ids = shuffle(items.map(({ id }) => id))
  return shuffle(items.map((item, index) => ({ ...item, id: ids[index] ?? '' })))
}

/** Differences that no relevant change explains. */
function differences(
  input: PricingInput,
  priced: PricingResult,
  { shuffle, pick }: ReturnType<typeof createRandom>,
): string[] {
  const shuffled = () => {
    const items = addedOtherwise(input.items, shuffle)
    return priceCart({ ...input, items, promotions: shuffle(input.promotions) })
  }
  const isSame = (other: PricingResult) => JSON.stringify(other) === JSON.stringify(priced)
  return pick(
    () => (fingerprint(shuffled()) === fingerprint(priced) ? [] : ['the order of items or promotions changes it']),
    () => (isSame(priceCart(input, [] as TraceStep[])) ? [] : ['a trace changes it']),
    () => (isSame(priceCart(input)) ? [] : ['it is not the same twice']),
  )()
}

const anyShop = fc.record({
  seed: fc.integer(),
  items: fc.nat(8),
  promotions: fc.nat(9),
  currency: fc.constantFrom('EUR', 'JPY', 'KWD'),
})

describe(`${CARTS} carts in currencies of 0, 2 and 3 decimals`, () => {
  it('has totals that add up, independent of order, trace and repetition', () => {
    const seen = {
      carts: 0,
      promotions: 0,
      conflicts: 0,
      gifts: 0,
      shippingOff: 0,
      taxed: 0,
      rejected: 0,
      paidByCard: 0,
      paidWithPoints: 0,
    }
    fc.assert(
      fc.property(anyShop, ({ seed, items, promotions, currency }) => {
        const random = createRandom(seed)
        const rules = randomRules(random, currency, promotions)
        for (let cart = 0; cart < CARTS_OF_A_SHOP; cart++) {
          const input = freeze(randomCart(random, currency, { rules, count: items }))
          const priced = priceCart(input)
          const wrong = [
            ...findWrongTotals(input, priced),
            ...findWrongPromotions(input, priced),
            ...differences(input, priced, random),
          ]
          if (wrong.length > 0) throw new Error(wrong.join(', '))

          seen.carts++
          seen.promotions += priced.promotions.length
          seen.conflicts += priced.rejected.filter(({ reason }) => reason === 'not_combinable').length
          seen.rejected += priced.rejected.length
          seen.gifts += priced.items.filter(({ giftPromotionId }) => giftPromotionId).length
          seen.shippingOff += priced.shipping.discount > 0 ? 1 : 0
          seen.taxed += priced.totals.tax > 0 ? 1 : 0
          seen.paidWithPoints += priced.totals.points > 0 ? 1 : 0
          seen.paidByCard += priced.totals.giftCards > 0 ? 1 : 0
        }
      }),
      { numRuns: CARTS / CARTS_OF_A_SHOP },
    )
    expect(seen.carts).toBe(CARTS)
    // Carts without any effects would prove nothing.
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(CARTS / 100)
  })
})
