import type { Address } from '../customers/schemas.ts'
import type { SessionAddress } from './protocol.ts'

/** Undefined unless the address is deliverable. The protocol requires every field, so some are empty. */
export function toAddress(address: Partial<Address> | null, recipientName = ''): SessionAddress | undefined {
  const { line1, line2, city, region, postalCode, country, company, name } = address ?? {}
  if (!country || !line1 || !city) return undefined
  return {
    name: name ?? recipientName,
    ...(company && { company }),
    line_one: line1,
    ...(line2 && { line_two: line2 }),
    city,
    state: region ?? '',
    country,
    postal_code: postalCode ?? '',
  }
}
