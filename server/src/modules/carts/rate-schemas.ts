import { type Static, Type } from 'typebox'
import { Money } from '../../kit/money.ts'
import { Given, Id, Nullable, OneOf, Timestamp } from '../../kit/schema.ts'
import { NewCart } from './request-schemas.ts'
import { Warning } from './schemas.ts'

export const RatesQuery = Type.Object({
  cartId: Given(Id('cart')),
  items: Given(
    Type.Array(
      Type.String({
        pattern: '^var_[0-9a-hjkmnp-tv-z]{26}:[1-9][0-9]{0,3}$',
        description: 'In place of a cart: a variant and how many.',
        examples: ['var_01k9z3h8x2f7mtv4q6bw0ncdre:2'],
      }),
      { minItems: 1, maxItems: 100 },
    ),
  ),
  country: Given(Type.String({ pattern: '^[A-Z]{2}$', description: 'In place of the cart’s own address.' })),
  region: Given(Type.String({ minLength: 1, maxLength: 50 })),
  postcode: Given(Type.String({ minLength: 1, maxLength: 20 })),
  currency: NewCart.properties.currency,
})
export type RatesQuery = Static<typeof RatesQuery>

const Rate = Type.Object({
  quoteId: Type.String({ description: 'Choose it with PATCH on the cart: its price holds until `expiresAt`.' }),
  service: Type.String(),
  title: Type.String(),
  description: Type.String(),
  type: OneOf(['shipping', 'pickup', 'digital'] as const),
  price: Money,
  originalPrice: Money,
  discount: Type.Object(Money.properties, {
    description: 'What promotions take off the price if this is chosen now. The quote does not promise it.',
  }),
  minDays: Nullable(Type.Integer()),
  maxDays: Nullable(Type.Integer()),
  locationId: Nullable(Type.String({ description: 'Where it is picked up.' })),
  expiresAt: Timestamp,
})

const REASONS = ['empty', 'address_needed', 'no_zone', 'no_rate', 'currency_mismatch'] as const

export const Rates = Type.Object({
  data: Type.Array(Rate),
  reason: Nullable(OneOf(REASONS, { description: 'Why nothing is shipped; null when something is.' })),
  message: Nullable(Type.String()),
  freeShipping: Nullable(
    Type.Object({ from: Money, missing: Money }, { description: 'How much more to buy until a rate is free.' }),
  ),
  warnings: Type.Array(Warning, {
    description: 'As a cart has them: of what is `clamped`, only as many as there are were reckoned with.',
  }),
})
export type Rates = Static<typeof Rates>
