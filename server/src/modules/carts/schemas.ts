import { type Static, Type } from 'typebox'
import { Currency } from '../../kit/currencies.ts'
import { Money } from '../../kit/money.ts'
import { Id, NonEmptyText, Nullable, OneOf, Optional, SingleLine, Timestamp } from '../../kit/schema.ts'
import { NO_POINTS_REASONS, REJECTION_REASONS } from '../pricing/pricing-result.ts'

export const Address = Type.Object({
  name: Optional(SingleLine(200)),
  company: Optional(SingleLine(200)),
  line1: Optional(SingleLine(300)),
  line2: Optional(SingleLine(300)),
  city: Optional(SingleLine(200)),
  region: Optional(SingleLine(50, 'As the country writes it: `NY`, `BY`.')),
  postcode: Optional(SingleLine(20, 'Checked at checkout against the format of the country.')),
  country: Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166-1, two letters.', examples: ['AT'] }),
  phone: Optional(NonEmptyText(50)),
})

/** Free-form names and values. Not a `Record`, whose pattern would be tested against every name of every item. */
export const StringMap = Type.Unsafe<Record<string, string>>({
  type: 'object',
  additionalProperties: { type: 'string' },
})

const WARNING_CODES = [
  'clamped',
  'quantity_limited',
  'out_of_stock',
  'gone',
  'price_changed',
  'shipping_changed',
  'quote_ended',
  'gift_card_ended',
] as const

export const Warning = Type.Object({
  code: OneOf(WARNING_CODES),
  message: Type.String(),
  lineId: Optional(Type.String()),
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
      'The line, for PUT and DELETE. A gift of the shop has one too, but comes and goes with its promotion: it can’t be changed by itself (409).',
  }),
  variantId: Id('var'),
  productId: Id('prod'),
  sku: Nullable(Type.String()),
  title: Type.String(),
  handle: Type.String(),
  options: StringMap,
  image: Nullable(Type.String()),
  quantity: Type.Integer(),
  maxQuantity: Nullable(
    Type.Integer({
      description:
        'As many as there are for this line. With a key always; a visitor is told when the line has reached it. Null: no end in sight.',
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
  giftOf: Nullable(Id('promo')),
})

const Allocation = Type.Object({
  target: OneOf(['item', 'shipping'] as const),
  lineId: Nullable(Type.String()),
  amount: Money,
})

export const AppliedPromotion = Type.Object({
  id: Id('promo'),
  code: Nullable(Type.String()),
  title: Type.String(),
  amount: Money,
  allocations: Type.Array(Allocation, { description: 'They add up to the amount.' }),
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
    { description: 'What it asks for, what there is, and how much is missing.' },
  ),
})

export const Totals = Type.Object({
  subtotal: Money,
  discount: Money,
  shipping: Money,
  tax: Money,
  taxIncluded: Type.Boolean({ description: 'Whether prices hold the tax; if not, it is added.' }),
  total: Money,
  giftCards: Money,
  points: Type.Object(Money.properties, { description: 'What points pay: after gift cards, before any card.' }),
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
    description: 'What can be chosen now. For prices that hold: `GET /v1/shipping/rates`.',
  }),
  reason: Nullable(OneOf(['address_needed', 'no_zone', 'no_rate', 'currency_mismatch'] as const)),
  discount: Money,
  tax: Money,
})

const CartPoints = Type.Object(
  {
    wanted: Type.Integer(),
    used: Type.Integer({ description: 'Never more than are needed.' }),
    applied: Money,
    balance: Optional(Type.Integer({ description: 'How many the customer has. Only with a key.' })),
    reason: Nullable(OneOf(NO_POINTS_REASONS, { description: 'Why none are used.' })),
  },
  { description: 'Null where no points are to pay.' },
)

export const Cart = Type.Object({
  id: Id('cart'),
  version: Type.Integer({ description: 'Grows with every change; send it back as `If-Match`.' }),
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
  giftCards: Type.Array(Type.Object({ id: Id('gc'), last4: Type.String(), applied: Money, balanceAfter: Money })),
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
