import { describe, expect, it } from 'vitest'
import { type CartShop, openCart, openLoneCartShop } from '../../../test/cart-shop.ts'
import { eur } from '../../../test/sample-products.ts'
import { addCodes, addPromotion, driftOf } from '../../../test/sample-promotions.ts'

async function openWithCodes(): Promise<CartShop> {
  const shop = await openLoneCartShop()
  for (const [code, more] of [
    ['TEN', { usageLimit: 1 }],
    ['BIG', { conditions: { minQuantity: 5 } }],
    ['SOON', { startsAt: '2099-01-01T00:00:00.000Z' }],
    ['OVER', { startsAt: '2020-01-01T00:00:00.000Z', endsAt: '2021-01-01T00:00:00.000Z' }],
    ['OFF', { enabled: false }],
    ['THERE', { conditions: { countries: ['NZ'] } }],
  ] as const) {
    const { id } = await addPromotion(shop.api, {
      title: code,
      combinesWith: { line: true, order: true, shipping: true },
      ...more,
    } as object)
    await addCodes(shop.api, id, { codes: [code] })
  }
  return shop
}

describe('POST /v1/discounts/validate', () => {
  it('says what a code would save, and uses nothing up however often it is asked', async () => {
    const shop = await openWithCodes()
    const ask = () =>
      shop.storefront.post('/v1/discounts/validate', { code: 'ten', items: [{ sku: 'SHIRT-S', quantity: 2 }] })
    for (let index = 0; index < 3; index++) {
      const { status, body } = await ask()
      expect([status, body]).toMatchObject([
        200,
        {
          valid: true,
          applied: [{ code: 'TEN', amount: eur(500) }],
          rejected: [],
          totalsBefore: { total: eur(4998) },
          totalsAfter: { total: eur(4498) },
          savings: eur(500),
        },
      ])
      expect(body).not.toHaveProperty('trace')
    }
    expect(await driftOf(shop)).toEqual([])
    const { rows } = await shop.server.db.pool.query('select from carts')
    expect(rows).toHaveLength(0)
  })

  it('says of each refused code why, from a closed list, and what is missing', async () => {
    const shop = await openWithCodes()
    const ask = async (code: string) =>
      (await shop.storefront.post('/v1/discounts/validate', { code, country: 'AT', items: [{ sku: 'SHIRT-S' }] })).body
    for (const [code, reason] of [
      ['NOTHING', 'not_found'],
      ['SOON', 'not_started'],
      ['OVER', 'expired'],
      ['OFF', 'inactive'],
      ['THERE', 'country_ineligible'],
      ['BIG', 'minimum_quantity'],
    ]) {
      expect(await ask(code as string)).toMatchObject({ valid: false, rejected: [{ code, reason }], savings: eur(0) })
    }
    const [{ unmet }] = (await ask('BIG')).rejected
    expect(unmet).toMatchObject([{ required: 5, actual: 1, missing: 4 }])
  })

  it('looks at a cart with what it has, leaves it as it is, and tells a server the whole story', async () => {
    const shop = await openWithCodes()
    const { id } = await openCart(shop, { items: [{ variantId: shop.small, quantity: 5 }] })
    const { body } = await shop.api.post('/v1/discounts/validate', { codes: ['TEN', 'BIG'], cartId: id })
    expect(body).toMatchObject({ valid: true, applied: [{ code: 'TEN' }, { code: 'BIG' }] })
    expect(body.trace.length).toBeGreaterThan(2)
    expect((await shop.storefront.get(`/v1/carts/${id}`)).body).toMatchObject({ version: 1, promotions: [] })
  })

  it('refuses half a question', async () => {
    const shop = await openWithCodes()
    const items = [{ sku: 'SHIRT-S' }]
    for (const [body, status] of [
      [{ items }, 400],
      [{ code: 'TEN' }, 400],
      [{ code: 'TEN', codes: ['BIG'], items }, 400],
      [{ code: 'TEN', cartId: `cart_${'0'.repeat(26)}` }, 404],
      [{ code: 'TEN', items: [{ sku: 'UNKNOWN' }] }, 404],
      [{ code: 'TEN', items, customer: { tags: ['vip'] } }, 401],
    ] as const) {
      expect((await shop.storefront.post('/v1/discounts/validate', body)).status).toBe(status)
    }
  })
})
