import { type Static, Type } from 'typebox'
import type { StoredResponse } from '../../../kit/idempotency.ts'
import { Id, Nullable, Timestamp } from '../../../kit/schema.ts'
import type { PointRules } from '../../../pricing/pricing-input.ts'
import type {
  Promotion,
  ShippingProfile,
  ShippingRate,
  ShippingZone,
  TaxRegion,
  TaxSettings,
} from '../../../pricing/rules.ts'
import { Image } from '../../files/schemas.ts'
import type { CartContents } from '../contents.ts'

const Strings = Type.Array(Type.String())

const VariantData = Type.Object({
  variantId: Type.String(),
  productId: Type.String(),
  title: Type.String(),
  handle: Type.String(),
  options: Type.Record(Type.String(), Type.String()),
  sku: Nullable(Type.String()),
  image: Nullable(Image),
  /** By currency: the price and the compare-at price. */
  prices: Type.Record(Type.String(), Type.Tuple([Type.Integer(), Nullable(Type.Integer())])),
  weightGrams: Type.Integer(),
  requiresShipping: Type.Boolean(),
  taxClass: Type.String(),
  giftCard: Type.Boolean(),
  tags: Strings,
  vendor: Type.String(),
  type: Type.String(),
  maxQuantityPerOrder: Nullable(Type.Integer()),
})
/** A variant that is for sale, without its stock and collections. */
export type VariantData = Static<typeof VariantData>

const VariantRow = Type.Object({ hash: Type.String(), data: VariantData })
export type VariantRow = Static<typeof VariantRow>

export const CartRow = Type.Object({
  id: Type.String(),
  version: Type.Integer(),
  /** Version of the last edit; later versions only record what the buyer was shown. */
  editedVersion: Type.Integer(),
  status: Type.Union([Type.Literal('open'), Type.Literal('completed'), Type.Literal('expired')]),
  currency: Type.String(),
  contents: Type.Unsafe<CartContents>({ type: 'object' }),
  orderId: Nullable(Id('ord')),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type CartRow = Static<typeof CartRow>

export const CartContextRow = Type.Object({
  cart: Nullable(CartRow),
  /** The currency of the cart, of the request, or the shop's default. */
  currency: Type.String(),
  pricingVersion: Type.Integer(),
  /** By variant: the hash of its data. */
  offers: Type.Record(Type.String(), Type.String()),
  /** By variant with tracked stock: the available quantity. All others are unlimited. */
  stock: Type.Record(Type.String(), Type.Integer()),
  /** By variant: the quantity held by this cart's own checkout. */
  held: Type.Record(Type.String(), Type.Integer()),
  /** Promotion uses reserved by this cart's own checkout. */
  heldPromotions: Type.Array(
    Type.Object({ promotionId: Type.String(), code: Nullable(Type.String()), customerKey: Nullable(Type.String()) }),
  ),
  /** By product. */
  collections: Type.Record(Type.String(), Strings),
  codes: Type.Array(
    Type.Object({
      code: Type.String(),
      promotionId: Type.String(),
      /** The only customer who can use it. */
      customerId: Nullable(Type.String()),
      exhausted: Type.Boolean(),
      active: Type.Boolean(),
      promotion: Type.Unsafe<Promotion>({ type: 'object' }),
    }),
  ),
  giftCards: Type.Array(
    Type.Object({
      id: Type.String(),
      last4: Type.String(),
      currency: Type.String(),
      balance: Type.Integer(),
      isUsable: Type.Boolean(),
      /** Index in the request's codes. */
      place: Nullable(Type.Integer()),
    }),
  ),
  points: Type.Array(Type.Object({ customerId: Type.String(), balance: Type.Integer() })),
  /** In the cart's currency. */
  storeCredit: Type.Array(Type.Object({ customerId: Type.String(), balance: Type.Integer() })),
  customers: Type.Array(
    Type.Object({ id: Type.String(), tags: Strings, segmentIds: Strings, ordersCount: Type.Integer() }),
  ),
  uses: Type.Array(Type.Object({ customerKey: Type.String(), promotionId: Type.String(), uses: Type.Integer() })),
  /** The response stored under the request's idempotency key. */
  answered: Nullable(Type.Unsafe<StoredResponse>({ type: 'object' })),
})
export type CartContextRow = Static<typeof CartContextRow>

/** Already in the shape pricing uses, because the tables store it that way. */
const PricingRulesRow = Type.Object({
  provider: Type.String(),
  hasTaxEngine: Type.Boolean(),
  maxQuantityPerOrder: Nullable(Type.Integer()),
  points: Nullable(Type.Unsafe<PointRules>({ type: 'object' })),
  automatic: Type.Array(Type.Unsafe<Promotion>({ type: 'object' })),
  zones: Type.Array(Type.Unsafe<ShippingZone>({ type: 'object' })),
  profiles: Type.Array(Type.Unsafe<ShippingProfile>({ type: 'object' })),
  rates: Type.Array(Type.Unsafe<ShippingRate>({ type: 'object' })),
  taxes: Nullable(Type.Unsafe<Omit<TaxSettings, 'regions'>>({ type: 'object' })),
  regions: Type.Array(Type.Unsafe<TaxRegion>({ type: 'object' })),
})
export type PricingRulesRow = Static<typeof PricingRulesRow>

export const PricingContextRow = Type.Object({
  version: Type.Integer(),
  /** Null: the cached version is current, or rules were not requested. */
  rules: Nullable(PricingRulesRow),
  offers: Type.Array(VariantRow),
})
