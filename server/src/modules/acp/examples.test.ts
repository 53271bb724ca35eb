import { beforeEach, describe, expect, it } from 'vitest'
import { addProducts, expectFieldsOf, listExamples, loadExample, openExampleShop } from '../../../test/acp-examples.ts'
import { expectValid, listSchemaErrors, requireFixtures } from '../../../test/acp-schemas.ts'
import { paymentWith, SESSIONS } from '../../../test/agent.ts'
import { createApiClient } from '../../../test/open-shop.ts'
import { setStock } from '../../../test/sample-stock.ts'

beforeEach(requireFixtures)

/**
 * How each example is used: a `request` is sent; a `response` is validated against its schema and compared with ours;
 * `faulty` examples violate their own schema, which is asserted; `skipped` says why an example doesn't concern a
 * seller's server.
 */
type Use =
  | { request: 'create' | 'update' | 'cancel' }
  | { request: 'complete'; ends: string }
  | { response: string; as: string }
  | { faulty: string }
  | { skipped: string }

const CHECKOUT_USES: Record<string, Use> = {
  create_checkout_session_request: { request: 'create' },
  create_checkout_session_request_with_first_touch_attribution: { request: 'create' },
  create_checkout_session_response: { response: 'created', as: 'CheckoutSession' },
  update_checkout_session_request: { request: 'update' },
  update_checkout_session_response: { response: 'updated', as: 'CheckoutSession' },
  complete_checkout_session_request: { request: 'complete', ends: 'completed' },
  complete_checkout_session_request_seller_backed: { skipped: 'uses a payment handler that we do not offer' },
  complete_checkout_session_request_with_last_touch_attribution: { request: 'complete', ends: 'completed' },
  complete_checkout_session_response: { response: 'completed', as: 'CheckoutSessionWithOrder' },
  get_checkout_session_response: { response: 'retrieved', as: 'CheckoutSession' },
  cancel_checkout_session_request: { request: 'cancel' },
  cancel_checkout_session_request_timing_deferred: { request: 'cancel' },
  cancel_checkout_session_response: { response: 'canceled', as: 'CheckoutSession' },
  // These have `refunds` of an older version; webhook.test.ts validates our events against the order schema.
  webhook_order_create_event: { faulty: 'Order' },
  webhook_order_update_event: { faulty: 'Order' },
  checkout_session_authentication_required: { response: 'challenged', as: 'CheckoutSession' },
  complete_session_with_authentication_result_request: { request: 'complete', ends: 'completed' },
  complete_session_with_denied_authentication_request: { request: 'complete', ends: 'ready_for_payment' },
  authentication_result_example: { request: 'complete', ends: 'completed' },
  authentication_result_denied_example: { request: 'complete', ends: 'ready_for_payment' },
  authentication_result_frictionless_example: { request: 'complete', ends: 'completed' },
  error_400_requires_3ds: { response: 'unauthenticated', as: 'Error' },
  error_400_invalid_item: { response: 'unknown', as: 'Error' },
  checkout_session_with_out_of_stock: { response: 'soldOut', as: 'CheckoutSession' },
  checkout_session_with_payment_declined: { response: 'declined', as: 'CheckoutSession' },
  discovery_response_full: { response: 'discovery', as: 'DiscoveryResponse' },
  discovery_response_minimal: { response: 'discovery', as: 'DiscoveryResponse' },
  error_400_idempotency_key_required: { response: 'withoutKey', as: 'Error' },
  error_422_idempotency_conflict: { response: 'reused', as: 'Error' },
  error_409_idempotency_in_flight: { response: 'reused', as: 'Error' },
}

const AUTHENTICATION = 'is exchanged between an agent and the authentication provider; we receive the result'
const FEED = 'describes product feeds, which we do not send'
const SKIPPED_FILES: Record<string, string> = {
  'examples.delegate_authentication.json': AUTHENTICATION,
  'examples.feed.json': FEED,
  'examples.delegate_payment.json': 'see the test of delegated payments',
}
const FOLDERS: Record<string, string> = {
  orders: 'see order-examples.test.ts',
  'discount-extension': 'see discount-examples.test.ts',
}

const MCP_USES: Record<string, Use> = {
  create_checkout_session_request: { request: 'create' },
  create_checkout_session_response: { faulty: 'CheckoutSession' },
  get_checkout_session_request: { skipped: 'is a GET, which has no body' },
  get_checkout_session_response: { faulty: 'CheckoutSession' },
  update_checkout_session_request: { request: 'update' },
  update_checkout_session_response: { faulty: 'CheckoutSession' },
  complete_checkout_session_request: { faulty: 'CheckoutSessionCompleteRequest' },
  complete_checkout_session_response: { faulty: 'CheckoutSessionWithOrder' },
  cancel_checkout_session_request: { request: 'cancel' },
  cancel_checkout_session_response: { faulty: 'CheckoutSession' },
  error_invalid_request: { skipped: 'is JSON-RPC, which we do not support' },
  error_payment_declined: { skipped: 'is JSON-RPC, which we do not support' },
}

const MULTI_USES: Record<string, Use> = {
  create_multi_item_checkout_request: { request: 'create' },
  create_multi_item_checkout_response: { faulty: 'CheckoutSession' },
}

interface WrappedExample {
  params?: { arguments: { payload: object } }
  result?: object
  data?: object
}

/** Extracts the payload of JSON-RPC messages and events. */
const unwrap = ({ params, result, data, ...plain }: WrappedExample): object =>
  params?.arguments.payload ?? result ?? data ?? plain

interface ExampleUse {
  name: string
  value: object
  use: Use | undefined
}

function usesOf(file: string): ExampleUse[] {
  const [version = '', ...path] = file.split('/')
  const name = path.join('/')
  const reason = SKIPPED_FILES[name] ?? FOLDERS[path[0] ?? '']
  return Object.entries(loadExample(file)).map(([key, value]) => {
    const table: Record<string, Record<string, Use>> = {
      'examples.agentic_checkout.json': CHECKOUT_USES,
      'examples.mcp.agentic_checkout.json': MCP_USES,
      'examples.multi_item_checkout.json': MULTI_USES,
      'examples.intent_traces.json': {
        [key]: key.endsWith('_request') ? { request: 'cancel' } : { skipped: 'covered by the cancel requests' },
      },
    }
    const use = reason ? { skipped: reason } : table[name]?.[key]
    return { name: `${version}/${name}#${key}`, value: unwrap(value as object), use }
  })
}

/** We don't respond in `unreleased`, but accept its requests. */
const allUses = () => listExamples().flatMap(usesOf)
const isReleased = ({ name }: ExampleUse) => !name.startsWith('unreleased/')
const requestsFor = (operation: string) =>
  allUses().filter(({ use }) => use && 'request' in use && use.request === operation)

describe('ACP examples', () => {
  it('covers every example, or has a reason to skip it', () => {
    expect(allUses().length).toBeGreaterThan(150)
    expect(allUses().filter(({ use }) => !use)).toEqual([])
  })

  it('accepts all create, update and cancel requests', async () => {
    const { agent } = await openExampleShop()
    const [first] = requestsFor('create')
    for (const { name, value } of requestsFor('create')) {
      const { status, body } = await agent.post('', value)
      expect([name, status, body.message]).toEqual([name, 201, undefined])
    }
    for (const { name, value } of requestsFor('update')) {
      const { id } = (await agent.post('', first?.value)).body
      const { status, body } = await agent.post(`/${id}`, value)
      expect([name, status, body.selected_fulfillment_options[0].option_id]).toEqual([name, 200, 'option-456'])
    }
    for (const { name, value } of requestsFor('cancel')) {
      const { id } = (await agent.post('', first?.value)).body
      const { status, body } = await agent.post(`/${id}/cancel`, value)
      expect([name, status, body.status]).toEqual([name, 200, 'canceled'])
    }
    const { id } = (await agent.post('', first?.value)).body
    const nested = { intent_trace: { reason_code: 'other', metadata: { nested_object: { a: 1 } } } }
    const { type, param } = loadExample('unreleased/examples.intent_traces.json').cancel_malformed_trace_error
    const rejected = await agent.post(`/${id}/cancel`, nested)
    expect([rejected.status, rejected.body.type, rejected.body.param]).toEqual([400, type, param])
  })

  it('completes a session with every complete request, or reports why not', async () => {
    const { agent } = await openExampleShop()
    const [first] = requestsFor('create')
    for (const { name, value, use } of requestsFor('complete')) {
      const { id } = (await agent.post('', first?.value)).body
      const { status, body } = await agent.post(`/${id}/complete`, 'outcome' in value ? authenticatedBy(value) : value)
      expect([name, status, body.status]).toEqual([name, 200, use && 'ends' in use && use.ends])
      const { order_notes } = value as { order_notes?: string }
      if (order_notes) expect(body.order.confirmation.order_notes).toBe(order_notes)
    }
  })

  it('matches the response examples: they are valid, and ours contain all of their fields', async () => {
    const ours = await ourResponses()
    for (const { name, value, use } of allUses().filter(isReleased)) {
      if (use && 'faulty' in use) expect([name, listSchemaErrors(value, use.faulty)]).not.toEqual([name, []])
      if (!use || !('response' in use)) continue
      expectValid(value, use.as)
      expectFieldsOf(use.response === 'soldOut' ? withoutItems(value) : value, ours[use.response], name)
      const { type, code } = value as { type?: string; code?: string }
      if (use.as === 'Error' && !name.endsWith('in_flight')) expect(ours[use.response]).toMatchObject({ type, code })
      const { status, messages } = value as { status?: string; messages?: { type: string; code?: string }[] }
      if (status && use.as.startsWith('CheckoutSession'))
        expect([name, ours[use.response]?.status]).toEqual([name, status])
      for (const message of messages?.filter(({ code }) => code) ?? [])
        expect(ours[use.response]?.messages.map(({ code }: { code: string }) => code)).toContain(message.code)
    }
  })

  it('validates the delegated payment examples, and accepts their token', async () => {
    const { agent } = await openExampleShop()
    for (const version of ['2026-04-17', 'unreleased']) {
      const examples = loadExample(`${version}/examples.delegate_payment.json`)
      for (const [name, value] of Object.entries(examples)) {
        const shape = name.endsWith('_request')
          ? 'DelegatePaymentRequest'
          : name.endsWith('_success_response')
            ? 'DelegatePaymentResponse'
            : 'Error'
        expectValid(value, shape, { version, of: 'delegate_payment' })
      }
      const { id } = (await agent.post('', requestsFor('create')[0]?.value)).body
      const token = examples.delegate_payment_success_response.id
      const { body } = await agent.post(`/${id}/complete`, paymentWith(token))
      expect([body.status, body.order.status]).toEqual(['completed', 'confirmed'])
    }
  })
})

/** Our session drops sold-out items and their shipping; the message lists them. */
const withoutItems = (session: object) => ({
  ...session,
  line_items: [],
  fulfillment_options: [],
  selected_fulfillment_options: [],
})

const authenticatedBy = (authentication_result: object) => ({
  ...loadExample('2026-04-17/examples.agentic_checkout.json').complete_session_with_authentication_result_request,
  authentication_result,
})

/** Sells out between two reads. */
async function getSoldOutSession(shop: Awaited<ReturnType<typeof openExampleShop>>, create: object) {
  const { variants } = await addProducts(shop, [{ sku: 'item_last', price: 300, trackStock: true }])
  const [{ id: variantId }] = variants as [{ id: string }]
  await setStock(shop, { variantId, onHand: 1 })
  const { id } = (await shop.agent.post('', { ...create, line_items: [{ id: 'item_last' }] })).body
  await setStock(shop, { variantId, onHand: 0 })
  return (await shop.agent.get(`/${id}`)).body
}

/** Our responses in the situations of the examples. */
async function ourResponses(): Promise<Record<string, ReturnType<typeof loadExample>>> {
  const shop = await openExampleShop()
  const { agent } = shop
  const examples = loadExample('2026-04-17/examples.agentic_checkout.json')
  const create = examples.create_checkout_session_request
  const ready = { ...create, capabilities: { interventions: { supported: ['3ds'] } } }
  const createSession = async () => (await agent.post('', ready)).body
  const created = await createSession()
  const updated = (await agent.post(`/${created.id}`, examples.update_checkout_session_request)).body
  const retrieved = (await agent.get(`/${created.id}`)).body
  const completed = (await agent.post(`/${created.id}/complete`, examples.complete_checkout_session_request)).body
  const declinedId = (await createSession()).id
  const declined = (await agent.post(`/${declinedId}/complete`, paymentWith('spt_test_declined'))).body
  const canceled = (await agent.post(`/${declinedId}/cancel`)).body
  const challengedId = (await createSession()).id
  const challenged = (await agent.post(`/${challengedId}/complete`, paymentWith('spt_test_3ds'))).body
  const unauthenticated = (await agent.post(`/${challengedId}/complete`, paymentWith('spt_test_3ds'))).body
  const key = { 'idempotency-key': 'the-same' }
  await agent.post('', create, key)
  const reused = (await agent.post('', { ...create, order_notes: 'x' }, key)).body
  const unknown = (await agent.post('', { ...create, line_items: [{ id: 'nothing' }] })).body
  const withoutKey = (await shop.api.post(SESSIONS, create, { 'api-version': '2026-04-17' })).body
  const discovery = (
    await createApiClient(shop.server.url).get(`/.well-known/acp.json?workspace_id=${shop.live.workspaceId}`)
  ).body
  const soldOut = await getSoldOutSession(shop, create)
  const sessions = { created, updated, retrieved, completed, declined, canceled, challenged, soldOut }
  return { ...sessions, unauthenticated, reused, unknown, withoutKey, discovery }
}
