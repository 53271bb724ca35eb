import type { OperationQuery } from '@storedesk/sdk'

export const SORTS = {
  '': 'Featured',
  best_selling: 'Bestselling',
  newest: 'Newest',
  price: 'Price, low to high',
  '-price': 'Price, high to low',
  title: 'Name',
} as const

/** Filters that accept several values. */
export const LIST_FILTERS = ['type', 'vendor', 'tag', 'option'] as const
export type ListFilter = (typeof LIST_FILTERS)[number]

const PER_PAGE = 24

/** The address is the state of a list: it can be shared, and the browser's back button works. */
export function toListQuery(query: URLSearchParams): NonNullable<OperationQuery<'products.list'>> {
  const [minPrice, maxPrice] = [toCents(query.get('minPrice')), toCents(query.get('maxPrice'))]
  const sort = query.get('sort')
  const cursor = query.get('cursor')
  return {
    limit: PER_PAGE,
    facets: true,
    ...Object.fromEntries(LIST_FILTERS.flatMap((name) => (query.has(name) ? [[name, query.getAll(name)]] : []))),
    ...(minPrice !== undefined && { minPrice }),
    ...(maxPrice !== undefined && { maxPrice }),
    ...(query.get('available') === 'true' && { available: true }),
    ...(sort && Object.hasOwn(SORTS, sort) && { sort: sort as 'price' }),
    ...(cursor && { cursor }),
  }
}

/** Prices are typed in whole units; the API counts in the smallest. */
function toCents(text: string | null): number | undefined {
  const value = Number(text)
  return text === null || text.trim() === '' || !(value >= 0) ? undefined : Math.round(value * 100)
}

export interface ActiveFilter {
  name: string
  value: string
  label: string
}

export function activeFilters(query: URLSearchParams): ActiveFilter[] {
  const lists = LIST_FILTERS.flatMap((name) =>
    query.getAll(name).map((value) => ({ name, value, label: name === 'option' ? value.replace(':', ': ') : value })),
  )
  const single = [
    ['minPrice', (value: string) => `From ${value}`],
    ['maxPrice', (value: string) => `Up to ${value}`],
    ['available', () => 'In stock'],
  ] as const
  return [
    ...lists,
    ...single.flatMap(([name, toLabel]) => {
      const value = query.get(name)
      return value ? [{ name, value, label: toLabel(value) }] : []
    }),
  ]
}

/** Every other filter starts again at the first page. */
export function withFilter(query: URLSearchParams, name: string, value: string, isOn: boolean): string {
  const next = new URLSearchParams(query)
  next.delete('cursor')
  next.delete(name, value)
  if (isOn && (LIST_FILTERS as readonly string[]).includes(name)) next.append(name, value)
  else if (isOn) next.set(name, value)
  return `?${next}`
}

export function withoutFilters(query: URLSearchParams): string {
  const next = new URLSearchParams()
  for (const name of ['q', 'sort']) {
    const value = query.get(name)
    if (value) next.set(name, value)
  }
  return `?${next}`
}
