import { STATUSES, type Status } from './statuses.ts'

/** As the address of the page and the server name them; what is not chosen is absent. */
export interface ProductFilters {
  q?: string
  status?: Status
  vendor?: string
  type?: string
  tag?: string
  sku?: string
}

const LONGEST = { q: 200, vendor: 100, type: 100, tag: 100, sku: 100 } as const

/** From an address that anybody may have written: what the server would refuse is dropped. */
export function filtersIn(search: Record<string, unknown>): ProductFilters {
  const texts = Object.entries(LONGEST).flatMap(([name, longest]) => {
    // The router reads `?sku=1234` as a number.
    const text = String(search[name] ?? '').slice(0, longest)
    return text === '' ? [] : [[name, text]]
  })
  const status = STATUSES.find((known) => known === search.status)
  return { ...Object.fromEntries(texts), ...(status && { status }) }
}

/** How many of those behind the button are in use. */
export const countFurther = ({ vendor, type, tag, sku }: ProductFilters): number =>
  [vendor, type, tag, sku].filter(Boolean).length

export const isFiltered = (filters: ProductFilters): boolean => Object.keys(filters).length > 0
