import { type Static, Type } from 'typebox'
import { Money } from '../../../kit/money.ts'
import { Id, Nullable, OneOf, Optional, Timestamp } from '../../../kit/schema.ts'
import { NewCart } from '../request-schemas.ts'
import { Warning } from '../schemas.ts'

export const ShippingRatesQuery = Type.Object({
  cartId: Optional(Id('cart')),
  items: Optional(
    Type.Array(
      Type.String({
        pattern: '^var_[0-9a-hjkmnp-tv-z]{26}:[1-9][0-9]{0,3}$',
        examples: ['var_01k9z3h8x2f7mtv4q6bw0ncdre:2'],
      }),
      { minItems: 1, maxItems: 100, description: 'Instead of a cart: variant IDs with their quantity.' },
    ),
  ),
  country: Optional(Type.String({ pattern: '^[A-Z]{2}$', description: 'Replaces the cart’s own address.' })),
  region: Optional(Type.String({ minLength: 1, maxLength: 50 })),
  postalCode: Optional(Type.String({ minLength: 1, maxLength: 20 })),
  currency: NewCart.properties.currency,
})
export type ShippingRatesQuery = Static<typeof ShippingRatesQuery>

export const ShippingQuote = Type.Object({
  quoteId: Type.String({ description: 'Select it with PATCH on the cart. Its price is guaranteed until `expiresAt`.' }),
  service: Type.String(),
  title: Type.String(),
  description: Type.String(),
  type: OneOf(['shipping', 'pickup', 'digital'] as const),
  amount: Money,
  originalAmount: Money,
  discount: Type.Object(Money.properties, {
    description: 'The discount from promotions if this rate is selected now. The quote does not guarantee it.',
  }),
  minDays: Nullable(Type.Integer()),
  maxDays: Nullable(Type.Integer()),
  locationId: Nullable(Type.String({ description: 'The pickup location.' })),
  expiresAt: Timestamp,
})
export type ShippingQuote = Static<typeof ShippingQuote>

const NO_RATES_REASONS = ['empty', 'address_required', 'no_zone', 'no_rate', 'currency_mismatch'] as const

export const ShippingQuoteList = Type.Object({
  data: Type.Array(ShippingQuote),
  nextCursor: Type.Null(),
  reason: Nullable(OneOf(NO_RATES_REASONS, { description: 'Why shipping is not available; null if it is.' })),
  message: Nullable(Type.String()),
  freeShipping: Nullable(
    Type.Object(
      { threshold: Money, missing: Money },
      { description: 'The amount from which a rate is free, and how much is missing.' },
    ),
  ),
  warnings: Type.Array(Warning, {
    description: 'The same as in a cart. For `quantity_reduced` items, only the available quantity is included.',
  }),
})
export type ShippingQuoteList = Static<typeof ShippingQuoteList>
