import { beforeEach, describe, expect, it } from 'vitest'
import { addProducts, expectFieldsOf, listExamples, loadExample, openExampleShop } from '../../../test/acp-examples.ts'
import { expectValid, listSchemaErrors, requireFixtures } from '../../../test/acp-schemas.ts'
import { paymentWith, SESSIONS } from '../../../test/agent.ts'
import { createApiClient } from '../../../test/open-shop.ts'
import { setStock } from '../../../test/sample-stock.ts'

beforeEach(requireFixtures)

/**
 * How each example is used: `sent` is sent as a request; `answered` is validated against its schema and compared with
 * our response; `faulty` violates its own schema, which is asserted; `elsewhere` gives the reason why it doesn't
 * concern a seller's server.
 */
type Use =
  | { sent: 'create' | 'update' | 'cancel' }
  | { sent: 'complete'; ends: string }
  | { answered: string; as: string }
  | { faulty: string }
  | { elsewhere: string }

const CHECKOUT_USES: Record<string, Use> = {
  create_checkout_session_request: { sent: 'create' },
  create_checkout_session_request_with_first_touch_attribution: { sent: 'create' },
  create_checkout_session_response: { answered: 'created', as: 'CheckoutSession' },
  update_checkout_session_request: { sent: 'update' },
  update_checkout_session_response: { answered: 'updated', as: 'CheckoutSession' },
  complete_checkout_session_request: { sent: 'complete', ends: 'completed' },
  complete_checkout_session_request_seller_backed: { elsewhere: 'pays by a handler that we do not offer' },
  complete_checkout_session_request_with_last_touch_attribution: { sent: 'complete', ends: 'completed' },
  complete_checkout_session_response: { answered: 'completed', as: 'CheckoutSessionWithOrder' },
  get_checkout_session_response: { answered: 'got', as: 'CheckoutSession' },
  cancel_checkout_session_request: { sent: 'cancel' },
  cancel_checkout_session_request_timing_deferred: { sent: 'cancel' },
  cancel_checkout_session_response: { answered: 'canceled', as: 'CheckoutSession' },
  // These have `refunds` of an older version; webhook.test.ts validates our events against the order schema.
  webhook_order_create_event: { faulty: 'Order' },
  webhook_order_update_event: { faulty: 'Order' },
  checkout_session_authentication_required: { answered: 'asked', as: 'CheckoutSession' },
  complete_session_with_authentication_result_request: { sent: 'complete', ends: 'completed' },
  complete_session_with_denied_authentication_request: { sent: 'complete', ends: 'ready_for_payment' },
  authentication_result_example: { sent: 'complete', ends: 'completed' },
  authentication_result_denied_example: { sent: 'complete', ends: 'ready_for_payment' },
  authentication_result_frictionless_example: { sent: 'complete', ends: 'completed' },
  error_400_requires_3ds: { answered: 'silent', as: 'Error' },
  error_400_invalid_item: { answered: 'unknown', as: 'Error' },
  checkout_session_with_out_of_stock: { answered: 'soldOut', as: 'CheckoutSession' },
  checkout_session_with_payment_declined: { answered: 'declined', as: 'CheckoutSession' },
  discovery_response_full: { answered: 'discovery', as: 'DiscoveryResponse' },
  discovery_response_minimal: { answered: 'discovery', as: 'DiscoveryResponse' },
  error_400_idempotency_key_required: { answered: 'keyless', as: 'Error' },
  error_422_idempotency_conflict: { answered: 'reused', as: 'Error' },
  error_409_idempotency_in_flight: { answered: 'reused', as: 'Error' },
}

const AUTHENTICATION = 'is between an agent and whoever authenticates buyers; we get the result'
const FEED = 'is between a seller’s feed and an agent that has one; we send none'
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
  create_checkout_session_request: { sent: 'create' },
  create_checkout_session_response: { faulty: 'CheckoutSession' },
  get_checkout_session_request: { elsewhere: 'is a GET, which has no body' },
  get_checkout_session_response: { faulty: 'CheckoutSession' },
  update_checkout_session_request: { sent: 'update' },
  update_checkout_session_response: { faulty: 'CheckoutSession' },
  complete_checkout_session_request: { faulty: 'CheckoutSessionCompleteRequest' },
  complete_checkout_session_response: { faulty: 'CheckoutSessionWithOrder' },
  cancel_checkout_session_request: { sent: 'cancel' },
  cancel_checkout_session_response: { faulty: 'CheckoutSession' },
  error_invalid_request: { elsewhere: 'is of JSON-RPC, which is not spoken here' },
  error_payment_declined: { elsewhere: 'is of JSON-RPC, which is not spoken here' },
}

const MULTI_USES: Record<string, Use> = {
  create_multi_item_checkout_request: { sent: 'create' },
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
  const named = path.join('/')
  const reason = SKIPPED_FILES[named] ?? FOLDERS[path[0] ?? '']
  return Object.entries(loadExample(file)).map(([key, value]) => {
    const table: Record<string, Record<string, Use>> = {
      'examples.agentic_checkout.json': CHECKOUT_USES,
      'examples.mcp.agentic_checkout.json': MCP_USES,
      'examples.multi_item_checkout.json': MULTI_USES,
      'examples.intent_traces.json': {
        [key]: key.endsWith('_request') ? { sent: 'cancel' } : { elsewhere: 'see what leaves a session' },
      },
    }
    const use = reason ? { elsewhere: reason } : table[named]?.[key]
    return { name: `${version}/${named}#${key}`, value: unwrap(value as object), use }
  })
}

/** We don't respond in `unreleased`, but accept its requests. */
const allUses = () => listExamples().flatMap(usesOf)
const isReleased = ({ name }: ExampleUse) => !name.startsWith('unreleased/')
const sentAs = (operation: string) => allUses().filter(({ use }) => use && 'sent' in use && use.sent === operation)

describe('ACP examples', () => {
  it('covers every example, or has a reason to skip it', () => {
    expect(allUses().length).toBeGreaterThan(150)
    expect(allUses().filter(({ use }) => !use)).toEqual([])
  })

  it('accepts all create, update and cancel requests', async () => {
    const { agent } = await openExampleShop()
    const [first] = sentAs('create')
    for (const { name, value } of sentAs('create')) {
      const { status, body } = await agent.post('', value)
      expect([name, status, body.message]).toEqual([name, 201, undefined])
    }
    for (const { name, value } of sentAs('update')) {
      const { id } = (await agent.post('', first?.value)).body
      const { status, body } = await agent.post(`/${id}`, value)
      expect([name, status, body.selected_fulfillment_options[0].option_id]).toEqual([name, 200, 'option-456'])
    }
    for (const { name, value } of sentAs('cancel')) {
      const { id } = (await agent.post('', first?.value)).body
      const { status, body } = await agent.post(`/${id}/cancel`, value)
      expect([name, status, body.status]).toEqual([name, 200, 'canceled'])
    }
    const { id } = (await agent.post('', first?.value)).body
    const nested = { intent_trace: { reason_code: 'other', metadata: { nested_object: { a: 1 } } } }
    const { type, param } = loadExample('unreleased/examples.intent_traces.json').cancel_malformed_trace_error
    const refused = await agent.post(`/${id}/cancel`, nested)
    expect([refused.status, refused.body.type, refused.body.param]).toEqual([400, type, param])
  })

  it('completes a session with every complete request, or reports why not', async () => {
    const { agent } = await openExampleShop()
    const [first] = sentAs('create')
    for (const { name, value, use } of sentAs('complete')) {
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
      if (!use || !('answered' in use)) continue
      expectValid(value, use.as)
      expectFieldsOf(use.answered === 'soldOut' ? withoutItems(value) : value, ours[use.answered], name)
      const { type, code } = value as { type?: string; code?: string }
      if (use.as === 'Error' && !name.endsWith('in_flight')) expect(ours[use.answered]).toMatchObject({ type, code })
      const { status, messages } = value as { status?: string; messages?: { type: string; code?: string }[] }
      if (status && use.as.startsWith('CheckoutSession'))
        expect([name, ours[use.answered]?.status]).toEqual([name, status])
      for (const told of messages?.filter((message) => message.code) ?? [])
        expect(ours[use.answered]?.messages.map(({ code }: { code: string }) => code)).toContain(told.code)
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
      const { id } = (await agent.post('', sentAs('create')[0]?.value)).body
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
  const begun = async () => (await agent.post('', ready)).body
  const created = await begun()
  const updated = (await agent.post(`/${created.id}`, examples.update_checkout_session_request)).body
  const got = (await agent.get(`/${created.id}`)).body
  const completed = (await agent.post(`/${created.id}/complete`, examples.complete_checkout_session_request)).body
  const declinedId = (await begun()).id
  const declined = (await agent.post(`/${declinedId}/complete`, paymentWith('spt_test_declined'))).body
  const canceled = (await agent.post(`/${declinedId}/cancel`)).body
  const askedId = (await begun()).id
  const asked = (await agent.post(`/${askedId}/complete`, paymentWith('spt_test_3ds'))).body
  const silent = (await agent.post(`/${askedId}/complete`, paymentWith('spt_test_3ds'))).body
  const key = { 'idempotency-key': 'the-same' }
  await agent.post('', create, key)
  const reused = (await agent.post('', { ...create, order_notes: 'x' }, key)).body
  const unknown = (await agent.post('', { ...create, line_items: [{ id: 'nothing' }] })).body
  const keyless = (await shop.api.post(SESSIONS, create, { 'api-version': '2026-04-17' })).body
  const discovery = (
    await createApiClient(shop.server.url).get(`/.well-known/acp.json?workspace_id=${shop.live.workspaceId}`)
  ).body
  const soldOut = await getSoldOutSession(shop, create)
  const sessions = { created, updated, got, completed, declined, canceled, asked, soldOut }
  return { ...sessions, silent, reused, unknown, keyless, discovery }
}
