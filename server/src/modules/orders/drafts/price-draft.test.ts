import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRandom, randomCart, randomRules } from '../../../../test/random-cart.ts'
import { sum } from '../../../kit/sum.ts'
import { priceCart } from '../../../pricing/price-cart.ts'
import { EMPTY_CONTENTS, toBuyer } from '../../carts/contents.ts'
import { priceDraft } from './price-draft.ts'

const RUNS = 1000
const CURRENCY = 'EUR'
const AUSTRIA = { country: 'AT', region: '9', postalCode: '1010' }

const sumAmounts = (parts: readonly { amount: number }[]): number => sum(parts.map(({ amount }) => amount))

function randomDraft(seed: number) {
  const random = createRandom(seed)
  const rules = randomRules(random, CURRENCY, 0)
  const cart = randomCart(random, CURRENCY, { rules, count: 1 + random.upTo(6) })
  const amount = random.upTo(2000)
  const discount = random.chance(0.3) ? random.upTo(amount) : 0
  const tax = random.chance(0.5) ? random.upTo(amount - discount) : undefined
  const money = (amount: number) => ({ amount, currency: CURRENCY })
  const shipping = {
    title: 'Bicycle',
    amount: money(amount),
    discount: money(discount),
    ...(tax !== undefined && { tax: money(tax) }),
  }
  const addresses = { shippingAddress: random.chance(0.9) ? AUSTRIA : null, billingAddress: null }
  return { cart, tax, net: amount - discount, draft: { shipping: random.chance(0.8) ? shipping : null, addresses } }
}

describe('priceDraft', () => {
  it('lists all tax, for any tax rules and any source of the shipping tax', () => {
    const seen = { taxed: 0, provided: 0, withoutShipping: 0 }
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const { cart, draft, tax } = randomDraft(seed)
        const priced = priceDraft({ ...draft, currency: CURRENCY, items: [...cart.items], taxes: cart.taxes, nowMs: 0 })
        const { items, shipping, taxes, totals } = priced
        const ofItems = sum(items.map((item) => item.tax))
        expect(totals.tax).toBe(sumAmounts(taxes))
        expect(totals.tax).toBe(ofItems + (shipping?.tax ?? 0))
        expect(shipping?.tax ?? 0).toBe(sumAmounts(shipping?.taxes ?? []))
        for (const item of items) expect(item.tax).toBe(sumAmounts(item.taxes))
        const { subtotal, discount, taxIncluded } = totals
        expect(totals.total).toBe(subtotal - discount + totals.shipping + (taxIncluded ? 0 : totals.tax))
        if (shipping && tax !== undefined) expect(shipping.tax).toBe(tax)

        seen.taxed += shipping && tax === undefined && shipping.tax > 0 ? 1 : 0
        seen.provided += shipping && tax !== undefined && tax > 0 ? 1 : 0
        seen.withoutShipping += shipping ? 0 : 1
      }),
      { numRuns: RUNS },
    )
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(RUNS / 50)
  })

  it('matches the taxes and total of a cart with the same items and shipping price', () => {
    let compared = 0
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const { cart, draft, tax, net } = randomDraft(seed)
        const { shippingAddress } = draft.addresses
        const isShipped = cart.items.some(({ requiresShipping }) => requiresShipping)
        if (!draft.shipping || tax !== undefined || !shippingAddress || !isShipped) return
        compared++
        const quote = {
          service: 'quoted',
          rateIds: [],
          title: '',
          type: 'shipping',
          amount: net,
          minItemTotal: 0,
        } as const
        const pricedCart = priceCart({
          ...cart,
          destination: AUSTRIA,
          buyer: toBuyer(EMPTY_CONTENTS, new Map(), []),
          selectedShipping: { service: 'quoted', quote },
          giftCards: [],
          points: null,
          storeCredit: null,
        })
        const priced = priceDraft({ ...draft, currency: CURRENCY, items: [...cart.items], taxes: cart.taxes, nowMs: 0 })
        const { tax: taxOfCart, total } = pricedCart.totals
        expect({ tax: priced.totals.tax, total: priced.totals.total }).toEqual({ tax: taxOfCart, total })
        expect(priced.taxes).toEqual(
          pricedCart.taxes.map(({ name, millionths, amount }) => ({ name, millionths, amount })),
        )
      }),
      { numRuns: RUNS },
    )
    expect(compared).toBeGreaterThan(RUNS / 10)
  })
})
