import { type Static, Type } from 'typebox'
import { Currency } from '../../kit/currencies.ts'
import { Money } from '../../kit/money.ts'
import { Id, NonEmptyText, Nullable, OneOf, Optional, SingleLine, Timestamp } from '../../kit/schema.ts'
import { Image } from '../files/schemas.ts'
import { NO_POINTS_REASONS, REJECTION_REASONS } from '../pricing/pricing-result.ts'

export const Address = Type.Object({
  name: Optional(SingleLine(200)),
  company: Optional(SingleLine(200)),
  line1: Optional(SingleLine(300)),
  line2: Optional(SingleLine(300)),
  city: Optional(SingleLine(200)),
  region: Optional(SingleLine(50, 'As written in the country, such as `NY` or `BY`.')),
  postalCode: Optional(SingleLine(20, 'Checked at checkout against the country’s format.')),
  country: Type.String({
    pattern: '^[A-Z]{2}$',
    description: 'Two-letter country code (ISO 3166-1).',
    examples: ['AT'],
  }),
  phone: Optional(NonEmptyText(50)),
})

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
      'The id of the item, for PUT and DELETE. A gift has one too, but depends on its promotion and can’t be changed (409).',
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

const RuleValue = Type.Union([Type.String(), Type.Number(), Type.Array(Type.String()), Type.Null()])

export const RejectedPromotion = Type.Object({
  code: Nullable(Type.String()),
  reason: OneOf(REJECTION_REASONS),
  message: Type.String(),
  unmet: Type.Array(
    Type.Object({
      rule: Type.String(),
      required: RuleValue,
      actual: RuleValue,
      missing: Nullable(Type.Number()),
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
    balance: Optional(Type.Integer({ description: 'The customer’s points. Only with an API key.' })),
    reason: Nullable(OneOf(NO_POINTS_REASONS, { description: 'Why no points are used.' })),
  },
  { description: 'Null if the cart does not pay with points.' },
)

export const Cart = Type.Object({
  id: Id('cart'),
  version: Type.Integer({ description: 'Increases with every change. Send it as `If-Match`.' }),
  status: OneOf(['open', 'ordered', 'expired'] as const),
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
        segments: Type.Array(Type.String()),
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
  shipping: CartShipping,
  taxes: Type.Array(Tax),
  totals: Totals,
  warnings: Type.Array(Warning),
  orderId: Nullable(Type.String()),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  expiresAt: Timestamp,
  trace: Optional(Type.Array(TraceStep)),
})
export type Cart = Static<typeof Cart>
