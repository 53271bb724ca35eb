import { createHmac } from 'node:crypto'

/**
 * By what a customer's uses are counted: of the e-mail address, or of the customer's id, with `ctx.secretFor('customer-keys')`.
 * Without the secret nobody finds out whose it is by trying addresses.
 */
export const customerKeyOf = (emailOrId: string, secret: string): string =>
  createHmac('sha256', secret).update(emailOrId.normalize('NFKC').trim().toLowerCase()).digest('base64url')
