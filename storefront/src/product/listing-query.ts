import { currencyDecimals, type OperationQuery } from '@storedesk/sdk'

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
  const [minPrice, maxPrice] = [toAmount(query.get('minPrice')), toAmount(query.get('maxPrice'))]
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

/** In the smallest unit of the currency, as the API counts: what was typed in whole units needs the currency. */
const toAmount = (text: string | null): number | undefined =>
  text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined

/** `12.50` or `12,50` as the smallest unit of the currency; undefined if it is no price. */
export function parsePrice(text: string, currency: string): string | undefined {
  const value = Number(text.trim().replace(',', '.'))
  const amount = Math.round(value * 10 ** currencyDecimals(currency))
  return text.trim() === '' || !(value >= 0) || !Number.isSafeInteger(amount) ? undefined : String(amount)
}

export function formatPrice(amount: string, currency: string): string {
  const decimals = currencyDecimals(currency)
  return amount === '' ? '' : (Number(amount) / 10 ** decimals).toFixed(decimals)
}

export interface ActiveFilter {
  name: string
  value: string
  label: string
}

/** `toPrice` returns undefined while the currency is not known: nothing was found. */
export function activeFilters(
  query: URLSearchParams,
  toPrice: (amount: number) => string | undefined = () => undefined,
): ActiveFilter[] {
  const lists = LIST_FILTERS.flatMap((name) =>
    query.getAll(name).map((value) => ({ name, value, label: name === 'option' ? value.replace(':', ': ') : value })),
  )
  const single = [
    ['minPrice', (value: string) => `From ${toPrice(Number(value)) ?? 'a price'}`],
    ['maxPrice', (value: string) => `Up to ${toPrice(Number(value)) ?? 'a price'}`],
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
