import { type Static, type TSchemaOptions, Type } from 'typebox'
import { Currency, Money, PositiveMoney } from '../../kit/money.ts'
import { Id, NonEmptyText, Nullable, OneOf, Optional, Timestamp } from '../../kit/schema.ts'
import type { Offer } from '../../pricing/pricing-input.ts'
import {
  NO_POINTS_REASONS,
  NO_STORE_CREDIT_REASONS,
  PROMOTION_RULES,
  REJECTION_REASONS,
} from '../../pricing/pricing-result.ts'
import { Address } from '../customers/schemas.ts'
import { Image } from '../files/schemas.ts'
import { MAX_POINTS } from '../loyalty/schemas.ts'
import { MAX_QUANTITY } from './contents.ts'

/** Free-form names and values. Not a `Record`, whose pattern would be tested against every name of every item. */
export const StringMap = Type.Unsafe<Record<string, string>>({
  type: 'object',
  additionalProperties: { type: 'string' },
})

const WARNING_CODES = [
  'quantity_reduced',
  'quantity_limited',
  'out_of_stock',
  'unavailable',
  'price_changed',
  'shipping_changed',
  'quote_expired',
  'gift_card_expired',
] as const

export const Warning = Type.Object({
  code: OneOf(WARNING_CODES),
  message: Type.String(),
  itemId: Optional(Type.String()),
  variantId: Optional(Type.String()),
  requested: Optional(Type.Integer()),
  available: Optional(Type.Integer()),
  oldPrice: Optional(Money),
  newPrice: Optional(Money),
  giftCardId: Optional(Id('gc')),
})
export type Warning = Static<typeof Warning>

export const Tax = Type.Object({
  name: Type.String(),
  percentage: Type.Number({ examples: [20] }),
  amount: Money,
})

const CartItem = Type.Object({
  id: Type.String({
    description:
      'The ID of the item, for PUT and DELETE. A gift has one too, but depends on its promotion and can’t be changed (409).',
  }),
  variantId: Id('var'),
  productId: Id('prod'),
  sku: Nullable(Type.String()),
  title: Type.String(),
  handle: Type.String(),
  options: StringMap,
  image: Nullable(Image),
  quantity: Type.Integer(),
  maxQuantity: Nullable(
    Type.Integer({
      description:
        'The maximum quantity of this item. Visitors see a stock limit only once the item has reached it; API keys always see it. Null if no limit is known.',
    }),
  ),
  unitPrice: Money,
  compareAtUnitPrice: Nullable(Money),
  subtotal: Money,
  discount: Money,
  tax: Money,
  taxes: Type.Array(Tax),
  total: Money,
  requiresShipping: Type.Boolean(),
  properties: StringMap,
  giftPromotionId: Nullable(Id('promo')),
})

const Allocation = Type.Object({
  target: OneOf(['item', 'shipping'] as const),
  itemId: Nullable(Type.String()),
  amount: Money,
})

export const AppliedPromotion = Type.Object({
  id: Id('promo'),
  code: Nullable(Type.String()),
  title: Type.String(),
  amount: Money,
  allocations: Type.Array(Allocation, {
    description: 'The items and shipping that `amount` is split over. They add up to it.',
  }),
})

const RuleValue = Type.Union([Type.String(), Type.Integer(), Money, Type.Array(Type.String()), Type.Null()])

export const RejectedPromotion = Type.Object({
  code: Nullable(Type.String()),
  reason: OneOf(REJECTION_REASONS),
  message: Type.String(),
  unmet: Type.Array(
    Type.Object({
      rule: OneOf(PROMOTION_RULES),
      required: RuleValue,
      actual: RuleValue,
      missing: Type.Union([Type.Integer(), Money, Type.Null()]),
    }),
    { description: 'The unmet rules: what is required, the actual value and how much is missing.' },
  ),
})

export const Totals = Type.Object({
  subtotal: Money,
  discount: Money,
  shipping: Money,
  tax: Money,
  taxIncluded: Type.Boolean({ description: 'Whether prices include tax. If not, tax is added.' }),
  total: Money,
  giftCards: Money,
  points: Type.Object(Money.properties, {
    description: 'The amount paid with points: after gift cards, before any card.',
  }),
  storeCredit: Money,
  due: Money,
})

export const TraceStep = Type.Object({
  step: Type.String(),
  subject: Nullable(Type.String()),
  outcome: Type.String(),
  amount: Nullable(Type.Integer()),
  details: Optional(Type.Record(Type.String(), Type.Unknown())),
})

export const ShippingOption = Type.Object({
  service: Type.String(),
  title: Type.String(),
  type: OneOf(['shipping', 'pickup', 'digital'] as const),
  amount: Money,
  originalAmount: Money,
})

const CartShipping = Type.Object({
  required: Type.Boolean(),
  selected: Nullable(ShippingOption),
  options: Type.Array(ShippingOption, {
    description: 'The options available now. For guaranteed prices, use `GET /v1/shipping/rates`.',
  }),
  reason: Nullable(OneOf(['address_required', 'no_zone', 'no_rate', 'currency_mismatch'] as const)),
  discount: Money,
  tax: Money,
})

const CartPoints = Type.Object(
  {
    requested: Type.Integer(),
    used: Type.Integer({ description: 'Never more than needed.' }),
    amount: Money,
    balance: Optional(Type.Integer({ description: 'The customer’s points. Only with an API key or their token.' })),
    reason: Nullable(OneOf(NO_POINTS_REASONS, { description: 'Why no points are used.' })),
  },
  { description: 'Null if the cart does not pay with points.' },
)

const CartStoreCredit = Type.Object(
  {
    requested: Nullable(Money, { description: 'Null: as much as possible.' }),
    amount: Type.Object(Money.properties, { description: 'What store credit pays: after points, before any card.' }),
    balance: Optional(
      Type.Object(Money.properties, {
        description: 'The customer’s store credit. Only with an API key or their token.',
      }),
    ),
    reason: Nullable(OneOf(NO_STORE_CREDIT_REASONS, { description: 'Why it pays nothing.' })),
  },
  { description: 'Null if the cart does not pay with store credit.' },
)

export const Cart = Type.Object({
  id: Id('cart'),
  version: Type.Integer({ description: 'Increases with every change. Send it in quotes as `If-Match: "3"`.' }),
  status: OneOf(['open', 'completed', 'expired'] as const),
  currency: Currency,
  country: Nullable(Type.String()),
  locale: Nullable(Type.String()),
  email: Nullable(Type.String()),
  shippingAddress: Nullable(Address),
  billingAddress: Nullable(Address),
  note: Nullable(Type.String()),
  attributes: StringMap,
  customer: Optional(
    Nullable(
      Type.Object({
        id: Nullable(Type.String()),
        tags: Type.Array(Type.String()),
        ordersCount: Nullable(Type.Integer()),
        taxExempt: Type.Boolean(),
      }),
    ),
  ),
  items: Type.Array(CartItem),
  promotions: Type.Array(AppliedPromotion),
  rejectedPromotions: Type.Array(RejectedPromotion),
  giftCards: Type.Array(Type.Object({ id: Id('gc'), last4: Type.String(), amount: Money, balanceAfter: Money })),
  points: Nullable(CartPoints),
  storeCredit: Nullable(CartStoreCredit),
  shipping: CartShipping,
  taxes: Type.Array(Tax),
  totals: Totals,
  warnings: Type.Array(Warning),
  orderId: Nullable(Id('ord')),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  expiresAt: Timestamp,
  trace: Optional(Type.Array(TraceStep)),
})
export type Cart = Static<typeof Cart>

const Quantity = Type.Integer({ minimum: 1, maximum: MAX_QUANTITY })

const LimitedStringMap = (maxProperties: number, more: TSchemaOptions = {}) =>
  Type.Record(Type.String({ pattern: '^[^\\u0000]{1,100}$' }), Type.String({ maxLength: 500 }), {
    additionalProperties: false,
    maxProperties,
    ...more,
  })

export const Properties = LimitedStringMap(20, {
  description:
    'Custom properties, such as an engraving. The same variant with other properties is a separate item. Names that start with `_` are for your own use: don’t show them to anyone.',
  examples: [{ engraving: 'For Ada' }],
})

export const ItemInput = Type.Object(
  {
    variantId: Optional(Id('var')),
    sku: Optional(NonEmptyText(255, 'Instead of `variantId`. Returns 400 if several variants for sale share it.')),
    quantity: Optional(Quantity),
    properties: Optional(Properties),
  },
  { examples: [{ sku: 'SHI-SOL-M-WHI', quantity: 2 }] },
)
export type ItemInput = Static<typeof ItemInput>

const Customer = Type.Object(
  {
    id: Optional(Nullable(Id('cus'))),
    tags: Optional(
      Type.Array(NonEmptyText(100), { maxItems: 100, description: 'In addition to those of the customer’s record.' }),
    ),
    ordersCount: Optional(
      Nullable(Type.Integer({ minimum: 0, description: 'Defaults to the orders of the customer’s record.' })),
    ),
    taxExempt: Optional(Type.Boolean()),
  },
  { description: 'The customer, for promotions and taxes. Requires an API key.' },
)

const RequestedPoints = Type.Object(
  { requested: Type.Integer({ minimum: 1, maximum: MAX_POINTS, examples: [500] }) },
  {
    description:
      'The number of points to pay with, from the customer in `customer.id`. No more than available and needed are used. Requires an API key or a customer token. Cleared when the customer changes.',
  },
)

const RequestedStoreCredit = Type.Object(
  {
    requested: Optional(
      Type.Object(PositiveMoney.properties, {
        description: 'In the cart’s currency. Defaults to as much as possible.',
      }),
    ),
  },
  {
    description:
      'Pays with the store credit of the customer in `customer.id`, up to the balance and the amount due. Requires an API key or a customer token. Cleared when the customer changes.',
    examples: [{}],
  },
)

const Shipping = Type.Object(
  {
    service: Optional(NonEmptyText(50)),
    quoteId: Optional(NonEmptyText(8000)),
  },
  {
    description:
      'A rate from `GET /v1/shipping/rates`: its `quoteId`, whose price is guaranteed until it expires, or its `service`.',
  },
)

export const buyerDetails = {
  country: Optional(Nullable(Address.properties.country)),
  locale: Optional(Nullable(Type.String({ pattern: '^[A-Za-z0-9-]{2,35}$', examples: ['de-AT'] }))),
  email: Optional(Nullable(Type.String({ format: 'email', maxLength: 254 }))),
  shippingAddress: Optional(Nullable(Address)),
  billingAddress: Optional(Nullable(Address)),
  shipping: Optional(Nullable(Shipping)),
  note: Optional(Nullable(NonEmptyText(2000))),
  attributes: Optional(Nullable(LimitedStringMap(50))),
  customer: Optional(Nullable(Customer)),
  points: Optional(Nullable(RequestedPoints)),
  storeCredit: Optional(Nullable(RequestedStoreCredit)),
}

export const CartChanges = Type.Object(buyerDetails, { examples: [{ email: 'ada@example.com' }] })
export type CartChanges = Static<typeof CartChanges>

/** A variant that can be bought now, in the cart's currency. */
export interface VariantOffer extends Offer {
  title: string
  handle: string
  options: Record<string, string>
  sku: string | null
  image: Image | null
  /** Null: unlimited. */
  available: number | null
  /** How many one order can contain; null: no limit. */
  maxPerOrder: number | null
}
