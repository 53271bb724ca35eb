import type { Agent } from './agent.ts'
import type { Carrier } from './carrier.ts'
import type { PaymentProvider } from './payment-provider.ts'
import type { SignedWebhook, StripeAccount, StripeWebhookEvent } from './stripe.ts'
import type { TaxEngine } from './tax-engine.ts'

/** A server of somebody else's, at an address that the shop has named. */
export interface ExternalEndpoint {
  url: string
  /** Our questions are signed with it. */
  secret: string
  allowHttp: boolean
}

/** Whom a shop may have us ask. Never inside a transaction: they may be slow, wrong or away. */
export interface ExternalServices {
  carrierAt(address: ExternalEndpoint): Carrier
  agentAt(address: ExternalEndpoint): Agent
  taxEngineAt(address: ExternalEndpoint): TaxEngine
  stripeWith(secretKey: string): PaymentProvider & StripeAccount
  /** Asks nobody: undefined where it is not Stripe's, or older than five minutes. */
  parseStripeWebhook(event: SignedWebhook): Promise<StripeWebhookEvent | undefined>
}
