import type { Ctx } from '../../ctx.ts'
import { emit } from '../../events/emit.ts'
import type { InboundHandler, InboundOutcome } from '../../events/inbound-handler.ts'
import * as queries from './connection-queries.ts'
import { STRIPE } from './payments.ts'

/** Events about a payment itself. Not `created`, which is our own doing. */
const PAYMENT_TOPICS = new Set([
  'payment_intent.amount_capturable_updated',
  'payment_intent.canceled',
  'payment_intent.payment_failed',
  'payment_intent.processing',
  'payment_intent.requires_action',
  'payment_intent.succeeded',
])

/** Events about its refunds and disputes: each names its payment. */
const REFUND_AND_DISPUTE_TOPICS = new Set([
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
])

const FRAUD_WARNING_TOPIC = 'radar.early_fraud_warning.created'

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null

/**
 * A webhook only triggers a check: the subscribers read the payment's state, refunds and disputes from Stripe, so late,
 * duplicate and reordered deliveries change nothing.
 */
export const handleStripeEvents: InboundHandler = {
  provider: STRIPE,
  run: async (ctx, { topic, body }) => {
    const data = isObject(body) ? body.data : undefined
    const object = isObject(data) && isObject(data.object) ? data.object : {}
    if (PAYMENT_TOPICS.has(topic)) return checkPayment(ctx, idOf(object.id))
    if (REFUND_AND_DISPUTE_TOPICS.has(topic)) return checkPayment(ctx, idOf(object.payment_intent))
    if (topic === FRAUD_WARNING_TOPIC) return recordFraudWarning(ctx, object)
    return { status: 'ignored', note: 'Nothing depends on this topic.' }
  },
}

/** An expanded object has its ID inside. */
const idOf = (value: unknown): string | undefined => {
  const id = isObject(value) ? value.id : value
  return typeof id === 'string' ? id : undefined
}

const foreignPayment: InboundOutcome = { status: 'ignored', note: 'It is not about a payment of this shop.' }

async function checkPayment(ctx: Ctx, ref: string | undefined): Promise<InboundOutcome> {
  const payment = ref === undefined ? undefined : await queries.findStripePayment(ctx, ref)
  if (ref === undefined || !payment?.isKnown) return foreignPayment
  await emit(ctx, 'payment.updated', { provider: STRIPE, providerPaymentId: ref })
  return { status: 'processed' }
}

/** The bank of the card expects a dispute: there is still time to refund, or not to ship. */
async function recordFraudWarning(ctx: Ctx, warning: Json): Promise<InboundOutcome> {
  const [ref, warningId] = [idOf(warning.payment_intent), idOf(warning.id)]
  const payment = ref === undefined ? undefined : await queries.findStripePayment(ctx, ref)
  if (ref === undefined || warningId === undefined || !payment?.orderId) return foreignPayment
  const { orderId } = payment
  await emit(ctx, 'payment.fraud_warning', { provider: STRIPE, providerPaymentId: ref, orderId, warningId })
  return { status: 'processed' }
}
