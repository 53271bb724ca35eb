import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { unavailable } from '../src/kit/errors.ts'
import { signEvent } from './stripe/event.ts'
import { cancel, type Intent, openIntents } from './stripe/intents.ts'
import { accountOf, isKey } from './stripe/keys.ts'
import { openRefunds, type Refund } from './stripe/refunds.ts'
import { invalid, ok, type StripeResponse } from './stripe/responses.ts'

type StripeOperation =
  | 'account'
  | 'create'
  | 'list'
  | 'retrieve'
  | 'confirm'
  | 'cancel'
  | 'capture'
  | 'refund'
  | 'refunds'
  | 'disputes'

export interface Dispute {
  id: string
  object: 'dispute'
  amount: number
  currency: string
  payment_intent: string
  status: string
  evidence_details?: { due_by: number | null }
}
/**
 * `lost`: done, but the response never arrives. `cut`: likewise, and the connection breaks. `down`: 500, not done.
 * `refused` and `declined`: 400 and 402, permanently.
 */
type Failure = 'lost' | 'cut' | 'down' | 'refused' | 'declined'

export interface StripeServer {
  url: string
  intents: Map<string, Intent>
  refunds: Refund[]
  /** Disputes opened by banks, and their status. */
  disputes: Dispute[]
  /** One entry per capture or authorization. */
  charges: string[]
  /** Results of external 3-D Secure authentication, by payment. */
  authenticated: Map<string, Record<string, string>>
  /** Received operations, in order. */
  operations: StripeOperation[]
  /** Fails the next `times` calls of the operation. */
  fail(operation: StripeOperation, failure: Failure, times?: number): void
  /** Runs just before the next call, like a concurrent request that comes first. */
  before(operation: StripeOperation, run: () => void | Promise<void>): void
  /** Runs after the next response is computed and before it is sent, like a request that overtakes it. */
  after(operation: StripeOperation, run: () => Promise<void>): void
  /** Pays like the buyer's browser, or the bank later. */
  pay(ref: string, amount?: number): void
  /** Acts like the merchant in Stripe's own dashboard. */
  capture(ref: string, amount: number): void
  refund(ref: string, amount: number): void
  event: typeof signEvent
  /** The caller's timeout: rejects as soon as a response is lost, however fast the machine. */
  timeout(): Promise<never>
}

/** Implements the parts of Stripe's API that we use: intents, refunds, disputes, idempotency keys, errors. */
export async function openStripe(onClose: (close: () => void) => void = onTestFinished): Promise<StripeServer> {
  const payments = openIntents()
  const { intents, charges } = payments
  const { refunds, refund, capture, list } = openRefunds(intents)
  const disputes: Dispute[] = []
  const operations: StripeOperation[] = []
  const failures: { operation: StripeOperation; failure: Failure }[] = []
  const beforeHooks = new Map<StripeOperation, () => void | Promise<void>>()
  const afterHooks = new Map<StripeOperation, () => Promise<void>>()
  const waiting = new Set<(error: Error) => void>()
  const idempotentResponses = new Map<string, { request: string; stripeResponse: StripeResponse }>()

  function handleOperation(
    operation: StripeOperation,
    pathRef: string | undefined,
    fields: URLSearchParams,
    version: string,
    key: string,
  ): StripeResponse {
    if (operation === 'account') return accountOf(key)
    if (operation === 'create') return payments.create(fields, key)
    if (operation === 'list') return payments.list()
    const ref = pathRef ?? fields.get('payment_intent') ?? ''
    if (!payments.isOwnedBy(key, ref)) {
      return invalid('resource_missing', `No such payment_intent: '${ref}'`, 'intent', 404)
    }
    if (operation === 'refund') return refund(fields)
    if (operation === 'refunds') return list(ref)
    if (operation === 'disputes') {
      const data = disputes.filter((one) => one.payment_intent === ref)
      return ok({ object: 'list', data, has_more: false, url: '/v1/disputes' })
    }
    const intent = intents.get(ref) as Intent
    if (operation === 'confirm') return payments.confirm(intent, fields, version)
    if (operation === 'cancel') return cancel(intent)
    return operation === 'capture' ? capture(intent, fields) : ok(intent)
  }

  /** Replays the first response for a known key, even an error, as Stripe does. */
  function replayIdempotent(request: IncomingMessage, body: string, run: () => StripeResponse): StripeResponse {
    const key = request.headers['idempotency-key']
    if (typeof key !== 'string') return run()
    const requestText = `${request.url} ${body}`
    const before = idempotentResponses.get(key)
    if (before && before.request !== requestText) {
      return { status: 400, body: { error: { type: 'idempotency_error', message: 'Other parameters, same key' } } }
    }
    const stripeResponse = before?.stripeResponse ?? structuredClone(run())
    idempotentResponses.set(key, { request: requestText, stripeResponse })
    return stripeResponse
  }

  const server = createServer(async (request, response) => {
    const body = await text(request)
    const url = new URL(request.url ?? '', 'http://stripe')
    const [, , resource, ref, action] = url.pathname.split('/')
    const operation = operationOf(request.method ?? '', resource, ref, action)
    operations.push(operation)
    const respond = ({ status, body }: StripeResponse) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    const key = String(request.headers.authorization).replace('Bearer ', '')
    if (!isKey(key)) {
      return respond({
        status: 401,
        body: { error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } },
      })
    }
    const index = failures.findIndex((one) => one.operation === operation)
    const [failure] = index < 0 ? [] : failures.splice(index, 1)
    if (failure?.failure === 'down')
      return respond({ status: 500, body: { error: { type: 'api_error', message: 'Oops' } } })
    if (failure?.failure === 'refused') return respond(invalid('charge_expired_for_capture', 'The charge has expired.'))
    if (failure?.failure === 'declined') {
      const error = { type: 'card_error', code: 'card_declined', message: 'The bank has refused.' }
      return respond({ status: 402, body: { error } })
    }
    const beforeHook = beforeHooks.get(operation)
    beforeHooks.delete(operation)
    await beforeHook?.()
    const fields = new URLSearchParams(request.method === 'GET' ? url.search : body)
    const version = String(request.headers['stripe-version'])
    const stripeResponse = structuredClone(
      replayIdempotent(request, body, () => handleOperation(operation, ref, fields, version, key)),
    )
    const afterHook = afterHooks.get(operation)
    afterHooks.delete(operation)
    await afterHook?.()
    if (failure?.failure === 'cut') response.destroy()
    else if (failure?.failure !== 'lost') respond(stripeResponse)
    else for (const reject of waiting) reject(unavailable(new Error('the response is lost')))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onClose(() => {
    server.closeAllConnections()
    server.close()
  })

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    intents,
    refunds,
    disputes,
    charges,
    authenticated: payments.authenticated,
    operations,
    fail: (operation, failure, times = 1) => {
      for (let time = 0; time < times; time++) failures.push({ operation, failure })
    },
    before: (operation, run) => void beforeHooks.set(operation, run),
    after: (operation, run) => void afterHooks.set(operation, run),
    capture: (ref, amount) =>
      void capture(intents.get(ref) as Intent, new URLSearchParams({ amount_to_capture: String(amount) })),
    refund: (ref, amount) => void refund(new URLSearchParams({ payment_intent: ref, amount: String(amount) })),
    pay: (ref, amount) => payments.settle(intents.get(ref) as Intent, amount),
    event: signEvent,
    timeout: () => new Promise((_, reject) => waiting.add(reject)),
  }
}

function operationOf(
  method: string,
  resource: string | undefined,
  ref: string | undefined,
  action: string | undefined,
): StripeOperation {
  if (resource === 'account') return 'account'
  if (resource === 'disputes') return 'disputes'
  if (resource === 'refunds') return method === 'POST' ? 'refund' : 'refunds'
  if (action === 'confirm' || action === 'cancel' || action === 'capture') return action
  if (method === 'POST') return 'create'
  return ref ? 'retrieve' : 'list'
}
