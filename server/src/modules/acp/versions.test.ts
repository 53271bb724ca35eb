import { beforeEach, describe, expect, it } from 'vitest'
import { requireFixtures } from '../../../test/acp-schemas.ts'
import { type Agent, createAgent, paymentWith, SESSIONS, VIENNA } from '../../../test/agent.ts'
import { getStockLevel, openCheckoutShop } from '../../../test/checkout-shop.ts'
import { openServer } from '../../../test/open-server.ts'
import { createApiClient, openShop } from '../../../test/open-shop.ts'

beforeEach(requireFixtures)

const OLD = ['2025-09-29', '2025-12-12', '2026-01-16']
const ALL = [...OLD, '2026-01-30', '2026-04-17']
/** Versions with a payment handler and instrument. */
const isNew = (version: string) => !OLD.includes(version)

const BUYER = { email: 'ada@example.com', first_name: 'Ada', last_name: 'Lovelace' }
const PROOF = {
  three_ds_cryptogram: 'AAABBWcSNIdjeUZThmNHAAAAAAA=',
  electronic_commerce_indicator: '05',
  transaction_id: 'f25084f0-5b16-4c0a-ae5d-b24808a95e4b',
  version: '2.2.0',
}

/** A session in the version's own format that lacks only the payment. */
function newSession(version: string): object {
  const where =
    version === '2025-09-29' ? { fulfillment_address: VIENNA } : { fulfillment_details: { address: VIENNA } }
  if (!isNew(version)) return { items: [{ id: 'MUG-One', quantity: 1 }], buyer: BUYER, ...where }
  const capabilities = { interventions: { supported: ['3ds'] } }
  return { currency: 'eur', line_items: [{ id: 'MUG-One' }], buyer: BUYER, capabilities, ...where }
}

const paidIn = (version: string, token: string, more: object = {}) =>
  isNew(version) ? paymentWith(token, more) : { buyer: BUYER, payment_data: { token, provider: 'stripe' }, ...more }

async function openSession(agent: Agent, version: string): Promise<string> {
  const { status, body } = await agent.post('', newSession(version))
  expect([version, status, body.status]).toEqual([version, 201, 'ready_for_payment'])
  return body.id
}

describe('Idempotency-Key', () => {
  it.each(OLD.concat('2026-01-30'))('is optional in %s', async (version) => {
    const shop = await openCheckoutShop()
    const post = (path: string, body: object) =>
      shop.api.post(`${SESSIONS}${path}`, body, { 'api-version': version, 'request-id': 'r1' })
    const { status, body, headers } = await post('', newSession(version))
    expect([status, headers.get('idempotency-key'), headers.get('request-id')]).toEqual([201, null, 'r1'])
    const paid = await post(`/${body.id}/complete`, paidIn(version, 'spt_123'))
    expect([paid.status, paid.body.status]).toEqual([200, 'completed'])
    const again = await post(`/${body.id}/complete`, paidIn(version, 'spt_123'))
    expect([again.status, again.body.code]).toEqual([400, 'session_completed'])
    expect((await shop.api.get('/v1/orders')).body.data).toHaveLength(1)
  })

  it.each(['2026-01-30', '2026-04-17'])('returns the conflict type of %s for another body', async (version) => {
    const agent = createAgent((await openCheckoutShop()).api, version)
    const key = { 'idempotency-key': 'one' }
    expect((await agent.post('', newSession(version), key)).status).toBe(201)
    const { status, body } = await agent.post(
      '',
      { ...newSession(version), buyer: { ...BUYER, first_name: 'Eve' } },
      key,
    )
    const type = version === '2026-04-17' ? 'invalid_request' : 'request_not_idempotent'
    expect([status, body.type, body.code]).toEqual([422, type, 'idempotency_conflict'])
  })
})

describe('3-D Secure', () => {
  it.each(ALL.slice(1))('lets the agent authenticate the buyer and complete with the result in %s', async (version) => {
    const shop = await openCheckoutShop({ onHand: 5 })
    const agent = createAgent(shop.api, version)
    const id = await openSession(agent, version)
    const challenged = await agent.post(`/${id}/complete`, paidIn(version, 'spt_test_3ds'), {
      'user-agent': 'Agent/1.0',
    })
    const channel = { type: 'browser', browser: { user_agent: 'Agent/1.0', javascript_enabled: false } }
    expect(challenged.body).toMatchObject({
      status: 'authentication_required',
      authentication_metadata: {
        ...(version !== '2026-04-17' && { channel }),
        acquirer_details: { acquirer_bin: '000000' },
        directory_server: 'visa',
      },
      messages: [{ type: 'error', code: 'requires_3ds' }],
    })
    const unauthenticated = await agent.post(`/${id}/complete`, paidIn(version, 'spt_test_3ds'))
    expect([unauthenticated.status, unauthenticated.body.code, unauthenticated.body.param]).toEqual([
      400,
      'requires_3ds',
      '$.authentication_result',
    ])
    const failed = { authentication_result: { outcome: version === '2026-01-16' ? 'failed' : 'denied' } }
    const denied = await agent.post(`/${id}/complete`, paidIn(version, 'spt_test_3ds', failed))
    expect([denied.body.status, denied.body.messages[0].code]).toEqual(['ready_for_payment', 'payment_declined'])
    expect(await getStockLevel(shop)).toMatchObject({ onHand: 5, reserved: 0 })
    const invalid = { authentication_result: { outcome: 'perhaps' } }
    const unknown = await agent.post(`/${id}/complete`, paidIn(version, 'spt_test_3ds', invalid))
    expect([unknown.status, unknown.body.param]).toEqual([400, '$.authentication_result.outcome'])
    const outcome = version === '2026-01-16' ? 'attempt' : 'attempt_acknowledged'
    const proven = { authentication_result: { outcome, outcome_details: PROOF } }
    const paid = await agent.post(`/${id}/complete`, paidIn(version, 'spt_test_3ds', proven))
    expect([paid.body.status, await getStockLevel(shop)]).toMatchObject(['completed', { onHand: 4, reserved: 0 }])
  })

  it.each([
    ['2025-09-29', 'not_ready_for_payment'],
    ['2026-04-17', 'requires_escalation'],
  ])('sends the buyer to a page if an agent of %s lacks 3-D Secure, and completes', async (version, status) => {
    const shop = await openCheckoutShop({ isolated: true })
    const agent = createAgent(shop.api, version)
    const { body } = await agent.post('', { ...newSession(version), ...(isNew(version) && { capabilities: {} }) })
    const challenged = (await agent.post(`/${body.id}/complete`, paidIn(version, 'spt_test_3ds'))).body
    expect([challenged.status, challenged.authentication_metadata]).toEqual([status, undefined])
    expect(challenged.messages).toMatchObject([
      { code: 'requires_3ds', content: expect.stringContaining(challenged.continue_url) },
    ])
    // A retry, even without a key, keeps the page that the buyer may have open.
    const headers = {
      'api-version': version,
      'request-id': 'r1',
      ...(isNew(version) && { 'idempotency-key': 'again-again-again-1' }),
    }
    const again = await shop.api.post(`${SESSIONS}/${body.id}/complete`, paidIn(version, 'spt_test_3ds'), headers)
    expect(again.body.continue_url).toBe(challenged.continue_url)
    const { pathname, search } = new URL(challenged.continue_url)
    const page = await fetch(shop.server.url + pathname + search)
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    await shop.server.startWorker()
    const approved = { method: 'POST', body: new URLSearchParams({ answer: 'approve' }), redirect: 'manual' } as const
    const response = await fetch(shop.server.url + pathname + search, approved)
    expect(response.status).toBe(303)
    await expect
      .poll(async () => (await agent.get(`/${body.id}`)).body)
      .toMatchObject({ status: 'completed', order: { checkout_session_id: body.id } })
  })
})

describe('order.status in 2026-01-30', () => {
  it('contains only statuses of that version', async () => {
    const shop = await openCheckoutShop()
    const agent = createAgent(shop.api, '2026-01-30')
    const buy = async () => {
      const id = await openSession(agent, '2026-01-30')
      const { body } = await agent.post(`/${id}/complete`, paymentWith('spt_123'))
      return { id, orderId: body.order.id as string, status: body.order.status }
    }
    const statusOf = async (id: string) => (await agent.get(`/${id}`)).body.order.status
    const sent = await buy()
    expect(sent.status).toBe('confirmed')
    const { body } = await shop.api.post(`/v1/orders/${sent.orderId}/fulfillments`, {})
    expect(await statusOf(sent.id)).toBe('shipped')
    await shop.api.patch(`/v1/orders/${sent.orderId}/fulfillments/${body.id}`, { status: 'delivered' })
    expect(await statusOf(sent.id)).toBe('delivered')
    const left = await buy()
    expect((await shop.api.post(`/v1/orders/${left.orderId}/cancellation`, {})).status).toBeLessThan(300)
    expect(await statusOf(left.id)).toBeUndefined()
    expect((await createAgent(shop.api).get(`/${left.id}`)).body.order.status).toBe('canceled')
  })
})

describe('param', () => {
  it.each(ALL)('uses the field names of %s', async (version) => {
    const shop = await openCheckoutShop()
    const agent = createAgent(shop.api, version)
    const isFirst = version === '2025-09-29'
    const items = isNew(version) ? 'line_items' : 'items'
    const address = isFirst ? '$.fulfillment_address' : '$.fulfillment_details.address'
    const { fulfillment_address: _, fulfillment_details: __, ...bare } = newSession(version) as Record<string, object>
    const unknown = await agent.post('', { ...bare, [items]: [{ id: 'NOTHING', quantity: 1 }] })
    expect(unknown.body.param).toBe(`$.${items}[0].id`)
    expect((await agent.post('', { currency: 'eur' })).body.param).toBe(`$.${items}`)
    const { body } = await agent.post('', bare)
    expect(body.messages).toMatchObject([{ code: 'missing', param: address }])
    const unknownCountry = { ...VIENNA, country: 'ZZ' }
    const where = (one: object) => (isFirst ? { fulfillment_address: one } : { fulfillment_details: { address: one } })
    const invalid = await agent.post(`/${body.id}`, where(unknownCountry))
    expect([invalid.status, invalid.body.param]).toEqual([400, `${address}.country`])
    expect(invalid.body.message).not.toContain('shippingAddress')
    await agent.post(`/${body.id}`, where(VIENNA))
    const chosen = isFirst
      ? { fulfillment_option_id: 'rocket' }
      : isNew(version)
        ? { selected_fulfillment_options: [{ type: 'shipping', option_id: 'rocket', item_ids: [] }] }
        : { selected_fulfillment_options: [{ type: 'shipping', shipping: { option_id: 'rocket', item_ids: [] } }] }
    const option = isFirst
      ? '$.fulfillment_option_id'
      : `$.selected_fulfillment_options[0]${isNew(version) ? '' : '.shipping'}.option_id`
    expect((await agent.post(`/${body.id}`, chosen)).body.messages).toMatchObject([{ code: 'invalid', param: option }])
    const token = isNew(version) ? '$.payment_data.instrument.credential.token' : '$.payment_data.token'
    expect((await agent.post(`/${body.id}/complete`, paidIn(version, 'tok_unknown'))).body.param).toBe(token)
  })

  it('uses an older field name only if the agent sent it', async () => {
    const shop = await openCheckoutShop()
    const agent = createAgent(shop.api)
    const nested = { currency: 'eur', capabilities: {}, line_items: [{ item: { id: 'NOTHING' }, quantity: 1 }] }
    expect((await agent.post('', nested)).body.param).toBe('$.line_items[0].item.id')
    const { line_items: items, ...older } = nested
    expect((await agent.post('', { ...older, items })).body.param).toBe('$.items[0].item.id')
  })
})

describe('payment_data', () => {
  it('rejects an unsupported handler, instrument or provider', async () => {
    const shop = await openCheckoutShop()
    const agent = createAgent(shop.api)
    const id = await openSession(agent, '2026-04-17')
    const { payment_data: good } = paymentWith('spt_123')
    const { instrument } = good
    for (const [payment_data, param] of [
      [{ ...good, handler_id: 'seller_pm_123' }, 'handler_id'],
      [{ instrument }, 'handler_id'],
      [{ handler_id: 'card_tokenized' }, 'instrument'],
      [{ ...good, instrument: { ...instrument, type: 'wallet_token' } }, 'instrument.type'],
      [
        { ...good, instrument: { ...instrument, credential: { type: 'wallet_token', token: 'spt_123' } } },
        'instrument.credential.type',
      ],
      [{ token: 'spt_123', provider: 'adyen' }, 'provider'],
    ]) {
      const { status, body } = await agent.post(`/${id}/complete`, { buyer: BUYER, payment_data })
      expect([status, body.param]).toEqual([400, `$.payment_data.${param}`])
    }
    expect((await shop.api.get('/v1/orders')).body.data).toEqual([])
    expect((await agent.post(`/${id}/complete`, paymentWith('spt_123'))).body.status).toBe('completed')
  })
})

describe('errors before the handler', () => {
  it("uses the protocol's format and echoes the request ids: 401, 403, 429 and invalid JSON", async () => {
    const { server, live, api } = await openShop(await openServer({ limitClock: () => 0 }))
    const ids = { 'request-id': 'r-1', 'idempotency-key': 'k-1' }
    const echoedIds = ({ headers }: { headers: Headers }) => [headers.get('request-id'), headers.get('idempotency-key')]
    const nobody = await createAgent(createApiClient(server.url)).post('', {}, ids)
    expect([nobody.status, nobody.body.code, ...echoedIds(nobody)]).toEqual([401, 'unauthorized', 'r-1', 'k-1'])
    const other = { 'x-workspace-id': '00000000-0000-4000-8000-000000000000', ...ids }
    const foreign = await createAgent(api).post('', {}, other)
    expect([foreign.status, ...echoedIds(foreign)]).toEqual([403, 'r-1', 'k-1'])
    const malformed = await createAgent(api).post('', '{', { 'content-type': 'application/json', ...ids })
    expect([malformed.status, ...echoedIds(malformed)]).toEqual([400, 'r-1', 'k-1'])
    const visitor = createAgent(createApiClient(server.url, { 'x-workspace-id': live.environmentId }))
    const all = []
    for (let time = 0; time < 6; time++)
      all.push(await visitor.post('', {}, { ...ids, 'idempotency-key': `k-${time}` }))
    const last = all.at(-1) as (typeof all)[number]
    expect([last.status, last.body.code, ...echoedIds(last)]).toEqual([429, 'rate_limited', 'r-1', 'k-5'])
  })
})
