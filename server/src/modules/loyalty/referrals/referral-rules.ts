import { foldText } from '../../../kit/fold-text.ts'
import { normalizeEmail } from '../../customers/identity/identity.ts'
import type { Address } from '../../customers/schemas.ts'
import type { ReferralSettings } from '../program/schemas.ts'
import type { RejectionReason } from './schemas.ts'

/*
 * When a referral counts. The reasons are checked in a fixed order, so that the same facts always give the same one.
 */

export interface ReferralParty {
  id: string
  emails: string[]
  phones: { number: string; verified: boolean }[]
}

export interface FirstOrder {
  id: string
  source: string
  status: string
  paymentStatus: string
  currency: string
  total: number
  refunded: number
  email: string | null
  shippingAddress: Address | null
  placedAt: string
}

export interface ReferralFacts {
  referral: { createdAt: string; orderId: string | null }
  /** Undefined if they are no longer a customer. */
  referrer: ReferralParty | undefined
  referee: ReferralParty
  /** The first order that the referee has paid. */
  order: FirstOrder | undefined
  minOrderAmount: ReferralSettings['minOrderAmount']
  referrerAddresses: Address[]
  /** Whether the referrer has paid with the same card or bank account. */
  sharesPaymentMethod: boolean
}

/** Without an order, only self-referrals are known. */
export function findRejection(facts: ReferralFacts): RejectionReason | undefined {
  const { referrer, referee, order, minOrderAmount, referral } = facts
  if (referrer && isSamePerson(referrer, referee, order?.email ?? null)) return 'self_referral'
  if (!order) return undefined
  const wasNamed = order.id === referral.orderId
  const isEarlier = Date.parse(order.placedAt) < Date.parse(referral.createdAt)
  if (order.source === 'import' || (isEarlier && !wasNamed)) return 'not_first_order'
  const minAmount = findMinimum(minOrderAmount, order.currency)
  if (minAmount === undefined || order.total < minAmount || order.total === 0) return 'below_minimum'
  if (isRefunded(order, minAmount)) return 'refunded'
  const addressKey = order.shippingAddress && addressKeyOf(order.shippingAddress)
  if (addressKey && facts.referrerAddresses.some((address) => addressKeyOf(address) === addressKey)) {
    return 'same_address'
  }
  return facts.sharesPaymentMethod ? 'same_payment_method' : undefined
}

/** The minimum in the currency of the order; undefined if no order in it qualifies. */
export function findMinimum(minOrderAmount: ReferralSettings['minOrderAmount'], currency: string): number | undefined {
  if (minOrderAmount === null) return 0
  return minOrderAmount.find((one) => one.currency === currency)?.amount
}

/** Everything, or so much that less than the minimum is left. A chargeback takes everything back. */
export const isRefunded = (
  order: Pick<FirstOrder, 'status' | 'paymentStatus' | 'total' | 'refunded'>,
  minAmount: number,
): boolean =>
  order.status === 'canceled' ||
  order.paymentStatus === 'charged_back' ||
  order.total - order.refunded < Math.max(1, minAmount)

function isSamePerson(one: ReferralParty, other: ReferralParty, orderEmail: string | null): boolean {
  if (one.id === other.id) return true
  const emails = new Set(one.emails.map(mailboxOf))
  const others = orderEmail === null ? other.emails : [...other.emails, orderEmail]
  if (others.some((email) => emails.has(mailboxOf(email)))) return true
  // People who live together may have the same phone, until one of them has verified it.
  return one.phones.some(({ number, verified }) =>
    other.phones.some((phone) => phone.number === number && (verified || phone.verified)),
  )
}

const GMAIL = new Set(['gmail.com', 'googlemail.com'])

/** All spellings that arrive in one mailbox: `a.da+shop@googlemail.com` is `ada@gmail.com`. */
export function mailboxOf(email: string): string {
  const address = normalizeEmail(email)
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  const local = address.slice(0, at).replace(/(?<=.)\+.*$/, '')
  return GMAIL.has(domain) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`
}

/** Street, house number, postal code and country, however they are written. Null without a street. */
export function addressKeyOf({ line1, postalCode, country }: Address): string | null {
  const [street, code] = [line1, postalCode].map((text) => foldText(text ?? '').replaceAll(/[^\p{L}\p{N}]/gu, ''))
  return street ? `${street}\n${code}\n${country}` : null
}
