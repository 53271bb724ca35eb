import { describe, expect, it } from 'vitest'
import {
  anonymousBuyer,
  eurosOff,
  percentOff,
  sampleCode,
  sampleInput,
  sampleItem,
  samplePromotion,
  sampleRate,
  sampleShipping,
  sampleTaxes,
} from '../../test/sample-cart.ts'
import { priceCart } from './price-cart.ts'
import type { PricingInput } from './pricing-input.ts'
import type { TraceStep } from './pricing-result.ts'

describe('amounts', () => {
  it("equals the items' amounts without promotions, shipping or taxes", () => {
    const priced = priceCart(sampleInput([sampleItem('b', { quantity: 3 }), sampleItem('a', { unitPrice: 250 })]))
    expect(priced.items.map(({ id, total }) => [id, total])).toEqual([
      ['b', 3000],
      ['a', 250],
    ])
    expect(priced.totals).toEqual({
      subtotal: 3250,
      discount: 0,
      shipping: 0,
      tax: 0,
      taxIncluded: true,
      total: 3250,
      giftCards: 0,
      points: 0,
      storeCredit: 0,
      due: 3250,
    })
    expect(priced).toMatchObject({ currency: 'EUR', promotions: [], rejected: [], giftCards: [], taxes: [] })
  })

  it('is zero for an empty cart', () => {
    const priced = priceCart(
      sampleInput([], { promotions: [samplePromotion('p', eurosOff(500))], codes: [sampleCode('p')] }),
    )
    expect(priced.totals).toMatchObject({ subtotal: 0, total: 0, due: 0 })
    expect(priced.rejected).toMatchObject([{ reason: 'product_ineligible', code: 'CODE-p' }])
  })

  it('throws for amounts that are not exact', () => {
    expect(() => priceCart(sampleInput([sampleItem('a', { unitPrice: 2 ** 52, quantity: 2 })]))).toThrow(RangeError)
    expect(() =>
      priceCart(sampleInput([sampleItem('a', { unitPrice: 2 ** 52 }), sampleItem('b', { unitPrice: 2 ** 52 })])),
    ).toThrow(RangeError)
    const taxes = sampleTaxes({
      pricesIncludeTax: false,
      regions: [
        { id: 'at', area: { country: 'AT' }, rates: [{ class: 'standard', name: 'VAT', millionths: 200_000 }] },
      ],
    })
    expect(() => priceCart(sampleInput([sampleItem('a', { unitPrice: Number.MAX_SAFE_INTEGER })], { taxes }))).toThrow(
      RangeError,
    )
  })
})

describe('shipping', () => {
  const items = [sampleItem('a', { unitPrice: 4000 })]
  const shipping = sampleShipping([
    sampleRate('r', { freeFrom: { EUR: 4000 } }),
    sampleRate('e', { service: 'express', price: { kind: 'flat', amounts: { EUR: 1200 } } }),
  ])
  const chosen = { service: 'standard', quote: null }

  it('becomes free by the item total after discounts', () => {
    expect(priceCart(sampleInput(items, { shipping, selectedShipping: chosen })).shipping).toMatchObject({
      amount: 0,
      selected: { originalAmount: 500 },
    })
    const promotions = [samplePromotion('p', eurosOff(1))]
    expect(priceCart(sampleInput(items, { shipping, selectedShipping: chosen, promotions }))).toMatchObject({
      shipping: { amount: 500, discount: 0 },
      totals: { subtotal: 4000, discount: 1, shipping: 500, total: 4499 },
    })
  })

  it('is discounted after its rate is known, and never below zero', () => {
    const promotions = [
      samplePromotion('h', percentOff(5000, 'shipping'), { priority: 1 }),
      samplePromotion('f', eurosOff(1000, 'shipping'), { priority: 2 }),
    ]
    const priced = priceCart(
      sampleInput(items, { shipping, promotions, selectedShipping: { service: 'express', quote: null } }),
    )
    expect(priced.shipping).toMatchObject({ amount: 1200, discount: 1200 })
    expect(priced.promotions).toMatchObject([
      { amount: 600, allocations: [{ itemId: null, amount: 600 }] },
      { amount: 600, allocations: [{ itemId: null, amount: 600 }] },
    ])
    expect(priced.totals).toMatchObject({ discount: 1200, shipping: 1200, total: 4000 })
  })

  it('is free up to a limit', () => {
    const promotions = [samplePromotion('f', { kind: 'free_shipping', maxAmounts: { EUR: 700 } })]
    const priced = priceCart(
      sampleInput(items, { shipping, promotions, selectedShipping: { service: 'express', quote: null } }),
    )
    expect(priced.shipping).toMatchObject({ amount: 1200, discount: 700 })
  })

  it('explains that a shipping code needs a selected option', () => {
    const promotions = [samplePromotion('f', { kind: 'free_shipping' }, { trigger: 'code' })]
    const input = sampleInput(items, { shipping, promotions, codes: [sampleCode('f')] })
    expect(priceCart(input).rejected).toMatchObject([{ reason: 'no_effect', unmet: [{ rule: 'shipping' }] }])
    expect(priceCart({ ...input, selectedShipping: chosen }).rejected).toMatchObject([
      { reason: 'no_effect', unmet: [] },
    ])
  })

  const noDestination = { country: null, region: null, postalCode: null }

  it.each<[string, Partial<PricingInput>, string, string]>([
    ['in this currency', { currency: 'KWD' }, 'currency_mismatch', 'Shipping to this address is not available in KWD'],
    [
      'to this country',
      { destination: { ...noDestination, country: 'NZ' } },
      'no_effect',
      'Shipping to this address is not available.',
    ],
    ['without an address', { destination: noDestination }, 'no_effect', 'Enter a shipping address'],
  ])('rejects a shipping code where nothing can be shipped %s, with the reason', (_where, change, reason, message) => {
    const promotions = [samplePromotion('f', { kind: 'free_shipping' }, { trigger: 'code' })]
    const { rejected, shipping: none } = priceCart(
      sampleInput(items, { shipping, promotions, codes: [sampleCode('f')], ...change }),
    )
    const unmet = [{ rule: 'shipping', required: null, actual: none.reason, missing: null }]
    expect(rejected).toMatchObject([{ reason, message: expect.stringContaining(message), unmet }])
  })

  it('charges the quoted price', () => {
    const quote = {
      service: 'express',
      rateIds: ['e'],
      title: 'Express',
      type: 'shipping' as const,
      amount: 900,
      minItemTotal: 0,
    }
    const priced = priceCart(sampleInput(items, { shipping, selectedShipping: { service: 'express', quote } }))
    expect(priced.shipping).toMatchObject({
      amount: 900,
      selected: { service: 'express', amount: 900, originalAmount: 1200 },
    })
    const forMore = { ...quote, minItemTotal: 1_000_000 }
    const less = priceCart(sampleInput(items, { shipping, selectedShipping: { service: 'express', quote: forMore } }))
    expect(less.shipping.amount).toBe(1200)
    const live = {
      service: 'live',
      rateIds: ['l'],
      title: 'Post',
      type: 'shipping' as const,
      amount: 750,
      minItemTotal: 0,
    }
    const byCarrier = priceCart(sampleInput(items, { shipping, selectedShipping: { service: 'live', quote: live } }))
    expect(byCarrier.shipping.selected).toMatchObject({
      service: 'live',
      title: 'Post',
      type: 'shipping' as const,
      amount: 750,
      rateIds: ['l'],
    })
    expect(byCarrier.shipping.options).toHaveLength(3)
  })

  it('drops a selected service that no longer exists', () => {
    const priced = priceCart(sampleInput(items, { shipping, selectedShipping: { service: 'gone', quote: null } }))
    expect(priced.shipping).toMatchObject({ selected: null, amount: 0, isNeeded: true })
    expect(priced.shipping.options).toHaveLength(2)
  })

  it('selects delivery automatically for items that are not shipped', () => {
    const priced = priceCart(sampleInput([sampleItem('a', { requiresShipping: false })], { shipping }))
    expect(priced.shipping).toMatchObject({ isNeeded: false, selected: { service: 'digital' }, amount: 0 })
  })
})

describe('taxes', () => {
  const taxes = (pricesIncludeTax: boolean) =>
    sampleTaxes({
      pricesIncludeTax,
      shippingTax: 'highest',
      regions: [
        { id: 'at', area: { country: 'AT' }, rates: [{ class: 'standard', name: 'VAT', millionths: 107_500 }] },
      ],
    })
  const cart = { shipping: sampleShipping([sampleRate('r')]), selectedShipping: { service: 'standard', quote: null } }

  it('are part of prices that include tax', () => {
    const priced = priceCart(sampleInput([sampleItem('a', { unitPrice: 2499 })], { ...cart, taxes: taxes(true) }))
    expect(priced.items).toMatchObject([
      { tax: 243, total: 2499, taxes: [{ name: 'VAT', regionId: 'at', millionths: 107_500, amount: 243 }] },
    ])
    expect(priced.totals).toMatchObject({ tax: 243 + 49, taxIncluded: true, total: 2999 })
    expect(priced.taxes).toEqual([{ name: 'VAT', regionId: 'at', millionths: 107_500, amount: 292 }])
  })

  it('are added after discounts to prices that exclude tax', () => {
    const priced = priceCart(sampleInput([sampleItem('a', { unitPrice: 2499 })], { ...cart, taxes: taxes(false) }))
    expect(priced.items).toMatchObject([{ tax: 269, total: 2768 }])
    expect(priced.totals).toMatchObject({ tax: 269 + 54, total: 2499 + 269 + 500 + 54 })
    const promotions = [samplePromotion('p', percentOff(10_000)), samplePromotion('f', { kind: 'free_shipping' })]
    const free = priceCart(sampleInput([sampleItem('a')], { ...cart, promotions, taxes: taxes(false) }))
    expect(free.totals).toMatchObject({ tax: 0, total: 0 })
  })

  it('do not depend on the order of items', () => {
    const items = (...ids: string[]) => [
      sampleItem(ids[0] ?? '', { variantId: 'tb', unitPrice: 1001, taxClass: 'reduced' }),
      sampleItem(ids[1] ?? '', { variantId: 'tc', unitPrice: 1001 }),
    ]
    const rates = [
      { class: 'standard', name: 'VAT', millionths: 190_000 },
      { class: 'reduced', name: 'VAT', millionths: 70_000 },
    ]
    const more = {
      taxes: sampleTaxes({ pricesIncludeTax: false, regions: [{ id: 'at', area: { country: 'AT' }, rates }] }),
      promotions: [samplePromotion('p', eurosOff(45))],
    }
    expect(priceCart(sampleInput(items('1', '2'), more)).totals.total).toBe(2211)
    expect(priceCart(sampleInput(items('2', '1').reverse(), more)).totals.total).toBe(2211)
  })

  it('are zero for an exempt buyer, with unchanged prices', () => {
    const buyer = { ...anonymousBuyer, isTaxExempt: true }
    expect(priceCart(sampleInput([sampleItem('a')], { ...cart, buyer, taxes: taxes(true) })).totals).toMatchObject({
      tax: 0,
      total: 1500,
    })
  })
})

describe('trace', () => {
  it('records every step and does not change the result', () => {
    const promotions = [
      samplePromotion('a', percentOff(1000), { combinesWith: { item: false, order: true, shipping: true } }),
      samplePromotion('b', percentOff(2000)),
      samplePromotion('c', percentOff(2000), { items: { tags: ['none'] } }),
    ]
    const input = sampleInput([sampleItem('x')], { promotions, giftCards: [] })
    const trace: TraceStep[] = []
    expect(priceCart(input, trace)).toEqual(priceCart(input))
    const steps = trace.map(({ step, subject, outcome, amount }) => [step, subject, outcome, amount])
    expect(steps).toEqual([
      ['eligibility', 'a', 'eligible', null],
      ['eligibility', 'b', 'eligible', null],
      ['eligibility', 'c', 'product_ineligible', null],
      ['stacking', null, 'compared_sets', null],
      ['set', null, 'priced', 100],
      ['set', null, 'priced', 200],
      ['promotion', 'b', 'applied', 200],
      ['promotion', 'a', 'not_applied', null],
      ['item', 'x', 'priced', 800],
      ['shipping', null, 'no_zone', 0],
      ['tax_region', null, 'none', null],
      ['totals', null, 'priced', 800],
    ])
  })
})

/** The two examples in docs/pricing.md, so that nobody has to verify them by hand. */
describe('worked examples', () => {
  it('prices with tax included', () => {
    const items = [sampleItem('a', { unitPrice: 3000, quantity: 2, type: 'shirt' }), sampleItem('b')]
    const taxes = sampleTaxes({
      shippingTax: 'highest',
      regions: [
        { id: 'at', area: { country: 'AT' }, rates: [{ class: 'standard', name: 'VAT', millionths: 200_000 }] },
      ],
    })
    const shipping = sampleShipping([
      sampleRate('r', { price: { kind: 'flat', amounts: { EUR: 490 } }, freeFrom: { EUR: 6000 } }),
    ])
    const promotions = [
      samplePromotion('shirts', percentOff(1000), { items: { types: ['shirt'] } }),
      samplePromotion('five', eurosOff(500), { trigger: 'code' }),
    ]
    const chosen = { service: 'standard', quote: null }
    const priced = priceCart(
      sampleInput(items, { taxes, shipping, promotions, selectedShipping: chosen, codes: [sampleCode('five')] }),
    )
    expect(priced.items).toMatchObject([
      { discount: 600 + 422, total: 4978, tax: 830 },
      { discount: 78, total: 922, tax: 154 },
    ])
    expect(priced.shipping).toMatchObject({ amount: 490, tax: 82 })
    expect(priced.totals).toMatchObject({ subtotal: 7000, discount: 1100, tax: 1066, total: 6390 })
  })

  it('prices with tax added, and competing promotions', () => {
    const alone = { item: false, order: false, shipping: false }
    const promotions = [
      samplePromotion('SALE30', percentOff(3000), { trigger: 'code', combinesWith: alone }),
      samplePromotion('LOYAL20', percentOff(2000), { trigger: 'code' }),
      samplePromotion('FIFTEEN', { kind: 'fixed', target: 'order', amounts: { USD: 1500 } }, { trigger: 'code' }),
    ]
    const taxes = sampleTaxes({
      pricesIncludeTax: false,
      regions: [
        { id: 'ny', area: { country: 'US' }, rates: [{ class: 'standard', name: 'Sales tax', millionths: 88_750 }] },
      ],
    })
    const priced = priceCart(
      sampleInput([sampleItem('jacket', { unitPrice: 10_000 })], {
        currency: 'USD',
        destination: { country: 'US', region: 'NY', postalCode: '10001' },
        promotions,
        codes: promotions.map(({ id }) => sampleCode(id)),
        taxes,
        giftCards: [{ id: 'card', last4: '1234', currency: 'USD', balance: 5000, isUsable: true }],
      }),
    )
    expect(priced.promotions.map(({ promotionId, amount }) => [promotionId, amount])).toEqual([
      ['LOYAL20', 2000],
      ['FIFTEEN', 1500],
    ])
    expect(priced.rejected).toMatchObject([
      { reason: 'not_combinable', unmet: [{ actual: 'Promotion LOYAL20' }, { actual: 'Promotion FIFTEEN' }] },
    ])
    expect(priced.totals).toMatchObject({ tax: 577, total: 7077, giftCards: 5000, due: 2077 })
  })
})
