import { beforeEach, describe, expect, it } from 'vitest'
import { loadExample, openExampleShop } from '../../../test/acp-examples.ts'
import { requireFixtures } from '../../../test/acp-schemas.ts'
import { createAgent, paymentWith, VIENNA } from '../../../test/agent.ts'
import { openCheckoutShop } from '../../../test/checkout-shop.ts'

beforeEach(requireFixtures)

describe('older ACP versions', () => {
  it("2026-01-30: every response matches that version's schemas", async () => {
    const { agent: _, api } = await openExampleShop()
    const agent = createAgent(api, '2026-01-30')
    const { order_notes: __, ...newSession } = loadExample(
      '2026-04-17/examples.agentic_checkout.json',
    ).create_checkout_session_request
    const { body } = await agent.post('', { ...newSession, discounts: { codes: ['NOTHING'] } })
    expect([body.protocol.version, body.messages[0].resolution]).toEqual(['2026-01-30', undefined])
    const challenged = await agent.post(`/${body.id}/complete`, paymentWith('spt_test_3ds'))
    expect(challenged.body.status).toBe('authentication_required')
    await agent.post(`/${body.id}`, { buyer: { email: 'ada@examples.com' } })
    const paid = await agent.post(`/${body.id}/complete`, paymentWith('spt_123'))
    expect([paid.body.status, Object.keys(paid.body.order)]).toEqual([
      'completed',
      ['id', 'checkout_session_id', 'permalink_url', 'order_number', 'status'],
    ])
  })

  it('2025-09-29: uses items, one address, one option and named amounts', async () => {
    const { api } = await openCheckoutShop()
    const agent = createAgent(api, '2025-09-29')
    const { status, body } = await agent.post('', {
      items: [{ id: 'MUG-One', quantity: 2 }],
      fulfillment_address: VIENNA,
      buyer: { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@examples.com' },
    })
    expect([status, body]).toEqual([
      201,
      {
        id: body.id,
        buyer: { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@examples.com' },
        status: 'ready_for_payment',
        currency: 'eur',
        line_items: [
          {
            id: body.line_items[0].id,
            item: { id: 'MUG-One', quantity: 2 },
            base_amount: 4998,
            discount: 0,
            subtotal: 4998,
            tax: 0,
            total: 4998,
          },
        ],
        fulfillment_address: {
          name: 'Ada Lovelace',
          line_one: 'Stephansplatz 1',
          city: 'Wien',
          state: '',
          country: 'AT',
          postal_code: '1010',
        },
        fulfillment_option_id: 'post',
        fulfillment_options: [{ type: 'shipping', id: 'post', title: 'Post', subtotal: 490, tax: 0, total: 490 }],
        totals: [
          { type: 'items_base_amount', display_text: 'Items', amount: 4998 },
          { type: 'subtotal', display_text: 'Subtotal', amount: 4998 },
          { type: 'fulfillment', display_text: 'Shipping', amount: 490 },
          { type: 'tax', display_text: 'Tax', amount: 0 },
          { type: 'total', display_text: 'Total', amount: 5488 },
        ],
        messages: [],
        links: [],
      },
    ])
    const chosen = await agent.post(`/${body.id}`, {
      fulfillment_option_id: 'post',
      items: [{ id: 'MUG-One', quantity: 1 }],
    })
    expect(chosen.body.line_items[0].item.quantity).toBe(1)
    const payment_data = { token: 'spt_123', provider: 'stripe' }
    const paid = await agent.post(`/${body.id}/complete`, { payment_data })
    expect([paid.body.status, Object.keys(paid.body.order)]).toEqual([
      'completed',
      ['id', 'checkout_session_id', 'permalink_url'],
    ])
  })

  it.each(['2025-12-12', '2026-01-16'])('%s: nests the shipping option in its type', async (version) => {
    const { api } = await openCheckoutShop()
    const agent = createAgent(api, version)
    const { body } = await agent.post('', {
      items: [{ id: 'MUG-One', quantity: 1 }],
      fulfillment_details: { address: VIENNA },
    })
    expect(body).toMatchObject({
      status: 'ready_for_payment',
      line_items: [{ base_amount: 2499, name: 'Mug', unit_amount: 2499 }],
      selected_fulfillment_options: [{ type: 'shipping', shipping: { option_id: 'post', item_ids: ['MUG-One'] } }],
      fulfillment_options: [version === '2026-01-16' ? { totals: [{ amount: 490 }] } : { total: 490 }],
    })
    expect([body.capabilities, body.protocol]).toEqual([undefined, undefined])
    const selected_fulfillment_options = [{ type: 'shipping', shipping: { option_id: 'rocket', item_ids: [] } }]
    const invalid = await agent.post(`/${body.id}`, { selected_fulfillment_options })
    expect(invalid.body.messages).toMatchObject([{ type: 'error', code: 'invalid' }])
  })
})
