import type { Stripe } from 'stripe'
import { isCurrency } from '../../kit/currencies.ts'
import type { Money } from '../../kit/money.ts'
import type { SignedEvent, StripeNews } from '../../ports/stripe.ts'
import { fromStripeAmount } from './stripe-amounts.ts'

const TOLERANCE_SECONDS = 300

/** After which the payment is looked at. Not `created`, which is our own doing. */
const UPDATES: Stripe.Event['type'][] = [
  'payment_intent.amount_capturable_updated',
  'payment_intent.canceled',
  'payment_intent.payment_failed',
  'payment_intent.processing',
  'payment_intent.requires_action',
  'payment_intent.succeeded',
]

/** Undefined where it is not signed with the secret, or was signed too long ago. */
export async function readStripeEvent({ body, signature, secret, now }: SignedEvent): Promise<StripeNews | undefined> {
  const { default: Sdk } = await import('stripe')
  try {
    const event = Sdk.webhooks.constructEvent(body, signature, secret, TOLERANCE_SECONDS, undefined, now.getTime())
    return newsOf(event)
  } catch (error) {
    if (error instanceof Sdk.errors.StripeSignatureVerificationError || error instanceof SyntaxError) return undefined
    throw error
  }
}

function newsOf(event: Stripe.Event): StripeNews {
  const { id, type } = event
  if (type === 'charge.dispute.created' || type === 'charge.dispute.closed') {
    const { id: disputeId, payment_intent: payment, status } = event.data.object
    const ref = typeof payment === 'string' ? payment : payment?.id
    const amount = amountOf(event.data.object)
    return ref ? { id, kind: 'disputed', ref, status, disputeId, amount } : { id, kind: 'other' }
  }
  if (!UPDATES.includes(type)) return { id, kind: 'other' }
  const { id: ref } = event.data.object as Stripe.PaymentIntent
  return { id, kind: 'updated', ref }
}

function amountOf({ amount, currency: said }: Stripe.Dispute): Money | null {
  const currency = String(said).toUpperCase()
  return isCurrency(currency) ? { amount: fromStripeAmount(amount, currency), currency } : null
}
