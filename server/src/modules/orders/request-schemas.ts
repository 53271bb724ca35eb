import { type Static, Type } from 'typebox'
import { NonNegativeMoney } from '../../kit/money.ts'
import { Id, NonEmptyText, Nullable, Optional, PageQuery } from '../../kit/schema.ts'
import { Address } from '../customers/schemas.ts'

export const Email = Type.String({ format: 'email', maxLength: 254 })
export const Tags = Type.Array(NonEmptyText(100), { maxItems: 100, uniqueItems: true })
export const Note = NonEmptyText(5000)

/** The same limit as for carts. */
export const MAX_ITEMS = 250
export const Quantity = Type.Integer({ minimum: 1, maximum: 1_000_000 })

export const ShippingInput = Type.Object({
  title: NonEmptyText(200),
  amount: NonNegativeMoney,
  discount: Optional(NonNegativeMoney),
  tax: Optional(NonNegativeMoney),
})
export type ShippingInput = Static<typeof ShippingInput>

const DraftItem = Type.Object(
  {
    variantId: Optional(Id('var')),
    title: Optional(NonEmptyText(500)),
    sku: Optional(NonEmptyText(255)),
    quantity: Quantity,
    unitPrice: Optional(NonNegativeMoney),
    requiresShipping: Optional(Type.Boolean()),
    taxClass: Optional(NonEmptyText(50)),
  },
  {
    description:
      'A catalog item by `variantId`, at today’s price unless you send `unitPrice`. Or a custom item by `title` and `unitPrice`, with optional `sku`, `requiresShipping` (default true) and `taxClass` (default standard).',
  },
)
export type DraftItem = Static<typeof DraftItem>

export const DraftItems = Type.Array(DraftItem, { minItems: 1, maxItems: MAX_ITEMS })

export const ItemId = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'The `id` of one of the order’s `items`.',
})
export const ItemQuantity = Type.Object({ itemId: ItemId, quantity: Quantity })
export type ItemQuantity = Static<typeof ItemQuantity>

/** Pagination of an order's sub-resources. */
export const OrderPageQuery = PageQuery({})
export type OrderPageQuery = Static<typeof OrderPageQuery>

export const OrderChanges = Type.Object(
  {
    email: Optional(Nullable(Email)),
    shippingAddress: Optional(Nullable(Address, { description: 'Can change until an item is fulfilled.' })),
    billingAddress: Optional(Nullable(Address, { description: 'Can change until an item is fulfilled.' })),
    tags: Optional(Tags),
    staffNote: Optional(Nullable(Note)),
    note: Optional(Nullable(Note)),
    items: Optional(DraftItems),
    shipping: Optional(Nullable(ShippingInput)),
  },
  { minProperties: 1, examples: [{ tags: ['gift'], staffNote: 'Call before delivery.' }] },
)
export type OrderChanges = Static<typeof OrderChanges>
