import { type Static, Type } from 'typebox'
import { Money } from '../../kit/money.ts'
import { ProductRating } from '../../kit/rating.ts'
import { Id, Nullable, OneOf, PageQuery, Timestamp } from '../../kit/schema.ts'

const Currency = Type.String({
  pattern: '^[A-Z]{3}$',
  description: 'Currency of the prices. Defaults to the shop currency.',
})

const Image = Type.Object({ id: Id('img'), url: Type.String(), alt: Type.String() })
const Option = Type.Object({ name: Type.String(), values: Type.Array(Type.String()) })
const PriceRange = Type.Object({ min: Money, max: Money })

/** The fields that a card in a list needs; the product itself has the rest. */
export const ListedProduct = Type.Object({
  id: Id('prod'),
  handle: Type.String(),
  title: Type.String(),
  vendor: Type.String(),
  type: Type.String(),
  tags: Type.Array(Type.String()),
  options: Type.Array(Option),
  image: Nullable(Image),
  priceRange: Nullable(PriceRange),
  compareAtPrice: Nullable(Money),
  available: Type.Boolean(),
  variantCount: Type.Integer(),
  defaultVariantId: Nullable(Id('var')),
  rating: ProductRating,
})
export type ListedProduct = Static<typeof ListedProduct>

const PublicVariant = Type.Object({
  id: Id('var'),
  options: Type.Record(Type.String(), Type.String()),
  sku: Nullable(Type.String()),
  barcode: Nullable(Type.String()),
  price: Nullable(Money),
  compareAtPrice: Nullable(Money),
  available: Type.Boolean(),
  availability: OneOf(['in_stock', 'backorder', 'out_of_stock'], {
    description:
      '`backorder`: out of stock, but still sold. A variant without a price in this currency is `out_of_stock`.',
  }),
  requiresShipping: Type.Boolean(),
  imageUrl: Nullable(Type.String({ description: 'The image that shows this variant: one of the product’s images.' })),
})
export type PublicVariant = Static<typeof PublicVariant>

/** Public fields: no costs, no drafts, no stock quantities, no external ids. */
const publicFields = {
  id: Id('prod'),
  handle: Type.String(),
  title: Type.String(),
  description: Type.String({ description: 'Markdown.' }),
  vendor: Type.String(),
  type: Type.String(),
  tags: Type.Array(Type.String()),
  seo: Type.Object({ title: Nullable(Type.String()), description: Nullable(Type.String()) }),
  options: Type.Array(Option),
  priceRange: Nullable(
    Type.Object(
      { min: Money, max: Money },
      { description: 'Across all variants; null if none is sold in this currency.' },
    ),
  ),
  variants: Type.Array(PublicVariant),
  images: Type.Array(Image),
  rating: ProductRating,
}

const QuotedReview = Type.Object({
  rating: Type.Integer(),
  title: Type.String(),
  body: Type.String(),
  authorName: Nullable(Type.String()),
  createdAt: Timestamp,
})
export type QuotedReview = Static<typeof QuotedReview>

/** `reviews`: the latest few, which `jsonLd` quotes. */
export const PublicProductRow = Type.Object({
  ...publicFields,
  reviews: Type.Array(QuotedReview),
  storefrontUrl: Nullable(Type.String()),
})
export type PublicProductRow = Static<typeof PublicProductRow>

const OptionChoices = Type.Object({
  name: Type.String(),
  values: Type.Array(
    Type.Object({
      value: Type.String(),
      exists: Type.Boolean({
        description: 'Whether a variant has this value and the selected values of the other options.',
      }),
      available: Type.Boolean({ description: 'Whether one of these variants can be bought.' }),
    }),
  ),
})
export type OptionChoices = Static<typeof OptionChoices>

export const PublicProduct = Type.Object({
  ...publicFields,
  url: Nullable(
    Type.String({ description: 'Its page in the storefront. Null until the workspace has a `storefrontUrl`.' }),
  ),
  descriptionHtml: Type.String({ description: 'Description as safe HTML.' }),
  available: Type.Boolean(),
  choices: Type.Array(OptionChoices, { description: 'All values of all options, given the selected options.' }),
  selectedVariantId: Nullable(Id('var'), {
    description: 'The selected variant, if every option has a value and the variant exists.',
  }),
  jsonLd: Type.Record(Type.String(), Type.Unknown(), {
    description: 'schema.org data for a script of type application/ld+json. Escape `<` when you embed it in HTML.',
  }),
})
export type PublicProduct = Static<typeof PublicProduct>

export const SORTS = ['relevance', 'newest', 'title', 'price', '-price', 'best_selling', 'manual'] as const
export type Sort = (typeof SORTS)[number]

const FilterValues = (description: string) =>
  Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
      maxItems: 50,
      description: `${description} Several values: any of them.`,
    }),
  )
const PriceBound = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description }))

const filterFields = {
  tag: FilterValues('Only products with this tag.'),
  vendor: FilterValues('Only products of this vendor.'),
  type: FilterValues('Only products of this type.'),
  option: FilterValues(
    'Only products with this option value, such as `Size:M`. One variant must have the values of all options.',
  ),
  minPrice: PriceBound('Lowest price, in the smallest unit of the currency, such as cents.'),
  maxPrice: PriceBound('Highest price, in the smallest unit of the currency, such as cents.'),
  available: Type.Optional(
    Type.Boolean({
      description:
        '`true`: only products with a variant that is available and has a price in the currency. `false`: only products without such a variant.',
    }),
  ),
  currency: Type.Optional(Currency),
  sort: Type.Optional(
    OneOf(SORTS, {
      description:
        'Defaults to `relevance` with `q`, to the order of the collection within one, and otherwise to `newest`. `manual` is for collections.',
    }),
  ),
  facets: Type.Optional(
    Type.Boolean({
      description:
        'Whether to also return the number of products per vendor, type, tag and option, given the other filters.',
    }),
  ),
}
const SearchText = Type.String({
  maxLength: 200,
  description:
    'Searches by word, word prefix, SKU or barcode. Misspelled words are corrected. A blank search lists everything.',
})

/** Longer than usual, because a cursor in title order contains a title. */
const cursor = Type.Optional(Type.String({ maxLength: 4000, description: 'The `nextCursor` of the previous page.' }))

export const PublicCollectionProductsQuery = PageQuery({ cursor, q: Type.Optional(SearchText), ...filterFields })
export const ProductListQuery = PageQuery({
  cursor,
  q: Type.Optional(SearchText),
  collection: Type.Optional(
    Type.String({ maxLength: 100, description: 'Only products in this collection, by handle or ID.' }),
  ),
  ...filterFields,
})
export type ProductListQuery = Static<typeof ProductListQuery>

const FacetValues = Type.Array(Type.Object({ value: Type.String(), count: Type.Integer(), selected: Type.Boolean() }))
export const Facets = Type.Object({
  vendors: FacetValues,
  types: FacetValues,
  tags: FacetValues,
  options: Type.Array(Type.Object({ name: Type.String(), values: FacetValues })),
  available: Type.Object({ count: Type.Integer() }),
  price: Nullable(PriceRange),
})
export type Facets = Static<typeof Facets>

export const ProductList = Type.Object({
  data: Type.Array(ListedProduct),
  nextCursor: Nullable(
    Type.String({ description: 'Send it as `cursor` to get the next page; null on the last page.' }),
  ),
  correctedQuery: Type.Optional(
    Type.String({ description: 'The corrected search text whose results are listed, because `q` had none.' }),
  ),
  facets: Type.Optional(Facets),
})
export type ProductList = Static<typeof ProductList>

export const PublicProductPath = Type.Object({
  id: Type.String({ maxLength: 100, description: 'ID or handle.' }),
})
export const PublicProductQuery = Type.Object({
  currency: Type.Optional(Currency),
  option: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
      maxItems: 5,
      description: 'Selected option values, such as `Size:M`. `choices` shows which values go with them.',
    }),
  ),
})
export type PublicProductQuery = Static<typeof PublicProductQuery>
