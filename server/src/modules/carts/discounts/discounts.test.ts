import { describe, expect, it } from 'vitest'
import {
  addSimpleProduct,
  type CartShop,
  openCart,
  openCartShop,
  openIsolatedCartShop,
} from '../../../../test/cart-shop.ts'
import { issueCard } from '../../../../test/sample-gift-cards.ts'
import { eur } from '../../../../test/sample-products.ts'
import { addCodes, addPromotion, findUsageDrift } from '../../../../test/sample-promotions.ts'
import { addLocation, setStock } from '../../../../test/sample-stock.ts'

async function openWithCodes(): Promise<CartShop> {
  const shop = await openIsolatedCartShop()
  for (const [code, more] of [
    ['TEN', { usageLimit: 1 }],
    ['BIG', { conditions: { minQuantity: 5 } }],
    ['SOON', { startsAt: '2099-01-01T00:00:00.000Z' }],
    ['OVER', { startsAt: '2020-01-01T00:00:00.000Z', endsAt: '2021-01-01T00:00:00.000Z' }],
    ['OFF', { active: false }],
    ['THERE', { conditions: { countries: ['NZ'] } }],
  ] as const) {
    const { id } = await addPromotion(shop.api, {
      title: code,
      combinesWith: { item: true, order: true, shipping: true },
      ...more,
    } as object)
    await addCodes(shop.api, id, { codes: [code] })
  }
  return shop
}

describe('POST /v1/discounts/validate', () => {
  it('returns what a code would save, and never uses it up', async () => {
    const shop = await openWithCodes()
    const validate = () =>
      shop.storefront.post('/v1/discounts/validate', { code: 'ten', items: [{ sku: 'SHIRT-S', quantity: 2 }] })
    for (let index = 0; index < 3; index++) {
      const { status, body } = await validate()
      expect([status, body]).toMatchObject([
        200,
        {
          valid: true,
          promotions: [{ code: 'TEN', amount: eur(500) }],
          rejectedPromotions: [],
          totalsBefore: { total: eur(4998) },
          totalsAfter: { total: eur(4498) },
          savings: eur(500),
        },
      ])
      expect(body).not.toHaveProperty('trace')
    }
    expect(await findUsageDrift(shop)).toEqual([])
    const { rows } = await shop.server.db.pool.query('select from carts')
    expect(rows).toHaveLength(0)
  })

  it('returns a reason from a closed list for each rejected code, and what is missing', async () => {
    const shop = await openWithCodes()
    const validate = async (code: string) =>
      (await shop.storefront.post('/v1/discounts/validate', { code, country: 'AT', items: [{ sku: 'SHIRT-S' }] })).body
    for (const [code, reason] of [
      ['NOTHING', 'not_found'],
      ['SOON', 'not_started'],
      ['OVER', 'expired'],
      ['OFF', 'inactive'],
      ['THERE', 'country_ineligible'],
      ['BIG', 'minimum_quantity'],
    ]) {
      expect(await validate(code as string)).toMatchObject({
        valid: false,
        rejectedPromotions: [{ code, reason }],
        savings: eur(0),
      })
    }
    const [{ unmet }] = (await validate('BIG')).rejectedPromotions
    expect(unmet).toMatchObject([{ required: 5, actual: 1, missing: 4 }])
    const [soon] = (await validate('SOON')).rejectedPromotions
    expect(soon.unmet).toMatchObject([{ rule: 'startsAt', required: '2099-01-01T00:00:00.000Z' }])
    const [over] = (await validate('OVER')).rejectedPromotions
    expect(over.unmet).toMatchObject([{ rule: 'endsAt', required: '2021-01-01T00:00:00.000Z' }])
  })

  it('returns the start of a code in UTC, in the format of every other time', async () => {
    const shop = await openWithCodes()
    const { body } = await shop.api.post('/v1/discounts/validate', { code: 'SOON', items: [{ sku: 'SHIRT-S' }] })
    expect(body.rejectedPromotions[0].unmet).toMatchObject([
      { required: '2099-01-01T00:00:00.000Z', actual: expect.stringMatching(/Z$/) },
    ])
  })

  it('prices an existing cart without changing it, and returns the trace to a server', async () => {
    const shop = await openWithCodes()
    const { id } = await openCart(shop, { items: [{ variantId: shop.small, quantity: 5 }] })
    const { body } = await shop.api.post('/v1/discounts/validate', { codes: ['TEN', 'BIG'], cartId: id })
    expect(body).toMatchObject({ valid: true, promotions: [{ code: 'TEN' }, { code: 'BIG' }] })
    expect(body.trace.length).toBeGreaterThan(2)
    expect((await shop.storefront.get(`/v1/carts/${id}`)).body).toMatchObject({ version: 1, promotions: [] })
  })

  it('neither repeats nor looks up a possible gift card code, even for a server', async () => {
    const shop = await openCartShop()
    const { code, last4 } = await issueCard(shop)
    for (const caller of [shop.storefront, shop.api]) {
      const { body } = await caller.post('/v1/discounts/validate', { code, items: [{ sku: 'SHIRT-S' }] })
      expect(body).toMatchObject({ valid: false, rejectedPromotions: [{ code: `…${last4}`, reason: 'not_found' }] })
      expect(JSON.stringify(body).replaceAll('-', '')).not.toContain(code.replaceAll('-', ''))
    }
  })

  it('recognizes a gift card in the cart, and never reveals whether another card exists', async () => {
    const shop = await openCartShop()
    const [own, other] = [await issueCard(shop), await issueCard(shop)]
    const { id } = await openCart(shop, { items: [{ sku: 'SHIRT-S' }] })
    await shop.storefront.post(`/v1/carts/${id}/promotions`, { code: own.code })
    const messageOf = async (code: string) => {
      const { body } = await shop.storefront.post('/v1/discounts/validate', { code, cartId: id })
      expect(body).toMatchObject({
        valid: false,
        rejectedPromotions: [{ code: `…${code.slice(-4)}`, reason: 'not_found' }],
      })
      return body.rejectedPromotions[0].message
    }
    const foreign = await issueCard(await openCartShop())
    expect(await messageOf(own.code)).toContain(`The gift card ending in ${own.last4} is already in this cart`)
    expect(await messageOf(other.code)).toContain('If it is a gift card, add it to the cart')
    const message = await messageOf(foreign.code)
    expect(message.replace(foreign.last4, other.last4)).toBe(await messageOf(other.code))
  })

  it('shows a server the exclusive group, and visitors only the promotion that won', async () => {
    const shop = await openCartShop()
    for (const [title, percentage] of [
      ['SMALL', 10],
      ['LARGE', 20],
    ] as const) {
      const benefit = { kind: 'percentage', target: 'order', percentage } as const
      const more = {
        title,
        benefit,
        exclusiveGroup: 'q3-margin',
        combinesWith: { item: true, order: true, shipping: true },
      }
      await addCodes(shop.api, (await addPromotion(shop.api, more)).id, { codes: [title] })
    }
    const { id } = await openCart(shop, { items: [{ sku: 'SHIRT-S' }] })
    await shop.storefront.post(`/v1/carts/${id}/promotions`, { code: 'LARGE' })
    const rejections = (required: string | null) => [
      { reason: 'not_combinable', unmet: [{ rule: 'exclusiveGroup', required, actual: 'LARGE', missing: null }] },
    ]
    const request = { code: 'SMALL', cartId: id }
    expect((await shop.api.post('/v1/discounts/validate', request)).body.rejectedPromotions).toMatchObject(
      rejections('q3-margin'),
    )
    const validated = await shop.storefront.post('/v1/discounts/validate', request)
    expect(validated.body.rejectedPromotions).toMatchObject(rejections(null))
    const added = await shop.storefront.post(`/v1/carts/${id}/promotions`, { code: 'SMALL' })
    expect(added.body.rejectedPromotions).toMatchObject(rejections(null))
    expect(JSON.stringify([validated.body, added.body])).not.toContain('q3-margin')
    expect((await shop.api.get(`/v1/carts/${id}`)).body.rejectedPromotions).toMatchObject(rejections('q3-margin'))
  })

  it('warns when it prices fewer items than requested', async () => {
    const shop = await openCartShop()
    await addCodes(shop.api, (await addPromotion(shop.api)).id, { codes: ['TEN'] })
    const { variants } = await addSimpleProduct(shop, {
      title: 'Scarce',
      sku: 'SCARCE',
      price: 1000,
      more: { trackStock: true },
    })
    await setStock(shop, { variantId: variants[0].id, onHandChange: 3 })
    const validate = async (quantity: number) =>
      (await shop.storefront.post('/v1/discounts/validate', { code: 'TEN', items: [{ sku: 'SCARCE-One', quantity }] }))
        .body
    expect(await validate(3)).toMatchObject({ totalsBefore: { total: eur(3000) }, warnings: [] })
    const warnings = [{ code: 'quantity_reduced', variantId: variants[0].id, requested: 9999, available: 3 }]
    expect(await validate(9999)).toMatchObject({ totalsBefore: { total: eur(3000) }, warnings })
  })

  it('prices a shipping code with the selected option, or else the first one available', async () => {
    const shop = await openCartShop()
    const { id: promotionId } = await addPromotion(shop.api, { benefit: { kind: 'free_shipping' } })
    await addCodes(shop.api, promotionId, { codes: ['FREE'] })
    const { body: zone } = await shop.api.post('/v1/shipping/zones', { name: 'Austria', areas: [{ country: 'AT' }] })
    const pickup = { type: 'pickup', locationId: await addLocation(shop, 'Vienna'), title: 'Fetch it', amount: 0 }
    // Pickup is free, so it says nothing about the code.
    for (const { amount, ...rate } of [
      pickup,
      { zoneId: zone.id, title: 'Standard', amount: 490 },
      { zoneId: zone.id, title: 'Express', amount: 990 },
    ]) {
      const price = { kind: 'flat', amounts: [eur(amount)] }
      expect((await shop.api.post('/v1/shipping/rate-definitions', { ...rate, price })).status).toBe(201)
    }
    const validate = async (body: object) => {
      const request = { code: 'FREE', ...('cartId' in body ? {} : { items: [{ sku: 'SHIRT-S' }] }), ...body }
      return (await shop.storefront.post('/v1/discounts/validate', request)).body
    }
    expect(await validate({ country: 'AT' })).toMatchObject({
      valid: true,
      totalsBefore: { shipping: eur(490), total: eur(2989) },
      totalsAfter: { total: eur(2499) },
      savings: eur(490),
      shipping: { service: 'standard' },
      warnings: [],
    })
    const express = { shipping: { service: 'express' } }
    expect(await validate({ country: 'AT', ...express })).toMatchObject({ valid: true, savings: eur(990) })
    const { id } = await openCart(shop, { country: 'AT', items: [{ variantId: shop.small }], ...express })
    expect(await validate({ cartId: id })).toMatchObject({ savings: eur(990), shipping: { service: 'express' } })
    expect(await validate({ cartId: id, shipping: { service: 'standard' } })).toMatchObject({ savings: eur(490) })
    const unmet = [{ rule: 'shipping' }]
    expect(await validate({})).toMatchObject({
      valid: false,
      rejectedPromotions: [{ reason: 'no_effect', unmet }],
      shipping: null,
    })
    expect(await validate({ country: 'AT', shipping: { service: 'balloon' } })).toMatchObject({
      valid: false,
      rejectedPromotions: [{ unmet }],
      warnings: [{ code: 'shipping_changed' }],
    })
  })

  it('rejects a code that does not make the cart cheaper, unless it adds a gift of that value', async () => {
    const shop = await openCartShop()
    await addSimpleProduct(shop, { title: 'Lamp', sku: 'LAMP', price: 5000 })
    const mug = await addSimpleProduct(shop, { title: 'Mug', sku: 'MUG', price: 100 })
    const stone = await addSimpleProduct(shop, {
      title: 'Stone',
      sku: 'STONE',
      price: 9000,
      more: { weightGrams: 5000 },
    })
    const off = (amount: number) => ({ kind: 'fixed', target: 'order', amounts: [eur(amount)] }) as const
    for (const [code, benefit] of [
      ['ONE', off(100)],
      ['SHIPPING', off(490)],
      ['MORE', off(600)],
      ['MUG', { kind: 'gift', variantId: mug.variants[0].id, quantity: 1 }],
      ['STONE', { kind: 'gift', variantId: stone.variants[0].id, quantity: 1 }],
    ] as const) {
      await addCodes(shop.api, (await addPromotion(shop.api, { benefit } as object)).id, { codes: [code] })
    }
    const { body: zone } = await shop.api.post('/v1/shipping/zones', { name: 'Austria', areas: [{ country: 'AT' }] })
    const tiers = [
      { upToGrams: 1000, amounts: [eur(490)] },
      { upToGrams: null, amounts: [eur(1990)] },
    ]
    for (const rate of [
      { title: 'Standard', price: { kind: 'flat', amounts: [eur(490)] }, freeFrom: [eur(5000)] },
      { title: 'By weight', price: { kind: 'weight', tiers } },
    ]) {
      const response = await shop.api.post('/v1/shipping/rate-definitions', { zoneId: zone.id, ...rate })
      expect([response.status, response.body.error]).toEqual([201, undefined])
    }
    const validate = async (code: string, service: string) => {
      const shipping = { service }
      const items = [{ sku: 'LAMP-One' }]
      return (await shop.storefront.post('/v1/discounts/validate', { code, country: 'AT', items, shipping })).body
    }
    for (const [code, service, before, after] of [
      ['ONE', 'standard', 5000, 5390],
      ['SHIPPING', 'standard', 5000, 5000],
    ] as const) {
      expect(await validate(code, service)).toMatchObject({
        valid: false,
        promotions: [],
        rejectedPromotions: [
          { code, reason: 'no_effect', unmet: [{ rule: 'total', required: eur(before), actual: eur(after) }] },
        ],
        totalsBefore: { total: eur(before) },
        totalsAfter: { total: eur(after) },
        savings: eur(0),
      })
    }
    for (const [code, service, savings] of [
      ['ONE', 'by-weight', 100],
      ['MORE', 'standard', 110],
      ['MUG', 'standard', 0],
      ['MUG', 'by-weight', 0],
      ['STONE', 'by-weight', 0],
    ] as const) {
      expect(await validate(code, service)).toMatchObject({
        valid: true,
        promotions: [{ code }],
        savings: eur(savings),
      })
    }
  })

  it('rejects an incomplete request', async () => {
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
      const response = await shop.storefront.post('/v1/discounts/validate', body)
      expect(response.status).toBe(status)
      // There is no cart that the items could have been added to.
      expect(response.body.error.message).not.toContain('the cart')
    }
    const { id } = await openCart(shop, { items })
    const validate = async (currency: string) =>
      (await shop.storefront.post('/v1/discounts/validate', { code: 'TEN', cartId: id, currency })).body
    expect(await validate('EUR')).toMatchObject({ valid: true })
    expect((await validate('USD')).error).toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('This cart is in EUR'),
      details: [{ path: '/currency' }],
    })
  })
})
