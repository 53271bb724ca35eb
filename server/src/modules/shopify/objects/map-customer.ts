import type { CustomerAddressLine, CustomerLine, ShopAddressFields } from '../../../ports/shop-lines.ts'
import { normalizeEmail, normalizePhone } from '../../customers/identity/identity.ts'
import type { Address, Customer, NewConsent } from '../../customers/schemas.ts'
import type { ShopObject } from './group-lines.ts'

export interface MappedCustomer {
  name: string | null
  email: string | null
  phone: string | null
  locale: string | null
  addresses: Address[]
  tags: string[]
  customFields: Customer['customFields']
  consents: Pick<NewConsent, 'channel' | 'state'>[]
}

export function mapCustomer({ root, children }: ShopObject<'customers'>): MappedCustomer {
  const defaultId = root.defaultAddress?.id
  const addresses = children as CustomerAddressLine[]
  return {
    name: toName(root),
    email: toEmail(root.defaultEmailAddress?.emailAddress),
    phone: normalizePhone(root.defaultPhoneNumber?.phoneNumber ?? ''),
    locale: LOCALE.test(root.locale ?? '') ? root.locale : null,
    addresses: addresses
      .toSorted((one, other) => Number(other.id === defaultId) - Number(one.id === defaultId))
      .flatMap((address) => toAddress(address) ?? []),
    tags: [...new Set(root.tags.flatMap((tag) => toLine(tag, 50) ?? []))].slice(0, 100),
    customFields: root.note ? { 'shopify.note': root.note.slice(0, 1000) } : {},
    consents: [
      ...toConsent('email', root.emailMarketingConsent?.marketingState),
      ...toConsent('sms', root.smsMarketingConsent?.marketingState),
    ],
  }
}

const LOCALE = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/
const EMAIL = /^[^\s@"<>(),;:\\[\]]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/

export function toEmail(text: string | null | undefined): string | null {
  const email = normalizeEmail(text ?? '')
  return EMAIL.test(email) && email.length <= 254 ? email : null
}

const toName = ({ firstName, lastName }: Pick<CustomerLine, 'firstName' | 'lastName'>) =>
  toLine([firstName, lastName].filter(Boolean).join(' '), 200) ?? null

/** On one line, without control characters; undefined if nothing is left. */
export function toLine(text: string | null | undefined, maxLength: number): string | undefined {
  const line = (text ?? '').replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
  return line.slice(0, maxLength).trim() || undefined
}

export function toAddress(fields: ShopAddressFields): Address | undefined {
  const { countryCodeV2: country } = fields
  if (!country || !/^[A-Z]{2}$/.test(country)) return undefined
  const lines = {
    name: toName(fields) ?? undefined,
    company: toLine(fields.company, 200),
    line1: toLine(fields.address1, 300),
    line2: toLine(fields.address2, 300),
    city: toLine(fields.city, 200),
    region: toLine(fields.provinceCode, 50),
    postalCode: toLine(fields.zip, 20),
    phone: toLine(fields.phone, 50),
  }
  const known = Object.entries(lines).filter(([, value]) => value !== undefined)
  return { country, ...(Object.fromEntries(known) as Partial<Address>) }
}

const CONSENT_STATES: Record<string, NewConsent['state']> = {
  SUBSCRIBED: 'subscribed',
  UNSUBSCRIBED: 'unsubscribed',
  PENDING: 'pending',
}

function toConsent(channel: 'email' | 'sms', marketingState: string | undefined): MappedCustomer['consents'] {
  const state = CONSENT_STATES[marketingState ?? '']
  return state ? [{ channel, state }] : []
}
