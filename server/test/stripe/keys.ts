import { ok, type StripeResponse } from './responses.ts'

export const STRIPE_KEY = 'sk_test_0123456789abcdef'
/** Of the same account; it may not read the account. */
export const ROLLED_KEY = 'rk_test_rolled0123456789'
/** Of the same account, for real money. */
export const LIVE_KEY = 'sk_live_0123456789abcdef'
export const OTHER_KEY = 'sk_test_other0123456789'

const ACCOUNT_OF = new Map([
  [STRIPE_KEY, 'acct_ours'],
  [ROLLED_KEY, 'acct_ours'],
  [LIVE_KEY, 'acct_ours'],
  [OTHER_KEY, 'acct_other'],
])
/** Each mode of an account has its own data. */
export const accountModeOf = (key: string) => `${ACCOUNT_OF.get(key)} ${key.split('_')[1]}`
export const WEBHOOK_SECRET = 'whsec_0123456789abcdef'

export const isKey = (key: string) => ACCOUNT_OF.has(key)

/** Restricted keys may not read the account, but the error names it. */
export function accountOf(key: string): StripeResponse {
  const id = ACCOUNT_OF.get(key)
  if (!key.startsWith('rk_')) return ok({ id, object: 'account' })
  const message = `The provided key 'rk_test_***' does not have the required permissions for this endpoint on account '${id}'.`
  return { status: 403, body: { error: { type: 'invalid_request_error', message } } }
}

/** The body that connects a shop to Stripe. */
export const CONNECTION = {
  provider: 'stripe',
  secretKey: STRIPE_KEY,
  publishableKey: 'pk_test_0123456789abcdef',
  webhookSecret: WEBHOOK_SECRET,
}
