import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

export const STRIPE_KEY = 'sk_test_0123456789abcdef'
const WEBHOOK_SECRET = 'whsec_0123456789abcdef'

export interface Intent {
  id: string
  object: 'payment_intent'
  amount: number
  amount_capturable: number
  amount_received: number
  capture_method: 'automatic' | 'manual'
  client_secret: string
  currency: string
  last_payment_error: object | null
  metadata: Record<string, string>
  next_action: object | null
  payment_method: object | null
  status: string
}

interface Refund {
  id: string
  object: 'refund'
  amount: number
  payment_intent: string
  status: string
  metadata: Record<string, string>
}

type Deed = 'create' | 'list' | 'retrieve' | 'confirm' | 'cancel' | 'capture' | 'refund' | 'refunds'
/** `lost`: it is done, but the answer never arrives. `cut`: likewise, and the connection breaks. `down`: 500, not done. */
type Fault = 'lost' | 'cut' | 'down'

interface Answer {
  status: number
  body: object
}

export interface StripeServer {
  url: string
  intents: Map<string, Intent>
  refunds: Refund[]
  /** How often money was taken, or reserved. */
  charges: string[]
  /** What was asked, in order. */
  deeds: Deed[]
  /** The next so many times. */
  fail(deed: Deed, fault: Fault, times?: number): void
  /** Done just before the next time, as by somebody who is quicker. */
  before(deed: Deed, run: () => void): void
  /** As the buyer's browser, or the bank later. */
  pay(ref: string, amount?: number): void
  /** As the shopkeeper in Stripe's own dashboard. */
  capture(ref: string, amount: number): void
  refund(ref: string, amount: number): void
  /** The body and the headers of a webhook, signed as Stripe signs. */
  event(type: string, object: object, options?: { id?: string | undefined; at?: Date; secret?: string }): SignedEvent
}

export interface SignedEvent {
  body: string
  headers: Record<string, string>
}

const CARD = { object: 'payment_method', id: 'pm_1', type: 'card', card: { brand: 'visa', last4: '4242' } }

/** Speaks Stripe's API as far as it is used: intents, refunds, idempotency keys, errors. */
export async function openStripe(): Promise<StripeServer> {
  const intents = new Map<string, Intent>()
  const refunds: Refund[] = []
  const charges: string[] = []
  const deeds: Deed[] = []
  const faults: { deed: Deed; fault: Fault }[] = []
  const quicker = new Map<Deed, () => void>()
  const kept = new Map<string, { request: string; answer: Answer }>()

  function settle(intent: Intent, amount = intent.amount): void {
    charges.push(intent.id)
    intent.payment_method = CARD
    intent.next_action = null
    intent.last_payment_error = null
    if (intent.capture_method === 'manual')
      Object.assign(intent, { status: 'requires_capture', amount_capturable: amount })
    else Object.assign(intent, { status: 'succeeded', amount_received: amount })
  }

  function create(fields: URLSearchParams): Answer {
    const id = `pi_${intents.size + 1}`
    const intent: Intent = {
      id,
      object: 'payment_intent',
      amount: Number(fields.get('amount')),
      amount_capturable: 0,
      amount_received: 0,
      capture_method: fields.get('capture_method') === 'manual' ? 'manual' : 'automatic',
      client_secret: `${id}_secret_x`,
      currency: fields.get('currency') ?? '',
      last_payment_error: null,
      metadata: { checkout: fields.get('metadata[checkout]') ?? '' },
      next_action: null,
      payment_method: null,
      status: 'requires_payment_method',
    }
    if (intent.amount < 50) return invalid('amount_too_small', 'Amount must be at least €0.50 eur')
    intents.set(id, intent)
    return good(intent)
  }

  function confirm(intent: Intent, fields: URLSearchParams, version: string): Answer {
    const method = fields.get('payment_method') ?? grantedTo(fields, version)
    if (intent.status !== 'requires_payment_method' && intent.status !== 'requires_action') return unexpected(intent)
    if (method === 'pm_card_visa') {
      settle(intent)
      return good(intent)
    }
    if (method === 'pm_card_authenticationRequired') {
      const url = fields.get('return_url') && `https://hooks.stripe.com/3ds/${intent.id}`
      intent.status = 'requires_action'
      intent.next_action = url ? { type: 'redirect_to_url', redirect_to_url: { url } } : { type: 'use_stripe_sdk' }
      return good(intent)
    }
    const code = { pm_card_chargeDeclined: 'generic_decline', pm_card_stolen: 'stolen_card' }[method ?? '']
    if (!code) return invalid('resource_missing', `No such PaymentMethod: '${method}'`, 'payment_method')
    const error = { type: 'card_error', code: 'card_declined', decline_code: code, message: 'Your card was declined.' }
    intent.last_payment_error = { ...error, payment_method: CARD }
    return { status: 402, body: { error: { ...error, payment_intent: intent } } }
  }

  function cancel(intent: Intent): Answer {
    if (intent.status === 'succeeded' || intent.status === 'canceled') return unexpected(intent)
    Object.assign(intent, { status: 'canceled', amount_capturable: 0 })
    return good(intent)
  }

  function capture(intent: Intent, fields: URLSearchParams): Answer {
    if (intent.status !== 'requires_capture') return unexpected(intent)
    const amount_received = Number(fields.get('amount_to_capture') ?? intent.amount)
    Object.assign(intent, { status: 'succeeded', amount_received, amount_capturable: 0 })
    return good(intent)
  }

  function refund(fields: URLSearchParams): Answer {
    const [amount, ref] = [Number(fields.get('amount')), fields.get('payment_intent') ?? '']
    const before = refunds.filter((one) => one.payment_intent === ref).reduce((sum, one) => sum + one.amount, 0)
    const left = (intents.get(ref)?.amount_received ?? 0) - before
    if (amount > left) return invalid('charge_already_refunded', 'Refund amount is greater than what is left')
    const metadata = { key: fields.get('metadata[key]') ?? '' }
    const made: Refund = {
      id: `re_${refunds.length + 1}`,
      object: 'refund',
      amount,
      payment_intent: ref,
      status: 'succeeded',
      metadata,
    }
    refunds.push(made)
    return good(made)
  }

  function work(deed: Deed, ref: string | undefined, fields: URLSearchParams, version: string): Answer {
    if (deed === 'create') return create(fields)
    if (deed === 'list') return good({ object: 'list', data: [...intents.values()].slice(0, 1), has_more: false })
    if (deed === 'refund') return refund(fields)
    if (deed === 'refunds') {
      const data = refunds.filter((one) => one.payment_intent === fields.get('payment_intent'))
      return good({ object: 'list', data, has_more: false, url: '/v1/refunds' })
    }
    const intent = intents.get(ref ?? '')
    if (!intent) return invalid('resource_missing', `No such payment_intent: '${ref}'`, 'intent', 404)
    if (deed === 'confirm') return confirm(intent, fields, version)
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
    if (request.headers.authorization !== `Bearer ${STRIPE_KEY}`) {
      return say({
        status: 401,
        body: { error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } },
      })
    }
    const index = faults.findIndex((one) => one.deed === deed)
    const [fault] = index < 0 ? [] : faults.splice(index, 1)
    if (fault?.fault === 'down') return say({ status: 500, body: { error: { type: 'api_error', message: 'Oops' } } })
    quicker.get(deed)?.()
    quicker.delete(deed)
    const fields = new URLSearchParams(request.method === 'GET' ? url.search : body)
    const version = String(request.headers['stripe-version'])
    const answer = keepAnswer(request, body, () => work(deed, ref, fields, version))
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
    charges,
    deeds,
    fail: (deed, fault, times = 1) => {
      for (let time = 0; time < times; time++) faults.push({ deed, fault })
    },
    before: (deed, run) => void quicker.set(deed, run),
    capture: (ref, amount) =>
      void capture(intents.get(ref) as Intent, new URLSearchParams({ amount_to_capture: String(amount) })),
    refund: (ref, amount) => void refund(new URLSearchParams({ payment_intent: ref, amount: String(amount) })),
    pay: (ref, amount) => settle(intents.get(ref) as Intent, amount),
    event: signEvent,
  }
}

function deedOf(method: string, thing: string | undefined, ref: string | undefined, verb: string | undefined): Deed {
  if (thing === 'refunds') return method === 'POST' ? 'refund' : 'refunds'
  if (verb === 'confirm' || verb === 'cancel' || verb === 'capture') return verb
  if (method === 'POST') return 'create'
  return ref ? 'retrieve' : 'list'
}

/** Behind a token that an agent was given there is a card. Only previews of the API know such tokens. */
function grantedTo(fields: URLSearchParams, version: string): string | null {
  const token = version.endsWith('.preview') ? fields.get('payment_method_data[shared_payment_granted_token]') : null
  return { spt_granted: 'pm_card_visa', spt_granted_3ds: 'pm_card_authenticationRequired' }[token ?? ''] ?? token
}

const good = (body: object): Answer => ({ status: 200, body })
const invalid = (code: string, message: string, param?: string, status = 400): Answer => ({
  status,
  body: { error: { type: 'invalid_request_error', code, message, param } },
})
const unexpected = (intent: Intent) =>
  invalid('payment_intent_unexpected_state', `This PaymentIntent has a status of ${intent.status}`)

let told = 0

function signEvent(
  type: string,
  object: object,
  { id, at = new Date(), secret = WEBHOOK_SECRET } = {} as Parameters<StripeServer['event']>[2] & object,
): SignedEvent {
  const body = JSON.stringify({ id: id ?? `evt_stripe_${told++}`, object: 'event', type, data: { object } })
  const seconds = Math.floor(at.getTime() / 1000)
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return { body, headers: { 'content-type': 'application/json', 'stripe-signature': `t=${seconds},v1=${signature}` } }
}

/** What a shop says to be connected to it. */
export const CONNECTION = {
  provider: 'stripe',
  secretKey: STRIPE_KEY,
  publishableKey: 'pk_test_0123456789abcdef',
  webhookSecret: WEBHOOK_SECRET,
}
