import { type Static, Type } from 'typebox'
import { Given, Id, Nullable, OneOf, PageQuery, Timestamp } from '../../kit/schema.ts'
import { HANDLE_PATTERN } from '../../kit/slug.ts'
import { ImageUrl } from '../files/schemas.ts'
import { MATCHES, RuleList } from './rule-schema.ts'

const KINDS = ['manual', 'rules'] as const
const STATUSES = ['draft', 'active'] as const
const SORTS = ['manual', 'newest', 'title', 'price', '-price', 'best-selling'] as const
export const MAX_MEMBERS = 5000

const Text = (maxLength: number) => Type.String({ maxLength })

const Image = Type.Object({
  url: ImageUrl,
  alt: Given(Text(500)),
})

const Title = Type.String({ minLength: 1, maxLength: 255, examples: ['Summer'] })
const Match = OneOf(MATCHES, { description: 'Whether a product must meet all rules or any of them.' })
const Sort = OneOf(SORTS, { description: 'The order in which shoppers see it; `manual` only for manual collections.' })

const fields = {
  handle: Given(
    Type.String({
      minLength: 1,
      maxLength: 100,
      pattern: HANDLE_PATTERN,
      description: 'Names the collection in addresses: small letters, digits and hyphens.',
      examples: ['summer'],
    }),
  ),
  description: Given(Type.String({ maxLength: 100_000, description: 'Markdown.' })),
  image: Given(Nullable(Image)),
  status: Given(OneOf(STATUSES)),
  match: Given(Match),
  rules: Given(RuleList),
  sort: Given(Sort),
  seo: Given(Type.Object({ title: Given(Nullable(Text(255))), description: Given(Nullable(Text(1000))) })),
}

export const NewCollection = Type.Object({
  title: Title,
  kind: Given(
    OneOf(KINDS, { description: 'Whether products are put in by hand (unless told) or by rules. It stays as it is.' }),
  ),
  ...fields,
})
export type NewCollection = Static<typeof NewCollection>

export const CollectionChanges = Type.Object({ title: Given(Title), ...fields })
export type CollectionChanges = Static<typeof CollectionChanges>

export const Collection = Type.Object({
  id: Id('col'),
  handle: Type.String(),
  title: Type.String(),
  description: Type.String({ description: 'Markdown.' }),
  image: Nullable(Type.Object({ url: Type.String(), alt: Type.String() })),
  status: OneOf(STATUSES),
  kind: OneOf(KINDS),
  match: Match,
  rules: RuleList,
  sort: Sort,
  seo: Type.Object({ title: Nullable(Type.String()), description: Nullable(Type.String()) }),
  productCount: Type.Integer({ description: 'Of all products that are in, also those that are not on show.' }),
  version: Type.Integer({ description: 'Grows with every change by staff; send it back as `If-Match`.' }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Collection = Static<typeof Collection>

export const CollectionPath = Type.Object({ id: Id('col') })
export const CollectionsQuery = PageQuery({ kind: Given(OneOf(KINDS)), status: Given(OneOf(STATUSES)) })
export type CollectionsQuery = Static<typeof CollectionsQuery>

const ProductIds = Type.Array(Id('prod'), { maxItems: MAX_MEMBERS })

export const WholeOrder = Type.Object({ productIds: ProductIds })

export const PutIn = Type.Object({
  productIds: ProductIds,
  before: Given(
    Type.Unsafe<Static<ReturnType<typeof Id<'prod'>>>>({
      ...Id('prod'),
      description: 'The product before which they are put; without it they come last.',
    }),
  ),
})
export type PutIn = Static<typeof PutIn>

/** As the catalogue has them, which knows of collections and so can't be asked here. */
const PRODUCT_STATUSES = ['draft', 'active', 'archived'] as const
const product = { id: Id('prod'), title: Type.String(), handle: Type.String(), status: OneOf(PRODUCT_STATUSES) }

export const Member = Type.Object({
  ...product,
  position: Type.Integer({ description: 'Grows along the list, with gaps; 0 for all where rules decide.' }),
})
export type Member = Static<typeof Member>
export const MemberPath = Type.Object({ id: Id('col'), productId: Id('prod') })
export const MembersQuery = PageQuery({})
export type MembersQuery = Static<typeof MembersQuery>

export const PreviewQuestion = Type.Object({ match: Given(Match), rules: RuleList })
export type PreviewQuestion = Static<typeof PreviewQuestion>
export const SampleProduct = Type.Object(product)
export const Preview = Type.Object({
  count: Type.Integer({ description: 'How many products meet the rules.' }),
  sample: Type.Array(SampleProduct, { description: 'The newest ten of them.' }),
})
export type Preview = Static<typeof Preview>
