import type { ExternalServices } from '../ports/external-services.ts'
import { httpAgent } from './agent/http-agent.ts'
import { httpCarrier } from './carrier/http-carrier.ts'
import { type StripeOptions, stripePayments } from './stripe/stripe.ts'
import { parseStripeWebhook } from './stripe/stripe-webhooks.ts'
import { httpTaxEngine } from './tax-engine/http-tax-engine.ts'

/** For tests, whose servers run on the same machine. */
interface ExternalServicesOptions {
  allowLoopback?: boolean
  timeoutMs?: number
  stripe?: Omit<StripeOptions, 'secretKey'>
}

export const openExternalServices = ({ stripe, ...options }: ExternalServicesOptions = {}): ExternalServices => ({
  agentAt: (address) => httpAgent({ ...address, ...options }),
  carrierAt: (address) => httpCarrier({ ...address, ...options }),
  taxEngineAt: (address) => httpTaxEngine({ ...address, ...options }),
  stripeWith: (secretKey) => stripePayments({ ...stripe, secretKey }),
  parseStripeWebhook,
})
