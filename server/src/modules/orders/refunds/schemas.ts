import { type Static, Type } from 'typebox'
import { Money, moneyFrom } from '../../../kit/money.ts'
import { Id, Nullable, OneOf, Optional, PageQuery, Timestamp } from '../../../kit/schema.ts'
import { PAYMENT_KINDS } from '../snapshot.ts'
import { REFUND_METHODS } from './plan-refund.ts'

const TEN_EUROS = { amount: 1000, currency: 'EUR' }

const Reason = Type.String({ minLength: 1, maxLength: 100, description: 'In a word or two, for your reports.' })
const Note = Type.String({ minLength: 1, maxLength: 2000, description: 'For your staff.' })

export const NewCapture = Type.Object(
  {
    amount: Optional(
      Type.Object(moneyFrom(1), {
        description:
          'Without it, what is owed: the total less what was taken out of the order. Most banks capture once: what is not captured then is given up.',
      }),
    ),
  },
  { examples: [{ amount: TEN_EUROS }, {}] },
)
export type NewCapture = Static<typeof NewCapture>

export const NewExternalPayment = Type.Object(
  {
    amount: Optional(Type.Object(moneyFrom(1), { description: 'Without it, all that is owed.' })),
    reference: Optional(
      Type.String({ minLength: 1, maxLength: 200, description: 'What whoever took the money calls it.' }),
    ),
    note: Optional(Note),
  },
  { examples: [{ amount: TEN_EUROS, reference: 'Transfer of 3 March' }, {}] },
)
export type NewExternalPayment = Static<typeof NewExternalPayment>

const NewRefundItem = Type.Object({
  lineId: Type.String({ minLength: 1, maxLength: 100 }),
  quantity: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  restock: Optional(
    Type.Boolean({
      description: 'Whether these units go back on the shelf. Without it, those that were not sent do.',
    }),
  ),
})

export const NewRefund = Type.Object(
  {
    lines: Optional(
      Type.Array(NewRefundItem, {
        maxItems: 500,
        description: 'Units are paid back as they were charged, with their tax and less their discounts.',
      }),
    ),
    shipping: Optional(
      Type.Object(moneyFrom(0), {
        description: 'Of what shipping has cost with its tax, how much is given back.',
      }),
    ),
    amount: Optional(
      Type.Object(moneyFrom(0), {
        description:
          'What is given back in all, in place of what lines and shipping come to: more as goodwill, or less as when something came back damaged.',
      }),
    ),
    reason: Optional(Reason),
    note: Optional(Note),
  },
  { examples: [{ lines: [{ lineId: 'li_01k9z3h8x2f7mtv4q6bw0ncdre', quantity: 1 }], reason: 'damaged' }] },
)
export type NewRefund = Static<typeof NewRefund>

export const PreviewQuery = Type.Object({
  preview: Optional(Type.Boolean({ description: 'Answers 200 with what would happen, and does nothing.' })),
})
export type PreviewQuery = Static<typeof PreviewQuery>

export const REFUND_STATUSES = ['pending', 'completed', 'failed'] as const
const Status = OneOf(REFUND_STATUSES)

const RefundItem = Type.Object({
  lineId: Type.String(),
  quantity: Type.Integer(),
  removed: Type.Integer({ description: 'Of these, so many had not been sent and are taken out of the order.' }),
  restocked: Type.Integer({
    description:
      'So many go back on the shelf when the refund is completed: none of a variant whose stock is not counted.',
  }),
  amount: Type.Object(Money.properties, { description: 'What was charged for them.' }),
})

const tenderFields = {
  paymentId: Id('pay'),
  kind: OneOf(PAYMENT_KINDS),
  method: OneOf(REFUND_METHODS, {
    description:
      'How the buyer gets it. `provider`, `gift_card`, `points`: by itself. `manual`: it was paid outside of this server, so refund this amount to the customer yourself. `order_credit`: back to the order that an exchange took it from.',
  }),
  amount: Money,
  points: Optional(
    Type.Integer({ description: 'Of points: how many go back. Whole ones; what is missing to one follows.' }),
  ),
}

const ManualAmount = Type.Object(Money.properties, {
  description:
    'Of `amount`: what you have to send to the customer yourself, because it was paid outside of this server. 0 while the refund is pending: if the provider’s part fails, nothing is to be sent.',
})
const PlannedManualAmount = Type.Object(Money.properties, {
  description:
    'Of `amount`: what you will have to send to the customer yourself once the refund is completed, because it was paid outside of this server.',
})

const Failure = Nullable(Type.String({ description: 'Why it has failed, as the provider says.' }))

export const Refund = Type.Object({
  id: Id('rf'),
  orderId: Id('ord'),
  status: OneOf(REFUND_STATUSES, {
    description:
      '`pending`: the provider has not said yet. `failed`: nothing was given back, but for tenders that say so. A refund may still fail after it was completed, when the bank returns the money.',
  }),
  source: OneOf(['api', 'provider'] as const, {
    description: '`provider`: made in the payment provider’s own dashboard.',
  }),
  amount: Money,
  manualAmount: ManualAmount,
  lines: Type.Array(RefundItem),
  shipping: Money,
  tenders: Type.Array(Type.Object({ ...tenderFields, status: Status, failure: Failure }), {
    description: 'Back to what was paid with: gift cards first, then points, then the provider’s payment.',
  }),
  reason: Nullable(Type.String()),
  note: Nullable(Type.String()),
  createdAt: Timestamp,
})
export type Refund = Static<typeof Refund>

export const RefundPreview = Type.Object({
  orderId: Id('ord'),
  amount: Money,
  manualAmount: PlannedManualAmount,
  lines: Type.Array(RefundItem),
  shipping: Money,
  tenders: Type.Array(Type.Object(tenderFields)),
  refundable: Type.Object(Money.properties, {
    description: 'The most that can be given back now. What a bank has taken back by a dispute is not among it.',
  }),
  giftCards: Type.Object(
    { count: Type.Integer(), amount: Money },
    { description: 'Cards that this order has sold and that end with this, for good, and what is left on them.' },
  ),
})
export type RefundPreview = Static<typeof RefundPreview>

export const RefundsQuery = PageQuery({})
export type RefundsQuery = Static<typeof RefundsQuery>

export const CANCEL_REASONS = ['customer', 'fraud', 'inventory', 'declined', 'other'] as const

export const NewCancellation = Type.Object(
  {
    reason: Optional(OneOf(CANCEL_REASONS, { description: '`other` unless told.' })),
    restock: Optional(Type.Boolean({ description: 'Whether everything goes back on the shelf. It does unless told.' })),
    refund: Optional(
      Type.Boolean({
        description:
          'Whether everything that was captured is given back. It is unless told. What is authorized is given up in any case.',
      }),
    ),
    note: Optional(Note),
  },
  { examples: [{ reason: 'customer' }] },
)
export type NewCancellation = Static<typeof NewCancellation>
