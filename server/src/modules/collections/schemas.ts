import { type Static, Type } from 'typebox'
import { Id, Nullable, OneOf, Optional, PageQuery, Timestamp } from '../../kit/schema.ts'
import { HANDLE_PATTERN } from '../../kit/slug.ts'
import { Image, ImageUrl } from '../files/schemas.ts'
import { MATCH_MODES, RuleList } from './memberships/schemas.ts'

const KINDS = ['manual', 'rules'] as const
const STATUSES = ['draft', 'active'] as const
const SORTS = ['manual', 'newest', 'title', 'price', '-price', 'best_selling'] as const
export const MAX_MANUAL_PRODUCTS = 5000

const Text = (maxLength: number) => Type.String({ maxLength })

const NewImage = Type.Object({
  url: ImageUrl,
  alt: Optional(Text(500)),
})

const Title = Type.String({ minLength: 1, maxLength: 255, examples: ['Summer'] })
const Match = OneOf(MATCH_MODES, { description: 'Whether a product must meet all rules or any rule.' })
const Sort = OneOf(SORTS, {
  description: 'Order of the products in the storefront. `manual` is only for manual collections.',
})

const fields = {
  handle: Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      pattern: HANDLE_PATTERN,
      description: 'Identifies the collection in URLs: lowercase letters, digits and hyphens.',
      examples: ['summer'],
    }),
  ),
  description: Optional(Type.String({ maxLength: 100_000, description: 'Markdown.' })),
  image: Optional(Nullable(NewImage)),
  status: Optional(OneOf(STATUSES)),
  match: Optional(Match),
  rules: Optional(RuleList),
  sort: Optional(Sort),
  seo: Optional(Type.Object({ title: Optional(Nullable(Text(255))), description: Optional(Nullable(Text(1000))) })),
}

export const NewCollection = Type.Object({
  title: Title,
  kind: Optional(
    OneOf(KINDS, { description: 'Whether products are added by hand (default) or by rules. It can’t be changed.' }),
  ),
  ...fields,
})
export type NewCollection = Static<typeof NewCollection>

export const CollectionChanges = Type.Object({ title: Optional(Title), ...fields })
export type CollectionChanges = Static<typeof CollectionChanges>

export const Collection = Type.Object({
  id: Id('col'),
  handle: Type.String(),
  title: Type.String(),
  description: Type.String({ description: 'Markdown.' }),
  image: Nullable(Image),
  status: OneOf(STATUSES),
  kind: OneOf(KINDS),
  match: Match,
  rules: RuleList,
  sort: Sort,
  seo: Type.Object({ title: Nullable(Type.String()), description: Nullable(Type.String()) }),
  productCount: Type.Integer({ description: 'Number of products in the collection, including unpublished ones.' }),
  updating: Type.Boolean({
    description:
      'True while products are still being added and removed after a change of the rules of a collection in a large shop. Until it is false, products that no longer meet the rules may be listed, and others missing.',
  }),
  version: Type.Integer({ description: 'Increases with every change. Send it in quotes as `If-Match: "3"`.' }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Collection = Static<typeof Collection>

export const CollectionPath = Type.Object({ id: Id('col') })
export const CollectionsQuery = PageQuery({ kind: Optional(OneOf(KINDS)), status: Optional(OneOf(STATUSES)) })
export type CollectionsQuery = Static<typeof CollectionsQuery>

const ProductIds = Type.Array(Id('prod'), { maxItems: MAX_MANUAL_PRODUCTS })

export const SetCollectionProducts = Type.Object({ productIds: ProductIds })

export const AddCollectionProducts = Type.Object({
  productIds: ProductIds,
  before: Optional(
    Type.Unsafe<Static<ReturnType<typeof Id<'prod'>>>>({
      ...Id('prod'),
      description: 'Product to insert before. If you omit it, the products go to the end.',
    }),
  ),
})
export type AddCollectionProducts = Static<typeof AddCollectionProducts>

/** Duplicates the product statuses of the catalog module, which depends on this one and can't be imported here. */
const PRODUCT_STATUSES = ['draft', 'active', 'archived'] as const
const product = { id: Id('prod'), title: Type.String(), handle: Type.String(), status: OneOf(PRODUCT_STATUSES) }

export const CollectionProduct = Type.Object({
  ...product,
  position: Type.Integer({
    description: 'Position in the list, increasing, with gaps. Always 0 in a collection with rules.',
  }),
})
export type CollectionProduct = Static<typeof CollectionProduct>
export const CollectionProductPath = Type.Object({ id: Id('col'), productId: Id('prod') })
export const CollectionProductsQuery = PageQuery({})
export type CollectionProductsQuery = Static<typeof CollectionProductsQuery>

export const PreviewRequest = Type.Object({ match: Optional(Match), rules: RuleList })
export type PreviewRequest = Static<typeof PreviewRequest>
export const SampleProduct = Type.Object(product)
export const CollectionPreview = Type.Object({
  count: Type.Integer({ description: 'Number of products that meet the rules.' }),
  countPrecision: OneOf(['exact', 'at_least'] as const, {
    description: '`at_least`: older products were not counted, because the shop has too many.',
  }),
  sample: Type.Array(SampleProduct, { description: 'The ten newest of these products.' }),
})
export type CollectionPreview = Static<typeof CollectionPreview>
