import type { Stripe } from 'stripe'
import type { SignedWebhook, StripeWebhookEvent } from '../../ports/stripe.ts'

const TOLERANCE_SECONDS = 300

/** Events that make us fetch the payment. Not `created`, which is our own doing. */
const PAYMENT_EVENTS: Stripe.Event['type'][] = [
  'payment_intent.amount_capturable_updated',
  'payment_intent.canceled',
  'payment_intent.payment_failed',
  'payment_intent.processing',
  'payment_intent.requires_action',
  'payment_intent.succeeded',
]

/** Events that make us fetch its refunds and disputes: each names its payment. */
const REFUND_AND_DISPUTE_EVENTS: Stripe.Event['type'][] = [
  'charge.refunded',
  'charge.refund.updated',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
]

/** Undefined when the signature is invalid or too old. */
export async function parseStripeWebhook({
  body,
  signature,
  secret,
  now,
}: SignedWebhook): Promise<StripeWebhookEvent | undefined> {
  const { default: Sdk } = await import('stripe')
  try {
    const event = Sdk.webhooks.constructEvent(body, signature, secret, TOLERANCE_SECONDS, undefined, now.getTime())
    return toWebhookEvent(event)
  } catch (error) {
    if (error instanceof Sdk.errors.StripeSignatureVerificationError || error instanceof SyntaxError) return undefined
    throw error
  }
}

function toWebhookEvent({ id, type, data }: Stripe.Event): StripeWebhookEvent {
  const ref = PAYMENT_EVENTS.includes(type)
    ? (data.object as Stripe.PaymentIntent).id
    : findPaymentIntentId(type, data.object)
  return ref ? { id, kind: 'updated', ref } : { id, kind: 'other' }
}

/** Null for a charge without a payment intent, which is not ours. */
function findPaymentIntentId(type: Stripe.Event['type'], object: object): string | null {
  if (!REFUND_AND_DISPUTE_EVENTS.includes(type)) return null
  const { payment_intent: payment } = object as { payment_intent?: string | { id: string } | null }
  return (typeof payment === 'string' ? payment : payment?.id) ?? null
}
