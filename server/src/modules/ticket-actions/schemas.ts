import { type Static, type TProperties, Type } from 'typebox'
import { Money, PositiveMoney } from '../../kit/money.ts'
import { Actor, Id, Nullable, OneOf, Optional, PageQuery, TaggedUnion, Timestamp } from '../../kit/schema.ts'
import { NewEmail } from '../emails/schemas.ts'
import { MAX_POINTS, PointsAdjustment } from '../loyalty/schemas.ts'
import { NewExchange } from '../orders/exchanges/schemas.ts'
import { NewRefund } from '../orders/refunds/schemas.ts'
import { MAX_STORE_CREDIT } from '../store-credit/schemas.ts'

const ACTION_TYPES = ['refund', 'resend', 'exchange', 'goodwill_points', 'store_credit', 'discount_code'] as const

const action = <Name extends (typeof ACTION_TYPES)[number], Fields extends TProperties>(
  type: Name,
  fields: Fields,
  description: string,
) => Type.Object({ type: Type.Literal(type), ...fields }, { description })

const { reason } = PointsAdjustment.properties
const { kind, fulfillmentId, refundId } = NewEmail.properties

const NewRefundAction = action(
  'refund',
  { orderId: Id('ord'), ...NewRefund.properties },
  'As `POST /v1/orders/{id}/refunds`.',
)
const NewResendAction = action(
  'resend',
  {
    orderId: Id('ord'),
    kind: Optional(kind),
    fulfillmentId,
    refundId,
    emailId: Optional(
      Type.Unsafe<`email_${string}`>({ ...Id('email'), description: 'An email of this order, instead of `kind`.' }),
    ),
  },
  'Sends an email of the order again, to the address of the order. If there is none of this `kind` yet, creates it.',
)
const NewExchangeAction = action(
  'exchange',
  { orderId: Id('ord'), ...NewExchange.properties },
  'As `POST /v1/orders/{id}/exchanges`.',
)
const NewPointsAction = action(
  'goodwill_points',
  {
    points: Type.Integer({ minimum: 1, maximum: MAX_POINTS, examples: [250] }),
    reason,
    orderId: Optional(Id('ord')),
  },
  'Gives the customer of the ticket loyalty points. Requires a full key, or the admin role in the dashboard.',
)
const NewStoreCreditAction = action(
  'store_credit',
  {
    amount: Type.Object({
      amount: Type.Integer({ minimum: 1, maximum: MAX_STORE_CREDIT, examples: [1500] }),
      currency: Money.properties.currency,
    }),
    reason,
    orderId: Optional(Id('ord')),
  },
  'Gives the customer of the ticket store credit. Requires a full key, or the admin role in the dashboard.',
)
const NewDiscountCodeAction = action(
  'discount_code',
  {
    percentage: Optional(Type.Number({ minimum: 0.01, maximum: 100, description: 'At most two decimals.' })),
    amount: Optional(
      Type.Object(PositiveMoney.properties, { description: 'A fixed amount off the order, instead of `percentage`.' }),
    ),
    minimum: Optional(
      Type.Object(PositiveMoney.properties, { description: 'What the items must cost before discounts.' }),
    ),
    expiresAt: Optional(Timestamp),
    orderId: Optional(Id('ord')),
  },
  'Creates a code that one order can use. Send it to the customer yourself.',
)

export const NewTicketAction = TaggedUnion('type', [
  NewRefundAction,
  NewResendAction,
  NewExchangeAction,
  NewPointsAction,
  NewStoreCreditAction,
  NewDiscountCodeAction,
])
export type NewTicketAction = Static<typeof NewTicketAction>

/** What an action did, by the IDs of what it created. */
const details = {
  customerId: Nullable(Id('cus'), { description: 'Who got points or store credit.' }),
  amount: Nullable(Money),
  points: Nullable(Type.Integer()),
  percentage: Nullable(Type.Number()),
  reason: Nullable(Type.String()),
  refundId: Nullable(Id('rf')),
  returnId: Nullable(Id('ret')),
  newOrderId: Nullable(Id('ord'), { description: 'The order of an exchange.' }),
  emailId: Nullable(Id('email')),
  promotionId: Nullable(Id('promo')),
  code: Nullable(Type.String({ description: 'The discount code.' })),
}

export const TicketAction = Type.Object({
  id: Id('tac'),
  ticketId: Id('tkt'),
  type: OneOf(ACTION_TYPES),
  status: OneOf(['pending', 'completed', 'failed'], {
    description: 'That of the refund; anything else is `completed` at once.',
  }),
  orderId: Nullable(Id('ord')),
  ...details,
  actor: Actor,
  createdAt: Timestamp,
})
export type TicketAction = Static<typeof TicketAction>
export type ActionDetails = Partial<Pick<TicketAction, keyof typeof details>>

export const TicketActionPath = Type.Object({ id: Id('tkt') })
export const TicketActionsQuery = PageQuery({})
export type TicketActionsQuery = Static<typeof TicketActionsQuery>
