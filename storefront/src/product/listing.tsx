import type { ListedProduct, OperationResponse } from '@storedesk/sdk'
import { useState } from 'react'
import { Link, useRouter } from '../router/router.tsx'
import { useFormat } from '../shop/format.ts'
import { paths } from '../shop/paths.ts'
import { errorText } from '../shop/text.ts'
import { Icon } from '../ui/icon.tsx'
import { Notice } from '../ui/notice.tsx'
import { Filters } from './filters.tsx'
import { activeFilters, SORTS, withFilter, withoutFilters } from './listing-query.ts'
import { ProductGrid } from './product-card.tsx'

export type ProductList = OperationResponse<'products.list'>

interface Props {
  list: ProductList
  /** The next page of the same list. */
  loadMore: (query: URLSearchParams) => Promise<ProductList>
}

/** Products with filters and sorting, as collections and search results show them. */
export function Listing({ list, loadMore }: Props) {
  const { screen } = useRouter()
  const query = new URL(screen.url, 'http://shop.invalid').searchParams
  return (
    <div className="wide listing">
      {list.facets ? <Filters facets={list.facets} query={query} /> : null}
      <div>
        <ListingBar query={query} currency={list.facets?.price?.min.currency} />
        {list.data.length === 0 ? (
          <NoResults query={query} />
        ) : (
          <Products key={screen.url} list={list} query={query} loadMore={loadMore} />
        )}
      </div>
    </div>
  )
}

function ListingBar({ query, currency }: { query: URLSearchParams; currency: string | undefined }) {
  const { navigate } = useRouter()
  const format = useFormat()
  const filters = activeFilters(query, (amount) => (currency ? format.money({ amount, currency }) : undefined))
  return (
    <>
      <div className="listing-bar">
        <div className="sort">
          <label htmlFor="sort">Sort by</label>
          <select
            id="sort"
            className="input"
            value={query.get('sort') ?? ''}
            onChange={({ currentTarget: { value } }) =>
              navigate(withFilter(query, 'sort', value, true), { replace: true })
            }
          >
            {Object.entries(SORTS).map(([value, label]) => (
              <option key={value} value={value}>
                {value === '' && query.has('q') ? 'Relevance' : label}
              </option>
            ))}
          </select>
        </div>
      </div>
      {filters.length > 0 ? (
        <div className="chips">
          {filters.map(({ name, value, label }) => (
            <button
              key={`${name}:${value}`}
              type="button"
              className="chip"
              aria-label={`Remove filter ${label}`}
              onClick={() => navigate(withFilter(query, name, value, false), { replace: true })}
            >
              {label} <Icon name="close" size={14} />
            </button>
          ))}
          <button
            type="button"
            className="link-button"
            onClick={() => navigate(withoutFilters(query), { replace: true })}
          >
            Clear all
          </button>
        </div>
      ) : null}
    </>
  )
}

function Products({ list, query, loadMore }: Props & { query: URLSearchParams }) {
  const [more, setMore] = useState<{ data: ListedProduct[]; nextCursor: string | null }>({ ...list, data: [] })
  const [isLoading, setLoading] = useState(false)
  const [error, setError] = useState('')
  const showMore = async (cursor: string) => {
    setLoading(true)
    setError('')
    const next = new URLSearchParams(query)
    next.set('cursor', cursor)
    try {
      const page = await loadMore(next)
      setMore({ data: [...more.data, ...page.data], nextCursor: page.nextCursor })
    } catch (failure) {
      setError(errorText(failure))
    }
    setLoading(false)
  }
  const { nextCursor } = more
  return (
    <>
      <ProductGrid products={[...list.data, ...more.data]} isFirst />
      {error ? <Notice tone="danger">{error}</Notice> : null}
      {nextCursor ? (
        <p className="load-more">
          <button
            type="button"
            className="button button-quiet"
            aria-disabled={isLoading}
            onClick={() => (isLoading ? undefined : void showMore(nextCursor))}
          >
            {isLoading ? 'Loading…' : 'Show more'}
          </button>
        </p>
      ) : null}
    </>
  )
}

function NoResults({ query }: { query: URLSearchParams }) {
  const { navigate } = useRouter()
  const hasFilters = activeFilters(query).length > 0
  return (
    <div className="center">
      <p className="lead" role="status">
        No products found{hasFilters ? ' with these filters' : ''}.
      </p>
      {hasFilters ? (
        <button type="button" className="button button-quiet" onClick={() => navigate(withoutFilters(query))}>
          Clear all filters
        </button>
      ) : (
        <p>
          {query.has('q') ? 'Check the spelling or try another word, or browse' : 'Have a look at'}{' '}
          <Link href={paths.collections()}>all collections</Link>.
        </p>
      )}
    </div>
  )
}
