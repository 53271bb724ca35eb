import type { ShopAddressFields, ShopLines } from '../../../ports/shop-lines.ts'
import { gid } from './product-lines.ts'

interface SampleCustomer {
  name: [first: string, last: string]
  street: string
  zip: string
  city: string
  country: string
  locale: string
  phone?: string
  tags?: string[]
  isSubscribed?: true
}

export const CUSTOMERS: SampleCustomer[] = [
  {
    name: ['Mara', 'Holzer'],
    street: 'Kaigasse 12',
    zip: '5020',
    city: 'Salzburg',
    country: 'AT',
    locale: 'de',
    isSubscribed: true,
  },
  {
    name: ['Jonas', 'Petersen'],
    street: 'Am Sandtorkai 40',
    zip: '20457',
    city: 'Hamburg',
    country: 'DE',
    locale: 'de',
    phone: '+4940555012',
    isSubscribed: true,
  },
  {
    name: ['Camille', 'Moreau'],
    street: '8 quai des Bateliers',
    zip: '67000',
    city: 'Strasbourg',
    country: 'FR',
    locale: 'fr',
  },
  {
    name: ['Sven', 'Lindqvist'],
    street: 'Skeppsbron 3',
    zip: '211 20',
    city: 'Malmö',
    country: 'SE',
    locale: 'sv',
    tags: ['office'],
  },
  {
    name: ['Giulia', 'Ferrari'],
    street: 'Via del Porto 21',
    zip: '34121',
    city: 'Trieste',
    country: 'IT',
    locale: 'it',
    isSubscribed: true,
  },
  {
    name: ['Pieter', 'de Wit'],
    street: 'Havenstraat 77',
    zip: '3024 TG',
    city: 'Rotterdam',
    country: 'NL',
    locale: 'nl',
    tags: ['wholesale'],
  },
  { name: ['Aoife', 'Brennan'], street: '4 Quay Street', zip: 'H91 X2T8', city: 'Galway', country: 'IE', locale: 'en' },
  { name: ['Tomáš', 'Novák'], street: 'Nábřežní 15', zip: '150 00', city: 'Praha', country: 'CZ', locale: 'cs' },
]

export const emailOf = ({ name: [first, last] }: SampleCustomer) =>
  `${first}.${last}@example.com`
    .normalize('NFD')
    .replace(/[^\w.@]/g, '')
    .toLowerCase()

export const addressOf = ({ name, street, zip, city, country, phone }: SampleCustomer): ShopAddressFields => ({
  firstName: name[0],
  lastName: name[1],
  company: null,
  address1: street,
  address2: null,
  city,
  provinceCode: null,
  zip,
  countryCodeV2: country,
  phone: phone ?? null,
})

export const customerLines = (): ShopLines['customers'][] =>
  CUSTOMERS.flatMap((customer, index): ShopLines['customers'][] => {
    const [id, addressId] = [gid('Customer', index + 1), gid('MailingAddress', index + 1)]
    const { name, locale, tags = [], phone, isSubscribed } = customer
    const createdAt = `2026-04-${String(index + 10)}T09:00:00Z`
    return [
      {
        __typename: 'Customer',
        id,
        firstName: name[0],
        lastName: name[1],
        locale,
        note: null,
        tags,
        verifiedEmail: true,
        createdAt,
        updatedAt: createdAt,
        defaultEmailAddress: { emailAddress: emailOf(customer) },
        defaultPhoneNumber: phone ? { phoneNumber: phone } : null,
        emailMarketingConsent: isSubscribed
          ? { marketingState: 'SUBSCRIBED', consentUpdatedAt: createdAt }
          : { marketingState: 'NOT_SUBSCRIBED', consentUpdatedAt: null },
        smsMarketingConsent: null,
        defaultAddress: { id: addressId },
      },
      { __typename: 'MailingAddress', id: addressId, __parentId: id, ...addressOf(customer) },
    ]
  })
