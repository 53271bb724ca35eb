import { type Static, Type } from 'typebox'
import { Currency } from '../../../kit/currencies.ts'
import { Money } from '../../../kit/money.ts'
import { Given, Id, Kinds, Nullable, OneOf, SomeText, Timestamp } from '../../../kit/schema.ts'
import { Address, Totals } from '../../carts/schemas.ts'
import { Amount, DraftItems, Email, GivenShipping, MAX_LINES, Note, Quantity, Tags } from '../given-schemas.ts'
import { Return, ReturnedLines } from '../goods/goods-schemas.ts'
import { Order } from '../schemas.ts'

const about = {
  email: Given(Nullable(Email)),
  customerId: Given(Nullable(SomeText(100))),
  shippingAddress: Given(Nullable(Address)),
  billingAddress: Given(Nullable(Address)),
  note: Given(Nullable(Note)),
  staffNote: Given(Nullable(Note)),
  tags: Given(Tags),
}

const ImportedItem = Type.Object({
  title: SomeText(500),
  sku: Given(Nullable(SomeText(255))),
  variantId: Given(Nullable(Id('var'))),
  quantity: Quantity,
  unitPrice: Amount,
  discount: Given(Amount),
  tax: Given(Amount),
  requiresShipping: Given(Type.Boolean({ default: true })),
})

const ExternalPayment = Type.Object({
  kind: OneOf(['external'] as const),
  amount: Amount,
  status: OneOf(['paid', 'voided'] as const),
  refunded: Given(Amount),
  reference: Given(Nullable(SomeText(255))),
})
export type ExternalPayment = Static<typeof ExternalPayment>

const ImportedOrder = Type.Object(
  {
    kind: Type.Literal('import'),
    number: Given(
      Type.Integer({ minimum: 1, maximum: 1_000_000_000, description: 'Without it: the next. Taken is 409.' }),
    ),
    externalId: Given(SomeText(255)),
    placedAt: Timestamp,
    currency: Currency,
    items: Type.Array(ImportedItem, {
      minItems: 1,
      maxItems: MAX_LINES,
      description: '`discount` and `tax` are of the whole line.',
    }),
    shipping: Given(Nullable(GivenShipping)),
    taxIncluded: Given(Type.Boolean({ default: true, description: 'Whether prices hold the tax.' })),
    total: Given(Amount),
    payments: Given(Type.Array(ExternalPayment, { maxItems: 20 })),
    fulfilled: Given(Type.Boolean({ description: 'All of it was sent.' })),
    canceledAt: Given(Nullable(Timestamp)),
    takeStock: Given(Type.Boolean({ default: false, description: 'Whether what it sells is still on the shelf.' })),
    ...about,
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
    currency: Given(Currency),
    items: DraftItems,
    shipping: Given(Nullable(GivenShipping)),
    ...about,
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

export const NewOrder = Kinds('kind', [ImportedOrder, DraftOrder])
export type NewOrder = Static<typeof NewOrder>

export const PAYMENTS = ['external', 'pending'] as const
const HowPaid = OneOf(PAYMENTS, {
  description: '`external`: it is paid, not through this server. `pending`: it is not paid yet.',
})

export const Completion = Type.Object({ payment: HowPaid }, { examples: [{ payment: 'external' }] })
export type Completion = Static<typeof Completion>

const said = (description: string) => Type.Object(Money.properties, { description })

export const NewExchange = Type.Object(
  {
    returns: ReturnedLines,
    items: Type.Array(Type.Object({ variantId: Id('var'), quantity: Quantity }), {
      minItems: 1,
      maxItems: MAX_LINES,
    }),
    payment: Given(HowPaid),
    expectedTotal: Given(
      said('What the preview has shown as the total: if it comes to something else, 409 and nothing is done.'),
    ),
    expectedDue: Given(said('What it has shown as due, likewise: it also changes with what was paid back meanwhile.')),
    note: Given(Nullable(Note)),
  },
  {
    examples: [
      {
        returns: [{ lineId: 'li_01k9z3h8x2f7mtv4q6bw0ncdre', quantity: 1, reason: 'Too small' }],
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
  credit: said('What was paid for what comes back, and can pay for the new order.'),
  totals: Totals,
  due: said('What of the new order is still to be paid.'),
  left: said('What is left of the credit: refund it on the old order, as an `amount`.'),
})
export type ExchangePreview = Static<typeof ExchangePreview>
