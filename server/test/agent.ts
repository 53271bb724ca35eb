import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { expectValid, hasSchemas } from './acp-schemas.ts'
import type { Answer, Caller } from './open-shop.ts'

export const SESSIONS = '/v1/checkout/acp/checkout_sessions'

/** What every request of an agent says of itself. */
export const spokenByAgents = () => ({ 'api-version': '2026-04-17', 'idempotency-key': randomUUID() })

export interface Agent {
  /** With a new Idempotency-Key unless one is named. Every answer is held against the protocol's schemas. */
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  get(path: string): Promise<Answer>
}

/** Speaks the Agentic Commerce Protocol in one version of it. */
export function agentOf(caller: Caller, version = '2026-04-17'): Agent {
  const send = async (method: string, path: string, body: unknown, headers: Record<string, string>) => {
    const answer = await caller.send(method, SESSIONS + path, body, { 'api-version': version, ...headers })
    const shape = answer.status < 300 ? 'CheckoutSession' : 'Error'
    if (hasSchemas(version)) expectValid(answer.body, shape, { version })
    if (answer.body.status === 'completed' && hasSchemas(version)) {
      expectValid(answer.body, 'CheckoutSessionWithOrder', { version })
    }
    return answer
  }
  return {
    post: (path, body, headers) => send('POST', path, body, { 'idempotency-key': randomUUID(), ...headers }),
    get: (path) => send('GET', path, undefined, {}),
  }
}

export const paidWith = (token: string, more: object = {}) => ({
  buyer: { email: 'ada@example.com', first_name: 'Ada', last_name: 'Lovelace' },
  payment_data: {
    handler_id: 'card_tokenized',
    instrument: { type: 'card', credential: { type: 'spt', token } },
  },
  ...more,
})

export const WIEN = {
  name: 'Ada Lovelace',
  line_one: 'Stephansplatz 1',
  line_two: '',
  city: 'Wien',
  state: '',
  country: 'AT',
  postal_code: '1010',
}

/** A session that lacks nothing but the money. */
export async function readySession(agent: Agent, more: object = {}) {
  const answer = await agent.post('', {
    currency: 'eur',
    line_items: [{ id: 'MUG-One' }],
    capabilities: { interventions: { supported: ['3ds'] } },
    fulfillment_details: { name: 'Ada Lovelace', address: WIEN },
    ...more,
  })
  expect([answer.status, answer.body.status, answer.body.messages]).toEqual([201, 'ready_for_payment', []])
  return answer.body
}

/** By its type. */
export const totalOf = ({ totals }: { totals: { type: string; amount: number }[] }, type: string) =>
  totals.find((total) => total.type === type)?.amount
