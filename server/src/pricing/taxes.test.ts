import { describe, expect, it } from 'vitest'
import { sampleTaxes } from '../../test/sample-cart.ts'
import type { Destination } from './pricing-input.ts'
import type { TaxSettings } from './rules.ts'
import { calculateTaxes, findTaxDestination, findTaxRegion, summarizeTaxes, type TaxablePart } from './taxes.ts'

const austria = { country: 'AT', region: null, postalCode: null }
const part = (amount: number, change: Partial<TaxablePart> = {}): TaxablePart => ({
  taxClass: 'standard',
  giftCard: false,
  amount,
  ...change,
})
const rate = (millionths: number, name = 'VAT', taxClass = 'standard') => ({ class: taxClass, name, millionths })
const settings = (rates: TaxSettings['regions'][number]['rates'], change: Partial<TaxSettings> = {}): TaxSettings =>
  sampleTaxes({ regions: [{ id: 'at', area: { country: 'AT' }, rates }], ...change })

const tax = (parts: TaxablePart[], settings: TaxSettings, shipping = 0, isExempt = false) => {
  const taxes = calculateTaxes(parts, shipping, { settings, destination: austria, isExempt })
  return {
    items: taxes.items.map((each) => each.map(({ amount }) => amount)),
    shipping: taxes.shipping.map(({ amount }) => amount),
  }
}

describe('tax of an item', () => {
  it.each([
    // 24.99 at 10.75 %: included are 24.99 * 10.75 / 110.75 = 2.4257, added on top 2.6864.
    [2499, [107_500], true, [243]],
    [2499, [107_500], false, [269]],
    [1000, [200_000], true, [167]],
    [1000, [200_000], false, [200]],
    // Rounds half up.
    [250, [10_000], false, [3]],
    [249, [10_000], false, [2]],
    // Quebec on 100.00: added taxes are rounded separately, included ones are contained together.
    [10_000, [50_000, 99_750], false, [500, 998]],
    [10_000, [50_000, 99_750], true, [435, 867]],
    // Yen and dinars have other smallest units, but the same arithmetic.
    [1980, [100_000], true, [180]],
    [12_345, [150_000], false, [1852]],
    [0, [200_000], true, [0]],
    [1, [200_000], true, [0]],
    [100, [0], true, [0]],
  ])('%i at %j, included: %s, is %j', (amount, millionths, pricesIncludeTax, expected) => {
    const rates = millionths.map((each, position) => rate(each, `Tax ${position}`))
    expect(tax([part(amount)], settings(rates, { pricesIncludeTax })).items).toEqual([expected])
  })

  it('is exact for amounts whose products exceed the safe integer range', () => {
    const huge = 9_007_199_254_740_000
    expect(tax([part(huge)], settings([rate(107_500)])).items).toEqual([
      [Number((BigInt(huge) * 107_500n * 2n + 1_107_500n) / 2_215_000n)],
    ])
    expect(() => tax([part(huge), part(huge)], settings([rate(107_500)], { rounding: 'order' }))).toThrow(RangeError)
  })

  it('is zero for a gift card, the class none, a class without rates and an exempt buyer', () => {
    const parts = [part(1000, { giftCard: true }), part(1000, { taxClass: 'none' }), part(1000, { taxClass: 'books' })]
    expect(tax(parts, settings([rate(200_000), rate(200_000, 'VAT', 'none')])).items).toEqual([[], [], []])
    expect(tax([part(1000)], settings([rate(200_000)], { shippingTax: 'highest' }), 500, true)).toEqual({
      items: [[]],
      shipping: [],
    })
  })
})

describe('rounding by order', () => {
  it('differs from rounding by item, and still adds up over the items', () => {
    const parts = [part(33), part(33), part(33)]
    const byItem = settings([rate(200_000)], { pricesIncludeTax: false })
    // 6.6 each: three times 7, or 19.8 rounded to 20.
    expect(tax(parts, byItem).items).toEqual([[7], [7], [7]])
    expect(tax(parts, { ...byItem, rounding: 'order' }).items).toEqual([[7], [7], [6]])
  })

  it('rounds all rates of a class once when prices include tax', () => {
    const newYork = [rate(40_000, 'State'), rate(45_000, 'City'), rate(3750, 'District')]
    const once = settings(newYork, { rounding: 'order' })
    // 1.05 includes 8.559 cents: of 9, 4.06, 4.56 and 0.38 are due.
    expect(tax([part(105)], once).items).toEqual([[4, 5, 0]])
    expect(tax([part(105)], { ...once, rounding: 'item' }).items).toEqual([[4, 5, 0]])
    // 24.99, 0.03 and 4.90 together include 243.89: 110, 124 and 10.
    const { items, shipping } = tax([part(2499), part(3)], { ...once, shippingTax: 'highest' }, 490)
    expect([...items, shipping]).toEqual([
      [92, 104, 8],
      [0, 0, 0],
      [18, 20, 2],
    ])
    // Twenty single cents include 1.63 in total, and none includes more than itself.
    const cents = Array.from({ length: 20 }, () => part(1))
    expect(tax(cents, once).items.slice(0, 3)).toEqual([
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 0],
    ])
  })

  it('separates taxes by class and name', () => {
    const rates = [rate(200_000), rate(100_000, 'VAT', 'food'), rate(10_000, 'City')]
    const taxes = tax(
      [part(33), part(33, { taxClass: 'food' }), part(33)],
      settings(rates, { pricesIncludeTax: false, rounding: 'order' }),
    )
    // Standard 13.2 and City 0.66 over two items of 33, food 3.3.
    expect(taxes.items).toEqual([[7, 1], [3], [6, 0]])
  })

  it('treats shipping as one more item of its class', () => {
    const once = settings([rate(200_000)], { pricesIncludeTax: false, rounding: 'order', shippingTax: 'highest' })
    expect(tax([part(33), part(33)], once, 33)).toEqual({ items: [[7], [7]], shipping: [6] })
  })
})

describe('shipping tax', () => {
  const rates = [rate(200_000), rate(100_000, 'VAT', 'food'), rate(50_000, 'VAT', 'shipping')]
  const food = part(2000, { taxClass: 'food' })
  it.each([
    ['none', [part(1000)], []],
    ['class', [part(1000)], [50]],
    ['highest', [food, part(1000)], [200]],
    ['highest', [food], [100]],
    ['highest', [food, part(0)], [100]],
    ['highest', [food, part(1000, { giftCard: true })], [100]],
    ['highest', [part(1000, { taxClass: 'none' })], []],
  ] as const)('is taxed by %s with %j: %j', (shippingTax, items, expected) => {
    expect(tax([...items], settings(rates, { pricesIncludeTax: false, shippingTax }), 1000).shipping).toEqual(expected)
  })

  it('is zero for free shipping', () => {
    expect(tax([part(1000)], settings(rates, { shippingTax: 'highest' }), 0).shipping).toEqual([])
  })
})

describe('tax region', () => {
  const regions = [
    { id: 'us', area: { country: 'US' }, rates: [] },
    { id: 'ny', area: { country: 'US', regions: ['NY'] }, rates: [] },
    { id: 'nyc', area: { country: 'US', postalCodes: ['100*'] }, rates: [] },
    { id: 'nyc-2', area: { country: 'US', postalCodes: ['100*'] }, rates: [] },
  ]
  it.each([
    ['US', 'NY', '10001', 'nyc'],
    ['US', 'NY', '14000', 'ny'],
    ['US', 'CA', '90001', 'us'],
    ['DE', null, null, undefined],
    [null, null, null, undefined],
  ])('for %s %s %s is %s', (country, region, postalCode, id) => {
    expect(findTaxRegion(sampleTaxes({ regions }), { country, region, postalCode })?.id).toBe(id)
    expect(findTaxRegion(sampleTaxes({ regions: regions.toReversed() }), { country, region, postalCode })?.id).toBe(id)
  })

  it("follows the destination, else the buyer's location, and the shop for pickup or when nothing is known", () => {
    const [noDestination, germany, france] = [null, 'DE', 'FR'].map((country) => ({
      country,
      region: null,
      postalCode: null,
    }))
    const taxes = sampleTaxes({ regions, defaultAddress: { country: 'US', region: 'NY' } })
    const at = (destination: Destination, buyerDestination: Destination, isNeeded: boolean, type?: string) =>
      findTaxDestination({ destination, buyerDestination, taxes }, { isNeeded, selected: type ? { type } : null })
        .country
    for (const [destination, buyer] of [
      [noDestination, germany],
      [germany, france],
    ] as [Destination, Destination][]) {
      expect([at(destination, buyer, true), at(destination, buyer, false)]).toEqual(['DE', buyer.country])
      expect(at(destination, buyer, true, 'pickup')).toBe('US')
    }
    expect(at(noDestination as Destination, noDestination as Destination, true)).toBe('US')
    const unset = { ...taxes, defaultAddress: null }
    const pickup = { isNeeded: true, selected: { type: 'pickup' } }
    expect(findTaxDestination({ destination: germany as Destination, taxes: unset }, pickup).country).toBe('DE')
  })
})

it('summarizes taxes by name and rate', () => {
  const one = { name: 'VAT', regionId: 'at', millionths: 200_000, amount: 5 }
  expect(
    summarizeTaxes([[one, { ...one, name: 'City' }], [{ ...one, amount: 7 }], [{ ...one, millionths: 100_000 }]]),
  ).toEqual([
    { ...one, name: 'City' },
    { ...one, millionths: 100_000 },
    { ...one, amount: 12 },
  ])
})
