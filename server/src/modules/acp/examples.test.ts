import { beforeEach, describe, expect, it } from 'vitest'
import { expectValid, NO_FIXTURES, readExample } from '../../../test/acp-schemas.ts'
import { type Agent, agentOf, paidWith, WIEN } from '../../../test/agent.ts'
import { openCheckoutShop } from '../../../test/checkout-shop.ts'
import { openShop, type Shop } from '../../../test/open-shop.ts'
import { addProduct } from '../../../test/sample-products.ts'

beforeEach((context) => {
  if (NO_FIXTURES) context.skip(NO_FIXTURES)
})

const usd = (amount: number) => ({ amount, currency: 'USD' })

/** Options are called as a shop may call them; and what a buyer wants of the examples, by its SKU. */
const example = (name: string) =>
  JSON.parse(JSON.stringify(readExample(name)).replaceAll('fulfillment_option_', 'option-'))

const DISCOUNTS = ['automatic-discount', 'order-level-discount', 'stacked-discounts', 'rejected-discount-code'].map(
  (name) => `2026-04-17/discount-extension/${name}.json`,
)
const CHECKOUT = '2026-04-17/examples.agentic_checkout.json'
const MULTI = '2026-04-17/examples.multi_item_checkout.json'
const MCP = '2026-04-17/examples.mcp.agentic_checkout.json'

/** The shop of the protocol's examples: it sells what they buy, and sends it where they live. */
async function openExampleShop(): Promise<Shop & { agent: Agent }> {
  const shop = await openShop()
  const all = JSON.stringify([CHECKOUT, MULTI, MCP, ...DISCOUNTS].map(readExample))
  const items = [...new Set([...all.matchAll(/"id":"(item_\w+)"/g)].map(([, id]) => id ?? ''))]
  await addProduct(shop.api, {
    options: [{ name: 'Kind', values: items }],
    variants: items.map((sku) => ({ options: { Kind: sku }, sku, prices: [{ price: usd(300) }], trackStock: false })),
  })
  const places = [{ country: 'US' }, { country: 'FR' }]
  const zone = (await shop.api.post('/v1/shipping/zones', { name: 'There', places })).body
  for (const [service, amount] of [
    ['option-123', 100],
    ['option-456', 500],
  ] as const) {
    const price = { kind: 'flat', amounts: [usd(amount)] }
    const rate = { zoneId: zone.id, title: service, service, price }
    expect((await shop.api.post('/v1/shipping/rate-definitions', rate)).status).toBe(201)
  }
  return { ...shop, agent: agentOf(shop.api) }
}

describe('the examples of ACP 2026-04-17', () => {
  it('are bought from the first to the last', async () => {
    const { agent } = await openExampleShop()
    const examples = example(CHECKOUT)
    const created = await agent.post('', examples.create_checkout_session_request)
    expect([created.status, created.body.status, created.body.selected_fulfillment_options]).toEqual([
      201,
      'ready_for_payment',
      [{ type: 'shipping', option_id: 'option-123', item_ids: ['item_123'] }],
    ])
    const updated = await agent.post(`/${created.body.id}`, examples.update_checkout_session_request)
    expect(updated.body.selected_fulfillment_options[0].option_id).toBe('option-456')
    const completed = await agent.post(`/${created.body.id}/complete`, examples.complete_checkout_session_request)
    expect([completed.status, completed.body.status]).toEqual([200, 'completed'])
    expect(completed.body.order.confirmation.order_notes).toBe(examples.complete_checkout_session_request.order_notes)
  })

  it.each([
    ['complete_checkout_session_request_seller_backed', 'completed'],
    ['complete_checkout_session_request_with_last_touch_attribution', 'completed'],
    ['complete_session_with_authentication_result_request', 'completed'],
    ['complete_session_with_denied_authentication_request', 'ready_for_payment'],
  ])('%s ends %s', async (name, status) => {
    const { agent } = await openExampleShop()
    const examples = example(CHECKOUT)
    const { body } = await agent.post('', examples.create_checkout_session_request)
    const answer = await agent.post(`/${body.id}/complete`, examples[name])
    expect([answer.status, answer.body.status]).toEqual([200, status])
  })

  it('that begin a session, change or leave it are accepted, whichever file they are in', async () => {
    const { agent } = await openExampleShop()
    const examples = example(CHECKOUT)
    const mcp = example(MCP)
    const bodies = [
      examples.create_checkout_session_request_with_first_touch_attribution,
      example(MULTI).create_multi_item_checkout_request,
      mcp.create_checkout_session_request.params.arguments.payload,
      ...DISCOUNTS.map((name) => example(name).request),
      example('unreleased/examples.agentic_checkout.json').create_checkout_session_request,
    ]
    for (const body of bodies) {
      const answer = await agent.post('', body)
      expect([answer.status, answer.body.message, body]).toEqual([201, undefined, body])
    }
    for (const name of ['cancel_checkout_session_request', 'cancel_checkout_session_request_timing_deferred']) {
      const { body } = await agent.post('', examples.create_checkout_session_request)
      const payload = mcp.update_checkout_session_request.params.arguments.payload
      expect((await agent.post(`/${body.id}`, payload)).status).toBe(200)
      const left = await agent.post(`/${body.id}/cancel`, examples[name])
      expect([left.status, left.body.status]).toEqual([200, 'canceled'])
    }
  })

  it('are valid themselves, so the schemas are the ones that are meant', () => {
    const examples = example(CHECKOUT)
    for (const [name, shape] of [
      ['create_checkout_session_request', 'CheckoutSessionCreateRequest'],
      ['create_checkout_session_response', 'CheckoutSession'],
      ['update_checkout_session_request', 'CheckoutSessionUpdateRequest'],
      ['complete_checkout_session_request', 'CheckoutSessionCompleteRequest'],
      ['complete_checkout_session_response', 'CheckoutSessionWithOrder'],
      ['checkout_session_authentication_required', 'CheckoutSession'],
      ['error_409_idempotency_in_flight', 'Error'],
      ['discovery_response_full', 'DiscoveryResponse'],
    ] as const) {
      expectValid(examples[name], shape)
    }
    const delegated = readExample('2026-04-17/examples.delegate_payment.json')
    expectValid(delegated.delegate_payment_request, 'DelegatePaymentRequest', { of: 'delegate_payment' })
  })
})

describe('older versions of ACP', () => {
  it('2026-01-30 has its own schemas, and every answer keeps to them', async () => {
    const { agent: _, api } = await openExampleShop()
    const agent = agentOf(api, '2026-01-30')
    const { order_notes: __, ...wanted } = example(CHECKOUT).create_checkout_session_request
    const { body } = await agent.post('', { ...wanted, discounts: { codes: ['NOTHING'] } })
    expect([body.protocol.version, body.messages[0].resolution]).toEqual(['2026-01-30', undefined])
    const asked = await agent.post(`/${body.id}/complete`, paidWith('spt_test_3ds'))
    expect([asked.body.status, asked.body.authentication_metadata]).toEqual(['requires_escalation', undefined])
    await agent.post(`/${body.id}`, { buyer: { email: 'ada@examples.com' } })
    const paid = await agent.post(`/${body.id}/complete`, paidWith('spt_123'))
    expect([paid.body.status, Object.keys(paid.body.order)]).toEqual([
      'completed',
      ['id', 'checkout_session_id', 'permalink_url', 'order_number', 'status'],
    ])
  })

  it('2025-09-29 says items, one address and one option, and amounts by name', async () => {
    const { api } = await openCheckoutShop()
    const agent = agentOf(api, '2025-09-29')
    const { status, body } = await agent.post('', {
      items: [{ id: 'MUG-One', quantity: 2 }],
      fulfillment_address: WIEN,
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

  it.each(['2025-12-12', '2026-01-16'])('%s has the way of shipping inside its kind', async (version) => {
    const { api } = await openCheckoutShop()
    const agent = agentOf(api, version)
    const { body } = await agent.post('', {
      items: [{ id: 'MUG-One', quantity: 1 }],
      fulfillment_details: { address: WIEN },
    })
    expect(body).toMatchObject({
      status: 'ready_for_payment',
      line_items: [{ base_amount: 2499, name: 'Mug', unit_amount: 2499 }],
      selected_fulfillment_options: [{ type: 'shipping', shipping: { option_id: 'post', item_ids: ['MUG-One'] } }],
      fulfillment_options: [version === '2026-01-16' ? { totals: [{ amount: 490 }] } : { total: 490 }],
    })
    expect([body.capabilities, body.protocol]).toEqual([undefined, undefined])
    const selected_fulfillment_options = [{ type: 'shipping', shipping: { option_id: 'rocket', item_ids: [] } }]
    const odd = await agent.post(`/${body.id}`, { selected_fulfillment_options })
    expect(odd.body.messages).toMatchObject([{ type: 'error', code: 'invalid' }])
  })
})
