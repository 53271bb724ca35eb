import { describe, expect, it } from 'vitest'
import { addSimpleProduct, type CartShop, openCart, openCartShop } from '../../../test/cart-shop.ts'
import { addCustomer } from '../../../test/sample-customers.ts'
import { issueCard } from '../../../test/sample-gift-cards.ts'
import { eur } from '../../../test/sample-products.ts'
import { addCodes, addPromotion, checkoutCtx } from '../../../test/sample-promotions.ts'
import { setStock } from '../../../test/sample-stock.ts'
import { transaction } from '../../ctx.ts'
import { customerKeyOf } from '../customers/identity/identity.ts'
import { reserveUses } from '../promotions/uses/uses.ts'

const withCode = async (shop: CartShop, code: string, more: object = {}) => {
  const promotion = await addPromotion(shop.api, more)
  await addCodes(shop.api, promotion.id, { codes: [code] })
  return promotion
}
const addCode = (shop: CartShop, id: string, code: string) =>
  shop.storefront.post(`/v1/carts/${id}/promotions`, { code })

describe('cart promotions', () => {
  it('applies a code in any spelling with allocations that add up, and removes it', async () => {
    const shop = await openCartShop()
    const { id: promotionId } = await withCode(shop, 'WELCOME10')
    const { id } = await openCart(shop, { items: [{ variantId: shop.small, quantity: 3 }, { variantId: shop.medium }] })
    const { body } = await addCode(shop, id, ' welcome10 ')
    expect(body.promotions).toMatchObject([
      { id: promotionId, code: 'WELCOME10', title: 'Ten percent', amount: eur(1000) },
    ])
    const { allocations } = body.promotions[0]
    expect(
      allocations.reduce((sum: number, { amount }: { amount: { amount: number } }) => sum + amount.amount, 0),
    ).toBe(1000)
    expect(body.totals).toMatchObject({ subtotal: eur(9996), discount: eur(1000), total: eur(8996) })
    expect((await addCode(shop, id, 'WELCOME10')).body.promotions).toHaveLength(1)
    const removed = await shop.storefront.send('DELETE', `/v1/carts/${id}/promotions?code=Welcome10`)
    expect([removed.status, removed.body.promotions, removed.body.totals.total]).toEqual([200, [], eur(9996)])
    expect((await shop.storefront.send('DELETE', `/v1/carts/${id}/promotions?code=Welcome10`)).status).toBe(404)
  })

  it('keeps a code that does not apply yet, reports what is missing, and applies it later', async () => {
    const shop = await openCartShop()
    await withCode(shop, 'BIG', { conditions: { minAmounts: [eur(5000)] } })
    const { id } = await openCart(shop, { items: [{ variantId: shop.small }] })
    const { body } = await addCode(shop, id, 'BIG')
    expect(body.rejectedPromotions).toMatchObject([
      {
        code: 'BIG',
        reason: 'minimum_amount',
        unmet: [{ required: eur(5000), actual: eur(2499), missing: eur(2501) }],
      },
    ])
    const more = await shop.storefront.post(`/v1/carts/${id}/items`, { variantId: shop.small, quantity: 2 })
    expect(more.body).toMatchObject({ rejectedPromotions: [], totals: { discount: eur(750) } })
  })

  it('reports unknown codes and those of another shop without storing them', async () => {
    const shop = await openCartShop()
    const other = await openCartShop()
    await withCode(other, 'THEIRS')
    const { id } = await openCart(shop, { items: [{ variantId: shop.small }] })
    for (const code of ['NOTHING', 'THEIRS']) {
      const { status, body } = await addCode(shop, id, code)
      expect([status, body.rejectedPromotions]).toMatchObject([200, [{ code, reason: 'not_found', unmet: [] }]])
      expect((await shop.storefront.get(`/v1/carts/${id}`)).body.rejectedPromotions).toEqual([])
    }
    const codes = ['nope', 'NOPE', ' nope ', 'other']
    const { body } = await shop.storefront.post(`/v1/carts/${id}/promotions`, { codes })
    expect(body.rejectedPromotions).toMatchObject([{ code: 'NOPE' }, { code: 'OTHER' }])
  })

  it('applies automatic promotions once created, and ends them on the next read', async () => {
    const shop = await openCartShop()
    const { id } = await openCart(shop, { items: [{ variantId: shop.small, quantity: 2 }] })
    const discount = async () => (await shop.storefront.get(`/v1/carts/${id}`)).body.totals.discount.amount
    expect(await discount()).toBe(0)
    const { id: promotionId } = await addPromotion(shop.api, { trigger: 'automatic' })
    expect(await discount()).toBe(500)
    await shop.api.patch(`/v1/promotions/${promotionId}`, { active: false })
    expect(await discount()).toBe(0)
  })

  it('adds a gift automatically while it is in stock, and removes it', async () => {
    const shop = await openCartShop()
    const { variants } = await addSimpleProduct(shop, {
      title: 'Socks',
      sku: 'SOCKS',
      price: 900,
      more: { trackStock: true },
    })
    const [{ id: socks }] = variants
    await setStock(shop, { variantId: socks, onHandChange: 1 })
    const { id: promotionId } = await addPromotion(shop.api, {
      title: 'Free socks',
      trigger: 'automatic',
      conditions: { minAmounts: [eur(4000)] },
      benefit: { kind: 'gift', variantId: socks, quantity: 1 },
    })
    const { id } = await openCart(shop, { items: [{ variantId: shop.small }] })
    // A gift that is not in the cart, and one that never existed.
    for (const gift of [`gift_${promotionId}`, 'gift_promo_zzz']) {
      expect((await shop.storefront.send('DELETE', `/v1/carts/${id}/items/${gift}`)).status).toBe(404)
    }
    const two = await shop.storefront.post(`/v1/carts/${id}/items`, { variantId: shop.small })
    expect(two.body.items[1]).toMatchObject({
      sku: 'SOCKS-One',
      quantity: 1,
      total: eur(0),
      giftPromotionId: expect.stringMatching(/^promo_/),
    })
    expect(two.body.totals).toMatchObject({ subtotal: eur(5898), discount: eur(900), total: eur(4998) })
    for (const [method, body] of [
      ['PUT', { quantity: 2 }],
      ['DELETE', undefined],
    ] as const) {
      const { status, body: rejected } = await shop.storefront.send(
        method,
        `/v1/carts/${id}/items/${two.body.items[1].id}`,
        body,
      )
      expect([status, rejected.error.code, rejected.error.message]).toEqual([
        409,
        'conflict',
        expect.stringContaining('gift from a promotion'),
      ])
    }
    await setStock(shop, { variantId: socks, onHandChange: -1 })
    expect((await shop.storefront.get(`/v1/carts/${id}`)).body).toMatchObject({
      items: [{ quantity: 2 }],
      promotions: [],
    })
  })

  it('recognizes the customer set by a server, and asks a visitor to sign in', async () => {
    const shop = await openCartShop()
    await withCode(shop, 'VIP', { conditions: { customer: { tags: ['vip'] } } })
    const { id } = await openCart(shop, { items: [{ variantId: shop.small }], codes: ['vip'] })
    const reason = async () => (await shop.storefront.get(`/v1/carts/${id}`)).body.rejectedPromotions[0]?.reason
    expect(await reason()).toBe('login_required')
    await shop.api.patch(`/v1/carts/${id}`, { customer: { tags: ['secretly-vip'] } })
    expect(await reason()).toBe('customer_ineligible')
    expect(JSON.stringify((await shop.storefront.get(`/v1/carts/${id}`)).body)).not.toMatch(/secretly|"vip"/)
    expect((await shop.api.get(`/v1/carts/${id}`)).body.rejectedPromotions[0].unmet).toMatchObject([
      { required: ['vip'], actual: ['secretly-vip'] },
    ])
    await shop.api.patch(`/v1/carts/${id}`, { customer: { tags: ['vip'] } })
    expect(await reason()).toBeUndefined()
  })
})

describe('cart gift cards', () => {
  it('pays with a gift card, not as a discount, and rejects another currency or a deactivated card', async () => {
    const shop = await openCartShop()
    const card = await issueCard(shop, 2000)
    await withCode(shop, 'TEN')
    const { id } = await openCart(shop, { items: [{ variantId: shop.small }], codes: [card.code.toLowerCase(), 'ten'] })
    const path = `/v1/carts/${id}`
    const { body } = await shop.storefront.get(path)
    expect(body.giftCards).toEqual([{ id: card.id, last4: card.last4, amount: eur(2000), balanceAfter: eur(0) }])
    expect(body.totals).toMatchObject({ discount: eur(250), total: eur(2249), giftCards: eur(2000), due: eur(249) })
    expect(JSON.stringify(body)).not.toContain(card.code.replaceAll('-', ''))
    expect((await shop.storefront.send('DELETE', `${path}/promotions?giftCardId=${card.id}`)).body.giftCards).toEqual(
      [],
    )

    const dollars = await shop.api.post('/v1/gift-cards', { amount: { amount: 100, currency: 'USD' } })
    const ended = await issueCard(shop, 100)
    await shop.api.post(`/v1/gift-cards/${ended.id}/deactivation`)
    for (const [{ code }, reason] of [
      [dollars.body, 'currency_mismatch'],
      [ended, 'expired'],
      [await issueCard(await openCartShop()), 'not_found'],
    ]) {
      const bare = code.replaceAll('-', '')
      const { body } = await addCode(shop, id, code)
      expect(body).toMatchObject({ giftCards: [], rejectedPromotions: [{ code: `…${bare.slice(-4)}`, reason }] })
      // It is money elsewhere: a reader of the response must not be able to pay with it.
      expect(JSON.stringify(body).replaceAll('-', '')).not.toContain(bare)
    }
  })

  it('removes a gift card by its code, which is never repeated', async () => {
    const shop = await openCartShop()
    const { code, last4 } = await issueCard(shop, 2000)
    const { id } = await openCart(shop, { items: [{ variantId: shop.small }], codes: [code] })
    const remove = () => shop.storefront.send('DELETE', `/v1/carts/${id}/promotions?code=${code.toLowerCase()}`)
    expect((await remove()).body).toMatchObject({ giftCards: [], totals: { due: eur(2499) } })
    const { status, body } = await remove()
    expect([status, body.error]).toMatchObject([404, { message: 'No such code in this cart.', sentCode: `…${last4}` }])
  })

  it('warns of a deactivated card until it is removed', async () => {
    const shop = await openCartShop()
    const { id: giftCardId, code, last4 } = await issueCard(shop, 2000)
    const { id } = await openCart(shop, { items: [{ variantId: shop.small }], codes: [code] })
    const path = `/v1/carts/${id}`
    expect((await shop.storefront.get(path)).body).toMatchObject({ warnings: [], totals: { due: eur(499) } })
    await shop.api.post(`/v1/gift-cards/${giftCardId}/deactivation`)
    const { body } = await shop.storefront.get(path)
    expect(body).toMatchObject({
      totals: { giftCards: eur(0), due: eur(2499) },
      warnings: [
        {
          code: 'gift_card_expired',
          giftCardId,
          message: expect.stringContaining(`ending in ${last4} is no longer valid`),
        },
      ],
    })
    expect((await shop.storefront.patch(path, { note: 'Hello' })).body.warnings).toHaveLength(1)
    const without = await shop.storefront.send('DELETE', `${path}/promotions?giftCardId=${giftCardId}`)
    expect(without.body.warnings).toEqual([])
  })
})

describe('promotion uses', () => {
  it("counts uses by the customer a server names, and reveals nothing about an email's owner to a visitor", async () => {
    const shop = await openCartShop()
    const { id: promotionId } = await withCode(shop, 'ONCE', { usageLimitPerCustomer: 1 })
    const ctx = checkoutCtx(shop)
    const customerKey = customerKeyOf('ada@example.com', ctx.environmentId, ctx.secretFor('customer-keys'))
    const use = { promotionId, code: 'ONCE', customerKey, currency: 'EUR', amount: 100 }
    await transaction(ctx, (ctx) => reserveUses(ctx, 'chk_1', [use], new Date(Date.now() + 60_000)))
    const { id } = await openCart(shop, {
      items: [{ variantId: shop.small }],
      codes: ['once'],
      email: 'ada@example.com',
    })
    const path = `/v1/carts/${id}`
    expect((await shop.storefront.get(path)).body.promotions).toHaveLength(1)
    const asServer = await shop.api.get(path)
    expect(asServer.body.rejectedPromotions).toMatchObject([{ reason: 'customer_limit' }])
    // In the same response that names another customer, and in the one that clears it.
    expect((await shop.api.patch(path, { email: 'bob@example.com' })).body.promotions).toHaveLength(1)
    expect((await shop.api.patch(path, { email: 'ada@example.com' })).body.promotions).toHaveLength(0)
    expect((await shop.api.patch(path, { email: null })).body.promotions).toHaveLength(1)
  })
})

describe('DELETE /v1/carts/:id/promotions', () => {
  it('rejects a body and removes nothing', async () => {
    const shop = await openCartShop()
    await withCode(shop, 'ONE')
    const { id } = await openCart(shop, { items: [{ variantId: shop.small }], codes: ['one'] })
    const path = `/v1/carts/${id}/promotions`
    const response = await shop.storefront.send('DELETE', path, { code: 'another' })
    expect([response.status, response.body.error.code]).toEqual([400, 'invalid_request'])
    expect((await shop.storefront.get(`/v1/carts/${id}`)).body.promotions).toHaveLength(1)
    expect((await shop.storefront.send('DELETE', path, {})).body.promotions).toHaveLength(0)
  })
})

describe('amounts out of range', () => {
  it('rejects the change before it is stored', async () => {
    const shop = await openCartShop()
    const { variants } = await addSimpleProduct(shop, { title: 'Moon', sku: 'MOON', price: 4_000_000_000_000 })
    const { id } = await openCart(shop)
    const response = await shop.storefront.post(`/v1/carts/${id}/items`, { variantId: variants[0].id, quantity: 9999 })
    expect([response.status, response.body.error.code]).toEqual([422, 'cart_full'])
    expect((await shop.storefront.get(`/v1/carts/${id}`)).body).toMatchObject({ version: 1, items: [] })
  })
})

describe('GET /v1/carts/:id?explain=true', () => {
  it('reports whether each rate is available, and that exempt customers pay no tax', async () => {
    const shop = await openCartShop()
    const zone = async (name: string, country: string) =>
      (await shop.api.post('/v1/shipping/zones', { name, areas: [{ country }] })).body.id
    const light = { kind: 'weight', tiers: [{ upToGrams: 100, amounts: [eur(100)] }] }
    const flat = { kind: 'flat', amounts: [eur(490)] }
    const [austria, france] = [await zone('Austria', 'AT'), await zone('France', 'FR')]
    for (const [title, zoneId, price] of [
      ['Letter', austria, light],
      ['Parcel', austria, flat],
      ['Colis', france, flat],
    ]) {
      const rate = { title, service: String(title).toLowerCase(), zoneId, price }
      expect((await shop.api.post('/v1/shipping/rate-definitions', rate)).status).toBe(201)
    }
    const rates = [{ class: 'standard', name: 'VAT', percentage: 20 }]
    await shop.api.post('/v1/taxes/regions', { area: { country: 'AT' }, rates })
    const { id } = await openCart(shop, { country: 'AT', items: [{ variantId: shop.small }] })
    await shop.api.patch(`/v1/carts/${id}`, { customer: { id: await addCustomer(shop), taxExempt: true } })
    const { trace } = (await shop.api.get(`/v1/carts/${id}?explain=true`)).body
    const stepsOf = (step: string) => trace.filter((one: { step: string }) => one.step === step)
    const outcomes = stepsOf('rate').map(({ outcome, details }: { outcome: string; details: { title: string } }) => [
      details.title,
      outcome,
    ])
    expect(outcomes).toEqual([
      ['Letter', 'no_rate'],
      ['Parcel', 'offered'],
      ['Colis', 'other_zone'],
    ])
    expect(stepsOf('tax_region')).toMatchObject([{ outcome: 'exempt' }])
  })

  it('returns the trace with a key only', async () => {
    const shop = await openCartShop()
    await addPromotion(shop.api, { title: 'Never', trigger: 'automatic', conditions: { countries: ['NZ'] } })
    const { id } = await openCart(shop, { country: 'AT', items: [{ variantId: shop.small }] })
    const { body } = await shop.api.get(`/v1/carts/${id}?explain=true`)
    expect(JSON.stringify(body.trace)).toContain('country_ineligible')
    const visitor = await shop.storefront.get(`/v1/carts/${id}?explain=true`)
    expect([visitor.status, visitor.body.error.code]).toEqual([401, 'unauthorized'])
    expect((await shop.api.get(`/v1/carts/${id}`)).body).not.toHaveProperty('trace')
  })
})

describe('cart taxes', () => {
  it('taxes items that are not shipped by the billing address', async () => {
    const shop = await openCartShop()
    const rates = (percentage: number) => [{ class: 'standard', name: 'VAT', percentage }]
    await shop.api.post('/v1/taxes/regions', { area: { country: 'DE' }, rates: rates(19) })
    await shop.api.post('/v1/taxes/regions', { area: { country: 'FR' }, rates: rates(20) })
    const more = { requiresShipping: false }
    const { variants } = await addSimpleProduct(shop, { title: 'E-book', sku: 'BOOK', price: 1200, more })
    const address = (country: string) => ({ name: 'Ada', line1: 'Rue 1', city: 'X', postalCode: '75001', country })
    const cart = { country: 'DE', items: [{ variantId: variants[0].id }] }
    expect((await openCart(shop, cart)).taxes).toMatchObject([{ percentage: 19 }])
    const billed = await openCart(shop, { ...cart, billingAddress: address('FR') })
    expect(billed.taxes).toMatchObject([{ percentage: 20, amount: eur(200) }])
  })
})
