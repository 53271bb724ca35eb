import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sampleInput, sampleItem, samplePromotion } from '../../test/sample-cart.ts'
import type { BuyXGetY } from './buy-x-get-y.ts'
import { priceCart } from './price-cart.ts'
import type { PricingItem } from './pricing-input.ts'
import type { Selection } from './rules.ts'

const deal = (buy: number, get: number, change: Partial<BuyXGetY> = {}): BuyXGetY => ({
  kind: 'buy_x_get_y',
  buy: { quantity: buy, items: {} },
  get: { quantity: get, items: {}, basisPoints: 10_000 },
  maxTimes: null,
  ...change,
})
const of = (tag: string): Selection => ({ tags: [tag] })
const price = (items: PricingItem[], benefit: BuyXGetY) => {
  const { items: priced } = priceCart(sampleInput(items, { promotions: [samplePromotion('p', benefit)] }))
  return Object.fromEntries(priced.map(({ id, discount }) => [id, discount]))
}

describe('buy two, get one free', () => {
  it.each([
    [1, 0],
    [2, 0],
    [3, 1],
    [4, 1],
    [5, 1],
    [6, 2],
    [8, 2],
    [9, 3],
    [9999, 3333],
  ])('with %i units discounts %i', (quantity, free) => {
    expect(price([sampleItem('a', { quantity })], deal(2, 1))).toEqual({ a: free * 1000 })
  })

  it('discounts the cheapest units, wherever they are', () => {
    const items = [
      sampleItem('a', { unitPrice: 500, quantity: 1 }),
      sampleItem('b', { unitPrice: 900, quantity: 3 }),
      sampleItem('c', { unitPrice: 700, quantity: 2 }),
    ]
    expect(price(items, deal(2, 1))).toEqual({ a: 500, b: 0, c: 700 })
    expect(price(items.toReversed(), deal(2, 1))).toEqual({ a: 500, b: 0, c: 700 })
  })

  it('discounts the first item by id among equal prices', () => {
    expect(price([sampleItem('b', { quantity: 2 }), sampleItem('a')], deal(2, 1))).toEqual({ a: 1000, b: 0 })
  })

  it('repeats up to its limit', () => {
    expect(price([sampleItem('a', { quantity: 30 })], deal(2, 1, { maxTimes: 4 }))).toEqual({ a: 4000 })
    expect(price([sampleItem('a', { quantity: 30 })], deal(2, 1, { maxTimes: 0 }))).toEqual({ a: 0 })
  })

  it('supports half price, rounded once per item', () => {
    const half = deal(2, 1, { get: { quantity: 1, items: {}, basisPoints: 5000 } })
    expect(price([sampleItem('a', { unitPrice: 333, quantity: 6 })], half)).toEqual({ a: 333 })
    expect(price([sampleItem('a', { unitPrice: 333, quantity: 3 })], half)).toEqual({ a: 167 })
  })
})

describe('buy and get selections', () => {
  it('can differ: a cheap item that only counts as bought is not free', () => {
    const benefit = deal(2, 1, {
      buy: { quantity: 2, items: of('shirt') },
      get: { quantity: 1, items: of('sock'), basisPoints: 10_000 },
    })
    const shirts = sampleItem('a', { quantity: 4, unitPrice: 100, tags: ['shirt'] })
    const socks = sampleItem('b', { quantity: 3, unitPrice: 300, tags: ['sock'] })
    expect(price([shirts, socks], benefit)).toEqual({ a: 0, b: 600 })
    expect(price([{ ...shirts, quantity: 1 }, socks], benefit)).toEqual({ a: 0, b: 0 })
    expect(price([shirts], benefit)).toEqual({ a: 0 })
  })

  it('can overlap: a unit counts once, as bought or as discounted', () => {
    // Buy any two, get a sock: with a shirt and two socks, one sock counts as bought.
    const benefit = deal(2, 1, { get: { quantity: 1, items: of('sock'), basisPoints: 10_000 } })
    const shirt = (quantity: number) => sampleItem('a', { quantity, unitPrice: 2000 })
    const socks = (quantity: number) => sampleItem('b', { quantity, unitPrice: 300, tags: ['sock'] })
    expect(price([shirt(1), socks(2)], benefit)).toEqual({ a: 0, b: 300 })
    expect(price([shirt(2), socks(1)], benefit)).toEqual({ a: 0, b: 300 })
    expect(price([shirt(1), socks(1)], benefit)).toEqual({ a: 0, b: 0 })
    expect(price([shirt(4), socks(2)], benefit)).toEqual({ a: 0, b: 600 })
    expect(price([socks(5)], benefit)).toEqual({ b: 300 })
  })

  it('does not discount the cheapest unit if it is needed as bought', () => {
    // Only a sock can be bought. A hat or a sock can be free, but the cheaper sock is needed as bought.
    const benefit = deal(1, 1, {
      buy: { quantity: 1, items: of('sock') },
      get: { quantity: 1, items: {}, basisPoints: 10_000 },
    })
    const items = [sampleItem('a', { unitPrice: 300, tags: ['sock'] }), sampleItem('b', { unitPrice: 900 })]
    expect(price(items, benefit)).toEqual({ a: 0, b: 900 })
    const three = [
      sampleItem('a', { unitPrice: 300, quantity: 3, tags: ['sock'] }),
      sampleItem('b', { unitPrice: 900 }),
    ]
    // Twice: two socks are bought, the third and the hat are free.
    expect(price(three, benefit)).toEqual({ a: 300, b: 900 })
  })

  it("default to the promotion's items", () => {
    const items = [sampleItem('a', { quantity: 2 }), sampleItem('b', { quantity: 3, unitPrice: 700, tags: ['x'] })]
    const promotions = [samplePromotion('p', deal(2, 1), { items: of('x') })]
    expect(priceCart(sampleInput(items, { promotions })).items.map(({ discount }) => discount)).toEqual([0, 700])
  })
})

it('handles units whose price does not divide without losing a cent', () => {
  // 10.00 off three units of 10.00: they cost 6.66, 6.67 and 6.67.
  const promotions = [
    samplePromotion('f', { kind: 'fixed', target: 'item', amounts: { EUR: 1000 } }, { priority: 1 }),
    samplePromotion('p', deal(2, 1), { priority: 2 }),
  ]
  const priced = priceCart(sampleInput([sampleItem('a', { quantity: 3 })], { promotions }))
  expect(priced.promotions.map(({ amount }) => amount)).toEqual([1000, 666])
  expect(priced.totals.total).toBe(1334)
})

it.each([
  ['too few units to buy', [sampleItem('a')], deal(2, 1), { rule: 'buy', required: 2, actual: 1, missing: 1 }],
  [
    'too few units in total',
    [sampleItem('a', { quantity: 2 })],
    deal(2, 1),
    { rule: 'buyAndGet', required: 3, actual: 2, missing: 1 },
  ],
  [
    'no unit to discount',
    [sampleItem('a', { quantity: 2 })],
    deal(2, 1, { get: { quantity: 1, items: of('sock'), basisPoints: 10_000 } }),
    { rule: 'get', required: 1, actual: 0, missing: 1 },
  ],
] as const)('reports how many units a code is missing: %s', (_name, items, benefit, unmet) => {
  const promotions = [samplePromotion('p', benefit, { trigger: 'code' })]
  const codes = [{ code: 'DEAL', promotionId: 'p', exhausted: false, active: true }]
  expect(priceCart(sampleInput([...items], { promotions, codes })).rejected).toMatchObject([
    { reason: 'minimum_quantity', unmet: [unmet] },
  ])
})

interface Unit {
  price: number
  canBuy: boolean
  canGet: boolean
}

/** Tries every way to buy and get units: the most deals first, then the cheapest free units. */
function tryAllWays(units: readonly Unit[], buy: number, get: number): number {
  let best = { times: 0, sum: 0 }
  for (let got = 0; got < 2 ** units.length; got++) {
    const isGot = (position: number) => (got & (2 ** position)) > 0
    const chosen = units.filter((_unit, position) => isGot(position))
    if (chosen.length % get !== 0 || chosen.some(({ canGet }) => !canGet)) continue
    const times = chosen.length / get
    if (units.filter(({ canBuy }, position) => canBuy && !isGot(position)).length < times * buy) continue
    const sum = chosen.reduce((total, { price }) => total + price, 0)
    if (times > best.times || (times === best.times && sum < best.sum)) best = { times, sum }
  }
  return best.sum
}

it('matches an exhaustive search', () => {
  const anyItem = fc.record({
    unitPrice: fc.nat(9),
    quantity: fc.integer({ min: 1, max: 3 }),
    tags: fc.constantFrom([], ['buy'], ['get'], ['buy', 'get'], ['buy', 'get']),
  })
  const anyCount = fc.integer({ min: 1, max: 3 })
  fc.assert(
    fc.property(fc.array(anyItem, { maxLength: 4 }), anyCount, anyCount, (items, buy, get) => {
      const units = items.flatMap(({ unitPrice, quantity, tags }) =>
        Array.from({ length: quantity }, () => ({
          price: unitPrice,
          canBuy: tags.some((tag) => tag === 'buy'),
          canGet: tags.some((tag) => tag === 'get'),
        })),
      )
      const benefit = deal(buy, get, {
        buy: { quantity: buy, items: of('buy') },
        get: { quantity: get, items: of('get'), basisPoints: 10_000 },
      })
      const discounts = price(
        items.map((item, position) => sampleItem(String(position), item)),
        benefit,
      )
      const sum = Object.values(discounts).reduce((total, discount) => total + discount, 0)
      expect(sum).toBe(tryAllWays(units, buy, get))
    }),
    { numRuns: 2000 },
  )
})
