import { recordOf } from '../ui/records.ts'
import type { Address } from './orders.ts'

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

/** An address in the form; what is missing is empty. */
export type AddressFields = Record<(typeof ADDRESS_FIELDS)[number], string>

export const toAddressFields = (address: Address | null): AddressFields =>
  recordOf(ADDRESS_FIELDS, (field) => address?.[field] ?? '')

/** Null if nothing was entered. */
export function toAddress(fields: AddressFields): Address | null {
  const entries = ADDRESS_FIELDS.flatMap((field) => (fields[field].trim() ? [[field, fields[field].trim()]] : []))
  return entries.length > 0 ? { country: fields.country, ...Object.fromEntries(entries) } : null
}
