import type { Address, Cart, StoredeskError } from '@storedesk/sdk'

/** The fields of the form, as text. */
export interface BuyerDetails {
  email: string
  name: string
  company: string
  line1: string
  line2: string
  postalCode: string
  city: string
  region: string
  country: string
  phone: string
}
export type FieldErrors = Partial<Record<keyof BuyerDetails, string>>

const ADDRESS_FIELDS = [
  'name',
  'company',
  'line1',
  'line2',
  'postalCode',
  'city',
  'region',
  'country',
  'phone',
] as const

/** Addresses are written with a region there, and the checkout asks for it. */
const WITH_REGION = ['US', 'CA', 'AU', 'IT', 'ES', 'BR', 'MX', 'IN', 'JP']
export const needsRegion = (country: string): boolean => WITH_REGION.includes(country)

export function toBuyerDetails(cart: Cart, saved: Partial<Address> | undefined, country: string): BuyerDetails {
  const address = cart.shippingAddress ?? saved
  const text = (name: (typeof ADDRESS_FIELDS)[number]) => address?.[name] ?? ''
  return {
    email: cart.email ?? '',
    ...{ name: text('name'), company: text('company'), line1: text('line1'), line2: text('line2') },
    ...{ postalCode: text('postalCode'), city: text('city'), region: text('region'), phone: text('phone') },
    country: address?.country ?? cart.country ?? country,
  }
}

/** Empty fields are omitted: the API has no empty texts. */
export const toAddress = (details: BuyerDetails): Address =>
  Object.fromEntries(
    ADDRESS_FIELDS.flatMap((name) => (details[name].trim() ? [[name, details[name].trim()]] : [])),
  ) as Address

/** What can be said before the API is asked; it checks everything again, and more. */
export function findMissing(details: BuyerDetails, isShipped: boolean): FieldErrors {
  const errors: FieldErrors = {}
  if (!/^\S+@\S+\.\S+$/.test(details.email.trim())) errors.email = 'Enter an email address, such as ada@example.com.'
  if (!isShipped) return errors
  if (!details.name.trim()) errors.name = 'Enter your full name.'
  if (!details.line1.trim()) errors.line1 = 'Enter the street and house number.'
  if (!details.city.trim()) errors.city = 'Enter the city.'
  return errors
}

/** `/shippingAddress/postalCode` belongs to the field `postalCode`. */
export function toFieldErrors({ details }: StoredeskError): FieldErrors {
  const names = ['email', ...ADDRESS_FIELDS]
  return Object.fromEntries(
    details.flatMap(({ path, message }) => {
      const name = path.split('/').at(-1) ?? ''
      return names.includes(name) ? [[name, sentence(message)]] : []
    }),
  )
}

const sentence = (message: string): string => {
  const text = message.startsWith('must') ? `It ${message}` : message
  return text.charAt(0).toUpperCase() + text.slice(1).replace(/([^.!?])$/, '$1.')
}
