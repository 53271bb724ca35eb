import { describe, expect, it } from 'vitest'
import { MoneyList } from '../../../server/src/kit/amounts.ts'
import { MOST } from './amounts.ts'
import { newStep } from './price-fields.ts'
import { changesIn, detailsIn, EMPTY_RATE, fieldsOf, obstacleIn } from './rate-fields.ts'
import { rateInWords } from './rate-words.ts'
import type { Price, Rate } from './shipping.ts'

const eur = (amount: number) => ({ amount, currency: 'EUR' })
const usd = (amount: number) => ({ amount, currency: 'USD' })

const rateAt = (price: Price, more: Partial<Rate> = {}): Rate => ({
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
  ...more,
})

const PRICES: Price[] = [
  { kind: 'flat', amounts: [usd(590), eur(490)] },
  { kind: 'item', first: [usd(590), eur(490)], further: [usd(200), eur(100)] },
  {
    kind: 'weight',
    steps: [
      { upToGrams: 2000, amounts: [usd(590), eur(490)] },
      { upToGrams: null, amounts: [usd(990), eur(890)] },
    ],
  },
  {
    kind: 'price',
    steps: [
      { upTo: [usd(6000), eur(5000)], amounts: [usd(590), eur(490)] },
      { upTo: null, amounts: [usd(0), eur(0)] },
    ],
  },
  { kind: 'carrier', carrier: 'parcel-post', service: 'EXPRESS', fallback: [eur(1290)] },
]

it('the largest amount is what the server takes', () => {
  expect(MoneyList.items.properties.amount).toMatchObject({ minimum: 0, maximum: MOST })
})

const NEW = { before: undefined, isPickup: false }

describe('a rate in the form', () => {
  it.each(PRICES)('$kind: nothing is sent while nothing is changed, and a new title only is', (price) => {
    const rate = rateAt(price, { freeFrom: [usd(9000), eur(8000)] })
    const fields = fieldsOf(rate, 'EUR')
    expect(obstacleIn(fields, 'EUR', { before: rate, isPickup: false })).toBeUndefined()
    expect(changesIn(fields, 'EUR', rate)).toEqual({})
    expect(changesIn({ ...fields, title: 'Post' }, 'EUR', rate)).toEqual({ title: 'Post' })
    expect(detailsIn(fields, 'EUR', rate).price).toEqual(price)
  })

  it('keeps what it costs in other currencies when the price in the own one changes', () => {
    const flat = rateAt({ kind: 'flat', amounts: [eur(490), usd(590)] }, { freeFrom: [usd(9000)] })
    const typed = { ...fieldsOf(flat, 'EUR'), amount: '5,5', freeFrom: '80' }
    expect(changesIn(typed, 'EUR', flat)).toEqual({
      price: { kind: 'flat', amounts: [usd(590), eur(550)] },
      freeFrom: [usd(9000), eur(8000)],
    })

    const steps = rateAt(PRICES[3] as Price)
    const fields = fieldsOf(steps, 'EUR')
    const [first, last] = fields.priceSteps
    if (!first || !last) throw new Error('There are two steps.')
    const changed = { ...fields, priceSteps: [{ ...first, upTo: '70.00' }, last] }
    expect(changesIn(changed, 'EUR', steps).price).toEqual({
      kind: 'price',
      steps: [
        { upTo: [usd(6000), eur(7000)], amounts: [usd(590), eur(490)] },
        { upTo: null, amounts: [usd(0), eur(0)] },
      ],
    })
  })

  it('a rate without an amount in the own currency stays so while none is typed', () => {
    const rate = rateAt({ kind: 'flat', amounts: [usd(590)] })
    const fields = fieldsOf(rate, 'EUR')
    expect([fields.amount, obstacleIn(fields, 'EUR', { before: rate, isPickup: false })]).toEqual(['', undefined])
    expect(changesIn(fields, 'EUR', rate)).toEqual({})
    expect(rateInWords(rate, 'EUR')).toBe('no price in EUR: not offered in it, 2–4 days')
  })

  it('says why it can not be saved yet', () => {
    const obstacle = (more: object, isPickup = false) =>
      obstacleIn({ ...EMPTY_RATE, title: 'Post', amount: '1', ...more }, 'EUR', { ...NEW, isPickup })
    expect(obstacle({})).toBeUndefined()
    expect(obstacle({ title: ' ' })).toBe('It needs a title.')
    expect(obstacle({ amount: '' })).toBe('It needs a price; it may be 0.')
    expect(obstacle({ amount: '1,000' })).toBe('An amount is not readable, or too large.')
    expect(obstacle({ amount: '10000000000.01' })).toBe('An amount is not readable, or too large.')
    expect(obstacle({ freeFrom: '99999999999999' })).toMatch(/too large/)
    expect(obstacle({}, true)).toBe('Say where it is picked up.')
    expect(obstacle({ minDays: '5', maxDays: '2' })).toMatch(/longer/)
    expect(obstacle({ minDays: 'two' })).toBe('Days are whole numbers.')
    expect(obstacle({ kind: 'item', first: '4' })).toMatch(/^Both/)
    const steps = [
      { ...newStep(), amount: '4' },
      { ...newStep(), amount: '5' },
    ]
    expect(obstacle({ kind: 'weight', weightSteps: steps })).toBe('Only the last step may be without an end.')
  })

  it('is told as buyers will see it', () => {
    const words = (price: Price, more: Partial<Rate> = {}) => rateInWords(rateAt(price, more), 'EUR')
    expect(PRICES.map((price) => words(price, { minDays: null, maxDays: null }))).toEqual([
      '€4.90',
      '€4.90, each further piece €1.00',
      'up to 2 kg: €4.90 · above: €8.90',
      'up to €50.00: €4.90 · above: free',
      'what the carrier parcel-post asks, or €12.90 when it does not answer',
    ])
    const flat: Price = { kind: 'flat', amounts: [eur(490)] }
    expect(words(flat, { minDays: 1, maxDays: 1, freeFrom: [eur(5000)] })).toBe('€4.90, free from €50.00, 1 day')
    expect(words(flat, { minDays: null })).toBe('€4.90, up to 4 days')
  })
})
