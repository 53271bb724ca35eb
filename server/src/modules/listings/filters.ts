import { type Statement, withCustomPlan } from '../../db/sql.ts'
import { invalidRequest } from '../../kit/errors.ts'
import { isCurrency } from '../../kit/money.ts'
import type { ProductListQuery } from './schemas.ts'

/** List filters as query parameters. Values of one filter are alternatives; different filters are combined with AND. */
export interface Filters {
  collectionId: string | null
  vendors: string[] | null
  types: string[] | null
  tags: string[] | null
  /** One string per option: the accepted values, such as `Size:M`, joined by the unit separator. */
  optionGroups: string[] | null
  currency: string | null
  minPrice: number | null
  maxPrice: number | null
  available: boolean | null
  /** In `tsquery` syntax, for lists that are read in their order. Null: anything. */
  search: string | null
}

const SEPARATOR = '\x1f'
/** The maximum number of options of a product. */
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
    search: null,
  }
}

/** Null for the shop currency. An unknown currency is rejected: it would look like a shop with nothing for sale. */
export function parseCurrency(currency: string | undefined): string | null {
  if (currency === undefined || isCurrency(currency)) return currency ?? null
  throw invalidRequest('The currency is not valid.', [
    { path: '/currency', message: `must be an ISO 4217 currency code, such as EUR, USD or JPY, not "${currency}"` },
  ])
}

/** Whether anything but the currency was chosen. */
export const isFiltered = ({ currency: _, ...filters }: Filters): boolean =>
  Object.values(filters).some((value) => value !== null)

/**
 * The plan of a filtered list is made for its filters and its shop: one for all would be made for a shop of average size, and
 * read all products of a large one.
 */
export const planFor = (filters: Filters, statement: Statement): Statement =>
  isFiltered(filters) ? withCustomPlan(statement) : statement

/** Accepted values of the filtered option at this index; null when there are fewer. */
export const optionValuesAt = ({ optionGroups }: Filters, at: number): string[] | null =>
  optionGroups?.[at]?.split(SEPARATOR) ?? null

/** Value prefixes of the filtered options, such as `Size:`. */
export const optionPrefixes = ({ optionGroups }: Filters): string[] =>
  (optionGroups ?? []).map((group) => group.slice(0, group.indexOf(':') + 1))

/** Option and price filters require evaluating each variant. */
export const hasVariantFilters = ({ optionGroups, minPrice, maxPrice }: Filters): boolean =>
  optionGroups !== null || minPrice !== null || maxPrice !== null

/** Splits `Size:M` into name and value; a name has no colon, a value may. */
export function parseOption(text: string): [name: string, value: string] {
  // The separator is a control character: inside a value it would split it in two.
  if (/\p{Cc}/u.test(text)) {
    throw invalidRequest('Options must have the form name:value.', [
      { path: '/option', message: 'must not contain control characters' },
    ])
  }
  const colon = text.indexOf(':')
  if (colon < 1 || colon === text.length - 1) {
    throw invalidRequest('Options must have the form name:value.', [
      { path: '/option', message: `must have the form Size:M, not "${text}"` },
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
    throw invalidRequest('Too many options.', [
      { path: '/option', message: `must contain at most ${MAX_OPTIONS} different options` },
    ])
  }
  return [...groups.values()].map((group) => group.join(SEPARATOR))
}
