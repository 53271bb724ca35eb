import { describe, expect, it } from 'vitest'
import { MAX_AMOUNT as SERVER_MAX_AMOUNT } from '../../../server/src/kit/money-list.ts'
import { MAX_AMOUNT } from '../ui/amounts.ts'
import { newTier } from './price-fields.ts'
import { EMPTY_RATE, toRateChanges, toRateFields, toRateInput, validateRate } from './rate-fields.ts'
import { formatRate } from './rate-labels.ts'
import type { RatePrice, ShippingRate } from './shipping.ts'

const eur = (amount: number) => ({ amount, currency: 'EUR' })
const usd = (amount: number) => ({ amount, currency: 'USD' })

const rateWith = (price: RatePrice, overrides: Partial<ShippingRate> = {}): ShippingRate => ({
  id: 'rate_1',
  zoneId: 'zone_1',
  profileId: 'sprof_1',
  type: 'shipping',
  service: 'standard',
  title: 'Standard',
  description: '',
  price,
  freeFrom: null,
  minDays: 2,
  maxDays: 4,
  locationId: null,
  position: 1,
  version: 3,
  createdAt: '2030-01-01T00:00:00Z',
  updatedAt: '2030-01-01T00:00:00Z',
  ...overrides,
})

const TIERS: RatePrice = {
  kind: 'price',
  tiers: [
    { upTo: [usd(6000), eur(5000)], amounts: [usd(590), eur(490)] },
    { upTo: null, amounts: [usd(0), eur(0)] },
  ],
}

const PRICES: RatePrice[] = [
  { kind: 'flat', amounts: [usd(590), eur(490)] },
  { kind: 'item', first: [usd(590), eur(490)], additional: [usd(200), eur(100)] },
  {
    kind: 'weight',
    tiers: [
      { upToGrams: 2000, amounts: [usd(590), eur(490)] },
      { upToGrams: null, amounts: [usd(990), eur(890)] },
    ],
  },
  TIERS,
  { kind: 'carrier', carrier: 'parcel-post', service: 'EXPRESS', fallback: [eur(1290)] },
]

it('limits amounts to the server’s maximum', () => {
  expect(MAX_AMOUNT).toBe(SERVER_MAX_AMOUNT)
})

const NEW_RATE = { existing: undefined, isPickup: false }

describe('rate form fields', () => {
  it.each(PRICES)('sends nothing while unchanged, and only the title when it changed: $kind', (price) => {
    const rate = rateWith(price, { freeFrom: [usd(9000), eur(8000)] })
    const fields = toRateFields(rate, 'EUR')
    expect(validateRate(fields, 'EUR', { existing: rate, isPickup: false })).toBeUndefined()
    expect(toRateChanges(fields, 'EUR', rate)).toEqual({})
    expect(toRateChanges({ ...fields, title: 'Post' }, 'EUR', rate)).toEqual({ title: 'Post' })
    expect(toRateInput(fields, 'EUR', rate).price).toEqual(price)
  })

  it('preserves other currencies when the price in the shop’s currency changes', () => {
    const flat = rateWith({ kind: 'flat', amounts: [eur(490), usd(590)] }, { freeFrom: [usd(9000)] })
    const edited = { ...toRateFields(flat, 'EUR'), amount: '5,5', freeFrom: '80' }
    expect(toRateChanges(edited, 'EUR', flat)).toEqual({
      price: { kind: 'flat', amounts: [usd(590), eur(550)] },
      freeFrom: [usd(9000), eur(8000)],
    })

    const tiers = rateWith(TIERS)
    const fields = toRateFields(tiers, 'EUR')
    const [first, last] = fields.priceTiers
    if (!first || !last) throw new Error('There are two tiers.')
    const changed = { ...fields, priceTiers: [{ ...first, upTo: '70.00' }, last] }
    expect(toRateChanges(changed, 'EUR', tiers).price).toEqual({
      kind: 'price',
      tiers: [
        { upTo: [usd(6000), eur(7000)], amounts: [usd(590), eur(490)] },
        { upTo: null, amounts: [usd(0), eur(0)] },
      ],
    })
  })

  it('leaves a rate without a price in the shop’s currency unchanged until one is typed', () => {
    const rate = rateWith({ kind: 'flat', amounts: [usd(590)] })
    const fields = toRateFields(rate, 'EUR')
    expect([fields.amount, validateRate(fields, 'EUR', { existing: rate, isPickup: false })]).toEqual(['', undefined])
    expect(toRateChanges(fields, 'EUR', rate)).toEqual({})
    expect(formatRate(rate, 'EUR')).toBe('not available in EUR, 2–4 days')
  })

  it('reports why the rate cannot be saved', () => {
    const validate = (overrides: object, isPickup = false) =>
      validateRate({ ...EMPTY_RATE, title: 'Post', amount: '1', ...overrides }, 'EUR', { ...NEW_RATE, isPickup })
    expect(validate({})).toBeUndefined()
    expect(validate({ title: ' ' })).toBe('Enter a title.')
    expect(validate({ amount: '' })).toBe('Enter a price, or 0.')
    expect(validate({ amount: '1,000' })).toBe('An amount is invalid or too large.')
    expect(validate({ amount: '10000000000.01' })).toBe('An amount is invalid or too large.')
    expect(validate({ freeFrom: '99999999999999' })).toMatch(/too large/)
    expect(validate({}, true)).toBe('Select a pickup location.')
    expect(validate({ minDays: '5', maxDays: '2' })).toMatch(/exceed/)
    expect(validate({ minDays: 'two' })).toBe('Enter days as whole numbers.')
    expect(validate({ kind: 'item', first: '4' })).toMatch(/^Enter prices/)
    const tiers = [
      { ...newTier(), amount: '4' },
      { ...newTier(), amount: '5' },
    ]
    expect(validate({ kind: 'weight', weightTiers: tiers })).toBe('Only the last tier can have no limit.')
  })

  it('formats a rate as buyers see it', () => {
    const format = (price: RatePrice, overrides: Partial<ShippingRate> = {}) =>
      formatRate(rateWith(price, overrides), 'EUR')
    expect(PRICES.map((price) => format(price, { minDays: null, maxDays: null }))).toEqual([
      '€4.90',
      '€4.90, each additional item €1.00',
      'up to 2 kg: €4.90 · above: €8.90',
      'up to €50.00: €4.90 · above: free',
      'calculated by carrier parcel-post, or €12.90 if it does not respond',
    ])
    const flat: RatePrice = { kind: 'flat', amounts: [eur(490)] }
    expect(format(flat, { minDays: 1, maxDays: 1, freeFrom: [eur(5000)] })).toBe('€4.90, free from €50.00, 1 day')
    expect(format(flat, { minDays: null })).toBe('€4.90, up to 4 days')
  })
})
