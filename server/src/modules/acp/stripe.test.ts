import { beforeEach, expect, it, vi } from 'vitest'
import { requireFixtures } from '../../../test/acp-schemas.ts'
import { createAgent, createReadySession, paymentWith, VIENNA } from '../../../test/agent.ts'
import { openCheckoutShop } from '../../../test/checkout-shop.ts'
import { createApiClient } from '../../../test/open-shop.ts'
import { CONNECTION, OTHER_KEY } from '../../../test/stripe/keys.ts'
import { countOrders, openStripeShop } from '../../../test/stripe-shop.ts'

beforeEach(requireFixtures)

it("charges a granted token at Stripe, reports disputes, and returns the bank's page", async () => {
  const shop = await openStripeShop()
  const agent = createAgent(shop.api)
  const paid = await agent.post(`/${(await createReadySession(agent)).id}/complete`, paymentWith('spt_granted'))
  expect([paid.status, paid.body.status, shop.stripe.charges]).toEqual([200, 'completed', ['pi_1']])

  await shop.server.startWorker()
  const dispute = { object: 'dispute', id: 'dp_1', payment_intent: 'pi_1', amount: 2989, currency: 'eur' } as const
  for (const [type, status, adjustmentStatus] of [
    ['charge.dispute.created', 'needs_response', 'pending'],
    ['charge.dispute.closed', 'lost', 'completed'],
    ['charge.dispute.closed', 'won', 'failed'],
  ] as const) {
    shop.stripe.disputes.splice(0, 1, { ...dispute, status })
    expect(await shop.webhook(shop.stripe.event(type, { ...dispute, status }))).toBe(200)
    const sum = { amount: 2989, currency: 'eur' }
    await vi.waitFor(
      async () => {
        const { order } = (await agent.get(`/${paid.body.id}`)).body
        expect(order.adjustments).toMatchObject([
          { id: 'dp_1', type: 'dispute', status: adjustmentStatus, reason: status, ...sum },
        ])
      },
      { timeout: 120_000, interval: 50 },
    )
  }

  const session = await createReadySession(agent)
  const { body } = await agent.post(`/${session.id}/complete`, paymentWith('spt_granted_3ds'))
  expect([body.status, body.continue_url]).toEqual(['requires_escalation', 'https://hooks.stripe.com/3ds/pi_2'])
  shop.stripe.pay('pi_2')
  const done = await agent.post(`/${session.id}/complete`, paymentWith('spt_granted_3ds'))
  expect([done.body.status, shop.stripe.charges]).toEqual(['completed', ['pi_1', 'pi_2']])

  const unknown = await agent.post(`/${(await createReadySession(agent)).id}/complete`, paymentWith('spt_nobody_knows'))
  expect(JSON.stringify(unknown.body)).not.toContain('spt_nobody_knows')
  expect([unknown.status, await countOrders(shop)]).toEqual([400, 2])
})

const ACQUIRER = { bin: '455986', country: 'IE', merchantId: 'm_1', merchantName: 'Mugs Ltd' }
const PROOF = {
  three_ds_cryptogram: 'AAABBWcSNIdjeUZThmNHAAAAAAA=',
  electronic_commerce_indicator: '05',
  transaction_id: 'f25084f0-5b16-4c0a-ae5d-b24808a95e4b',
  version: '2.2.0',
}

it('includes the merchant id at the provider and the accepted brands', async () => {
  const shop = await openStripeShop()
  const configOf = ({ capabilities }: Awaited<ReturnType<typeof createReadySession>>) =>
    capabilities.payment.handlers[0].config
  const brands = ['visa', 'mastercard', 'amex']
  const session = await createReadySession(createAgent(shop.api))
  expect(configOf(session)).toMatchObject({ merchant_id: 'acct_ours', psp: 'stripe', accepted_brands: brands })
  for (const [version, merchant] of [
    ['2025-12-12', {}],
    ['2026-01-16', { merchant_id: 'acct_ours' }],
  ] as const) {
    const { body } = await createAgent(shop.api, version).get(`/${session.id}`)
    const supported_payment_methods = [{ type: 'card', supported_card_networks: brands }]
    expect(body.payment_provider).toEqual({ provider: 'stripe', ...merchant, supported_payment_methods })
  }
  expect((await shop.api.send('PUT', '/v1/payments/connection', { ...CONNECTION, secretKey: OTHER_KEY })).status).toBe(
    200,
  )
  expect(configOf(await createReadySession(createAgent(shop.api))).merchant_id).toBe('acct_other')

  const simulated = await openCheckoutShop()
  const config = configOf(await createReadySession(createAgent(simulated.api)))
  expect(config).toMatchObject({ psp: 'simulator', accepted_brands: ['visa', 'mastercard'] })
  expect(config.merchant_id).toMatch(/^sim_/)
})

it('advertises 3-D Secure only with an acquirer, and passes its result to Stripe', async () => {
  const shop = await openStripeShop()
  const agent = createAgent(shop.api)
  const discovered = async () =>
    (await createApiClient(shop.server.url).get(`/.well-known/acp.json?workspace_id=${shop.live.workspaceId}`)).body
      .capabilities
  const advertised = async () => {
    const { capabilities } = await createReadySession(agent)
    const { intervention_types } = await discovered()
    return [
      capabilities.payment.handlers[0].config.supports_3ds,
      capabilities.interventions.supported,
      intervention_types,
    ]
  }
  expect(await advertised()).toEqual([false, [], undefined])
  const connected = await shop.api.send('PUT', '/v1/payments/connection', { ...CONNECTION, acquirer: ACQUIRER })
  expect(connected.body.acquirer).toEqual(ACQUIRER)
  expect(await advertised()).toEqual([true, ['3ds'], ['3ds']])

  const { id } = await createReadySession(agent)
  const complete = (more: object = {}) => agent.post(`/${id}/complete`, paymentWith('spt_granted_3ds', more))
  const challenged = await complete()
  expect(challenged.body).toMatchObject({
    status: 'authentication_required',
    authentication_metadata: {
      acquirer_details: {
        acquirer_bin: '455986',
        acquirer_country: 'IE',
        acquirer_merchant_id: 'm_1',
        merchant_name: 'Mugs Ltd',
      },
      directory_server: 'visa',
    },
  })
  const result = (outcome: string, more: object = {}) => ({
    authentication_result: { outcome, outcome_details: { ...PROOF, ...more } },
  })
  // A failed authentication is never charged.
  const denied = await complete({ authentication_result: { outcome: 'denied' } })
  expect([denied.body.status, denied.body.messages[0].code, shop.stripe.charges]).toEqual([
    'ready_for_payment',
    'payment_declined',
    [],
  ])
  const invalid = await complete(result('authenticated', { version: '9.9.9' }))
  expect([invalid.status, invalid.body.param, shop.stripe.charges]).toEqual([400, '$.authentication_result', []])
  await complete()
  const paid = await complete(result('authenticated'))
  expect([paid.body.status, shop.stripe.charges.length]).toEqual(['completed', 1])
  const [ref = ''] = shop.stripe.charges
  expect(shop.stripe.authenticated.get(ref)).toEqual({
    cryptogram: PROOF.three_ds_cryptogram,
    electronic_commerce_indicator: '05',
    transaction_id: PROOF.transaction_id,
    version: '2.2.0',
    ares_trans_status: 'Y',
  })

  const older = createAgent(shop.api, '2026-01-16')
  const { body } = await older.post('', {
    items: [{ id: 'MUG-One', quantity: 1 }],
    fulfillment_details: { address: VIENNA },
  })
  const methods = { supported_authentication_methods: ['3ds'] }
  expect(body.authentication_provider).toEqual({ provider: 'stripe', merchant_id: 'acct_ours', ...methods })
  const first = { buyer: { email: 'ada@example.com' }, payment_data: { token: 'spt_granted_3ds', provider: 'stripe' } }
  const authentication_result = { outcome: 'attempt', outcome_details: PROOF }
  // The result may also come with the first request, unrequested.
  const done = await older.post(`/${body.id}/complete`, { ...first, authentication_result })
  expect([done.body.status, [...shop.stripe.authenticated.values()].at(-1)?.ares_trans_status]).toEqual([
    'completed',
    'A',
  ])
})
