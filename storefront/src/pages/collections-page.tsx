import type { PublicCollection } from '@storedesk/sdk'
import { Breadcrumbs } from '../layout/breadcrumbs.tsx'
import { CollectionTiles } from '../product/collection-tiles.tsx'
import { definePage } from '../shop/page.ts'
import { paths } from '../shop/paths.ts'

export const page = definePage<{ collections: PublicCollection[] }>({
  load: async ({ api }) => ({ collections: (await api.collections.list({ limit: 100 })).data }),
  head: (_data, { theme }) => ({ title: `Collections – ${theme.brand.name}`, canonical: paths.collections() }),
  View: ({ data: { collections } }) => (
    <>
      <Breadcrumbs trail={[]} current="Collections" />
      <div className="wide">
        <h1>Collections</h1>
        {collections.length === 0 ? <p className="lead">No collections yet.</p> : null}
        <CollectionTiles collections={collections} headingLevel={2} />
      </div>
    </>
  ),
})
