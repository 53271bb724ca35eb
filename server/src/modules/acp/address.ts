import type { Address } from '../carts/contents.ts'
import type { ShownAddress } from './shapes.ts'

/** Undefined where it is not one to which something can be sent. The protocol wants every field, so some are empty. */
export function toAddress(given: Partial<Address> | null, nameOfReceiver = ''): ShownAddress | undefined {
  const { line1, line2, city, region, postcode, country, company, name } = given ?? {}
  if (!country || !line1 || !city) return undefined
  return {
    name: name ?? nameOfReceiver,
    ...(company && { company }),
    line_one: line1,
    ...(line2 && { line_two: line2 }),
    city,
    state: region ?? '',
    country,
    postal_code: postcode ?? '',
  }
}
