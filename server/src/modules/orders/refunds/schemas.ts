import { type Static, Type } from 'typebox'
import { Money, NonNegativeMoney } from '../../../kit/money.ts'
import { Id, Nullable, OneOf, Optional, Timestamp } from '../../../kit/schema.ts'
import { StaffNote } from '../request-schemas.ts'
import { Order } from '../schemas.ts'
import { REFUND_STATUSES } from '../statuses.ts'
import { REFUND_METHODS } from './plan-refund.ts'

const Reason = Type.String({ minLength: 1, maxLength: 100, description: 'A word or two for your reports.' })

const NewRefundItem = Type.Object({
  itemId: Type.String({ minLength: 1, maxLength: 100 }),
  quantity: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  restock: Optional(
    Type.Boolean({
      description:
        'Whether to restock these units. Defaults to true for unfulfilled units and false for fulfilled ones.',
    }),
  ),
})

export const NewRefund = Type.Object(
  {
    items: Optional(
      Type.Array(NewRefundItem, {
        maxItems: 500,
        description: 'Units are refunded as they were charged, with tax and after discounts.',
      }),
    ),
    shipping: Optional(
      Type.Object(NonNegativeMoney.properties, {
        description: 'The part of the shipping cost, including tax, to refund.',
      }),
    ),
    amount: Optional(
      Type.Object(NonNegativeMoney.properties, {
        description:
          'The total to refund, instead of the sum of items and shipping: more as goodwill, or less if an item came back damaged.',
      }),
    ),
    method: Optional(
      OneOf(['original_payment', 'store_credit'] as const, {
        description:
          'Defaults to `original_payment`. `store_credit`: money paid by card or externally becomes store credit of the order’s customer. Requires a full key, or the admin role in the dashboard.',
      }),
    ),
    reason: Optional(Reason),
    staffNote: Optional(StaffNote),
  },
  { examples: [{ items: [{ itemId: 'li_01k9z3h8x2f7mtv4q6bw0ncdre', quantity: 1 }], reason: 'damaged' }] },
)
export type NewRefund = Static<typeof NewRefund>

const Status = OneOf(REFUND_STATUSES)

const RefundItem = Type.Object({
  itemId: Type.String(),
  quantity: Type.Integer(),
  removed: Type.Integer({
    description: 'The number of these units that were not fulfilled and are removed from the order.',
  }),
  restocked: Type.Integer({
    description: 'The number of units restocked when the refund completes; 0 for a variant without tracked stock.',
  }),
  amount: Type.Object(Money.properties, { description: 'The amount charged for these units.' }),
})

const tenderFields = {
  paymentId: Id('pay'),
  kind: Order.properties.payments.items.properties.kind,
  method: OneOf(REFUND_METHODS, {
    description:
      'How the buyer gets the money. `provider`, `gift_card`, `points`, `store_credit`: automatically. `manual`: it was paid outside this server, so refund this amount to the buyer yourself. `order_credit`: returned to the order that an exchange took it from.',
  }),
  amount: Money,
  points: Optional(
    Type.Integer({
      description:
        'Points only: the number of points restored. Whole points only; a remaining fraction follows with a later refund.',
    }),
  ),
}

const Failure = Nullable(Type.String({ description: 'The provider’s reason for the failure.' }))

const RefundTender = Type.Object({ ...tenderFields, status: Status, failure: Failure })

const ManualAmount = Type.Object(Money.properties, {
  description:
    'The part of `amount` that you must send to the buyer yourself, because it was paid outside this server. 0 while the refund is pending: if the provider’s part fails, send nothing.',
})
const PlannedManualAmount = Type.Object(Money.properties, {
  description:
    'The part of `amount` that you must send to the buyer yourself once the refund is completed, because it was paid outside this server.',
})

export const Refund = Type.Object({
  id: Id('rf'),
  orderId: Id('ord'),
  status: OneOf(REFUND_STATUSES, {
    description:
      '`pending`: the provider has not decided yet. `failed`: nothing was refunded, except tenders that are `completed`. A completed refund can still fail if the bank returns the money.',
  }),
  source: OneOf(['api', 'provider'] as const, {
    description: '`provider`: created in the payment provider’s own dashboard.',
  }),
  amount: Money,
  manualAmount: ManualAmount,
  items: Type.Array(RefundItem),
  shipping: Money,
  tenders: Type.Array(RefundTender, {
    description:
      'What the money goes back to: gift cards first, then points, store credit, the provider’s payment, and external payments, which you refund yourself.',
  }),
  reason: Nullable(Type.String()),
  staffNote: Nullable(Type.String()),
  createdAt: Timestamp,
})
export type Refund = Static<typeof Refund>

export const RefundPreview = Type.Object({
  orderId: Id('ord'),
  amount: Money,
  manualAmount: PlannedManualAmount,
  items: Type.Array(RefundItem),
  shipping: Money,
  tenders: Type.Array(Type.Object(tenderFields)),
  refundable: Type.Object(Money.properties, {
    description: 'The maximum that can be refunded now, without amounts that a bank took back in a dispute.',
  }),
  giftCards: Type.Object(
    { count: Type.Integer(), amount: Money },
    {
      description:
        'The gift cards sold by this order that the refund permanently deactivates, and their remaining balance.',
    },
  ),
})
export type RefundPreview = Static<typeof RefundPreview>
