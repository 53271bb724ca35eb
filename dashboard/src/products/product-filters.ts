import { PRODUCT_STATUSES, type ProductStatus } from './product-status.ts'

/** Named as in the URL and the API; unset filters are absent. */
export interface ProductFilters {
  q?: string
  status?: ProductStatus
  vendor?: string
  type?: string
  tag?: string
  sku?: string
}

const MAX_LENGTHS = { q: 200, vendor: 100, type: 100, tag: 100, sku: 100 } as const

/** The URL may come from anyone: drops what the server would reject. */
export function parseProductFilters(search: Record<string, unknown>): ProductFilters {
  const texts = Object.entries(MAX_LENGTHS).flatMap(([name, maxLength]) => {
    // The router parses `?sku=1234` as a number.
    const text = String(search[name] ?? '').slice(0, maxLength)
    return text === '' ? [] : [[name, text]]
  })
  const status = PRODUCT_STATUSES.find((candidate) => candidate === search.status)
  return { ...Object.fromEntries(texts), ...(status && { status }) }
}

/** Number of active filters behind the button. */
export const countExtraFilters = ({ vendor, type, tag, sku }: ProductFilters): number =>
  [vendor, type, tag, sku].filter(Boolean).length

export const isFiltered = (filters: ProductFilters): boolean => Object.keys(filters).length > 0
