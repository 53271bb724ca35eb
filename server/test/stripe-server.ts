import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { type Answer, good, invalid } from './stripe/answers.ts'
import { signEvent } from './stripe/event.ts'
import { cancel, type Intent, openIntents } from './stripe/intents.ts'
import { accountOf, isKey } from './stripe/keys.ts'
import { openRefunds, type Refund } from './stripe/refunds.ts'

type Deed =
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
}
/**
 * `lost`: it is done, but the answer never arrives. `cut`: likewise, and the connection breaks. `down`: 500, not done. `refused`
 * and `declined`: 400 and 402, for good.
 */
type Fault = 'lost' | 'cut' | 'down' | 'refused' | 'declined'

export interface StripeServer {
  url: string
  intents: Map<string, Intent>
  refunds: Refund[]
  /** What banks have asked for back, and how that stands. */
  disputes: Dispute[]
  /** How often money was taken, or reserved. */
  charges: string[]
  /** What was said of buyers who were authenticated elsewhere, by payment. */
  authenticated: Map<string, Record<string, string>>
  /** What was asked, in order. */
  deeds: Deed[]
  /** The next so many times. */
  fail(deed: Deed, fault: Fault, times?: number): void
  /** Done just before the next time, as by somebody who is quicker. */
  before(deed: Deed, run: () => void | Promise<void>): void
  /** Done when the next answer is made and not sent yet, as by somebody who overtakes it. */
  after(deed: Deed, run: () => Promise<void>): void
  /** As the buyer's browser, or the bank later. */
  pay(ref: string, amount?: number): void
  /** As the shopkeeper in Stripe's own dashboard. */
  capture(ref: string, amount: number): void
  refund(ref: string, amount: number): void
  event: typeof signEvent
}

/** Speaks Stripe's API as far as it is used: intents, refunds, disputes, idempotency keys, errors. */
export async function openStripe(): Promise<StripeServer> {
  const payments = openIntents()
  const { intents, charges } = payments
  const { refunds, refund, capture, list } = openRefunds(intents)
  const disputes: Dispute[] = []
  const deeds: Deed[] = []
  const faults: { deed: Deed; fault: Fault }[] = []
  const quicker = new Map<Deed, () => void | Promise<void>>()
  const overtaking = new Map<Deed, () => Promise<void>>()
  const kept = new Map<string, { request: string; answer: Answer }>()

  function work(deed: Deed, named: string | undefined, fields: URLSearchParams, version: string, key: string): Answer {
    if (deed === 'account') return accountOf(key)
    if (deed === 'create') return payments.create(fields, key)
    if (deed === 'list') return payments.list()
    const ref = named ?? fields.get('payment_intent') ?? ''
    if (!payments.isKnownTo(key, ref)) {
      return invalid('resource_missing', `No such payment_intent: '${ref}'`, 'intent', 404)
    }
    if (deed === 'refund') return refund(fields)
    if (deed === 'refunds') return list(ref)
    if (deed === 'disputes') {
      const data = disputes.filter((one) => one.payment_intent === ref)
      return good({ object: 'list', data, has_more: false, url: '/v1/disputes' })
    }
    const intent = intents.get(ref) as Intent
    if (deed === 'confirm') return payments.confirm(intent, fields, version)
    if (deed === 'cancel') return cancel(intent)
    return deed === 'capture' ? capture(intent, fields) : good(intent)
  }

  /** A key that was seen gives the first answer again, as Stripe does, also where that was an error. */
  function keepAnswer(request: IncomingMessage, body: string, run: () => Answer): Answer {
    const key = request.headers['idempotency-key']
    if (typeof key !== 'string') return run()
    const asked = `${request.url} ${body}`
    const before = kept.get(key)
    if (before && before.request !== asked) {
      return { status: 400, body: { error: { type: 'idempotency_error', message: 'Other parameters, same key' } } }
    }
    const answer = before?.answer ?? structuredClone(run())
    kept.set(key, { request: asked, answer })
    return answer
  }

  const server = createServer(async (request, response) => {
    const body = await text(request)
    const url = new URL(request.url ?? '', 'http://stripe')
    const [, , thing, ref, verb] = url.pathname.split('/')
    const deed = deedOf(request.method ?? '', thing, ref, verb)
    deeds.push(deed)
    const say = ({ status, body }: Answer) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    const key = String(request.headers.authorization).replace('Bearer ', '')
    if (!isKey(key)) {
      return say({
        status: 401,
        body: { error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } },
      })
    }
    const index = faults.findIndex((one) => one.deed === deed)
    const [fault] = index < 0 ? [] : faults.splice(index, 1)
    if (fault?.fault === 'down') return say({ status: 500, body: { error: { type: 'api_error', message: 'Oops' } } })
    if (fault?.fault === 'refused') return say(invalid('charge_expired_for_capture', 'The charge has expired.'))
    if (fault?.fault === 'declined') {
      const error = { type: 'card_error', code: 'card_declined', message: 'The bank has refused.' }
      return say({ status: 402, body: { error } })
    }
    const first = quicker.get(deed)
    quicker.delete(deed)
    await first?.()
    const fields = new URLSearchParams(request.method === 'GET' ? url.search : body)
    const version = String(request.headers['stripe-version'])
    const answer = structuredClone(keepAnswer(request, body, () => work(deed, ref, fields, version, key)))
    const overtake = overtaking.get(deed)
    overtaking.delete(deed)
    await overtake?.()
    if (fault?.fault === 'cut') response.destroy()
    else if (fault?.fault !== 'lost') say(answer)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
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
    deeds,
    fail: (deed, fault, times = 1) => {
      for (let time = 0; time < times; time++) faults.push({ deed, fault })
    },
    before: (deed, run) => void quicker.set(deed, run),
    after: (deed, run) => void overtaking.set(deed, run),
    capture: (ref, amount) =>
      void capture(intents.get(ref) as Intent, new URLSearchParams({ amount_to_capture: String(amount) })),
    refund: (ref, amount) => void refund(new URLSearchParams({ payment_intent: ref, amount: String(amount) })),
    pay: (ref, amount) => payments.settle(intents.get(ref) as Intent, amount),
    event: signEvent,
  }
}

function deedOf(method: string, thing: string | undefined, ref: string | undefined, verb: string | undefined): Deed {
  if (thing === 'account') return 'account'
  if (thing === 'disputes') return 'disputes'
  if (thing === 'refunds') return method === 'POST' ? 'refund' : 'refunds'
  if (verb === 'confirm' || verb === 'cancel' || verb === 'capture') return verb
  if (method === 'POST') return 'create'
  return ref ? 'retrieve' : 'list'
}
