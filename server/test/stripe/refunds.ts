import { type Answer, good, invalid } from './answers.ts'
import type { Intent } from './intents.ts'

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
  const refundsOf = (ref: string) => refunds.filter((one) => one.payment_intent === ref)

  function refund(fields: URLSearchParams): Answer {
    const [amount, ref] = [Number(fields.get('amount')), fields.get('payment_intent') ?? '']
    const kept = refundsOf(ref).filter(({ status }) => status !== 'failed' && status !== 'canceled')
    const before = kept.reduce((sum, one) => sum + one.amount, 0)
    const left = (intents.get(ref)?.amount_received ?? 0) - before
    if (amount > left) return invalid('charge_already_refunded', 'Refund amount is greater than what is left')
    const metadata = { key: fields.get('metadata[key]') ?? '' }
    const made: Refund = {
      id: `re_${refunds.length + 1}`,
      object: 'refund',
      amount,
      payment_intent: ref,
      currency: intents.get(ref)?.currency ?? '',
      status: 'succeeded',
      failure_reason: null,
      metadata,
    }
    refunds.push(made)
    return good(made)
  }

  const list = (ref: string) => good({ object: 'list', data: refundsOf(ref), has_more: false, url: '/v1/refunds' })

  return { refunds, refund, list }
}
