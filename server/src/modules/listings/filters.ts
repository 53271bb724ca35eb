import { isCurrency } from '../../kit/currencies.ts'
import { invalidRequest } from '../../kit/errors.ts'
import type { ProductListQuery } from './schemas.ts'

/** What a list is narrowed by, as the database is asked for it. Values of one filter are alternatives; filters add up. */
export interface Filters {
  collectionId: string | null
  vendors: string[] | null
  types: string[] | null
  tags: string[] | null
  /** One text an option: the values that will do, as `Size:M`, joined by the unit separator. */
  optionGroups: string[] | null
  currency: string | null
  minPrice: number | null
  maxPrice: number | null
  available: boolean | null
}

const SEPARATOR = '\x1f'
/** As many as a product may have. */
const MAX_OPTIONS = 5

export function toFilters(query: ProductListQuery, collectionId: string | null): Filters {
  return {
    collectionId,
    vendors: query.vendor ?? null,
    types: query.type ?? null,
    tags: query.tag ?? null,
    optionGroups: query.option ? groupOptions(query.option) : null,
    currency: parseCurrency(query.currency),
    minPrice: query.minPrice ?? null,
    maxPrice: query.maxPrice ?? null,
    available: query.available ?? null,
  }
}

/** Null for the shop's own. One that nobody has would look like a shop in which nothing is for sale. */
export function parseCurrency(currency: string | undefined): string | null {
  if (currency === undefined || isCurrency(currency)) return currency ?? null
  throw invalidRequest('There is no such currency.', [
    { path: '/currency', message: `must be a currency of ISO 4217, such as EUR, USD or JPY, not ${currency}` },
  ])
}

/** Which values will do of the first, the second, … option that is filtered by; null when there are fewer. */
export const optionValuesAt = ({ optionGroups }: Filters, at: number): string[] | null =>
  optionGroups?.[at]?.split(SEPARATOR) ?? null

/** How the values of each option begin that is filtered by, such as `Size:`. */
export const optionPrefixes = ({ optionGroups }: Filters): string[] =>
  (optionGroups ?? []).map((group) => group.slice(0, group.indexOf(':') + 1))

/** Whether options or prices are asked for: then variants must be looked at, one by one. */
export const hasVariantFilters = ({ optionGroups, minPrice, maxPrice }: Filters): boolean =>
  optionGroups !== null || minPrice !== null || maxPrice !== null

/** `Size:M` into its two parts; a name has no colon, a value may. */
export function parseOption(text: string): [name: string, value: string] {
  // One of them is what we join values by: within a value it would make two of it.
  if (/\p{Cc}/u.test(text)) {
    throw invalidRequest('An option is asked for as name:value.', [
      { path: '/option', message: 'must hold no control characters' },
    ])
  }
  const colon = text.indexOf(':')
  if (colon < 1 || colon === text.length - 1) {
    throw invalidRequest('An option is asked for as name:value.', [
      { path: '/option', message: `must look like Size:M, not "${text}"` },
    ])
  }
  return [text.slice(0, colon), text.slice(colon + 1)]
}

function groupOptions(options: string[]): string[] {
  const groups = new Map<string, string[]>()
  for (const option of options) {
    const [name] = parseOption(option)
    groups.set(name, [...(groups.get(name) ?? []), option])
  }
  if (groups.size > MAX_OPTIONS) {
    throw invalidRequest('No product has so many options.', [
      { path: '/option', message: `may name at most ${MAX_OPTIONS} different options` },
    ])
  }
  return [...groups.values()].map((group) => group.join(SEPARATOR))
}
