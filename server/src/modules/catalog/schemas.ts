import { type Static, type TSchema, Type } from 'typebox'
import { Money } from '../../kit/money.ts'
import { ProductRating } from '../../kit/rating.ts'
import {
  Id,
  MaxQuantityPerOrder,
  Nullable,
  OneOf,
  Optional,
  PageQuery,
  Timestamp,
  UpdatedFrom,
} from '../../kit/schema.ts'
import { HANDLE_PATTERN } from '../../kit/slug.ts'
import { ImageUrl } from '../files/schemas.ts'
import { InventoryPolicy, MAX_QUANTITY, TrackStock } from '../inventory/schemas.ts'
import { TaxClass } from '../taxes/schemas.ts'

const Text = (maxLength: number, description?: string) =>
  Type.String({ maxLength, ...(description && { description }) })
const Handle = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: HANDLE_PATTERN,
  description: 'Identifies the product in URLs: lowercase letters, digits and hyphens.',
  errorMessage: 'must be lowercase letters and digits, in words separated by single hyphens, such as linen-shirt',
  examples: ['linen-shirt'],
})

const Option = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 50, pattern: '\\S', examples: ['Size'] }),
  values: Type.Array(Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }), { minItems: 1, maxItems: 250 }),
})

const Price = Type.Object({ price: Money, compareAtPrice: Type.Optional(Nullable(Money)) })
export type Price = Static<typeof Price>

const Taxable = Type.Boolean({
  description: 'Whether the variant is taxed. If not, the `taxClass` of its product does not apply.',
})

export const STATUSES = ['draft', 'active', 'archived'] as const

export const VariantInput = Type.Object({
  id: Optional(Id('var')),
  options: Optional(
    Type.Record(Type.String(), Type.String(), {
      description: 'One value for each option of the product, by option name.',
      examples: [{ Size: 'M' }],
    }),
  ),
  sku: Optional(Nullable(Text(100))),
  barcode: Optional(Nullable(Text(100))),
  prices: Type.Array(Price, { minItems: 1, maxItems: 50, description: 'One price per currency.' }),
  cost: Optional(Nullable(Money)),
  weightGrams: Optional(Nullable(Type.Integer({ minimum: 0, maximum: 10_000_000 }))),
  requiresShipping: Optional(Type.Boolean()),
  trackStock: Optional(TrackStock),
  inventoryPolicy: Optional(InventoryPolicy),
  maxQuantityPerOrder: Optional(Nullable(MaxQuantityPerOrder)),
  stock: Optional(
    Type.Integer({
      minimum: 0,
      maximum: MAX_QUANTITY,
      description:
        'Initial quantity on hand at the first active location, for new variants only. To change it, use `POST /v1/inventory/adjustments`.',
    }),
  ),
  externalId: Optional(Nullable(Text(255))),
  taxable: Optional(Taxable),
  imageUrl: Optional(
    Nullable(ImageUrl, { description: 'The image that shows this variant: the `url` of one of the product’s images.' }),
  ),
})
export type VariantInput = Static<typeof VariantInput>

const Image = Type.Object({
  url: ImageUrl,
  alt: Optional(Text(500)),
})

const GiftCardFlag = Type.Boolean({
  description:
    'Whether the product is a gift card, which is neither discounted nor taxed. Staff need the admin role to create one or to change its variants or prices.',
})

const Category = Type.String({
  maxLength: 500,
  description:
    'Category in a public taxonomy, such as that of Google or Shopify: an ID or a path. Product feeds contain it.',
  examples: ['Apparel & Accessories > Clothing > Shirts & Tops'],
})

const productFields = {
  handle: Optional(Handle),
  description: Optional(Text(100_000, 'Markdown.')),
  vendor: Optional(Text(100)),
  type: Optional(Text(100)),
  category: Optional(Category),
  tags: Optional(Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 250 })),
  status: Optional(OneOf(STATUSES)),
  publishAt: Optional(Nullable(Timestamp)),
  unpublishAt: Optional(Nullable(Timestamp)),
  seo: Optional(Type.Object({ title: Optional(Nullable(Text(255))), description: Optional(Nullable(Text(1000))) })),
  customFields: Optional(Type.Record(Type.String({ pattern: '^[\\w.-]{1,100}$' }), Type.Unknown())),
  externalId: Optional(Nullable(Text(255))),
  taxClass: Optional(TaxClass),
  giftCard: Optional(GiftCardFlag),
  options: Optional(Type.Array(Option, { maxItems: 5 })),
  images: Optional(Type.Array(Image, { maxItems: 250 })),
}
const Title = Type.String({ minLength: 1, maxLength: 255, pattern: '\\S', examples: ['Linen shirt'] })

export const MAX_VARIANTS = 2000
const Variants = <T extends TSchema>(variant: T) =>
  Optional(Type.Array(variant, { minItems: 1, maxItems: MAX_VARIANTS }))

export const NewProduct = Type.Object({ title: Title, ...productFields, variants: Variants(VariantInput) })
export type NewProduct = Static<typeof NewProduct>

const { prices, ...otherVariantFields } = VariantInput.properties

/** Prices are optional here because existing variants keep theirs. */
export const ProductChanges = Type.Object({
  title: Optional(Title),
  ...productFields,
  variants: Variants(Type.Object({ ...otherVariantFields, prices: Optional(prices) })),
})
export type ProductChanges = Static<typeof ProductChanges>

/** `variants` is the complete list: existing variants that are not in it are deleted. */
export type ResolvedProductChanges = Omit<ProductChanges, 'variants'> & { variants?: VariantInput[] }

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
  inventoryPolicy: InventoryPolicy,
  maxQuantityPerOrder: Nullable(MaxQuantityPerOrder),
  externalId: Nullable(Type.String()),
  taxable: Taxable,
  imageUrl: Nullable(Type.String({ description: 'One of the product’s images.' })),
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
  category: Category,
  tags: Type.Array(Type.String()),
  status: OneOf(STATUSES),
  publishAt: Nullable(Timestamp),
  unpublishAt: Nullable(Timestamp),
  seo: Type.Object({ title: Nullable(Type.String()), description: Nullable(Type.String()) }),
  customFields: Type.Record(Type.String(), Type.Unknown()),
  externalId: Nullable(Type.String()),
  taxClass: TaxClass,
  giftCard: GiftCardFlag,
  options: Type.Array(Option),
  variants: Type.Array(Variant),
  images: Type.Array(StoredImage),
  rating: ProductRating,
  version: Type.Integer({ description: 'Increases with every change. Send it in quotes as `If-Match: "3"`.' }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Product = Static<typeof Product>

export const ProductPath = Type.Object({ id: Id('prod') })

export const ProductsQuery = PageQuery({
  q: Optional(
    Type.String({
      maxLength: 200,
      description:
        'Searches by word, word prefix, SKU or barcode, best match first. If more than 1,000 products match, only the most likely matches are returned. Without `q`, newest first.',
    }),
  ),
  status: Optional(OneOf(STATUSES)),
  vendor: Optional(Type.String({ maxLength: 100 })),
  type: Optional(Type.String({ maxLength: 100 })),
  tag: Optional(Type.String({ maxLength: 100 })),
  sku: Optional(Type.String({ maxLength: 100 })),
  updatedFrom: Optional(UpdatedFrom),
  sort: Optional(
    OneOf(['newest', 'oldest', 'title', '-title', 'updated'] as const, {
      description: 'Not with `q`, which sorts by relevance. `updated`: latest change first. Defaults to `newest`.',
    }),
  ),
})
export type ProductsQuery = Static<typeof ProductsQuery>
