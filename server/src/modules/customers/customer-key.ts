import { createHmac } from 'node:crypto'

/**
 * By what a customer's uses are counted: of the e-mail address, or of the customer's id, with `ctx.secretFor('customer-keys')`.
 * The same person has another in every environment, and without the secret nobody finds out whose it is by trying addresses.
 */
export const customerKeyOf = (emailOrId: string, environmentId: string, secret: string): string =>
  createHmac('sha256', secret)
    .update(`${environmentId}\n${emailOrId.normalize('NFKC').trim().toLowerCase()}`)
    .digest('base64url')
