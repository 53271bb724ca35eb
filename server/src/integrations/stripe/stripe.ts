import type { Stripe } from 'stripe'
import { AppError, unavailable } from '../../kit/errors.ts'
import { sum } from '../../kit/sum.ts'
import { withTimeout } from '../../kit/with-timeout.ts'
import {
  AUTHENTICATION_FAILED,
  type AuthenticationProof,
  type NewPayment,
  type OpenPayment,
  type PaymentAttempt,
  type PaymentProvider,
  type PaymentState,
} from '../../ports/payment-provider.ts'
import type { StripeAccount } from '../../ports/stripe.ts'
import { traceService } from '../trace-call.ts'
import { toStripeAmount } from './stripe-amounts.ts'
import {
  codeOf,
  fieldOf,
  handleConfirmError,
  isMissing,
  isPermanentError,
  messageOf,
  orUnavailable,
  toDeclinedError,
  typeOf,
} from './stripe-errors.ts'
import { toDispute, toListedRefund, toPaymentState, toRefund, withoutRelease } from './stripe-mapping.ts'

/** The version we use, whatever the account's default. The SDK's types match it. */
const API_VERSION = '2026-10-28.endive'
/** Only this version knows the tokens an agent gets for a buyer's card; the SDK's types don't. */
const SHARED_TOKEN_API_VERSION = '2026-04-22.preview'
const SHARED_TOKEN = /^spt_/
/** Creating a payment, charging it and querying its state must fit into one request: 3.5 + 7 + 3.5 s. */
const TIMEOUT_MS = 3500
const CHARGE_TIMEOUT_MS = 7000
const STRIPE_URL = 'https://api.stripe.com'

export interface StripeOptions {
  secretKey: string
  /** For tests, whose Stripe runs on the same machine. */
  apiBase?: string
  /** Instead of the clock, for tests: rejects once the response counts as lost. */
  timeout?: () => Promise<never>
}

/** Payments of one Stripe account, through PaymentIntents. */
export function stripePayments(options: StripeOptions): PaymentProvider & StripeAccount {
  const call = async <Result>(work: (client: Stripe) => Promise<Result>, timeoutMs = TIMEOUT_MS) => {
    const client = await createClient(options)
    return traceService('stripe', options.apiBase ?? STRIPE_URL, () =>
      options.timeout ? Promise.race([work(client), options.timeout()]) : withTimeout(work(client), timeoutMs),
    )
  }
  const charge = <Result>(work: (client: Stripe) => Promise<Result>) => call(work, CHARGE_TIMEOUT_MS)

  const getState = async ({ ref }: OpenPayment): Promise<PaymentState> => {
    try {
      return toPaymentState(await call((stripe) => stripe.paymentIntents.retrieve(ref, { expand: EXPAND_METHOD })))
    } catch (error) {
      if (isMissing(error)) return UNKNOWN_PAYMENT
      throw unavailable(error)
    }
  }
  const cancel = ({ ref }: OpenPayment) =>
    charge((stripe) => stripe.paymentIntents.cancel(ref, { expand: EXPAND_METHOD }))
  /** When Stripe rejects the change because the state differs from ours, returns the current state. */
  const orCurrentState = async (
    payment: OpenPayment,
    change: Promise<Stripe.PaymentIntent>,
    onRejected?: (error: unknown) => AppError,
  ): Promise<PaymentState> => {
    try {
      return toPaymentState(await change)
    } catch (error) {
      if (codeOf(error) === 'payment_intent_unexpected_state' || isMissing(error)) return getState(payment)
      throw onRejected && isPermanentError(error) ? onRejected(error) : unavailable(error)
    }
  }
  /** Empty for a payment that this account does not know. */
  const listAll = async <Item, Listed>(
    list: (stripe: Stripe) => AsyncIterable<Item>,
    toListed: (item: Item) => Listed,
  ): Promise<Listed[]> => {
    try {
      return await call(async (stripe) => {
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
    (await listAll((stripe) => stripe.refunds.list({ payment_intent: ref, limit: 100 }), toListedRefund)).toReversed()
  const findRefund = async (payment: OpenPayment, key: string) =>
    (await listAllRefunds(payment)).find((refund) => refund.key === key)
  const listRefunds = async (payment: OpenPayment) => {
    const refunds = await listAllRefunds(payment)
    if (refunds.every(({ key }) => key !== null)) return refunds
    return withoutRelease(refunds, await orUnavailable(call((stripe) => stripe.paymentIntents.retrieve(payment.ref))))
  }

  return {
    open: async (payment) => ({ ref: await createIntent(call, payment) }),
    getClientSecret: async ({ ref }) => {
      const { client_secret } = await orUnavailable(call((stripe) => stripe.paymentIntents.retrieve(ref)))
      if (!client_secret) throw unavailable(new Error(`Stripe returned no client secret for ${ref}`))
      return client_secret
    },
    confirm: async (payment, attempt) => {
      try {
        if (attempt.authentication?.proof === null) return withFailedAuthentication(await getState(payment))
        return await confirmIntent(charge, payment, attempt)
      } catch (error) {
        return handleConfirmError(error, attempt, () => getState(payment))
      }
    },
    getState,
    cancel: (payment) => orCurrentState(payment, cancel(payment)),
    voidAuthorization: (payment) => orCurrentState(payment, cancel(payment), toDeclinedError),
    capture: (payment, amount, key) => {
      const amount_to_capture = toStripeAmount(amount, payment.currency)
      const idempotency = { idempotencyKey: `capture:${key}` }
      const captured = charge((stripe) =>
        stripe.paymentIntents.capture(payment.ref, { amount_to_capture, expand: EXPAND_METHOD }, idempotency),
      )
      return orCurrentState(payment, captured, toDeclinedError)
    },
    refund: async (payment, amount, key) => {
      // Stripe forgets keys after a day, and a retry may come later.
      const existing = await findRefund(payment, key)
      if (existing) return existing
      const refund = {
        payment_intent: payment.ref,
        amount: toStripeAmount(amount, payment.currency),
        metadata: { key },
      }
      try {
        return toRefund(await charge((stripe) => stripe.refunds.create(refund, { idempotencyKey: `refund:${key}` })))
      } catch (error) {
        // Too little is left to refund, nothing was ever captured, or not by this account.
        if (isPermanentError(error)) return { ref: '', status: 'failed', failure: `Stripe: ${messageOf(error)}` }
        throw unavailable(error)
      }
    },
    findRefund,
    listRefunds,
    listDisputes: ({ ref }) =>
      listAll((stripe) => stripe.disputes.list({ payment_intent: ref, limit: 100 }), toDispute),
    getRefundableAmount: async (payment) => {
      const { captured } = await getState(payment)
      const refunds = (await listRefunds(payment)).filter(({ status }) => status !== 'failed')
      return captured - sum(refunds.map(({ amount }) => amount))
    },
    identify: async () => {
      try {
        await call((stripe) => stripe.paymentIntents.list({ limit: 1 }))
        return { id: await call(findAccountId) }
      } catch (error) {
        if (['StripeAuthenticationError', 'StripePermissionError'].includes(typeOf(error) ?? '')) return undefined
        throw unavailable(error)
      }
    },
  }
}

/** Restricted keys may not read the account, but the error names it. */
async function findAccountId(stripe: Stripe): Promise<string | null> {
  try {
    return (await stripe.accounts.retrieveCurrent()).id
  } catch (error) {
    if (typeOf(error) !== 'StripePermissionError') throw error
    return /\bacct_\w+/.exec(messageOf(error))?.[0] ?? null
  }
}

/**
 * The account has no such payment and never will: the shop has abandoned its open payments at another account. Nothing
 * we could observe can change anymore.
 */
const UNKNOWN_PAYMENT: PaymentState = {
  status: 'canceled',
  amount: 0,
  captured: 0,
  decline: null,
  actionUrl: null,
  method: null,
  fingerprint: null,
  isTest: false,
}

/** A buyer who could not be authenticated is not charged, whatever the bank would have decided. */
const withFailedAuthentication = (state: PaymentState): PaymentState =>
  state.status === 'requires_action' || state.status === 'requires_payment_method'
    ? { ...state, status: 'requires_payment_method', actionUrl: null, decline: AUTHENTICATION_FAILED }
    : state

/** To show the payment method with the payment. */
const EXPAND_METHOD = ['payment_method']

/** Loaded on first use: most starts need no SDK, and it takes longer than the rest of a start. */
async function createClient({ secretKey, apiBase }: StripeOptions): Promise<Stripe> {
  const { default: Sdk } = await import('stripe')
  const { hostname, port, protocol } = new URL(apiBase ?? STRIPE_URL)
  return new Sdk(secretKey, {
    apiVersion: API_VERSION,
    host: hostname,
    port: port || '443',
    protocol: protocol === 'http:' ? 'http' : 'https',
    timeout: CHARGE_TIMEOUT_MS,
    // The caller knows better what to do: query the payment's state.
    maxNetworkRetries: 0,
    telemetry: false,
  })
}

type StripeCall = <Result>(work: (client: Stripe) => Promise<Result>) => Promise<Result>

async function createIntent(
  call: StripeCall,
  { checkoutId, description, currency, captureMethod, ...payment }: NewPayment,
): Promise<string> {
  const intent: Stripe.PaymentIntentCreateParams = {
    amount: toStripeAmount(payment.amount, currency),
    currency: currency.toLowerCase(),
    capture_method: captureMethod,
    automatic_payment_methods: { enabled: true, allow_redirects: payment.isInBrowser ? 'always' : 'never' },
    description,
    metadata: { checkout: checkoutId },
  }
  const create = async (params: Stripe.PaymentIntentCreateParams, idempotencyKey: string) =>
    (await call((stripe) => stripe.paymentIntents.create(params, { idempotencyKey }))).id
  try {
    return await create({ ...intent, ...buyerDetails(payment) }, checkoutId).catch((error: unknown) => {
      // No sale is lost because Stripe rejects an address that the shop accepts.
      if (!/^(receipt_email|shipping)\b/.test(fieldOf(error, 'param') ?? '')) throw error
      return create(intent, `${checkoutId}:without-details`)
    })
  } catch (error) {
    // For example an amount below Stripe's minimum, or a currency that the account does not support.
    if (typeOf(error) !== 'StripeInvalidRequestError') throw unavailable(error)
    throw new AppError('payment_declined', `Stripe rejected this payment: ${messageOf(error)}`, {
      details: [{ path: '/total', message: 'was rejected by Stripe' }],
      fields: { declineCode: codeOf(error) ?? null },
      cause: error,
    })
  }
}

/** Stripe emails its receipt there, and uses both for fraud detection. */
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

async function confirmIntent(charge: StripeCall, { ref }: OpenPayment, attempt: PaymentAttempt): Promise<PaymentState> {
  const { method, key, returnUrl, authentication } = attempt
  const isSharedToken = SHARED_TOKEN.test(method)
  const params = {
    ...(isSharedToken ? { payment_method_data: { shared_payment_granted_token: method } } : { payment_method: method }),
    expand: EXPAND_METHOD,
    ...(returnUrl !== null && { return_url: returnUrl }),
    ...(authentication?.proof && {
      payment_method_options: { card: { three_d_secure: threeDSecure(authentication.proof) } },
    }),
  } as Stripe.PaymentIntentConfirmParams
  const options = { idempotencyKey: key, ...(isSharedToken && { apiVersion: SHARED_TOKEN_API_VERSION }) }
  return toPaymentState(await charge((stripe) => stripe.paymentIntents.confirm(ref, params, options)))
}

/** For a buyer authenticated elsewhere. Only accounts for which Stripe has enabled it may send this. */
const threeDSecure = (proof: AuthenticationProof) => ({
  cryptogram: proof.cryptogram,
  electronic_commerce_indicator: proof.eci,
  transaction_id: proof.transactionId,
  version: proof.version,
  ares_trans_status: proof.status,
})
