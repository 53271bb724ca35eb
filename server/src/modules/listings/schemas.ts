import { type Static, Type } from 'typebox'
import { Money } from '../../kit/money.ts'
import { Id, Nullable, OneOf, PageQuery } from '../../kit/schema.ts'

const Currency = Type.String({
  pattern: '^[A-Z]{3}$',
  description: 'In which prices are wanted; without it the shop’s own.',
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
      '`backorder`: none is there, and it is sold all the same. What has no price in this currency is `out_of_stock`.',
  }),
  requiresShipping: Type.Boolean(),
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
      { description: 'Over all variants; null when none is sold in this currency.' },
    ),
  ),
  variants: Type.Array(PublicVariant),
  images: Type.Array(Image),
}

export const PublicProductRow = Type.Object(publicFields)
export type PublicProductRow = Static<typeof PublicProductRow>

const OptionChoices = Type.Object({
  name: Type.String(),
  values: Type.Array(
    Type.Object({
      value: Type.String(),
      exists: Type.Boolean({ description: 'There is a variant with it and with what is chosen of the other options.' }),
      available: Type.Boolean({ description: 'And one of those can be bought.' }),
    }),
  ),
})
export type OptionChoices = Static<typeof OptionChoices>

export const PublicProduct = Type.Object({
  ...publicFields,
  descriptionHtml: Type.String({ description: 'The description as safe HTML.' }),
  available: Type.Boolean(),
  choices: Type.Array(OptionChoices, { description: 'Each value of each option, given the options that are chosen.' }),
  chosenVariantId: Nullable(Id('var'), {
    description: 'The variant, when a value of each option is chosen and it exists.',
  }),
  jsonLd: Type.Record(Type.String(), Type.Unknown(), {
    description: 'schema.org, for a script of type application/ld+json. Escape `<` where you put it into HTML.',
  }),
})
export type PublicProduct = Static<typeof PublicProduct>

export const SORTS = ['relevance', 'newest', 'title', 'price', '-price', 'best-selling', 'manual'] as const
export type Sort = (typeof SORTS)[number]

const FilterValues = (description: string) =>
  Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
      maxItems: 50,
      description: `${description} More than one: any of them.`,
    }),
  )
const PriceBound = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description }))

const filterFields = {
  tag: FilterValues('Only with this tag.'),
  vendor: FilterValues('Only of this vendor.'),
  type: FilterValues('Only of this type.'),
  option: FilterValues(
    'Only with this value of an option, as `Size:M`. Of two options both must be met, by one variant.',
  ),
  minPrice: PriceBound('In the smallest unit of the currency, such as cents.'),
  maxPrice: PriceBound('In the smallest unit of the currency, such as cents.'),
  available: Type.Optional(
    Type.Boolean({
      description:
        'Only what can be bought: there, and with a price in the currency. Or, with false, only what can’t be bought in any variant.',
    }),
  ),
  currency: Type.Optional(Currency),
  sort: Type.Optional(
    OneOf(SORTS, {
      description:
        'Without it: `relevance` with q, the order of the collection within one, else `newest`. `manual` is for collections.',
    }),
  ),
  facets: Type.Optional(
    Type.Boolean({
      description:
        'Also answer how many products there are of each vendor, type, tag and option, given the other filters.',
    }),
  ),
}
const SearchText = Type.String({
  maxLength: 200,
  description:
    'Search by words, beginnings of words, SKU or barcode. Misspelled words are corrected. A blank search lists everything.',
})

/** Longer than usual, because a cursor in title order contains a title. */
const cursor = Type.Optional(
  Type.String({ maxLength: 4000, description: 'The `nextCursor` of the page before, to go on from there.' }),
)

export const PublicCollectionProductsQuery = PageQuery({ cursor, q: Type.Optional(SearchText), ...filterFields })
export const ProductListQuery = PageQuery({
  cursor,
  q: Type.Optional(SearchText),
  collection: Type.Optional(
    Type.String({ maxLength: 100, description: 'Only in this collection, by its handle or id.' }),
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
  nextCursor: Nullable(Type.String({ description: 'Send it as `cursor` to get the next page; null on the last.' })),
  correctedQuery: Type.Optional(
    Type.String({ description: 'Nothing was found by q, and this is listed in its place: what was probably meant.' }),
  ),
  facets: Type.Optional(Facets),
})
export type ProductList = Static<typeof ProductList>

export const PublicProductPath = Type.Object({
  id: Type.String({ maxLength: 100, description: 'The id or the handle.' }),
})
export const PublicProductQuery = Type.Object({
  currency: Type.Optional(Currency),
  option: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
      maxItems: 5,
      description: 'What is chosen so far, as `Size:M`; `choices` then tells what goes with it.',
    }),
  ),
})
export type PublicProductQuery = Static<typeof PublicProductQuery>
