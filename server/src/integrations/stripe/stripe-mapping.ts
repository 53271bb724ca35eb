import type { Stripe } from 'stripe'
import { isCurrency } from '../../kit/money.ts'
import type {
  Decline,
  ListedRefund,
  PaymentMethodDetails,
  PaymentState,
  PaymentStatus,
  ProviderDispute,
  ProviderRefund,
} from '../../ports/payment-provider.ts'
import { fromStripeAmount } from './stripe-amounts.ts'

const STATUS: Record<string, PaymentStatus> = {
  requires_payment_method: 'requires_payment_method',
  requires_confirmation: 'requires_payment_method',
  requires_action: 'requires_action',
  processing: 'processing',
  requires_capture: 'authorized',
  succeeded: 'paid',
  canceled: 'canceled',
}

/** Maps Stripe's payment to ours. An unknown status counts as `processing` until it changes. */
export function toPaymentState(intent: Stripe.PaymentIntent): PaymentState {
  const status = STATUS[intent.status] ?? 'processing'
  const { last_payment_error: failure, payment_method } = intent
  const method = typeof payment_method === 'object' && payment_method ? payment_method : failure?.payment_method
  return {
    status,
    amount: fromStripeAmount(currentAmount(intent, status), intent.currency.toUpperCase()),
    captured: fromStripeAmount(intent.amount_received, intent.currency.toUpperCase()),
    decline: status === 'requires_payment_method' && failure ? toDecline(failure) : null,
    actionUrl: status === 'requires_action' ? (intent.next_action?.redirect_to_url?.url ?? null) : null,
    method: toMethodDetails(method),
    fingerprint: method?.card?.fingerprint ?? method?.sepa_debit?.fingerprint ?? null,
    isTest: !intent.livemode,
  }
}

/** Less than the requested amount after a partial capture. */
function currentAmount(intent: Stripe.PaymentIntent, status: PaymentStatus): number {
  if (status === 'paid') return intent.amount_received
  return status === 'authorized' ? intent.amount_capturable : intent.amount
}

function toMethodDetails(method: Stripe.PaymentMethod | undefined): PaymentMethodDetails | null {
  if (!method) return null
  return { type: method.type, brand: method.card?.brand ?? null, last4: method.card?.last4 ?? null }
}

/** The holder of a stolen card must not learn that it is reported stolen. */
const CONCEALED_CODES = new Set([
  'fraudulent',
  'lost_card',
  'merchant_blacklist',
  'pickup_card',
  'restricted_card',
  'stolen_card',
])

function toDecline(failure: Stripe.PaymentIntent.LastPaymentError): Decline {
  const code = failure.decline_code ?? failure.code ?? 'card_declined'
  const isRetryable = failure.advice_code !== 'do_not_try_again' && !CONCEALED_CODES.has(code)
  if (CONCEALED_CODES.has(code)) return { code: 'card_declined', message: 'The card was declined.', isRetryable }
  return { code, message: failure.message ?? 'The card was declined.', isRetryable }
}

const REFUND_STATUS: Record<string, ProviderRefund['status']> = {
  succeeded: 'done',
  failed: 'failed',
  canceled: 'failed',
}

export const toRefund = ({ id, status, failure_reason: reason }: Stripe.Refund): ProviderRefund => ({
  ref: id,
  status: REFUND_STATUS[status ?? ''] ?? 'pending',
  ...(reason && { failure: `Stripe: ${reason.replaceAll('_', ' ')}` }),
})

export const toListedRefund = (refund: Stripe.Refund): ListedRefund => ({
  ...toRefund(refund),
  amount: fromStripeAmount(refund.amount, refund.currency.toUpperCase()),
  key: refund.metadata?.key || null,
})

/**
 * A partial capture releases the rest of the authorization, which Stripe lists as a refund although that money was
 * never captured. It is created with the capture, so it is the first of its amount.
 */
export function withoutRelease(refunds: ListedRefund[], intent: Stripe.PaymentIntent): ListedRefund[] {
  if (intent.status !== 'succeeded') return refunds
  const released = fromStripeAmount(intent.amount - intent.amount_received, intent.currency.toUpperCase())
  const release = refunds.find(({ key, amount }) => key === null && amount === released)
  return refunds.filter((refund) => refund !== release)
}

export function toDispute(dispute: Stripe.Dispute): ProviderDispute {
  const { id, status, amount } = dispute
  const currency = dispute.currency.toUpperCase()
  // Null once the time is over, and absent in older versions of the API.
  const dueBy = (dispute.evidence_details as Stripe.Dispute.EvidenceDetails | undefined)?.due_by
  return {
    id,
    status,
    amount: isCurrency(currency) ? { amount: fromStripeAmount(amount, currency), currency } : null,
    ...(dueBy && { evidenceDueBy: new Date(dueBy * 1000).toISOString() }),
  }
}
