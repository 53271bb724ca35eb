import type { Outside } from '../ports/outside.ts'
import { httpAgent } from './agent/http-agent.ts'
import { httpCarrier } from './carrier/http-carrier.ts'
import { type StripeOptions, stripePayments } from './stripe/stripe.ts'
import { readStripeEvent } from './stripe/stripe-events.ts'
import { httpTaxEngine } from './tax-engine/http-tax-engine.ts'

/** For tests, whose servers run beside them. */
interface OutsideOptions {
  allowLoopback?: boolean
  stripe?: Omit<StripeOptions, 'secretKey'>
}

export const openOutside = ({ stripe, ...options }: OutsideOptions = {}): Outside => ({
  agentAt: (address) => httpAgent({ ...address, ...options }),
  carrierAt: (address) => httpCarrier({ ...address, ...options }),
  taxEngineAt: (address) => httpTaxEngine({ ...address, ...options }),
  stripeWith: (secretKey) => stripePayments({ ...stripe, secretKey }),
  readStripeEvent,
})
