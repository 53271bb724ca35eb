import type { Ctx } from '../../../ctx.ts'
import type { PaymentState } from '../../../ports/payment-provider.ts'
import * as queries from '../connection-queries.ts'
import type { Acquirer } from '../connection-schemas.ts'
import { STRIPE } from '../payments.ts'
import { SIMULATED_ACQUIRER, SIMULATOR } from '../simulator.ts'
import { TEST_METHODS } from '../test-methods.ts'

/** The shop as its payment provider knows it. */
export interface Merchant {
  provider: 'simulator' | 'stripe'
  /** The shop's id at the provider; null if the provider doesn't disclose it. */
  id: string | null
  acceptedBrands: string[]
  /** Without it only the provider itself can authenticate a buyer. */
  acquirer: Acquirer | null
}

/** What an agent needs for 3-D Secure authentication of the buyer. */
export interface AuthenticationRequirements {
  acquirer: Acquirer
  directoryServer: 'american_express' | 'mastercard' | 'visa'
}

/** Stripe accepts these in every country; others depend on the account's country. */
const STRIPE_BRANDS = ['visa', 'mastercard', 'amex']
const SIMULATED_BRANDS = [...new Set(Object.values(TEST_METHODS).flatMap(({ method }) => method.brand ?? []))]

export async function getMerchant(ctx: Ctx): Promise<Merchant> {
  const connection = ctx.mode === 'live' ? await queries.findConnection(ctx) : undefined
  if (connection) {
    const { account, acquirer } = connection
    return { provider: STRIPE, id: account, acceptedBrands: STRIPE_BRANDS, acquirer }
  }
  const id = `sim_${ctx.environmentId}`
  return { provider: SIMULATOR, id, acceptedBrands: SIMULATED_BRANDS, acquirer: SIMULATED_ACQUIRER }
}

const DIRECTORY_SERVERS: Record<string, AuthenticationRequirements['directoryServer']> = {
  amex: 'american_express',
  mastercard: 'mastercard',
  visa: 'visa',
}

/** What an agent needs to authenticate the buyer of this payment; null if only the provider's own page can. */
export function authenticationRequirements(
  { acquirer }: Merchant,
  { method }: PaymentState,
): AuthenticationRequirements | null {
  const directoryServer = DIRECTORY_SERVERS[method?.brand ?? '']
  return acquirer && directoryServer ? { acquirer, directoryServer } : null
}
