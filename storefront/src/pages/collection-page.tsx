import type { PublicCollection } from '@storedesk/sdk'
import { Breadcrumbs } from '../layout/breadcrumbs.tsx'
import { Listing, type ProductList } from '../product/listing.tsx'
import { toListQuery } from '../product/listing-query.ts'
import { definePage } from '../shop/page.ts'
import { paths } from '../shop/paths.ts'
import { useShop } from '../shop/shop-context.tsx'

interface Data {
  collection: PublicCollection
  list: ProductList
}

export const page = definePage<Data>({
  load: async ({ api, params: { handle = '' }, query }) => {
    const [collection, list] = await Promise.all([
      api.collections.get(handle),
      api.collections.products.list(handle, toListQuery(query)),
    ])
    return { collection, list }
  },
  head: ({ collection: { handle, title, description, seo } }, { theme }) => ({
    title: seo.title ?? `${title} – ${theme.brand.name}`,
    description: seo.description ?? description,
    canonical: paths.collection(handle),
  }),
  View: ({ data: { collection, list } }) => {
    const { api } = useShop()
    return (
      <>
        <Breadcrumbs trail={[{ label: 'Collections', href: paths.collections() }]} current={collection.title} />
        <div className="wide">
          <div className="list-head">
            <h1>{collection.title}</h1>
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server renders it without raw HTML */}
            <div className="lead" dangerouslySetInnerHTML={{ __html: collection.descriptionHtml }} />
          </div>
        </div>
        <Listing
          list={list}
          loadMore={async (query) => api().collections.products.list(collection.handle, toListQuery(query))}
        />
      </>
    )
  },
})
