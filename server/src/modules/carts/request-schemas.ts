import { type Static, type TSchemaOptions, Type } from 'typebox'
import { Currency } from '../../kit/currencies.ts'
import { Given, Id, Nullable, SomeText } from '../../kit/schema.ts'
import { MAX_POINTS } from '../loyalty/schemas.ts'
import { MAX_CODES, MAX_LINES, MAX_QUANTITY } from './edits.ts'
import { Address } from './schemas.ts'

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

export const Item = Type.Object(
  {
    variantId: Given(Id('var')),
    sku: Given(SomeText(255, 'In place of `variantId`. 400 if several variants on sale share it.')),
    quantity: Given(Quantity),
    properties: Given(Properties),
  },
  { examples: [{ sku: 'SHI-SOL-M-WHI', quantity: 2 }] },
)
export type Item = Static<typeof Item>

const Items = Type.Array(Item, { minItems: 1, maxItems: MAX_LINES })

const Customer = Type.Object(
  {
    id: Given(Nullable(SomeText(100))),
    tags: Given(Type.Array(SomeText(100), { maxItems: 100 })),
    segments: Given(Type.Array(SomeText(100), { maxItems: 100 })),
    ordersCount: Given(Nullable(Type.Integer({ minimum: 0 }))),
    taxExempt: Given(Type.Boolean()),
  },
  { description: 'Who the buyer is, for promotions and taxes. Only a server may say so: it needs a key.' },
)

const WantedPoints = Type.Object(
  { wanted: Type.Integer({ minimum: 1, maximum: MAX_POINTS, examples: [500] }) },
  {
    description:
      'So many points of the customer whom `customer.id` names are to pay, as far as they are there and needed. Only a server may say so: it needs a key. They go when another customer is named.',
  },
)

const Shipping = Type.Object(
  {
    service: Given(SomeText(50)),
    quoteId: Given(SomeText(8000)),
  },
  {
    description:
      'What `GET /v1/shipping/rates` has offered: its `quoteId`, whose price holds until it ends, or its `service`.',
  },
)

const said = {
  country: Given(Nullable(Address.properties.country)),
  locale: Given(Nullable(Type.String({ pattern: '^[A-Za-z0-9-]{2,35}$', examples: ['de-AT'] }))),
  email: Given(Nullable(Type.String({ format: 'email', maxLength: 254 }))),
  shippingAddress: Given(Nullable(Address)),
  billingAddress: Given(Nullable(Address)),
  shipping: Given(Nullable(Shipping)),
  note: Given(Nullable(SomeText(2000))),
  attributes: Given(Nullable(Words(50))),
  customer: Given(Nullable(Customer)),
  points: Given(Nullable(WantedPoints)),
}

const Code = Type.String({
  pattern: '\\S',
  maxLength: 100,
  description: 'Of a promotion or a gift card.',
})

export const NewCart = Type.Object(
  {
    currency: Given(Currency),
    items: Given(Type.Array(Item, { maxItems: MAX_LINES })),
    codes: Given(Type.Array(Code, { maxItems: MAX_CODES })),
    ...said,
  },
  { examples: [{ country: 'AT', items: [{ sku: 'SHI-SOL-M-WHI', quantity: 2 }] }] },
)
export type NewCart = Static<typeof NewCart>

export const CartChanges = Type.Object(said, { examples: [{ email: 'ada@example.com' }] })
export type CartChanges = Static<typeof CartChanges>

export const NewItems = Type.Object(
  { ...Item.properties, items: Given(Items) },
  {
    description: 'One item, or several as `items`: all of them or none.',
    examples: [
      { sku: 'SHI-SOL-M-WHI', quantity: 1 },
      { items: [{ sku: 'SHI-SOL-M-WHI' }, { sku: 'SHI-SOL-S-SKY', quantity: 2 }] },
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
