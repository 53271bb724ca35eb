import { capture as captureIntent, type Intent } from './intents.ts'
import { invalid, ok, type StripeResponse } from './responses.ts'

export interface Refund {
  id: string
  object: 'refund'
  amount: number
  payment_intent: string
  currency: string
  status: string
  failure_reason: string | null
  metadata: Record<string, string>
}

export function openRefunds(intents: ReadonlyMap<string, Intent>) {
  const refunds: Refund[] = []
  const released = new Set<Refund>()
  const refundsOf = (ref: string) => refunds.filter((one) => one.payment_intent === ref)

  function add(ref: string, amount: number, metadata: Record<string, string>): Refund {
    const created: Refund = {
      id: `re_${refunds.length + 1}`,
      object: 'refund',
      amount,
      payment_intent: ref,
      currency: intents.get(ref)?.currency ?? '',
      status: 'succeeded',
      failure_reason: null,
      metadata,
    }
    refunds.push(created)
    return created
  }

  /** The uncaptured rest of a partial capture is listed as a refund. */
  function capture(intent: Intent, fields: URLSearchParams): StripeResponse {
    const authorized = intent.amount_capturable
    const response = captureIntent(intent, fields)
    const rest = authorized - intent.amount_received
    if (response.status === 200 && rest > 0) released.add(add(intent.id, rest, {}))
    return response
  }

  function refund(fields: URLSearchParams): StripeResponse {
    const [amount, ref] = [Number(fields.get('amount')), fields.get('payment_intent') ?? '']
    const effective = refundsOf(ref).filter((one) => !released.has(one) && !['failed', 'canceled'].includes(one.status))
    const before = effective.reduce((sum, one) => sum + one.amount, 0)
    const refundable = (intents.get(ref)?.amount_received ?? 0) - before
    if (amount > refundable) return invalid('charge_already_refunded', 'Refund amount is greater than what is left')
    return ok(add(ref, amount, { key: fields.get('metadata[key]') ?? '' }))
  }

  /** Newest first. */
  const list = (ref: string) =>
    ok({ object: 'list', data: refundsOf(ref).toReversed(), has_more: false, url: '/v1/refunds' })

  return { refunds, refund, capture, list }
}
