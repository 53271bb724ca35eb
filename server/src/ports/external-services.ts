import type { Agent } from './agent.ts'
import type { Carrier } from './carrier.ts'
import type { PaymentProvider } from './payment-provider.ts'
import type { SignedWebhook, StripeAccount, StripeWebhookEvent } from './stripe.ts'
import type { TaxEngine } from './tax-engine.ts'

/** An external server at a URL that the shop configured. */
export interface ExternalEndpoint {
  url: string
  /** Signs our requests. */
  secret: string
  allowHttp: boolean
}

/** External services that a shop can connect. Never call them inside a transaction: they may be slow, wrong or down. */
export interface ExternalServices {
  carrierAt(address: ExternalEndpoint): Carrier
  agentAt(address: ExternalEndpoint): Agent
  taxEngineAt(address: ExternalEndpoint): TaxEngine
  stripeWith(secretKey: string): PaymentProvider & StripeAccount
  /** Makes no request: undefined when it is not from Stripe, or older than five minutes. */
  parseStripeWebhook(event: SignedWebhook): Promise<StripeWebhookEvent | undefined>
}
