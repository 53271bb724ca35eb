import type { Ctx } from '../ctx.ts'
import type { EventType } from './event-schemas.ts'
import type { EventOf } from './subscriber.ts'

/** How events are sent to the webhook endpoints of one kind. */
export interface WebhookFormat {
  kind: string
  /** Runs when the event is sent, so a retry contains what is true by then. Undefined: there is nothing to send. */
  build(ctx: Ctx, event: EventOf<EventType>): Promise<WebhookMessage | undefined>
}

export interface WebhookMessage {
  body: string
  headers: (attempt: WebhookAttempt) => Record<string, string>
}

interface WebhookAttempt {
  /** The current secret first; after a rotation, also the previous one. */
  secrets: [string, ...string[]]
  now: Date
}
