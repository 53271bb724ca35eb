import { type Static, Type } from 'typebox'
import { Currency } from '../../kit/money.ts'
import { Id, Optional } from '../../kit/schema.ts'
import { MAX_CODES, MAX_ITEMS, MAX_QUANTITY } from './contents.ts'
import { buyerDetails, ItemInput, Properties } from './schemas.ts'

const Items = Type.Array(ItemInput, { minItems: 1, maxItems: MAX_ITEMS })

const Code = Type.String({
  pattern: '\\S',
  maxLength: 100,
  description: 'The code of a promotion or gift card.',
})

const savedAddress = {
  shippingAddressId: Optional(
    Type.Unsafe<`adr_${string}`>({ ...Id('adr'), description: 'A saved address. Requires `X-Customer-Token`.' }),
  ),
  billingAddressId: Optional(Id('adr')),
}

export const NewCart = Type.Object(
  {
    currency: Optional(Currency),
    items: Optional(Type.Array(ItemInput, { maxItems: MAX_ITEMS })),
    codes: Optional(Type.Array(Code, { maxItems: MAX_CODES })),
    ...buyerDetails,
    ...savedAddress,
  },
  { examples: [{ country: 'AT', items: [{ sku: 'SHI-SOL-M-WHI', quantity: 2 }] }] },
)

export type NewCart = Static<typeof NewCart>

export const CartUpdate = Type.Object(
  { ...buyerDetails, ...savedAddress },
  { examples: [{ email: 'ada@example.com' }] },
)

export type CartUpdate = Static<typeof CartUpdate>

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

export const ItemChanges = Type.Object(
  { quantity: Optional(Type.Integer({ minimum: 0, maximum: MAX_QUANTITY })), properties: Optional(Properties) },
  { examples: [{ quantity: 3 }] },
)

export type ItemChanges = Static<typeof ItemChanges>

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
