import { type Static, Type } from 'typebox'
import { Currency, NonNegativeMoney } from '../../kit/money.ts'
import { Id, NonEmptyText, Nullable, OneOf, Optional, PageQuery, TaggedUnion, Timestamp } from '../../kit/schema.ts'
import { Address } from '../customers/schemas.ts'

const Email = Type.String({ format: 'email', maxLength: 254 })
const Tags = Type.Array(NonEmptyText(100), { maxItems: 100, uniqueItems: true })
export const Note = NonEmptyText(5000)
export const StaffNote = Type.String({ minLength: 1, maxLength: 2000, description: 'A note for your staff.' })

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

export const PreviewQuery = Type.Object({
  preview: Optional(Type.Boolean({ description: 'Returns 200 with what would happen, and changes nothing.' })),
})
export type PreviewQuery = Static<typeof PreviewQuery>

const commonFields = {
  email: Optional(Nullable(Email)),
  customerId: Optional(Nullable(Id('cus'))),
  shippingAddress: Optional(Nullable(Address)),
  billingAddress: Optional(Nullable(Address)),
  note: Optional(Nullable(Note)),
  staffNote: Optional(Nullable(Note)),
  tags: Optional(Tags),
}

const ImportedItem = Type.Object({
  title: NonEmptyText(500),
  sku: Optional(Nullable(NonEmptyText(255))),
  variantId: Optional(Nullable(Id('var'))),
  quantity: Quantity,
  unitPrice: NonNegativeMoney,
  discount: Optional(NonNegativeMoney),
  tax: Optional(NonNegativeMoney),
  requiresShipping: Optional(Type.Boolean({ default: true })),
})

const ExternalPayment = Type.Object({
  kind: OneOf(['external'] as const),
  amount: NonNegativeMoney,
  status: OneOf(['paid', 'voided'] as const),
  refunded: Optional(NonNegativeMoney),
  reference: Optional(Nullable(NonEmptyText(255))),
})
export type ExternalPayment = Static<typeof ExternalPayment>

export const ImportedOrder = Type.Object(
  {
    kind: Type.Literal('import'),
    number: Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1_000_000_000,
        description: 'Defaults to the next number. A number that is in use returns 409.',
      }),
    ),
    externalId: Optional(NonEmptyText(255)),
    placedAt: Timestamp,
    currency: Currency,
    items: Type.Array(ImportedItem, {
      minItems: 1,
      maxItems: MAX_ITEMS,
      description: '`discount` and `tax` apply to the whole quantity of an item.',
    }),
    shipping: Optional(Nullable(ShippingInput)),
    taxIncluded: Optional(Type.Boolean({ default: true, description: 'Whether prices include tax.' })),
    total: Optional(NonNegativeMoney),
    payments: Optional(Type.Array(ExternalPayment, { maxItems: 20 })),
    fulfilled: Optional(Type.Boolean({ description: 'Whether all items were fulfilled.' })),
    canceledAt: Optional(Nullable(Timestamp)),
    deductStock: Optional(
      Type.Boolean({
        default: false,
        description: 'Whether to take the items from stock: true if they have not left it yet.',
      }),
    ),
    ...commonFields,
  },
  {
    examples: [
      {
        kind: 'import',
        externalId: 'old-shop-4711',
        placedAt: '2026-03-01T10:00:00.000Z',
        email: 'ada@example.com',
        currency: 'EUR',
        items: [{ title: 'Mug', sku: 'MUG', quantity: 2, unitPrice: { amount: 1200, currency: 'EUR' } }],
        payments: [{ kind: 'external', amount: { amount: 2400, currency: 'EUR' }, status: 'paid' }],
        fulfilled: true,
      },
    ],
  },
)
export type ImportedOrder = Static<typeof ImportedOrder>

const DraftOrder = Type.Object(
  {
    kind: Type.Literal('draft'),
    currency: Optional(Currency),
    items: DraftItems,
    shipping: Optional(Nullable(ShippingInput)),
    ...commonFields,
  },
  {
    examples: [
      {
        kind: 'draft',
        email: 'ada@example.com',
        items: [
          { variantId: 'var_01k9z3h8x2f7mtv4q6bw0ncdre', quantity: 1 },
          { title: 'Engraving', unitPrice: { amount: 900, currency: 'EUR' }, quantity: 1, requiresShipping: false },
        ],
      },
    ],
  },
)
export type DraftOrder = Static<typeof DraftOrder>

export const NewOrder = TaggedUnion('kind', [ImportedOrder, DraftOrder])
export type NewOrder = Static<typeof NewOrder>

export const PaymentChoice = OneOf(['external', 'pending'] as const, {
  description: '`external`: paid outside this server. `pending`: not paid yet.',
})

export const DraftCompletion = Type.Object({ payment: PaymentChoice }, { examples: [{ payment: 'external' }] })
export type DraftCompletion = Static<typeof DraftCompletion>

export const OrderChanges = Type.Object(
  {
    email: Optional(Nullable(Email)),
    shippingAddress: Optional(Nullable(Address, { description: 'Can change until all items are fulfilled.' })),
    billingAddress: Optional(Nullable(Address, { description: 'Can change until all items are fulfilled.' })),
    tags: Optional(Tags),
    staffNote: Optional(Nullable(Note)),
    note: Optional(Nullable(Note)),
    items: Optional(DraftItems),
    shipping: Optional(Nullable(ShippingInput)),
  },
  { minProperties: 1, examples: [{ tags: ['gift'], staffNote: 'Call before delivery.' }] },
)
export type OrderChanges = Static<typeof OrderChanges>

export const NewComment = Type.Object(
  { text: Type.String({ minLength: 1, maxLength: 5000, pattern: '\\S' }) },
  { examples: [{ text: 'Customer called: please ring twice.' }] },
)
export type NewComment = Static<typeof NewComment>

const CANCEL_REASONS = ['customer', 'fraud', 'inventory', 'declined', 'other'] as const

export const NewCancellation = Type.Object(
  {
    reason: Optional(OneOf(CANCEL_REASONS, { description: 'Defaults to `other`.' })),
    restock: Optional(Type.Boolean({ description: 'Whether to restock all items. Defaults to true.' })),
    refund: Optional(
      Type.Boolean({
        description:
          'Whether to refund everything captured. Defaults to true. Authorized payments are voided in any case.',
      }),
    ),
    staffNote: Optional(StaffNote),
  },
  { examples: [{ reason: 'customer' }] },
)
export type NewCancellation = Static<typeof NewCancellation>
