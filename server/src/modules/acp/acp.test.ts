import { beforeEach, describe, expect, it } from 'vitest'
import { requireFixtures } from '../../../test/acp-schemas.ts'
import { createAgent, createReadySession, paymentWith, totalOf, VIENNA } from '../../../test/agent.ts'
import { addSimpleProduct } from '../../../test/cart-shop.ts'
import { type CheckoutShop, openCheckoutShop } from '../../../test/checkout-shop.ts'
import { addCodes, addPromotion } from '../../../test/sample-promotions.ts'
import { setStock } from '../../../test/sample-stock.ts'

beforeEach(requireFixtures)

async function stockOf(shop: CheckoutShop) {
  const [level] = (await shop.api.get(`/v1/inventory?variantId=${shop.mug}`)).body.data
  return [level.onHand, level.reserved]
}
const codesIn = ({ messages }: { messages: { code?: string }[] }) => messages.map(({ code }) => code)

describe('ACP checkout session', () => {
  it('has a price once it has an address, and its totals add up', async () => {
    const shop = await openCheckoutShop()
    await addCodes(shop.api, (await addPromotion(shop.api)).id, { codes: ['TEN'] })
    const { body } = await createAgent(shop.storefront).post('', {
      line_items: [{ item: { id: shop.mug }, quantity: 2 }],
      fulfillment_details: { address: VIENNA },
      capabilities: { extensions: ['discount'] },
      discounts: { codes: ['ten', 'NOTHING', 'nothing'] },
    })
    expect(body).toMatchObject({
      status: 'ready_for_payment',
      currency: 'eur',
      line_items: [{ item: { id: shop.mug }, quantity: 2, unit_amount: 2499, sku: 'MUG-One' }],
      fulfillment_options: [{ type: 'shipping', id: 'post', totals: [{ type: 'total', amount: 490 }] }],
      selected_fulfillment_options: [{ type: 'shipping', option_id: 'post', item_ids: [shop.mug] }],
      discounts: {
        applied: [{ code: 'TEN', amount: 500, allocations: [{ path: '$.line_items[0]', amount: 500 }] }],
        rejected: [{ code: 'NOTHING', reason: 'discount_code_invalid' }],
      },
      messages: [{ type: 'warning', code: 'discount_code_invalid' }],
    })
    const [base, discount, fulfillment, total] = ['items_base_amount', 'items_discount', 'fulfillment', 'total'].map(
      (type) => totalOf(body, type) ?? Number.NaN,
    ) as [number, number, number, number]
    expect([base, discount, fulfillment, total]).toEqual([4998, 500, 490, 4988])
    expect(totalOf(body, 'tax')).toBe(0)
  })

  it('updates the fields in the request and keeps the rest', async () => {
    const shop = await openCheckoutShop()
    const agent = createAgent(shop.api)
    const { body: bare } = await agent.post('', { currency: 'eur', line_items: [{ id: 'MUG-One' }], capabilities: {} })
    expect([bare.status, codesIn(bare), bare.fulfillment_options]).toEqual(['not_ready_for_payment', ['missing'], []])
    expect(bare.messages[0].param).toBe('$.fulfillment_details.address')
    const { name: _, ...nameless } = VIENNA
    const incomplete = { fulfillment_details: { address: { ...nameless, postal_code: '10115' } } }
    const { body: wrong } = await agent.post(`/${bare.id}`, incomplete)
    expect([wrong.status, codesIn(wrong)]).toEqual(['not_ready_for_payment', ['missing', 'invalid']])
    expect(wrong.messages.map(({ param }: { param: string }) => param)).toEqual([
      '$.fulfillment_details.address.name',
      '$.fulfillment_details.address.postal_code',
    ])
    const rejected = await agent.post(`/${bare.id}/complete`, paymentWith('pm_card_visa'))
    expect([rejected.status, rejected.body.status]).toEqual([200, 'not_ready_for_payment'])
    const { body: sent } = await agent.post(`/${bare.id}`, { fulfillment_details: { address: VIENNA } })
    expect([sent.status, totalOf(sent, 'total')]).toEqual(['ready_for_payment', 2989])
    const { body: more } = await agent.post(`/${bare.id}`, { line_items: [{ id: 'MUG-One' }, { id: 'MUG-One' }] })
    expect([more.line_items.length, more.line_items[0].quantity, totalOf(more, 'total')]).toEqual([1, 2, 5488])
    expect(more.line_items[0].id).toBe(bare.line_items[0].id)
    const { body: invalid } = await agent.post(`/${bare.id}`, {
      selected_fulfillment_options: [{ type: 'shipping', option_id: 'rocket', item_ids: ['MUG-One'] }],
    })
    expect([codesIn(invalid), invalid.messages[0].param]).toEqual([
      ['invalid'],
      '$.selected_fulfillment_options[0].option_id',
    ])
    const { body: abroad } = await agent.post(`/${bare.id}`, {
      fulfillment_details: { address: { ...VIENNA, country: 'US' } },
    })
    expect([abroad.status, codesIn(abroad)]).toEqual(['not_ready_for_payment', ['region_restricted']])
    const { body: seen } = await agent.get(`/${bare.id}`)
    expect(seen).toEqual(abroad)
    expect((await createAgent(shop.storefront).post(`/${bare.id}/retrieve`)).body).toEqual(abroad)
    await shop.api.post('/v1/shipping/zones', { name: 'Without rates', areas: [{ country: 'US' }] })
    const [message] = (await agent.get(`/${bare.id}`)).body.messages
    expect(message).toMatchObject({
      code: 'region_restricted',
      content: 'No shipping rate is available for these items at this address.',
    })
  })

  it('marks items sold beyond their stock as backordered', async () => {
    const shop = await openCheckoutShop()
    const more = { trackStock: true, inventoryPolicy: 'continue' }
    await addSimpleProduct(shop, { title: 'Jug', sku: 'JUG', price: 900, more })
    const { body } = await createAgent(shop.storefront).post('', {
      currency: 'eur',
      line_items: [{ id: 'MUG-One' }, { id: 'JUG-One' }],
      capabilities: {},
    })
    const availability = body.line_items.map((item: { availability_status: string }) => item.availability_status)
    expect(availability).toEqual(['in_stock', 'backorder'])
  })

  it('reports sold-out items, and sells nothing until the agent sends other items', async () => {
    const shop = await openCheckoutShop({ onHand: 0 })
    const agent = createAgent(shop.api)
    const created = await agent.post('', {
      currency: 'eur',
      line_items: [{ id: 'MUG-One' }],
      fulfillment_details: { address: VIENNA },
      capabilities: {},
    })
    expect([created.status, created.body.status, codesIn(created.body)]).toEqual([
      201,
      'not_ready_for_payment',
      ['out_of_stock', 'missing'],
    ])
    await setStock(shop, { variantId: shop.mug, onHand: 1 })
    const { body: back } = await agent.post(`/${created.body.id}`, { line_items: [{ id: 'MUG-One', quantity: 3 }] })
    expect([back.status, codesIn(back), back.line_items[0].quantity]).toEqual([
      'not_ready_for_payment',
      ['quantity_exceeded'],
      1,
    ])
    // A read, an unrelated update or a payment must not turn a reduced quantity into the requested one.
    for (const [path, body] of [
      ['/retrieve', undefined],
      ['', { order_notes: 'Quick.' }],
      ['/complete', paymentWith('spt_test_visa')],
    ] as const) {
      const { body: still } = await agent.post(`/${back.id}${path}`, body)
      expect([still.status, codesIn(still)]).toEqual(['not_ready_for_payment', ['quantity_exceeded']])
    }
    const { body: one } = await agent.post(`/${back.id}`, { line_items: [{ id: 'MUG-One' }] })
    expect([one.status, one.messages]).toEqual(['ready_for_payment', []])
    await setStock(shop, { variantId: shop.mug, onHand: 0 })
    const soldOut = await agent.post(`/${back.id}/complete`, paymentWith('spt_test_visa'))
    expect([soldOut.status, soldOut.body.status, codesIn(soldOut.body)[0], soldOut.body.order]).toEqual([
      200,
      'not_ready_for_payment',
      'out_of_stock',
      undefined,
    ])
    await setStock(shop, { variantId: shop.mug, onHand: 5 })
    const stale = await agent.post(`/${back.id}/complete`, paymentWith('spt_test_visa'))
    expect([stale.body.status, (await shop.api.get('/v1/orders')).body.data]).toEqual(['not_ready_for_payment', []])
  })

  it('becomes one agent order for the total that the agent was shown', async () => {
    const shop = await openCheckoutShop({ onHand: 5 })
    const agent = createAgent(shop.storefront)
    const session = await createReadySession(agent, {
      affiliate_attribution: { provider: 'impact.com', token: 'atp_1', touchpoint: 'first' },
      order_notes: 'Ring twice.',
    })
    const done = await agent.post(
      `/${session.id}/complete`,
      paymentWith('spt_123', { marketing_consents: [{ channel: 'email', opted_in: true }] }),
    )
    expect([done.status, done.body]).toMatchObject([
      200,
      {
        status: 'completed',
        buyer: { email: 'ada@example.com' },
        order: { order_number: '1001', status: 'confirmed', checkout_session_id: session.id },
      },
    ])
    expect(totalOf(done.body.order, 'total')).toBe(totalOf(session, 'total'))
    const order = (await shop.api.get(`/v1/orders/${done.body.order.id}`)).body
    expect(order).toMatchObject({
      source: 'agent',
      email: 'ada@example.com',
      note: 'Ring twice.',
      paymentStatus: 'paid',
    })
    // The session offered no marketing consents, so none are stored.
    expect(order.attributes).toEqual({ affiliateProvider: 'impact.com', affiliateToken: 'atp_1' })
    expect(done.body).not.toHaveProperty('marketing_consent_options')
    expect(await stockOf(shop)).toEqual([4, 0])
    const again = await agent.post(`/${session.id}/complete`, paymentWith('spt_123'))
    const changed = await agent.post(`/${session.id}`, { order_notes: 'Late.' })
    expect([again.status, again.body.code, changed.body.code]).toEqual([400, 'session_completed', 'session_completed'])
    const left = await agent.post(`/${session.id}/cancel`)
    expect([left.status, left.body.code]).toEqual([405, 'session_completed'])
    expect((await createAgent(shop.api).get(`/${session.id}`)).body).toEqual(done.body)
  })

  it('reports a declined card or a changed total, and can be bought once the agent has read it', async () => {
    const shop = await openCheckoutShop({ onHand: 5 })
    const agent = createAgent(shop.api)
    const session = await createReadySession(agent)
    const declined = await agent.post(`/${session.id}/complete`, paymentWith('spt_test_declined'))
    expect([declined.status, declined.body.status, codesIn(declined.body)]).toEqual([
      200,
      'ready_for_payment',
      ['payment_declined'],
    ])
    expect(await stockOf(shop)).toEqual([5, 0])
    const nobody = await agent.post(`/${session.id}/complete`, {
      payment_data: paymentWith('spt_test_visa').payment_data,
    })
    expect([nobody.body.messages[0].code, nobody.body.messages[0].param]).toEqual(['missing', '$.buyer.email'])
    const product = (await shop.api.get('/v1/catalog/products')).body.data[0]
    const [{ id }] = product.variants
    await shop.api.patch(`/v1/catalog/products/${product.id}`, {
      variants: [{ id, prices: [{ price: { amount: 2999, currency: 'EUR' } }] }],
    })
    // A mere retry means that the agent has not shown the buyer the new total.
    for (const _ of [1, 2]) {
      const moreExpensive = await agent.post(`/${session.id}/complete`, paymentWith('spt_test_visa'))
      expect([moreExpensive.body.status, codesIn(moreExpensive.body), totalOf(moreExpensive.body, 'total')]).toEqual([
        'ready_for_payment',
        ['conflict', 'price_change'],
        3489,
      ])
    }
    expect(await stockOf(shop)).toEqual([5, 0])
    expect(totalOf((await agent.get(`/${session.id}`)).body, 'total')).toBe(3489)
    const paid = await agent.post(`/${session.id}/complete`, paymentWith('spt_test_visa'))
    expect([paid.body.status, totalOf(paid.body, 'total')]).toEqual(['completed', 3489])
  })

  it('requests 3-D Secure from the agent, and accepts its result', async () => {
    const shop = await openCheckoutShop({ onHand: 5 })
    const agent = createAgent(shop.api)
    const session = await createReadySession(agent)
    const challenged = await agent.post(`/${session.id}/complete`, paymentWith('spt_test_3ds'))
    expect(challenged.body).toMatchObject({
      status: 'authentication_required',
      authentication_metadata: { directory_server: 'visa' },
      messages: [{ code: 'requires_3ds' }],
    })
    expect(await stockOf(shop)).toEqual([5, 1])
    const unauthenticated = await agent.post(`/${session.id}/complete`, paymentWith('spt_test_3ds'))
    expect([unauthenticated.status, unauthenticated.body.code, unauthenticated.body.param]).toEqual([
      400,
      'requires_3ds',
      '$.authentication_result',
    ])
    const denied = await agent.post(
      `/${session.id}/complete`,
      paymentWith('spt_test_3ds', { authentication_result: { outcome: 'denied' } }),
    )
    expect([denied.body.status, codesIn(denied.body)]).toEqual(['ready_for_payment', ['payment_declined']])
    expect(await stockOf(shop)).toEqual([5, 0])
    await agent.post(`/${session.id}/complete`, paymentWith('spt_test_3ds'))
    const proof = {
      three_ds_cryptogram: 'ABCDEFGHIJKLMNOPQRSTUVWX==',
      electronic_commerce_indicator: '05',
      transaction_id: 'ds_1',
      version: '2.2.0',
    }
    const unproven = await agent.post(
      `/${session.id}/complete`,
      paymentWith('spt_test_3ds', { authentication_result: { outcome: 'authenticated' } }),
    )
    expect([unproven.status, unproven.body.param]).toEqual([400, '$.authentication_result.outcome_details'])
    const authentication_result = { outcome: 'authenticated', outcome_details: proof }
    const paid = await agent.post(`/${session.id}/complete`, paymentWith('spt_test_3ds', { authentication_result }))
    expect([paid.body.status, await stockOf(shop)]).toEqual(['completed', [4, 0]])
  })

  it("sends the buyer to the bank's page if the agent lacks 3-D Secure, and cancels it on update or cancellation", async () => {
    const shop = await openCheckoutShop({ onHand: 5 })
    const agent = createAgent(shop.api)
    const session = await createReadySession(agent, { capabilities: {} })
    const challenged = await agent.post(`/${session.id}/complete`, paymentWith('spt_test_3ds'))
    expect(challenged.body).toMatchObject({
      status: 'requires_escalation',
      continue_url: expect.stringContaining('/3ds/'),
    })
    expect(challenged.body.authentication_metadata).toBeUndefined()
    const changed = await agent.post(`/${session.id}`, { line_items: [{ id: 'MUG-One', quantity: 2 }] })
    expect([changed.body.status, await stockOf(shop)]).toEqual(['ready_for_payment', [5, 0]])
    await agent.post(`/${session.id}/complete`, paymentWith('spt_test_3ds'))
    const canceled = await agent.post(`/${session.id}/cancel`, {
      intent_trace: { reason_code: 'other', metadata: { test: true } },
    })
    expect([canceled.status, canceled.body.status, await stockOf(shop)]).toEqual([200, 'canceled', [5, 0]])
    const again = await agent.post(`/${session.id}/cancel`)
    const late = await agent.post(`/${session.id}/complete`, paymentWith('spt_test_visa'))
    expect([again.status, late.status, late.body.code]).toEqual([405, 400, 'session_canceled'])
    expect((await shop.api.get('/v1/orders')).body.data).toEqual([])
  })

  it('keeps the changes of all concurrent updates', async () => {
    const agent = createAgent((await openCheckoutShop()).api)
    const buyer = { email: 'ada@example.com', first_name: 'Ada' }
    for (let round = 0; round < 4; round++) {
      const { body: bare } = await agent.post('', {
        currency: 'eur',
        line_items: [{ id: 'MUG-One' }],
        capabilities: {},
      })
      const responses = await Promise.all(
        [
          { buyer },
          { fulfillment_details: { name: 'Kim Doe', address: VIENNA } },
          { line_items: [{ id: 'MUG-One', quantity: 9000 }] },
          { discounts: { codes: ['NOPE'] } },
        ].map((change) => agent.post(`/${bare.id}`, change)),
      )
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      expect((await agent.get(`/${bare.id}`)).body).toMatchObject({
        buyer,
        fulfillment_details: { name: 'Kim Doe', address: { city: 'Wien' } },
        discounts: { rejected: [{ code: 'NOPE' }] },
        status: 'not_ready_for_payment',
        line_items: [{ quantity: 100 }],
      })
    }
  })

  it('is either completed or canceled under concurrent requests, never both', async () => {
    const shop = await openCheckoutShop({ onHand: 50 })
    const agent = createAgent(shop.api)
    for (let round = 0; round < 5; round++) {
      const { id } = await createReadySession(agent)
      const [paid, left] = await Promise.all([
        agent.post(`/${id}/complete`, paymentWith('spt_test_visa')),
        agent.post(`/${id}/cancel`),
      ])
      const { body } = await agent.get(`/${id}`)
      expect(['completed', 'canceled']).toContain(body.status)
      expect(left.status).toBe(body.status === 'canceled' ? 200 : 405)
      expect(paid.body.status === 'completed').toBe(body.status === 'completed')
    }
    expect((await shop.api.get('/v1/inventory/audit')).body.driftCount).toBe(0)
  })
})
