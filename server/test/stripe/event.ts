import { createHmac } from 'node:crypto'
import { WEBHOOK_SECRET } from './keys.ts'

export interface SignedEvent {
  body: string
  headers: Record<string, string>
}

let eventCount = 0

/** The body and headers of a webhook, signed as Stripe signs. */
export function signEvent(
  type: string,
  object: object,
  { id, at = new Date(), secret = WEBHOOK_SECRET }: { id?: string | undefined; at?: Date; secret?: string } = {},
): SignedEvent {
  const body = JSON.stringify({ id: id ?? `evt_stripe_${eventCount++}`, object: 'event', type, data: { object } })
  const seconds = Math.floor(at.getTime() / 1000)
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return { body, headers: { 'content-type': 'application/json', 'stripe-signature': `t=${seconds},v1=${signature}` } }
}
