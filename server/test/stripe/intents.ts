import { accountModeOf } from './keys.ts'
import { invalid, ok, type StripeResponse } from './responses.ts'

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
  livemode: boolean
  metadata: Record<string, string>
  next_action: object | null
  payment_method: object | null
  receipt_email: string | null
  shipping: Record<string, string> | null
  status: string
}

const CARD = {
  object: 'payment_method',
  id: 'pm_1',
  type: 'card',
  card: { brand: 'visa', last4: '4242', fingerprint: 'fp_of_the_card' },
}

/** Payments of all accounts: each is visible only to the account and mode that created it. */
export function openIntents() {
  const intents = new Map<string, Intent>()
  const charges: string[] = []
  const owners = new Map<string, string>()
  const authenticated = new Map<string, Record<string, string>>()

  function settle(intent: Intent, amount = intent.amount): void {
    charges.push(intent.id)
    intent.payment_method = CARD
    intent.next_action = null
    intent.last_payment_error = null
    if (intent.capture_method === 'manual')
      Object.assign(intent, { status: 'requires_capture', amount_capturable: amount })
    else Object.assign(intent, { status: 'succeeded', amount_received: amount })
  }

  function create(fields: URLSearchParams, key: string): StripeResponse {
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
      livemode: key.includes('_live_'),
      metadata: { checkout: fields.get('metadata[checkout]') ?? '' },
      next_action: null,
      payment_method: null,
      receipt_email: fields.get('receipt_email'),
      shipping: readShipping(fields),
      status: 'requires_payment_method',
    }
    if (intent.receipt_email?.endsWith('@unknown.example')) {
      return invalid('email_invalid', 'Invalid email address', 'receipt_email')
    }
    if (intent.amount < 50) return invalid('amount_too_small', 'Amount must be at least €0.50 eur')
    intents.set(id, intent)
    owners.set(id, accountModeOf(key))
    return ok(intent)
  }

  function confirm(intent: Intent, fields: URLSearchParams, version: string): StripeResponse {
    const method = fields.get('payment_method') ?? resolveGrantedToken(fields, version)
    if (intent.status !== 'requires_payment_method' && intent.status !== 'requires_action')
      return unexpectedState(intent)
    if (method === 'pm_card_visa') {
      settle(intent)
      return ok(intent)
    }
    const external = readExternalAuthentication(fields)
    if (external && 'status' in external) return external as StripeResponse
    if (method === 'pm_card_authenticationRequired' && external) {
      authenticated.set(intent.id, external)
      settle(intent)
      return ok(intent)
    }
    if (method === 'pm_card_authenticationRequired') {
      intent.payment_method = CARD
      const url = fields.get('return_url') && `https://hooks.stripe.com/3ds/${intent.id}`
      intent.status = 'requires_action'
      intent.next_action = url ? { type: 'redirect_to_url', redirect_to_url: { url } } : { type: 'use_stripe_sdk' }
      return ok(intent)
    }
    const code = { pm_card_chargeDeclined: 'generic_decline', pm_card_stolen: 'stolen_card' }[method ?? '']
    if (!code) return invalid('resource_missing', `No such PaymentMethod: '${method}'`, 'payment_method')
    const error = { type: 'card_error', code: 'card_declined', decline_code: code, message: 'Your card was declined.' }
    intent.last_payment_error = { ...error, payment_method: CARD }
    return { status: 402, body: { error: { ...error, payment_intent: intent } } }
  }

  return {
    intents,
    charges,
    authenticated,
    settle,
    create,
    confirm,
    list: () => ok({ object: 'list', data: [...intents.values()].slice(0, 1), has_more: false }),
    isOwnedBy: (key: string, ref: string) => owners.get(ref) === accountModeOf(key),
  }
}

export function cancel(intent: Intent): StripeResponse {
  if (intent.status === 'succeeded' || intent.status === 'canceled') return unexpectedState(intent)
  Object.assign(intent, { status: 'canceled', amount_capturable: 0 })
  return ok(intent)
}

export function capture(intent: Intent, fields: URLSearchParams): StripeResponse {
  if (intent.status !== 'requires_capture') return unexpectedState(intent)
  const amount_received = Number(fields.get('amount_to_capture') ?? intent.amount)
  Object.assign(intent, { status: 'succeeded', amount_received, amount_capturable: 0 })
  return ok(intent)
}

const unexpectedState = (intent: Intent) =>
  invalid('payment_intent_unexpected_state', `This PaymentIntent has a status of ${intent.status}`)

const THREE_D_SECURE = /^payment_method_options\[card\]\[three_d_secure\]\[(\w+)\]$/
const VALUES: Record<string, string[]> = {
  ares_trans_status: ['A', 'C', 'I', 'N', 'R', 'U', 'Y'],
  electronic_commerce_indicator: ['01', '02', '05', '06', '07'],
  version: ['1.0.2', '2.1.0', '2.2.0', '2.3.0', '2.3.1'],
}

/** Returns the result of an external 3-D Secure server, or the error in its fields. */
function readExternalAuthentication(fields: URLSearchParams): Record<string, string> | StripeResponse | undefined {
  const values = Object.fromEntries(
    [...fields].flatMap(([name, value]) => {
      const field = THREE_D_SECURE.exec(name)?.[1]
      return field ? [[field, value]] : []
    }),
  )
  if (Object.keys(values).length === 0) return undefined
  const at = (field: string) => `payment_method_options[card][three_d_secure][${field}]`
  const missing = ['cryptogram', 'transaction_id', 'version'].find((field) => !values[field])
  if (missing) return invalid('parameter_missing', `Missing required param: ${at(missing)}.`, at(missing))
  const invalidField = Object.keys(VALUES).find((field) => values[field] && !VALUES[field]?.includes(values[field]))
  return invalidField ? invalid('parameter_invalid', `Invalid ${at(invalidField)}`, at(invalidField)) : values
}

/** Reads `shipping[address][line1]` and similar fields as sent. */
function readShipping(fields: URLSearchParams): Record<string, string> | null {
  const sent = [...fields].filter(([name]) => name.startsWith('shipping['))
  return sent.length > 0 ? Object.fromEntries(sent) : null
}

/** An agent's granted token stands for a card. Only preview versions of the API accept such tokens. */
function resolveGrantedToken(fields: URLSearchParams, version: string): string | null {
  const token = version.endsWith('.preview') ? fields.get('payment_method_data[shared_payment_granted_token]') : null
  return { spt_granted: 'pm_card_visa', spt_granted_3ds: 'pm_card_authenticationRequired' }[token ?? ''] ?? token
}
