import { type Static, Type } from 'typebox'
import { Money } from '../../../kit/money.ts'
import { Id, Nullable, Optional } from '../../../kit/schema.ts'
import { MAX_CODES, MAX_ITEMS } from '../contents.ts'
import { NewCart } from '../request-schemas.ts'
import {
  AppliedPromotion,
  ItemInput,
  RejectedPromotion,
  ShippingOption,
  Totals,
  TraceStep,
  Warning,
} from '../schemas.ts'

const { currency, country, email, customer, shippingAddress, shipping } = NewCart.properties
const Code = Type.String({ pattern: '\\S', maxLength: 100 })

export const DiscountValidation = Type.Object(
  {
    code: Optional(Code),
    codes: Optional(Type.Array(Code, { minItems: 1, maxItems: MAX_CODES })),
    cartId: Optional(Id('cart')),
    items: Optional(Type.Array(ItemInput, { minItems: 1, maxItems: MAX_ITEMS })),
    currency,
    country,
    email,
    shippingAddress,
    shipping,
    customer,
  },
  { examples: [{ code: 'WELCOME10', items: [{ sku: 'SHI-SOL-M-WHI', quantity: 2 }] }] },
)
export type DiscountValidation = Static<typeof DiscountValidation>

export const DiscountValidationResult = Type.Object({
  valid: Type.Boolean({
    description: 'Whether every code would apply and the cart would cost less or contain one more gift.',
  }),
  promotions: Type.Array(AppliedPromotion),
  rejectedPromotions: Type.Array(RejectedPromotion),
  totalsBefore: Totals,
  totalsAfter: Totals,
  savings: Money,
  shipping: Nullable(ShippingOption, { description: 'The shipping option included in the totals.' }),
  warnings: Type.Array(Warning, {
    description: 'The same as in a cart. For `quantity_reduced` items, only the available quantity is included.',
  }),
  trace: Optional(Type.Array(TraceStep, { description: 'Every rule that was checked. Only with an API key.' })),
})
export type DiscountValidationResult = Static<typeof DiscountValidationResult>
