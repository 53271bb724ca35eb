import { describe, expect, it } from 'vitest'
import {
  percentOff,
  sampleCode,
  sampleInput,
  sampleItem,
  samplePromotion,
  sampleRate,
  sampleShipping,
} from '../../test/sample-cart.ts'
import { priceCart } from './price-cart.ts'
import type { PricingInput } from './pricing-input.ts'

describe('gifts', () => {
  const offer = { ...sampleItem('mug'), variantId: 'mug', unitPrice: 800, weightGrams: 300, available: 5 }
  const promotion = samplePromotion(
    'g',
    { kind: 'gift', variantId: 'mug', quantity: 2 },
    { trigger: 'code', conditions: { minAmounts: { EUR: 1000 } } },
  )
  const cart = (available: number | null, change: Partial<PricingInput> = {}) =>
    sampleInput([sampleItem('a')], {
      promotions: [promotion],
      codes: [sampleCode('g')],
      gifts: new Map([['mug', { ...offer, available }]]),
      ...change,
    })

  it('adds a separate item that costs nothing', () => {
    const priced = priceCart(cart(null))
    expect(priced.items).toMatchObject([
      { id: 'a' },
      { id: 'gift_g', variantId: 'mug', quantity: 2, subtotal: 1600, discount: 1600, total: 0, giftPromotionId: 'g' },
    ])
    expect(priced.promotions).toMatchObject([{ amount: 1600, allocations: [{ itemId: 'gift_g', amount: 1600 }] }])
    expect(priced.totals).toMatchObject({ subtotal: 2600, discount: 1600, total: 1000 })
  })

  it.each([
    [5, 2],
    [2, 2],
    [1, 1],
  ])('with %i in stock gives %i', (available, quantity) => {
    expect(priceCart(cart(available)).items[1]).toMatchObject({ quantity })
  })

  it('gives none when sold out, when the buyer takes them all, or when it is a gift card', () => {
    const rejection = [{ reason: 'gift_unavailable', promotionId: 'g' }]
    expect(priceCart(cart(0)).rejected).toMatchObject(rejection)
    expect(priceCart(cart(null, { gifts: new Map() })).rejected).toMatchObject(rejection)
    expect(priceCart(cart(null, { gifts: new Map([['mug', { ...offer, giftCard: true }]]) })).rejected).toMatchObject(
      rejection,
    )
    const own = sampleItem('m', { variantId: 'mug', quantity: 5, unitPrice: 800 })
    expect(priceCart(cart(5, { items: [own] })).rejected).toMatchObject(rejection)
  })

  it('shares stock between two promotions', () => {
    const other = samplePromotion('h', promotion.benefit)
    const priced = priceCart(cart(3, { promotions: [promotion, other] }))
    expect(priced.items.slice(1)).toMatchObject([
      { id: 'gift_g', quantity: 2 },
      { id: 'gift_h', quantity: 1 },
    ])
  })

  it('adds weight, but is neither counted nor discounted by other promotions', () => {
    const shipping = sampleShipping([
      sampleRate('r', {
        price: {
          kind: 'weight',
          tiers: [
            { upToGrams: 1000, amounts: { EUR: 300 } },
            { upToGrams: null, amounts: { EUR: 900 } },
          ],
        },
      }),
    ])
    const counting = samplePromotion('n', percentOff(1000), { conditions: { minQuantity: 2 } })
    const half = samplePromotion('o', percentOff(5000, 'order'))
    const priced = priceCart(
      cart(null, {
        shipping,
        selectedShipping: { service: 'standard', quote: null },
        promotions: [promotion, counting, half],
      }),
    )
    expect(priced.shipping.amount).toBe(900)
    expect(priced.promotions).toMatchObject([{ promotionId: 'g' }, { promotionId: 'o', amount: 500 }])
  })

  it('requires shipping even if nothing else does', () => {
    const priced = priceCart(cart(null, { items: [sampleItem('a', { requiresShipping: false })] }))
    expect(priced.shipping).toMatchObject({ isNeeded: true, reason: 'no_zone' })
  })
})

describe('gift cards', () => {
  const card = (id: string, balance: number, change = {}) => ({
    id,
    last4: '1234',
    currency: 'EUR',
    balance,
    isUsable: true,
    ...change,
  })
  it('pays in the given order, up to the amount due', () => {
    const giftCards = [
      card('x', 300),
      card('usd', 9000, { currency: 'USD' }),
      card('off', 9000, { isUsable: false }),
      card('y', 5000),
      card('z', 100),
    ]
    const priced = priceCart(sampleInput([sampleItem('a')], { giftCards }))
    expect(priced.giftCards.map(({ id, applied, balanceAfter }) => [id, applied, balanceAfter])).toEqual([
      ['x', 300, 0],
      ['usd', 0, 9000],
      ['off', 0, 9000],
      ['y', 700, 4300],
      ['z', 0, 100],
    ])
    expect(priced.totals).toMatchObject({ total: 1000, giftCards: 1000, due: 0 })
  })

  it('pays once when submitted twice', () => {
    expect(priceCart(sampleInput([sampleItem('a')], { giftCards: [card('x', 300), card('x', 300)] })).totals.due).toBe(
      700,
    )
  })
})
