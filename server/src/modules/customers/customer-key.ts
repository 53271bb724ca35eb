import { createHmac } from 'node:crypto'

/**
 * Identifies a customer for usage limits: an HMAC of the email address or customer id, keyed with
 * `ctx.secretFor('customer-keys')`. Keys differ per environment, and without the secret nobody can find the customer by
 * trying addresses.
 */
export const customerKeyOf = (emailOrId: string, environmentId: string, secret: string): string =>
  createHmac('sha256', secret)
    .update(`${environmentId}\n${emailOrId.normalize('NFKC').trim().toLowerCase()}`)
    .digest('base64url')
