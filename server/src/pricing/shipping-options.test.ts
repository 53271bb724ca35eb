import { describe, expect, it } from 'vitest'
import { sampleItem, sampleRate, sampleShipping } from '../../test/sample-cart.ts'
import type { Destination, PricingItem } from './pricing-input.ts'
import type { RatePrice, ShippingSettings } from './rules.ts'
import { listShippingOptions } from './shipping-options.ts'

const austria: Destination = { country: 'AT', region: null, postalCode: '1010' }
const rates = (items: PricingItem[], settings: ShippingSettings, destination = austria, currency = 'EUR') =>
  listShippingOptions(items, {
    currency,
    destination,
    settings,
    itemTotals: items.map((item) => item.unitPrice * item.quantity),
  })
const amounts = (...args: Parameters<typeof rates>) =>
  Object.fromEntries(rates(...args).options.map(({ service, amount }) => [service, amount]))

describe('rates', () => {
  const tiers: RatePrice = {
    kind: 'weight',
    tiers: [
      { upToGrams: 1000, amounts: { EUR: 400 } },
      { upToGrams: 5000, amounts: { EUR: 900 } },
    ],
  }
  const byPrice: RatePrice = {
    kind: 'price',
    tiers: [
      { upTo: { EUR: 2000 }, amounts: { EUR: 700 } },
      { upTo: null, amounts: { EUR: 300 } },
    ],
  }
  const byItem: RatePrice = { kind: 'item', first: { EUR: 500 }, additional: { EUR: 100 } }
  it.each<[string, RatePrice, number, number | undefined]>([
    ['flat', { kind: 'flat', amounts: { EUR: 500 } }, 9, 500],
    ['weight up to the tier', tiers, 2, 400],
    ['weight beyond the tier', tiers, 3, 900],
    ['weight up to the last tier', tiers, 10, 900],
    ['weight beyond the last tier', tiers, 11, undefined],
    ['price up to the tier', byPrice, 2, 700],
    ['price beyond the tier', byPrice, 3, 300],
    ['one item', byItem, 1, 500],
    ['four items', byItem, 4, 800],
    ['a carrier rate without a quote', { kind: 'carrier', carrier: 'post', service: 'x' }, 1, undefined],
    [
      'the fallback of a carrier rate',
      { kind: 'carrier', carrier: 'post', service: 'x', fallback: { EUR: 650 } },
      1,
      650,
    ],
    ['another currency', { kind: 'flat', amounts: { USD: 500 } }, 1, undefined],
  ])('prices %s', (_name, price, quantity, amount) => {
    const items = [sampleItem('a', { quantity, weightGrams: 500 })]
    expect(amounts(items, sampleShipping([sampleRate('r', { price })])).standard).toBe(amount)
  })

  it('is free from a cart total on, without gift cards, and keeps its original amount', () => {
    const settings = sampleShipping([sampleRate('r', { freeFrom: { EUR: 2000 } })])
    const giftCard = sampleItem('c', { unitPrice: 9000, giftCard: true, requiresShipping: false })
    expect(rates([sampleItem('a', { unitPrice: 1999 }), giftCard], settings).options[0]).toMatchObject({
      amount: 500,
      originalAmount: 500,
    })
    expect(rates([sampleItem('a', { unitPrice: 2000 })], settings).options[0]).toMatchObject({
      amount: 0,
      originalAmount: 500,
    })
    const ebook = sampleItem('b', { requiresShipping: false })
    expect(rates([sampleItem('a'), ebook], settings).options[0]?.amount).toBe(0)
  })

  it('uses the item total after discounts', () => {
    const settings = sampleShipping([
      sampleRate('r', { freeFrom: { EUR: 2000 } }),
      sampleRate('p', { service: 'p', price: byPrice }),
    ])
    const items = [sampleItem('a', { quantity: 3 })]
    const options = (sum: number) =>
      listShippingOptions(items, { currency: 'EUR', destination: austria, settings, itemTotals: [sum] }).options.map(
        ({ amount }) => amount,
      )
    expect(options(3000)).toEqual([300, 0])
    expect(options(1999)).toEqual([700, 500])
  })
})

describe('carts', () => {
  it('has one delivery option for items that are not shipped', () => {
    const response = rates([sampleItem('a', { requiresShipping: false })], sampleShipping([]), {
      country: null,
      region: null,
      postalCode: null,
    })
    expect(response).toMatchObject({
      isNeeded: false,
      reason: null,
      options: [{ service: 'digital', type: 'digital', amount: 0 }],
    })
    expect(response.options).toHaveLength(1)
  })

  it('needs no shipping when empty', () => {
    expect(rates([], sampleShipping([sampleRate('r')]))).toEqual({ isNeeded: false, options: [], reason: null })
  })

  it('counts, weighs and sums only shipped items', () => {
    const price: RatePrice = { kind: 'item', first: { EUR: 500 }, additional: { EUR: 100 } }
    const items = [sampleItem('a'), sampleItem('b', { requiresShipping: false, quantity: 9 })]
    expect(amounts(items, sampleShipping([sampleRate('r', { price })]))).toEqual({ standard: 500 })
  })
})

describe('no shipping available', () => {
  const pickup = sampleRate('p', {
    type: 'pickup',
    service: 'shop',
    zoneId: null,
    locationId: 'vienna',
    price: { kind: 'flat', amounts: { EUR: 0 } },
  })
  it.each<[string, Destination, ShippingSettings, string, string | null]>([
    [
      'no country',
      { country: null, region: null, postalCode: '1010' },
      sampleShipping([sampleRate('r')]),
      'EUR',
      'address_required',
    ],
    ['no zone', { ...austria, country: 'DE' }, sampleShipping([sampleRate('r')]), 'EUR', 'no_zone'],
    ['a zone without rates', austria, sampleShipping([]), 'EUR', 'no_rate'],
    ['rates of another zone', austria, sampleShipping([sampleRate('r', { zoneId: 'other' })]), 'EUR', 'no_rate'],
    ['rates in another currency', austria, sampleShipping([sampleRate('r')]), 'USD', 'currency_mismatch'],
    ['rates of another profile', austria, sampleShipping([sampleRate('r', { profileId: 'other' })]), 'EUR', 'no_rate'],
    ['no profile', austria, sampleShipping([sampleRate('r')], { profiles: [] }), 'EUR', 'no_rate'],
    ['a matching rate', austria, sampleShipping([sampleRate('r')]), 'EUR', null],
  ])('%s', (_name, destination, settings, currency, reason) => {
    const items = [sampleItem('a')]
    const response = rates(items, settings, destination, currency)
    expect(response).toMatchObject({ isNeeded: true, reason })
    expect(response.options).toHaveLength(reason ? 0 : 1)
    if (currency !== 'EUR' || settings.profiles.length === 0) return
    const withPickup = rates(items, { ...settings, rates: [...settings.rates, pickup] }, destination)
    expect(withPickup.options.filter(({ type }) => type === 'pickup')).toMatchObject([
      { service: 'shop', locationId: 'vienna', amount: 0 },
    ])
    expect(withPickup.reason).toBe(reason)
  })
})

describe('zones', () => {
  const zones = [
    { id: 'world', name: 'World', areas: [{ country: '*' }] },
    { id: 'zone-at', name: 'Austria', areas: [{ country: 'AT' }] },
    { id: 'alps', name: 'Alps', areas: [{ country: 'AT', postalCodes: ['6*'] }] },
  ]
  const settings = sampleShipping(
    [
      sampleRate('world', { zoneId: 'world', price: { kind: 'flat', amounts: { EUR: 2000 } } }),
      sampleRate('post', { zoneId: 'world', service: 'post', price: { kind: 'flat', amounts: { EUR: 100 } } }),
      sampleRate('at'),
      sampleRate('alps', { zoneId: 'alps', price: { kind: 'flat', amounts: { EUR: 900 } } }),
    ],
    { zones },
  )
  it.each([
    ['JP', '100-0001', { post: 100, standard: 2000 }],
    ['AT', '1010', { standard: 500 }],
    ['AT', '6020', { standard: 900 }],
  ])('uses the most specific one that covers %s %s', (country, postalCode, expected) => {
    expect(amounts([sampleItem('a')], settings, { country, region: null, postalCode })).toEqual(expected)
  })

  it('falls back to the next zone for a profile without rates in the most specific one', () => {
    const profiles = [...settings.profiles, { id: 'bulky', name: 'Bulky', default: false, items: { tags: ['bulky'] } }]
    const bulky = sampleRate('bulky', { profileId: 'bulky', price: { kind: 'flat', amounts: { EUR: 3000 } } })
    const items = [sampleItem('a', { tags: ['bulky'] })]
    const both = { ...settings, profiles, rates: [...settings.rates, bulky] }
    expect(amounts(items, both, { ...austria, postalCode: '6020' })).toEqual({ standard: 3000 })
    // Rest of world does not apply where another zone does.
    const worldOnly = { ...both, rates: [...settings.rates, { ...bulky, zoneId: 'world' }] }
    expect(rates(items, worldOnly)).toMatchObject({ options: [], reason: 'no_rate' })
  })
})

describe('profiles', () => {
  const profiles = [
    { id: 'all', name: 'All', default: true, items: {} },
    { id: 'cold', name: 'Cold', default: false, items: { tags: ['cold'] } },
    { id: 'food', name: 'Food', default: false, items: { types: ['food'] } },
  ]
  const flat = (amount: number): RatePrice => ({ kind: 'flat', amounts: { EUR: amount } })
  const settings = sampleShipping(
    [
      sampleRate('std', { price: flat(500) }),
      sampleRate('exp', { service: 'express', position: 1, price: flat(1500), minDays: 1, maxDays: 1 }),
      sampleRate('cold-exp', { profileId: 'cold', service: 'express', price: flat(2500), minDays: 1, maxDays: 2 }),
      sampleRate('cold-night', {
        profileId: 'cold',
        service: 'night',
        position: 2,
        price: flat(2000),
        minDays: null,
        maxDays: null,
      }),
    ],
    { profiles },
  )
  const cold = sampleItem('b', { tags: ['cold'], type: 'food' })

  it('sums each service over profiles, and ships a profile without it by its cheapest rate', () => {
    expect(amounts([sampleItem('a')], settings)).toEqual({ standard: 500, express: 1500 })
    expect(amounts([cold], settings)).toEqual({ express: 2500, night: 2000 })
    const response = rates([sampleItem('a'), cold], settings)
    expect(response.options).toMatchObject([
      { service: 'standard', amount: 2500, rateIds: ['std', 'cold-night'], minDays: null, maxDays: null },
      { service: 'express', amount: 4000, rateIds: ['exp', 'cold-exp'], minDays: 1, maxDays: 2 },
      { service: 'night', amount: 2500, rateIds: ['std', 'cold-night'] },
    ])
    expect(rates([cold, sampleItem('a')], settings)).toEqual(response)
    expect(response.options[0]).not.toHaveProperty('position')
  })

  it('offers nothing for the cart when one profile has no rate', () => {
    const items = [sampleItem('a'), sampleItem('b', { type: 'food' })]
    expect(rates(items, settings)).toEqual({ isNeeded: true, options: [], reason: 'no_rate' })
  })

  it('offers pickup only for all profiles together', () => {
    const pickup = sampleRate('p', { type: 'pickup', service: 'shop', zoneId: null, price: flat(0) })
    const some = { ...settings, rates: [...settings.rates, pickup] }
    expect(amounts([sampleItem('a')], some).shop).toBe(0)
    expect(amounts([sampleItem('a'), cold], some).shop).toBeUndefined()
    const both = { ...some, rates: [...some.rates, { ...pickup, id: 'q', profileId: 'cold' }] }
    expect(amounts([sampleItem('a'), cold], both).shop).toBe(0)
  })

  it('offers the cheaper of two rates of one service', () => {
    const two = sampleShipping([
      sampleRate('dear', { price: flat(800) }),
      sampleRate('cheap', { price: flat(300), position: 5 }),
    ])
    expect(rates([sampleItem('a')], two).options).toMatchObject([{ amount: 300, rateIds: ['cheap'] }])
  })
})

it('throws for amounts that are not exact', () => {
  const price: RatePrice = { kind: 'item', first: { EUR: 500 }, additional: { EUR: Number.MAX_SAFE_INTEGER } }
  expect(() => rates([sampleItem('a', { quantity: 3 })], sampleShipping([sampleRate('r', { price })]))).toThrow(
    RangeError,
  )
})
