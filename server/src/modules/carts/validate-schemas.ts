import { type Static, Type } from 'typebox'
import { Money } from '../../kit/money.ts'
import { Given, Id, Nullable } from '../../kit/schema.ts'
import { MAX_CODES, MAX_LINES } from './edits.ts'
import { Item, NewCart } from './request-schemas.ts'
import { AppliedPromotion, RejectedPromotion, ShippingOption, Totals, TraceStep, Warning } from './schemas.ts'

const { currency, country, email, customer, shippingAddress, shipping } = NewCart.properties
const Code = Type.String({ pattern: '\\S', maxLength: 100 })

export const DryRun = Type.Object(
  {
    code: Given(Code),
    codes: Given(Type.Array(Code, { minItems: 1, maxItems: MAX_CODES })),
    cartId: Given(Id('cart')),
    items: Given(Type.Array(Item, { minItems: 1, maxItems: MAX_LINES })),
    currency,
    country,
    email,
    shippingAddress,
    shipping,
    customer,
  },
  { examples: [{ code: 'WELCOME10', items: [{ sku: 'SHI-SOL-M-WHI', quantity: 2 }] }] },
)
export type DryRun = Static<typeof DryRun>

export const DryRunAnswer = Type.Object({
  valid: Type.Boolean({ description: 'Whether every code would apply, and the cart cost less or hold a gift more.' }),
  applied: Type.Array(AppliedPromotion),
  rejected: Type.Array(RejectedPromotion),
  totalsBefore: Totals,
  totalsAfter: Totals,
  savings: Money,
  shipping: Nullable(ShippingOption, { description: 'The way of shipping that the totals were reckoned with.' }),
  warnings: Type.Array(Warning, {
    description: 'As a cart has them: of what is `clamped`, only as many as there are were reckoned with.',
  }),
  trace: Given(Type.Array(TraceStep, { description: 'With a key: every rule that was looked at.' })),
})
export type DryRunAnswer = Static<typeof DryRunAnswer>
