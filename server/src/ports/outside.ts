import type { Agent } from './agent.ts'
import type { Carrier } from './carrier.ts'
import type { Payments } from './payments.ts'
import type { SignedEvent, StripeAccount, StripeNews } from './stripe.ts'
import type { TaxEngine } from './tax-engine.ts'

/** A server of somebody else's, at an address that the shop has named. */
export interface OutsideAddress {
  url: string
  /** Our questions are signed with it. */
  secret: string
  allowHttp: boolean
}

/** Whom a shop may have us ask. Never inside a transaction: they may be slow, wrong or away. */
export interface Outside {
  carrierAt(address: OutsideAddress): Carrier
  agentAt(address: OutsideAddress): Agent
  taxEngineAt(address: OutsideAddress): TaxEngine
  stripeWith(secretKey: string): Payments & StripeAccount
  /** Asks nobody: undefined where it is not Stripe's, or older than five minutes. */
  readStripeEvent(event: SignedEvent): Promise<StripeNews | undefined>
}
