import { type Static, Type } from 'typebox'
import { Currency, Money, NonNegativeMoney } from '../../kit/money.ts'
import { Id, NonEmptyText, Nullable, OneOf, Optional, TaggedUnion, Timestamp } from '../../kit/schema.ts'
import { Totals } from '../carts/schemas.ts'
import { Address } from '../customers/schemas.ts'
import { DraftItems, Email, MAX_ITEMS, Note, Quantity, ShippingInput, Tags } from './request-schemas.ts'
import { NewReturnItems, Return } from './returns/schemas.ts'
import { Order } from './schemas.ts'

const commonFields = {
  email: Optional(Nullable(Email)),
  customerId: Optional(Nullable(NonEmptyText(100))),
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

const ImportedOrder = Type.Object(
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

export const PAYMENT_CHOICES = ['external', 'pending'] as const
const PaymentChoice = OneOf(PAYMENT_CHOICES, {
  description: '`external`: paid outside this server. `pending`: not paid yet.',
})

export const DraftCompletion = Type.Object({ payment: PaymentChoice }, { examples: [{ payment: 'external' }] })
export type DraftCompletion = Static<typeof DraftCompletion>

const describedMoney = (description: string) => Type.Object(Money.properties, { description })

export const NewExchange = Type.Object(
  {
    returns: NewReturnItems,
    items: Type.Array(Type.Object({ variantId: Id('var'), quantity: Quantity }), {
      minItems: 1,
      maxItems: MAX_ITEMS,
    }),
    payment: Optional(PaymentChoice),
    expectedTotal: Optional(
      describedMoney('The total from the preview. If the actual total differs, returns 409 and changes nothing.'),
    ),
    expectedDue: Optional(
      describedMoney(
        'The amount due from the preview, checked in the same way. Refunds made since the preview change it too.',
      ),
    ),
    note: Optional(Nullable(Note)),
  },
  {
    examples: [
      {
        returns: [{ itemId: 'li_01k9z3h8x2f7mtv4q6bw0ncdre', quantity: 1, reason: 'Too small' }],
        items: [{ variantId: 'var_01k9z3h8x2f7mtv4q6bw0ncdre', quantity: 1 }],
      },
    ],
  },
)
export type NewExchange = Static<typeof NewExchange>

export const Exchange = Type.Object({ return: Return, order: Order })
export type Exchange = Static<typeof Exchange>

export const ExchangePreview = Type.Object({
  orderId: Id('ord'),
  credit: describedMoney('The amount paid for the returned items, which can pay for the new order.'),
  totals: Totals,
  due: describedMoney('The amount of the new order still to be paid.'),
  remainingCredit: describedMoney('The rest of the credit. Refund it on the old order as an `amount`.'),
})
export type ExchangePreview = Static<typeof ExchangePreview>
