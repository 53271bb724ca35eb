import { type Static, type TSchemaOptions, Type } from 'typebox'
import { Currency } from '../../kit/currencies.ts'
import { Money } from '../../kit/money.ts'
import { Id, Nullable, OneOf, Timestamp } from '../../kit/schema.ts'
import { REJECTIONS } from '../pricing/priced.ts'
import { MAX_CODES, MAX_LINES, MAX_QUANTITY } from './edits.ts'

const Given = Type.Optional
const Text = (maxLength: number, description?: string) =>
  Type.String({ minLength: 1, maxLength, ...(description && { description }) })

const Country = Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166-1, two letters.', examples: ['AT'] })
const Quantity = Type.Integer({ minimum: 1, maximum: MAX_QUANTITY })

const Words = (maxProperties: number, more: TSchemaOptions = {}) =>
  Type.Record(Type.String({ pattern: '^[^\\u0000]{1,100}$' }), Type.String({ maxLength: 500 }), {
    additionalProperties: false,
    maxProperties,
    ...more,
  })

const Properties = Words(20, {
  description:
    'What makes this one different, such as an engraving. The same variant with other properties is another line. Names that begin with `_` are for your own use: show them to nobody.',
  examples: [{ engraving: 'For Ada' }],
})

export const Address = Type.Object({
  name: Given(Text(200)),
  company: Given(Text(200)),
  line1: Given(Text(300)),
  line2: Given(Text(300)),
  city: Given(Text(200)),
  region: Given(Text(50, 'As the country writes it: `NY`, `BY`.')),
  postcode: Given(Text(20)),
  country: Country,
  phone: Given(Text(50)),
})

export const Item = Type.Object(
  {
    variantId: Given(Id('var')),
    sku: Given(Text(255, 'In place of `variantId`; of several that share it, the oldest that can be bought.')),
    quantity: Given(Quantity),
    properties: Given(Properties),
  },
  { examples: [{ sku: 'LS-M-White', quantity: 2 }] },
)
export type Item = Static<typeof Item>

const Items = Type.Array(Item, { minItems: 1, maxItems: MAX_LINES })

const Customer = Type.Object(
  {
    id: Given(Nullable(Text(100))),
    tags: Given(Type.Array(Text(100), { maxItems: 100 })),
    segments: Given(Type.Array(Text(100), { maxItems: 100 })),
    ordersCount: Given(Nullable(Type.Integer({ minimum: 0 }))),
    taxExempt: Given(Type.Boolean()),
  },
  { description: 'Who the buyer is, for promotions and taxes. Only a server may say so: it needs a key.' },
)

const Shipping = Type.Object(
  {
    service: Given(Text(50)),
    quoteId: Given(Text(8000)),
  },
  {
    description:
      'What `GET /v1/shipping/rates` has offered: its `quoteId`, whose price holds until it ends, or its `service`.',
  },
)

const said = {
  country: Given(Nullable(Country)),
  locale: Given(Nullable(Type.String({ pattern: '^[A-Za-z0-9-]{2,35}$', examples: ['de-AT'] }))),
  email: Given(Nullable(Type.String({ format: 'email', maxLength: 254 }))),
  shippingAddress: Given(Nullable(Address)),
  billingAddress: Given(Nullable(Address)),
  shipping: Given(Nullable(Shipping)),
  note: Given(Nullable(Text(2000))),
  attributes: Given(Words(50)),
  customer: Given(Nullable(Customer)),
}

const Code = Type.String({ minLength: 1, maxLength: 100, description: 'Of a promotion or a gift card.' })

export const NewCart = Type.Object(
  {
    currency: Given(Currency),
    items: Given(Type.Array(Item, { maxItems: MAX_LINES })),
    codes: Given(Type.Array(Code, { maxItems: MAX_CODES })),
    ...said,
  },
  { examples: [{ country: 'AT', items: [{ sku: 'LS-M-White', quantity: 2 }] }] },
)
export type NewCart = Static<typeof NewCart>

export const CartChanges = Type.Object(said, { examples: [{ email: 'ada@example.com' }] })
export type CartChanges = Static<typeof CartChanges>

export const NewItems = Type.Object(
  { ...Item.properties, items: Given(Items) },
  {
    description: 'One item, or several as `items`: all of them or none.',
    examples: [
      { sku: 'LS-M-White', quantity: 1 },
      { items: [{ sku: 'LS-M-White' }, { sku: 'LS-S-Sky', quantity: 2 }] },
    ],
  },
)
export type NewItems = Static<typeof NewItems>

export const ItemChange = Type.Object(
  { quantity: Given(Type.Integer({ minimum: 0, maximum: MAX_QUANTITY })), properties: Given(Properties) },
  { examples: [{ quantity: 3 }] },
)
export type ItemChange = Static<typeof ItemChange>

export const NewCodes = Type.Object(
  { code: Given(Code), codes: Given(Type.Array(Code, { minItems: 1, maxItems: MAX_CODES })) },
  { examples: [{ code: 'WELCOME10' }] },
)
export type NewCodes = Static<typeof NewCodes>

export const WhichCode = Type.Object({ code: Given(Code), giftCardId: Given(Id('gc')) })

export const CartPath = Type.Object({ id: Id('cart') })
export const LinePath = Type.Object({ id: Id('cart'), lineId: Type.String({ maxLength: 100 }) })
export const CartQuery = Type.Object({
  explain: Given(
    Type.Boolean({ description: 'Adds `trace`: every rule that was looked at and what came of it. Needs a key.' }),
  ),
})

/** Names and words, as they were given. Not a `Record`: its pattern would be tried on every name of every line. */
const Told = Type.Unsafe<Record<string, string>>({ type: 'object', additionalProperties: { type: 'string' } })

export const WARNINGS = ['clamped', 'out_of_stock', 'gone', 'price_changed', 'shipping_changed', 'quote_ended'] as const

export const Warning = Type.Object({
  code: OneOf(WARNINGS),
  message: Type.String(),
  lineId: Given(Type.String()),
  variantId: Given(Type.String()),
  requested: Given(Type.Integer()),
  available: Given(Type.Integer()),
  oldPrice: Given(Money),
  newPrice: Given(Money),
})
export type Warning = Static<typeof Warning>

const Tax = Type.Object({
  name: Type.String(),
  percentage: Type.Number({ examples: [20] }),
  amount: Money,
})

const CartItem = Type.Object({
  id: Type.String({
    description: 'The line, for PUT and DELETE. A gift of the shop has one too, and goes with its promotion.',
  }),
  variantId: Id('var'),
  productId: Id('prod'),
  sku: Nullable(Type.String()),
  title: Type.String(),
  handle: Type.String(),
  options: Told,
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
  properties: Told,
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

const Figure = Type.Union([Type.String(), Type.Number(), Type.Array(Type.String()), Type.Null()])

export const RejectedPromotion = Type.Object({
  code: Nullable(Type.String()),
  reason: OneOf(REJECTIONS),
  message: Type.String(),
  unmet: Type.Array(
    Type.Object({
      rule: Type.String(),
      required: Figure,
      actual: Figure,
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
  due: Money,
})

export const TraceStep = Type.Object({
  step: Type.String(),
  subject: Nullable(Type.String()),
  outcome: Type.String(),
  amount: Nullable(Type.Integer()),
  details: Given(Type.Record(Type.String(), Type.Unknown())),
})

const Option = Type.Object({
  service: Type.String(),
  title: Type.String(),
  type: OneOf(['shipping', 'pickup', 'digital'] as const),
  amount: Money,
  originalAmount: Money,
})

const CartShipping = Type.Object({
  required: Type.Boolean(),
  selected: Nullable(Option),
  options: Type.Array(Option, {
    description: 'What can be chosen now. For prices that hold: `GET /v1/shipping/rates`.',
  }),
  reason: Nullable(OneOf(['address_needed', 'no_zone', 'no_rate', 'currency_mismatch'] as const)),
  discount: Money,
  tax: Money,
})

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
  attributes: Told,
  customer: Given(
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
  shipping: CartShipping,
  taxes: Type.Array(Tax),
  totals: Totals,
  warnings: Type.Array(Warning),
  orderId: Nullable(Type.String()),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  expiresAt: Timestamp,
  trace: Given(Type.Array(TraceStep)),
})
export type Cart = Static<typeof Cart>
