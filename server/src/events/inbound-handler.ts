import type { Ctx } from '../ctx.ts'

/** Who sends us events. */
export const PROVIDERS = [
  'shopify',
  'stripe',
  'easypost',
  'shippo',
  'aftership',
  'judgeme',
  'yotpo',
  'okendo',
  'trustpilot',
  'postmark',
  'sendgrid',
  'mailgun',
] as const
export type Provider = (typeof PROVIDERS)[number]

export interface InboundEvent {
  id: `ine_${string}`
  provider: Provider
  topic: string
  /** The provider's own ID. Empty if it has none. */
  externalId: string
  /** Parsed JSON. */
  body: unknown
  /** Lowercase names; only those that matter. */
  headers: Record<string, string>
  receivedAt: string
}

/** `ignored`: kept and shown with the note, nothing to do. */
export interface InboundOutcome {
  status: 'processed' | 'ignored'
  note?: string
}

/**
 * What a module does with the events of a provider. It may get an event more than once and in any order, and it must
 * come to the same result. What it throws is shown in the log, and the event is tried again.
 */
export interface InboundHandler {
  provider: Provider
  run(ctx: Ctx, event: InboundEvent): Promise<InboundOutcome>
}
