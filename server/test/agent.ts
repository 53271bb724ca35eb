import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { expectValid, hasSchemas } from './acp-schemas.ts'
import type { ApiClient, ApiResponse } from './open-shop.ts'

export const SESSIONS = '/v1/checkout/acp/checkout_sessions'

/** Headers of every agent request. */
export const agentHeaders = () => ({ 'api-version': '2026-04-17', 'idempotency-key': randomUUID() })

export interface Agent {
  /** Sends a new Idempotency-Key unless one is given, and validates every response against the protocol's schemas. */
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<ApiResponse>
  get(path: string): Promise<ApiResponse>
}

/** A client for one version of the Agentic Commerce Protocol. */
export function createAgent(caller: ApiClient, version = '2026-04-17'): Agent {
  const send = async (method: string, path: string, body: unknown, headers: Record<string, string>) => {
    const response = await caller.send(method, SESSIONS + path, body, { 'api-version': version, ...headers })
    const shape = response.status < 300 ? 'CheckoutSession' : 'Error'
    if (hasSchemas(version)) expectValid(response.body, shape, { version })
    if (response.body.status === 'completed' && hasSchemas(version)) {
      expectValid(response.body, 'CheckoutSessionWithOrder', { version })
    }
    return response
  }
  return {
    post: (path, body, headers) => send('POST', path, body, { 'idempotency-key': randomUUID(), ...headers }),
    get: (path) => send('GET', path, undefined, {}),
  }
}

export const paymentWith = (token: string, more: object = {}) => ({
  buyer: { email: 'ada@example.com', first_name: 'Ada', last_name: 'Lovelace' },
  payment_data: {
    handler_id: 'card_tokenized',
    instrument: { type: 'card', credential: { type: 'spt', token } },
  },
  ...more,
})

export const VIENNA = {
  name: 'Ada Lovelace',
  line_one: 'Stephansplatz 1',
  line_two: '',
  city: 'Wien',
  state: '',
  country: 'AT',
  postal_code: '1010',
}

/** A session that needs only payment. */
export async function createReadySession(agent: Agent, more: object = {}) {
  const response = await agent.post('', {
    currency: 'eur',
    line_items: [{ id: 'MUG-One' }],
    capabilities: { interventions: { supported: ['3ds'] } },
    fulfillment_details: { name: 'Ada Lovelace', address: VIENNA },
    ...more,
  })
  expect([response.status, response.body.status, response.body.messages]).toEqual([201, 'ready_for_payment', []])
  return response.body
}

export const totalOf = ({ totals }: { totals: { type: string; amount: number }[] }, type: string) =>
  totals.find((total) => total.type === type)?.amount

/** The order of a paid session, as agents see it. */
export async function orderByAgent(caller: ApiClient, more: object = {}) {
  const agent = createAgent(caller)
  const { id } = await createReadySession(agent, more)
  return (await agent.post(`/${id}/complete`, paymentWith('spt_test_visa'))).body.order
}
