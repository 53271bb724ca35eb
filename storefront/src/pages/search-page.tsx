import { Breadcrumbs } from '../layout/breadcrumbs.tsx'
import { Listing, type ProductList } from '../product/listing.tsx'
import { toListQuery } from '../product/listing-query.ts'
import { Link } from '../router/router.tsx'
import { definePage } from '../shop/page.ts'
import { paths } from '../shop/paths.ts'
import { useShop } from '../shop/shop-context.tsx'

interface Data {
  q: string
  list: ProductList
}

export const page = definePage<Data>({
  load: async ({ api, query }) => {
    const q = query.get('q')?.slice(0, 200) ?? ''
    return { q, list: await api.products.list({ q, ...toListQuery(query) }) }
  },
  head: ({ q }, { theme }) => ({
    title: `${q ? `Search: ${q}` : 'All products'} – ${theme.brand.name}`,
    isPrivate: q !== '',
  }),
  View: ({ data: { q, list } }) => {
    const { api } = useShop()
    const title = q ? `Results for “${q}”` : 'All products'
    return (
      <>
        <Breadcrumbs trail={[]} current={q ? 'Search' : title} />
        <div className="wide">
          <div className="list-head">
            <h1>{title}</h1>
            {list.correctedQuery ? (
              <p className="lead" role="status">
                Nothing matches “{q}”. Showing results for{' '}
                <Link href={paths.search(list.correctedQuery)}>{list.correctedQuery}</Link>.
              </p>
            ) : null}
          </div>
        </div>
        <Listing list={list} loadMore={async (query) => api().products.list({ q, ...toListQuery(query) })} />
      </>
    )
  },
})
