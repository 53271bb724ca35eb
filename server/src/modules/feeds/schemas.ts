import { Type } from 'typebox'
import { Nullable, OneOf } from '../../kit/schema.ts'

export const FEED_KINDS = ['sitemap', 'google', 'meta'] as const

export const FeedCounts = Type.Object({
  products: Type.Integer(),
  items: Type.Integer(),
  withoutPrice: Type.Integer(),
  withoutImage: Type.Integer(),
})

export const Feed = Type.Object({
  kind: OneOf(FEED_KINDS, {
    description: '`sitemap`: an XML sitemap. `google`: Google Merchant Center (XML). `meta`: Meta catalogs (CSV).',
  }),
  url: Nullable(
    Type.String({ description: 'Public address of the feed. Null until the workspace has a `storefrontUrl`.' }),
  ),
  itemCount: Type.Integer({ description: 'Products in the sitemap; variants in the other feeds.' }),
  omitted: Type.Object(
    {
      withoutPrice: Type.Integer({ description: 'Variants that are free or have no price in the shop currency.' }),
      withoutImage: Type.Integer({ description: 'Variants whose product has no image.' }),
    },
    { description: 'Published variants that are not in the feed.' },
  ),
})
