import { type Static, type TSchemaOptions, Type } from 'typebox'
import { Currency } from '../../kit/currencies.ts'
import { Id, NonEmptyText, Nullable, Optional } from '../../kit/schema.ts'
import { MAX_POINTS } from '../loyalty/schemas.ts'
import { MAX_CODES, MAX_LINE_ITEMS, MAX_QUANTITY } from './line-items.ts'
import { Address } from './schemas.ts'

const Quantity = Type.Integer({ minimum: 1, maximum: MAX_QUANTITY })

const LimitedStringMap = (maxProperties: number, more: TSchemaOptions = {}) =>
  Type.Record(Type.String({ pattern: '^[^\\u0000]{1,100}$' }), Type.String({ maxLength: 500 }), {
    additionalProperties: false,
    maxProperties,
    ...more,
  })

const Properties = LimitedStringMap(20, {
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

const Items = Type.Array(ItemInput, { minItems: 1, maxItems: MAX_LINE_ITEMS })

const Customer = Type.Object(
  {
    id: Optional(Nullable(NonEmptyText(100))),
    tags: Optional(Type.Array(NonEmptyText(100), { maxItems: 100 })),
    segments: Optional(Type.Array(NonEmptyText(100), { maxItems: 100 })),
    ordersCount: Optional(Nullable(Type.Integer({ minimum: 0 }))),
    taxExempt: Optional(Type.Boolean()),
  },
  { description: 'The customer, for promotions and taxes. Requires an API key.' },
)

const RequestedPoints = Type.Object(
  { requested: Type.Integer({ minimum: 1, maximum: MAX_POINTS, examples: [500] }) },
  {
    description:
      'The number of points to pay with, from the customer in `customer.id`. No more than available and needed are used. Requires an API key. Cleared when the customer changes.',
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

const buyerDetails = {
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
}

const Code = Type.String({
  pattern: '\\S',
  maxLength: 100,
  description: 'The code of a promotion or gift card.',
})

export const NewCart = Type.Object(
  {
    currency: Optional(Currency),
    items: Optional(Type.Array(ItemInput, { maxItems: MAX_LINE_ITEMS })),
    codes: Optional(Type.Array(Code, { maxItems: MAX_CODES })),
    ...buyerDetails,
  },
  { examples: [{ country: 'AT', items: [{ sku: 'SHI-SOL-M-WHI', quantity: 2 }] }] },
)
export type NewCart = Static<typeof NewCart>

export const CartChanges = Type.Object(buyerDetails, { examples: [{ email: 'ada@example.com' }] })
export type CartChanges = Static<typeof CartChanges>

export const NewItems = Type.Object(
  { ...ItemInput.properties, items: Optional(Items) },
  {
    description: 'One item, or several in `items`. Either all are added or none.',
    examples: [
      { sku: 'SHI-SOL-M-WHI', quantity: 1 },
      { items: [{ sku: 'SHI-SOL-M-WHI' }, { sku: 'SHI-SOL-S-SKY', quantity: 2 }] },
    ],
  },
)
export type NewItems = Static<typeof NewItems>

export const ItemChange = Type.Object(
  { quantity: Optional(Type.Integer({ minimum: 0, maximum: MAX_QUANTITY })), properties: Optional(Properties) },
  { examples: [{ quantity: 3 }] },
)
export type ItemChange = Static<typeof ItemChange>

export const NewCodes = Type.Object(
  { code: Optional(Code), codes: Optional(Type.Array(Code, { minItems: 1, maxItems: MAX_CODES })) },
  { examples: [{ code: 'WELCOME10' }] },
)
export type NewCodes = Static<typeof NewCodes>

export const CodeQuery = Type.Object({ code: Optional(Code), giftCardId: Optional(Id('gc')) })

export const CartPath = Type.Object({ id: Id('cart') })
export const ItemPath = Type.Object({ id: Id('cart'), lineId: Type.String({ maxLength: 100 }) })
export const CartQuery = Type.Object({
  explain: Optional(
    Type.Boolean({ description: 'Adds `trace`: every rule that was checked and its outcome. Requires an API key.' }),
  ),
})
