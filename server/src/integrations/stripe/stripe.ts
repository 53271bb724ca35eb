import type { Stripe } from 'stripe'
import { AppError, invalidRequest, unavailable } from '../../kit/errors.ts'
import { inTime } from '../../kit/in-time.ts'
import {
  type Attempt,
  type AuthenticationProof,
  type NewPayment,
  type OpenPayment,
  type PaymentState,
  type Payments,
  UNAUTHENTICATED,
} from '../../ports/payments.ts'
import type { StripeAccount } from '../../ports/stripe.ts'
import { toStripeAmount } from './stripe-amounts.ts'
import { disputeOf, listedRefundOf, refundOf, stateOf, withoutRelease } from './stripe-state.ts'

/** What we speak, whatever the account is set to. The SDK's types are of this one. */
const API_VERSION = '2026-10-28.endive'
/** Tokens that an agent was given for a buyer's card are known to this one only, and not to the SDK's types. */
const GRANTED_VERSION = '2026-04-22.preview'
const GRANTED = /^spt_/
/** To open a payment, charge it and ask what became of it must fit into the time of one request: 3.5 + 7 + 3.5 s. */
const TIMEOUT_MS = 3500
const CHARGE_TIMEOUT_MS = 7000

export interface StripeOptions {
  secretKey: string
  /** For tests, whose Stripe runs beside them. */
  apiBase?: string
  timeoutMs?: number
}

/** Payments of one account at Stripe, through its PaymentIntents. */
export function stripePayments(options: StripeOptions): Payments & StripeAccount {
  const ask = async <Result>(work: (client: Stripe) => Promise<Result>, timeoutMs = TIMEOUT_MS) => {
    const client = await connect(options)
    return inTime(work(client), options.timeoutMs ?? timeoutMs)
  }
  const charge = <Result>(work: (client: Stripe) => Promise<Result>) => ask(work, CHARGE_TIMEOUT_MS)

  const read = async ({ ref }: OpenPayment): Promise<PaymentState> => {
    try {
      return stateOf(await ask((stripe) => stripe.paymentIntents.retrieve(ref, { expand: METHOD })))
    } catch (error) {
      if (isMissing(error)) return GONE
      throw unavailable(error)
    }
  }
  const cancel = ({ ref }: OpenPayment) => charge((stripe) => stripe.paymentIntents.cancel(ref, { expand: METHOD }))
  /** Where it is not what we believed it to be, it says itself what it is. */
  const orRead = async (
    payment: OpenPayment,
    change: Promise<Stripe.PaymentIntent>,
    onRefusal?: (error: unknown) => AppError,
  ): Promise<PaymentState> => {
    try {
      return stateOf(await change)
    } catch (error) {
      if (codeOf(error) === 'payment_intent_unexpected_state' || isMissing(error)) return read(payment)
      throw onRefusal && isRefusal(error) ? onRefusal(error) : unavailable(error)
    }
  }
  /** Of a payment that this account does not know there are none. */
  const listOf = async <Item, Listed>(
    list: (stripe: Stripe) => AsyncIterable<Item>,
    toListed: (item: Item) => Listed,
  ): Promise<Listed[]> => {
    try {
      return await ask(async (stripe) => {
        const listed: Listed[] = []
        for await (const item of list(stripe)) listed.push(toListed(item))
        return listed
      })
    } catch (error) {
      if (isMissing(error)) return []
      throw unavailable(error)
    }
  }
  /** Oldest first; Stripe lists the newest first. */
  const listAllRefunds = async ({ ref }: OpenPayment) =>
    (await listOf((stripe) => stripe.refunds.list({ payment_intent: ref, limit: 100 }), listedRefundOf)).toReversed()
  const readRefund = async (payment: OpenPayment, key: string) =>
    (await listAllRefunds(payment)).find((refund) => refund.key === key)
  const listRefunds = async (payment: OpenPayment) => {
    const refunds = await listAllRefunds(payment)
    if (refunds.every(({ key }) => key !== null)) return refunds
    return withoutRelease(refunds, await plainly(ask((stripe) => stripe.paymentIntents.retrieve(payment.ref))))
  }

  return {
    open: async (payment) => ({ ref: await open(ask, payment) }),
    clientSecretOf: async ({ ref }) => {
      const { client_secret } = await plainly(ask((stripe) => stripe.paymentIntents.retrieve(ref)))
      if (!client_secret) throw unavailable(new Error(`Stripe gives no secret for ${ref}`))
      return client_secret
    },
    confirm: async (payment, attempt) => {
      try {
        if (attempt.authentication?.proof === null) return unauthenticated(await read(payment))
        return await confirm(charge, payment, attempt)
      } catch (error) {
        return afterRefusal(error, attempt, () => read(payment))
      }
    },
    read,
    cancel: (payment) => orRead(payment, cancel(payment)),
    release: (payment) => orRead(payment, cancel(payment), refused),
    capture: (payment, amount, key) => {
      const amount_to_capture = toStripeAmount(amount, payment.currency)
      const once = { idempotencyKey: `capture:${key}` }
      const captured = charge((stripe) =>
        stripe.paymentIntents.capture(payment.ref, { amount_to_capture, expand: METHOD }, once),
      )
      return orRead(payment, captured, refused)
    },
    refund: async (payment, amount, key) => {
      // Stripe forgets keys after a day, and whoever retries may come later.
      const known = await readRefund(payment, key)
      if (known) return known
      const refund = {
        payment_intent: payment.ref,
        amount: toStripeAmount(amount, payment.currency),
        metadata: { key },
      }
      try {
        return refundOf(await charge((stripe) => stripe.refunds.create(refund, { idempotencyKey: `refund:${key}` })))
      } catch (error) {
        // There is not as much left to give back, nothing was ever taken, or not by this account.
        if (isRefusal(error)) return { ref: '', status: 'failed', failure: `Stripe says: ${messageOf(error)}` }
        throw unavailable(error)
      }
    },
    readRefund,
    listRefunds,
    listDisputes: ({ ref }) => listOf((stripe) => stripe.disputes.list({ payment_intent: ref, limit: 100 }), disputeOf),
    refundable: async (payment) => {
      const { captured } = await read(payment)
      const refunds = (await listRefunds(payment)).filter(({ status }) => status !== 'failed')
      return captured - refunds.reduce((sum, { amount }) => sum + amount, 0)
    },
    identify: async () => {
      try {
        await ask((stripe) => stripe.paymentIntents.list({ limit: 1 }))
        return { id: await ask(accountOf) }
      } catch (error) {
        if (['StripeAuthenticationError', 'StripePermissionError'].includes(typeOf(error) ?? '')) return undefined
        throw unavailable(error)
      }
    },
  }
}

/** Restricted keys may not ask for it, but are told in the refusal whose they are. */
async function accountOf(stripe: Stripe): Promise<string | null> {
  try {
    return (await stripe.accounts.retrieveCurrent()).id
  } catch (error) {
    if (typeOf(error) !== 'StripePermissionError') throw error
    return /\bacct_\w+/.exec(messageOf(error))?.[0] ?? null
  }
}

/**
 * The account has no such payment, and never will: the shop has given up what was under way at another one. Nothing that we could
 * learn of can move any more.
 */
const GONE: PaymentState = {
  status: 'canceled',
  amount: 0,
  captured: 0,
  decline: null,
  actionUrl: null,
  method: null,
  isTest: false,
}

/** Whoever could not be authenticated is not charged, whatever the bank would have said. */
const unauthenticated = (state: PaymentState): PaymentState =>
  state.status === 'needs_action' || state.status === 'needs_method'
    ? { ...state, status: 'needs_method', actionUrl: null, decline: UNAUTHENTICATED }
    : state

const refused = (error: unknown) =>
  new AppError('payment_declined', `Stripe says: ${messageOf(error)}`, {
    details: [{ path: '/amount', message: codeOf(error) ?? 'is refused by Stripe' }],
    cause: error,
  })

/** So that it can be said with what was paid. */
const METHOD = ['payment_method']

/** Loaded when it is first needed: most starts need none, and it takes longer than the rest of a start. */
async function connect({ secretKey, apiBase, timeoutMs }: StripeOptions): Promise<Stripe> {
  const { default: Sdk } = await import('stripe')
  const { hostname, port, protocol } = new URL(apiBase ?? 'https://api.stripe.com')
  return new Sdk(secretKey, {
    apiVersion: API_VERSION,
    host: hostname,
    port: port || '443',
    protocol: protocol === 'http:' ? 'http' : 'https',
    timeout: timeoutMs ?? CHARGE_TIMEOUT_MS,
    // Whoever has asked knows better what to do: to ask what became of it.
    maxNetworkRetries: 0,
    telemetry: false,
  })
}

type Ask = <Result>(work: (client: Stripe) => Promise<Result>) => Promise<Result>

async function open(ask: Ask, { reference, description, currency, capture, ...payment }: NewPayment): Promise<string> {
  const intent: Stripe.PaymentIntentCreateParams = {
    amount: toStripeAmount(payment.amount, currency),
    currency: currency.toLowerCase(),
    capture_method: capture === 'now' ? 'automatic' : 'manual',
    automatic_payment_methods: { enabled: true, allow_redirects: payment.isInBrowser ? 'always' : 'never' },
    description,
    metadata: { checkout: reference },
  }
  const create = async (params: Stripe.PaymentIntentCreateParams, idempotencyKey: string) =>
    (await ask((stripe) => stripe.paymentIntents.create(params, { idempotencyKey }))).id
  try {
    return await create({ ...intent, ...buyerDetails(payment) }, reference).catch((error: unknown) => {
      // Nobody loses a sale because Stripe finds fault with an address that the shop accepts.
      if (!/^(receipt_email|shipping)\b/.test(fieldOf(error, 'param') ?? '')) throw error
      return create(intent, `${reference}:without-details`)
    })
  } catch (error) {
    // Such as an amount below Stripe's least, or a currency that the account can't take.
    if (typeOf(error) !== 'StripeInvalidRequestError') throw unavailable(error)
    throw new AppError('payment_declined', `Stripe does not take this payment: ${messageOf(error)}`, {
      details: [{ path: '/total', message: codeOf(error) ?? 'is refused by Stripe' }],
      cause: error,
    })
  }
}

/** Stripe mails its receipt there, and judges fraud by both. */
const buyerDetails = ({ email, shipping }: Pick<NewPayment, 'email' | 'shipping'>) => ({
  ...(email !== null && { receipt_email: email }),
  ...(shipping && {
    shipping: {
      name: shipping.name,
      ...(shipping.phone && { phone: shipping.phone }),
      address: {
        line1: shipping.line1,
        country: shipping.country,
        ...(shipping.line2 && { line2: shipping.line2 }),
        ...(shipping.city && { city: shipping.city }),
        ...(shipping.region && { state: shipping.region }),
        ...(shipping.postalCode && { postal_code: shipping.postalCode }),
      },
    },
  }),
})

async function confirm(charge: Ask, { ref }: OpenPayment, attempt: Attempt): Promise<PaymentState> {
  const { method, key, returnUrl, authentication } = attempt
  const isGranted = GRANTED.test(method)
  const how = {
    ...(isGranted ? { payment_method_data: { shared_payment_granted_token: method } } : { payment_method: method }),
    expand: METHOD,
    ...(returnUrl !== null && { return_url: returnUrl }),
    ...(authentication?.proof && {
      payment_method_options: { card: { three_d_secure: threeDSecure(authentication.proof) } },
    }),
  } as Stripe.PaymentIntentConfirmParams
  const options = { idempotencyKey: key, ...(isGranted && { apiVersion: GRANTED_VERSION }) }
  return stateOf(await charge((stripe) => stripe.paymentIntents.confirm(ref, how, options)))
}

/** Of a buyer who was authenticated elsewhere. Only accounts for which Stripe has enabled it may send this. */
const threeDSecure = (proof: AuthenticationProof) => ({
  cryptogram: proof.cryptogram,
  electronic_commerce_indicator: proof.eci,
  transaction_id: proof.transactionId,
  version: proof.version,
  ares_trans_status: proof.status,
})

/** A card that is declined is a state of the payment. Everything that does not say what became of it is an error. */
async function afterRefusal(
  error: unknown,
  { method }: Attempt,
  read: () => Promise<PaymentState>,
): Promise<PaymentState> {
  const type = typeOf(error)
  if (type === 'StripeCardError') {
    const { payment_intent: intent } = error as Stripe.errors.StripeCardError
    return intent ? stateOf(intent) : read()
  }
  if (codeOf(error) === 'payment_intent_unexpected_state') return read()
  if (type !== 'StripeInvalidRequestError') throw unavailable(error)
  // What was given may be what nobody should have given.
  const message = messageOf(error).replaceAll(method, '…')
  throw invalidRequest(`Stripe does not take this way to pay: ${message}`, [
    { path: fieldAtFault(error), message: codeOf(error) ?? 'is refused by Stripe' },
  ])
}

function fieldAtFault(error: unknown): string {
  if (fieldOf(error, 'param')?.includes('three_d_secure')) return '/authentication'
  return messageOf(error).includes('return_url') ? '/returnUrl' : '/paymentMethod'
}

/** An answer that will not change by asking again; all else says nothing of what became of it. */
const isRefusal = (error: unknown) => ['StripeInvalidRequestError', 'StripeCardError'].includes(typeOf(error) ?? '')
const isMissing = (error: unknown) => codeOf(error) === 'resource_missing'

async function plainly<Result>(answer: Promise<Result>): Promise<Result> {
  try {
    return await answer
  } catch (error) {
    throw unavailable(error)
  }
}

/** By name: the SDK's classes are there only once it is loaded. */
function fieldOf(error: unknown, name: 'type' | 'code' | 'message' | 'param'): string | undefined {
  const value: unknown = error instanceof Error ? Reflect.get(error, name) : undefined
  return typeof value === 'string' ? value : undefined
}
const typeOf = (error: unknown) => fieldOf(error, 'type')
const codeOf = (error: unknown) => fieldOf(error, 'code')
const messageOf = (error: unknown) => fieldOf(error, 'message') ?? ''
