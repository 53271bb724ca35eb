import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { expectValid, requireFixtures } from '../../../test/acp-schemas.ts'
import { createAgent, createReadySession, paymentWith, SESSIONS, totalOf, VIENNA } from '../../../test/agent.ts'
import { addSimpleProduct } from '../../../test/cart-shop.ts'
import { openCheckoutShop } from '../../../test/checkout-shop.ts'
import { createApiClient } from '../../../test/open-shop.ts'
import { addCustomer } from '../../../test/sample-customers.ts'
import { createProgram, grantPoints, pointsBalance } from '../../../test/sample-points.ts'

beforeEach(requireFixtures)

const MUG = { currency: 'eur', line_items: [{ id: 'MUG-One' }], capabilities: {} }
const NOW = { 'api-version': '2026-04-17' }

describe('ACP items', () => {
  it('rejects a SKU shared by two variants, and lists both', async () => {
    const shop = await openCheckoutShop()
    const duplicate = (await addSimpleProduct(shop, { title: 'Jug', sku: 'MUG', price: 9900 })).variants[0].id
    const rejected = await createAgent(shop.api).post('', MUG)
    const { status, body } = rejected
    expect([status, body.code, body.param]).toEqual([400, 'invalid_item_id', '$.line_items[0].id'])
    expect(body.message).toBe(
      `"MUG-One" is the SKU of several variants. Send the ID of one: ${shop.mug}, ${duplicate}.`,
    )
    const chosen = await createAgent(shop.api).post('', { ...MUG, line_items: [{ id: duplicate }] })
    expect([chosen.status, chosen.body.line_items[0].item.id]).toEqual([201, duplicate])
  })
})

describe('card number detection', () => {
  it('rejects card numbers in every buyer field, with the param that the agent sent', async () => {
    const { api } = await openCheckoutShop()
    const number = '4000 0566 5566 5556'
    for (const [fields, param] of [
      [{ buyer: { first_name: number, email: 'ada@example.com' } }, '$.buyer.first_name'],
      [{ fulfillment_details: { name: number, address: VIENNA } }, '$.fulfillment_details.name'],
      [{ fulfillment_details: { address: { ...VIENNA, line_two: number } } }, '$.fulfillment_details.address.line_two'],
    ] as const) {
      const { status, body } = await createAgent(api).post('', { ...MUG, ...fields })
      expect([status, body.param]).toEqual([400, param])
      expect(JSON.stringify(body)).not.toContain('5556')
    }
  })
})

describe('ACP idempotency', () => {
  it('requires a key for every POST, and echoes the key and the request id', async () => {
    const { api } = await openCheckoutShop()
    const without = await api.post(SESSIONS, MUG, NOW)
    expect([without.status, without.body.code]).toEqual([400, 'idempotency_key_required'])
    expectValid(without.body, 'Error')
    const empty = await createAgent(api).post('', MUG, { 'idempotency-key': '' })
    expect([empty.status, empty.body.code]).toEqual([400, 'idempotency_key_required'])
    const created = await createAgent(api).post('', MUG, { 'idempotency-key': 'k1', 'request-id': 'mine' })
    expect([created.headers.get('idempotency-key'), created.headers.get('request-id')]).toEqual(['k1', 'mine'])
    expect([created.headers.get('idempotent-replayed'), created.headers.get('x-ratelimit-limit')]).toEqual([
      null,
      '100',
    ])
  })

  it('replays the same request regardless of field order, and returns 422 for another', async () => {
    const { api } = await openCheckoutShop()
    const agent = createAgent(api)
    const key = { 'idempotency-key': 'one' }
    const first = await agent.post('', MUG, key)
    const { capabilities, line_items, currency } = MUG
    const second = await agent.post('', { capabilities, line_items, currency }, key)
    expect([second.status, second.body, second.headers.get('idempotent-replayed')]).toEqual([201, first.body, 'true'])
    const other = await agent.post('', { ...MUG, order_notes: 'x' }, key)
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_conflict'])
    const unknown = { ...MUG, line_items: [{ id: 'NOTHING' }] }
    const rejected = await agent.post('', unknown, { 'idempotency-key': 'two' })
    const replayed = await agent.post('', unknown, { 'idempotency-key': 'two' })
    expect([rejected.status, rejected.body.code, rejected.body.param]).toEqual([
      400,
      'invalid_item_id',
      '$.line_items[0].id',
    ])
    expect([replayed.status, replayed.body, replayed.headers.get('idempotent-replayed')]).toEqual([
      400,
      rejected.body,
      'true',
    ])
  })

  it('scopes keys by path', async () => {
    const { api } = await openCheckoutShop()
    const agent = createAgent(api)
    const key = { 'idempotency-key': 'same' }
    const session = await createReadySession(agent)
    const one = await agent.post(`/${session.id}`, { order_notes: 'x' }, key)
    const two = await agent.post(`/${session.id}/complete`, paymentWith('spt_test_visa'), key)
    expect([one.status, two.status, two.body.status]).toEqual([200, 200, 'completed'])
  })

  it('returns 409 with retry-after while the request is in flight', async () => {
    const { api, server, live } = await openCheckoutShop()
    const fingerprint = createHash('sha256').update('of somebody else').digest()
    await server.db.pool.query(
      `insert into idempotency_keys (environment_id, key, fingerprint, headers, body, created_at, claimed_until)
       values ($1, $2, $3, '{}', '', now(), now() + interval '1 minute')`,
      [live.environmentId, `${SESSIONS} busy`, fingerprint],
    )
    const response = await createAgent(api).post('', MUG, { 'idempotency-key': 'busy' })
    expect([response.status, response.body.code, response.headers.get('retry-after')]).toEqual([
      409,
      'idempotency_in_flight',
      '1',
    ])
  })

  it('places one order for ten concurrent requests with the same key', async () => {
    const shop = await openCheckoutShop()
    const agent = createAgent(shop.api)
    const { id } = await createReadySession(agent)
    const buy = () => agent.post(`/${id}/complete`, paymentWith('spt_test_visa'), { 'idempotency-key': 'buy' })
    const statuses = (await Promise.all(Array.from({ length: 10 }, buy))).map(({ status }) => status)
    expect(statuses.every((status) => status === 200 || status === 409)).toBe(true)
    expect((await buy()).body.status).toBe('completed')
    expect((await shop.api.get('/v1/orders')).body.data).toHaveLength(1)
  })

  it('does not store a 409 for a checkout in progress', async () => {
    const { api } = await openCheckoutShop()
    const agent = createAgent(api)
    const { id } = await createReadySession(agent)
    const paying = await agent.post(`/${id}/complete`, paymentWith('spt_test_late_success'))
    expect(paying.body).toMatchObject({ status: 'complete_in_progress', messages: [{ type: 'info' }] })
    const change = () => agent.post(`/${id}`, { order_notes: 'x' }, { 'idempotency-key': 'early' })
    const early = await change()
    expect([early.status, early.body.code, early.headers.get('retry-after')]).toEqual([
      409,
      'checkout_in_progress',
      '2',
    ])
    expect((await agent.post(`/${id}/cancel`)).body.status).toBe('canceled')
    expect((await change()).body.code).toBe('session_canceled')
  })

  it('recovers the outcome on a retry after a crash before the response was stored', async () => {
    const shop = await openCheckoutShop()
    const agent = createAgent(shop.api)
    const forget = () =>
      shop.server.db.pool.query('delete from idempotency_keys where environment_id = $1', [shop.live.environmentId])
    const proof = {
      three_ds_cryptogram: 'ABCDEFGHIJKLMNOPQRSTUVWX==',
      electronic_commerce_indicator: '05',
      transaction_id: 'ds_1',
      version: '2.2.0',
    }
    const authentication_result = { outcome: 'authenticated', outcome_details: proof }
    for (const [token, more] of [
      ['spt_test_visa', {}],
      ['spt_test_3ds', { authentication_result }],
    ] as const) {
      const { id } = await createReadySession(agent)
      if (token === 'spt_test_3ds') await agent.post(`/${id}/complete`, paymentWith(token))
      const complete = () => agent.post(`/${id}/complete`, paymentWith(token, more), { 'idempotency-key': 'lost' })
      const first = await complete()
      await forget()
      const second = await complete()
      expect([second.status, second.body.order]).toEqual([200, first.body.order])
    }
    expect((await shop.api.get('/v1/orders')).body.data).toHaveLength(2)
  })
})

describe('ACP errors', () => {
  it("uses the protocol's error format for every error", async () => {
    const { api, server } = await openCheckoutShop()
    const agent = createAgent(api)
    const nobody = await createAgent(createApiClient(server.url)).post('', MUG)
    expect([nobody.status, nobody.body.type, nobody.body.code]).toEqual([401, 'invalid_request', 'unauthorized'])
    const empty = await agent.post('', { currency: 'eur', capabilities: {} })
    expect([empty.status, empty.body.param]).toEqual([400, '$.line_items'])
    const nameless = await agent.post('', { ...MUG, line_items: [{ quantity: 1 }] })
    expect([nameless.status, nameless.body.param]).toEqual([400, '$.line_items[0].id'])
    const invalid = await agent.post('', {
      ...MUG,
      fulfillment_details: { address: { ...VIENNA, country: 'Austria' } },
    })
    expect([invalid.status, invalid.body.param]).toEqual([400, '$.fulfillment_details.address.country'])
    const misspelled = await agent.post('', { ...MUG, ordernotes: 'x' })
    expect([misspelled.status, misspelled.body.param]).toEqual([400, '$.ordernotes'])
    for (const id of ['nonsense', `acps_${'0'.repeat(26)}`]) {
      const missing = await agent.get(`/${id}`)
      expect([missing.status, missing.body.code]).toEqual([404, 'not_found'])
    }
    const broken = await agent.post('', '{', { 'content-type': 'application/json' })
    expect([broken.status, broken.body.code]).toEqual([400, 'invalid_request'])
    const session = await createReadySession(agent)
    const unknown = await agent.post(`/${session.id}/complete`, paymentWith('tok_unknown'))
    expect([unknown.status, unknown.body.param]).toEqual([400, '$.payment_data.instrument.credential.token'])
    const number = await agent.post(`/${session.id}/complete`, paymentWith('spt_4242-4242-4242-4242'))
    expect([number.status, JSON.stringify(number.body).includes('4242')]).toEqual([400, false])
    const moved = { fulfillment_details: { name: 'Kim', address: { ...VIENNA, postal_code: '1020' } } }
    const otherAddress = await agent.post(`/${session.id}/complete`, paymentWith('spt_test_visa', moved))
    expect([otherAddress.status, otherAddress.body.param]).toEqual([409, '$.fulfillment_details.address'])
    const onAccount = { ...paymentWith('x'), payment_data: { purchase_order_number: 'PO-1' } }
    expect((await agent.post(`/${session.id}/complete`, onAccount)).body.code).toBe('unsupported')
  })

  it('accepts a new recipient at the same address on completion', async () => {
    const shop = await openCheckoutShop()
    const agent = createAgent(shop.api)
    const { name: _, ...address } = VIENNA
    const details = { fulfillment_details: { name: 'Kim Doe', phone_number: '+43 1 234', address } }
    const session = await createReadySession(agent)
    const { status, body } = await agent.post(`/${session.id}/complete`, paymentWith('spt_test_visa', details))
    expect([status, body.status]).toEqual([200, 'completed'])
    const [order] = (await shop.api.get('/v1/orders')).body.data
    const { shippingAddress } = (await shop.api.get(`/v1/orders/${order.id}`)).body
    expect(shippingAddress).toMatchObject({ name: 'Kim Doe', phone: '+43 1 234', line1: 'Stephansplatz 1' })
  })

  it('lists the supported versions when the version is missing or unsupported', async () => {
    const { api } = await openCheckoutShop()
    const newestFirst = ['2026-04-17', '2026-01-30', '2026-01-16', '2025-12-12', '2025-09-29']
    for (const [headers, code] of [
      [{ 'idempotency-key': 'a' }, 'missing_api_version'],
      [{ 'idempotency-key': 'b', 'api-version': '2024-01-01' }, 'unsupported_api_version'],
      [{ 'idempotency-key': 'c', 'api-version': 'toString' }, 'unsupported_api_version'],
    ] as const) {
      const response = await api.post(SESSIONS, MUG, headers)
      expectValid(response.body, 'Error')
      expect([response.status, response.body.code, response.body.supported_versions]).toEqual([400, code, newestFirst])
    }
  })
})

it('shows loyalty points in the cart as store credit, and the totals still add up', async () => {
  const shop = await openCheckoutShop()
  await createProgram(shop)
  const ada = await addCustomer(shop)
  await grantPoints(shop, ada, 400)
  const { id } = await createReadySession(createAgent(shop.storefront))
  const { rows } = await shop.server.db.pool.query('select cart_id from acp_sessions where id = $1', [id])
  const points = { customer: { id: ada }, points: { requested: 300 } }
  expect((await shop.api.patch(`/v1/carts/${rows[0].cart_id}`, points)).status).toBe(200)
  for (const [version, type] of [
    ['2026-04-17', 'store_credit'],
    ['2025-09-29', 'discount'],
  ] as const) {
    const { body } = await createAgent(shop.api, version).get(`/${id}`)
    expect([totalOf(body, type), totalOf(body, 'total')]).toEqual([300, 2689])
  }
  const { body } = await createAgent(shop.storefront).post(`/${id}/complete`, paymentWith('spt_123'))
  expect([body.status, totalOf(body, 'store_credit'), await pointsBalance(shop, ada)]).toEqual(['completed', 300, 100])
})
