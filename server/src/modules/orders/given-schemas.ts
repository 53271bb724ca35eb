import { type Static, Type } from 'typebox'
import { Currency } from '../../kit/currencies.ts'
import { Given, Id, PageQuery, SomeText } from '../../kit/schema.ts'

export const Email = Type.String({ format: 'email', maxLength: 254 })
export const Tags = Type.Array(SomeText(100), { maxItems: 100, uniqueItems: true })
export const Note = SomeText(5000)

/** No order has more lines than a cart. */
export const MAX_LINES = 250
export const Quantity = Type.Integer({ minimum: 1, maximum: 1_000_000 })
export const Amount = Type.Object(
  { amount: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }), currency: Currency },
  { description: 'In the currency of the order, not below zero.', examples: [{ amount: 1999, currency: 'EUR' }] },
)

export const GivenShipping = Type.Object({
  title: SomeText(200),
  amount: Amount,
  discount: Given(Amount),
  tax: Given(Amount),
})
export type GivenShipping = Static<typeof GivenShipping>

const DraftItem = Type.Object(
  {
    variantId: Given(Id('var')),
    title: Given(SomeText(500)),
    sku: Given(SomeText(255)),
    quantity: Quantity,
    unitPrice: Given(Amount),
    requiresShipping: Given(Type.Boolean()),
    taxClass: Given(SomeText(50)),
  },
  {
    description:
      'Of the catalogue by `variantId`, at today’s price unless `unitPrice` is given. Or anything else by `title` and `unitPrice`; then `sku`, `requiresShipping` (true) and `taxClass` (standard) may be said.',
  },
)
export type DraftItem = Static<typeof DraftItem>

export const DraftItems = Type.Array(DraftItem, { minItems: 1, maxItems: MAX_LINES })

export const LineId = Type.String({ minLength: 1, maxLength: 100, description: '`id` of one of the order’s `items`.' })
export const LineQuantity = Type.Object({ lineId: LineId, quantity: Quantity })
export type LineQuantity = Static<typeof LineQuantity>

/** What belongs to an order, page by page. */
export const PartsQuery = PageQuery({})
export type PartsQuery = Static<typeof PartsQuery>
