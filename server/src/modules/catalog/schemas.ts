import { type Static, type TSchema, Type } from 'typebox'
import { Money } from '../../kit/money.ts'
import { Given, Id, MaxQuantityPerOrder, Nullable, OneOf, PageQuery, Timestamp } from '../../kit/schema.ts'
import { HANDLE_PATTERN } from '../../kit/slug.ts'
import { ImageUrl } from '../files/schemas.ts'
import { MOST, TrackStock, WhenOut } from '../inventory/schemas.ts'
import { TaxClass } from '../taxes/schemas.ts'

const Text = (maxLength: number, description?: string) =>
  Type.String({ maxLength, ...(description && { description }) })
const Handle = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: HANDLE_PATTERN,
  description: 'Names the product in addresses: small letters, digits and hyphens.',
  errorMessage: 'must be small letters and digits, in words with single hyphens between them, such as linen-shirt',
  examples: ['linen-shirt'],
})

const Option = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 50, pattern: '\\S', examples: ['Size'] }),
  values: Type.Array(Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }), { minItems: 1, maxItems: 250 }),
})

const Price = Type.Object({ price: Money, compareAtPrice: Type.Optional(Nullable(Money)) })
export type Price = Static<typeof Price>

export const STATUSES = ['draft', 'active', 'archived'] as const

export const VariantInput = Type.Object({
  id: Given(Id('var')),
  options: Given(
    Type.Record(Type.String(), Type.String(), {
      description: 'One value of each option of the product, by the name of the option.',
      examples: [{ Size: 'M' }],
    }),
  ),
  sku: Given(Nullable(Text(100))),
  barcode: Given(Nullable(Text(100))),
  prices: Type.Array(Price, { minItems: 1, maxItems: 50, description: 'One for each currency in which it is sold.' }),
  cost: Given(Nullable(Money)),
  weightGrams: Given(Nullable(Type.Integer({ minimum: 0, maximum: 10_000_000 }))),
  requiresShipping: Given(Type.Boolean()),
  trackStock: Given(TrackStock),
  whenOut: Given(WhenOut),
  maxQuantityPerOrder: Given(Nullable(MaxQuantityPerOrder)),
  stock: Given(
    Type.Integer({
      minimum: 0,
      maximum: MOST,
      description:
        'Only for a new variant: how many are on hand at the first active location. Later: `POST /v1/inventory/adjustments`.',
    }),
  ),
  externalId: Given(Nullable(Text(255))),
})
export type VariantInput = Static<typeof VariantInput>

const Image = Type.Object({
  url: ImageUrl,
  alt: Given(Text(500)),
})

const IsGiftCard = Type.Boolean({
  description:
    'Whether it is money in another form: it is neither discounted nor taxed. To create one, or to change its variants or prices, staff need the role admin.',
})

const fields = {
  handle: Given(Handle),
  description: Given(Text(100_000, 'Markdown.')),
  vendor: Given(Text(100)),
  type: Given(Text(100)),
  tags: Given(Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 250 })),
  status: Given(OneOf(STATUSES)),
  publishAt: Given(Nullable(Timestamp)),
  unpublishAt: Given(Nullable(Timestamp)),
  seo: Given(Type.Object({ title: Given(Nullable(Text(255))), description: Given(Nullable(Text(1000))) })),
  customFields: Given(Type.Record(Type.String({ pattern: '^[\\w.-]{1,100}$' }), Type.Unknown())),
  externalId: Given(Nullable(Text(255))),
  taxClass: Given(TaxClass),
  isGiftCard: Given(IsGiftCard),
  options: Given(Type.Array(Option, { maxItems: 5 })),
  images: Given(Type.Array(Image, { maxItems: 250 })),
}
const Title = Type.String({ minLength: 1, maxLength: 255, pattern: '\\S', examples: ['Linen shirt'] })

export const MAX_VARIANTS = 2000
const Variants = <T extends TSchema>(variant: T) => Given(Type.Array(variant, { minItems: 1, maxItems: MAX_VARIANTS }))

export const NewProduct = Type.Object({ title: Title, ...fields, variants: Variants(VariantInput) })
export type NewProduct = Static<typeof NewProduct>

const { prices, ...otherFields } = VariantInput.properties

/** Variants that are there already need not name their prices again. */
export const ProductChanges = Type.Object({
  title: Given(Title),
  ...fields,
  variants: Variants(Type.Object({ ...otherFields, prices: Given(prices) })),
})
export type ProductChanges = Static<typeof ProductChanges>

/** Of each variant, all there is: those that stay and those that are new. Who is not among them is gone. */
export type WholeChanges = Omit<ProductChanges, 'variants'> & { variants?: VariantInput[] }

export const Variant = Type.Object({
  id: Id('var'),
  options: Type.Record(Type.String(), Type.String()),
  sku: Nullable(Type.String()),
  barcode: Nullable(Type.String()),
  prices: Type.Array(Type.Object({ price: Money, compareAtPrice: Nullable(Money) })),
  cost: Nullable(Money),
  weightGrams: Nullable(Type.Integer()),
  requiresShipping: Type.Boolean(),
  trackStock: TrackStock,
  whenOut: WhenOut,
  maxQuantityPerOrder: Nullable(MaxQuantityPerOrder),
  externalId: Nullable(Type.String()),
})

export type Variant = Static<typeof Variant>

const StoredImage = Type.Object({ id: Id('img'), url: Type.String(), alt: Type.String() })

export const Product = Type.Object({
  id: Id('prod'),
  handle: Type.String(),
  title: Type.String(),
  description: Type.String({ description: 'Markdown.' }),
  vendor: Type.String(),
  type: Type.String(),
  tags: Type.Array(Type.String()),
  status: OneOf(STATUSES),
  publishAt: Nullable(Timestamp),
  unpublishAt: Nullable(Timestamp),
  seo: Type.Object({ title: Nullable(Type.String()), description: Nullable(Type.String()) }),
  customFields: Type.Record(Type.String(), Type.Unknown()),
  externalId: Nullable(Type.String()),
  taxClass: TaxClass,
  isGiftCard: IsGiftCard,
  options: Type.Array(Option),
  variants: Type.Array(Variant),
  images: Type.Array(StoredImage),
  version: Type.Integer({ description: 'Grows with every change; send it back as `If-Match`.' }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Product = Static<typeof Product>

export const ProductPath = Type.Object({ id: Id('prod') })

export const ProductsQuery = PageQuery({
  q: Given(
    Type.String({
      maxLength: 200,
      description: 'Search by words, beginnings of words, SKU or barcode. Best match first; without it, newest first.',
    }),
  ),
  status: Given(OneOf(STATUSES)),
  vendor: Given(Type.String({ maxLength: 100 })),
  type: Given(Type.String({ maxLength: 100 })),
  tag: Given(Type.String({ maxLength: 100 })),
  sku: Given(Type.String({ maxLength: 100 })),
})
export type ProductsQuery = Static<typeof ProductsQuery>
