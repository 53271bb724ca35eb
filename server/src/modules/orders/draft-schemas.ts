import { type Static, Type } from 'typebox'
import { Currency } from '../../kit/currencies.ts'
import { Id } from '../../kit/schema.ts'

const Given = Type.Optional
export const Text = (maxLength: number) => Type.String({ minLength: 1, maxLength })

export const Email = Type.String({ format: 'email', maxLength: 254 })
export const Tags = Type.Array(Text(100), { maxItems: 100, uniqueItems: true })
export const Note = Text(5000)

export const MAX_LINES = 250
export const Quantity = Type.Integer({ minimum: 1, maximum: 1_000_000 })
export const Amount = Type.Object(
  { amount: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }), currency: Currency },
  { description: 'In the currency of the order, not below zero.', examples: [{ amount: 1999, currency: 'EUR' }] },
)

export const GivenShipping = Type.Object({
  title: Text(200),
  amount: Amount,
  discount: Given(Amount),
  tax: Given(Amount),
})
export type GivenShipping = Static<typeof GivenShipping>

const DraftItem = Type.Object(
  {
    variantId: Given(Id('var')),
    title: Given(Text(500)),
    sku: Given(Text(255)),
    quantity: Quantity,
    unitPrice: Given(Amount),
    requiresShipping: Given(Type.Boolean()),
    taxClass: Given(Text(50)),
  },
  {
    description:
      'Of the catalogue by `variantId`, at today’s price unless `unitPrice` is given. Or anything else by `title` and `unitPrice`; then `sku`, `requiresShipping` (true) and `taxClass` (standard) may be said.',
  },
)
export type DraftItem = Static<typeof DraftItem>

export const DraftItems = Type.Array(DraftItem, { minItems: 1, maxItems: MAX_LINES })
