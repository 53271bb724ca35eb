import { createHmac } from 'node:crypto'
import { foldText } from '../../../kit/fold-text.ts'

/** As it is stored and compared: mail servers that tell upper case from lower case are extinct. */
export const normalizeEmail = (email: string): string => email.normalize('NFKC').trim().toLowerCase()

const SEPARATORS = /[\s().\-/]/g
const E164 = /^\+[1-9][0-9]{6,14}$/

/** In E.164. Null without a country code: a local number is another person's in another country. */
export function normalizePhone(phone: string): string | null {
  const number = phone.normalize('NFKC').replaceAll(SEPARATORS, '').replace(/^00/, '+')
  return E164.test(number) ? number : null
}

/** What identifies a customer in the tables of other modules. */
export interface Person {
  customerId: string
  /** Theirs, and those of customers who were merged into them. */
  customerIds: string[]
  /** As in `customer_emails`. */
  emails: string[]
  /** As in `customer_phones`. */
  phones: string[]
  /** From `customerKeyOf`, of each ID and email. */
  customerKeys: string[]
  orderIds: string[]
  /** Orders of other customers that have one of the emails. */
  sharedOrderIds: string[]
  cartIds: string[]
  /** Gift cards that one of the emails received. */
  giftCardIds: string[]
  /** Of everything else whose responses are about the customer. */
  otherIds: string[]
}

/** How many rows of each table. */
export type RowCounts = Record<string, number>

/** What `q` finds. */
export const toSearchText = (parts: readonly (string | null | undefined)[]): string =>
  foldText(parts.filter((part) => part != null && part !== '').join('\n'))

/**
 * Identifies a customer for usage limits: an HMAC of the email address or customer id, keyed with
 * `ctx.secretFor('customer-keys')`. Keys differ per environment, and without the secret nobody can find the customer by
 * trying addresses.
 */
export const customerKeyOf = (emailOrId: string, environmentId: string, secret: string): string =>
  createHmac('sha256', secret)
    .update(`${environmentId}\n${normalizeEmail(emailOrId)}`)
    .digest('base64url')

/** Patterns for `like`, of the search text and of email addresses. Null: everything matches. */
export interface CustomerSearch {
  textPattern: string | null
  emailPattern: string | null
}

/**
 * The trigrams of `@gmail.com` are in too many customers to narrow a search down: with an `@`, the index of addresses
 * finds those that start with it.
 */
export function toCustomerSearch(q = ''): CustomerSearch {
  const isEmail = q.trim().indexOf('@') > 0
  const text = isEmail ? normalizeEmail(q) : foldText(q.trim())
  const escaped = text.replaceAll(/[\\%_]/g, '\\$&')
  return {
    textPattern: isEmail || text === '' ? null : `%${escaped}%`,
    emailPattern: isEmail ? `${escaped}%` : null,
  }
}
