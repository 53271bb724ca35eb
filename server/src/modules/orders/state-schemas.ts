import { Type } from 'typebox'
import { Money } from '../../kit/money.ts'
import { Id, Nullable, OneOf, Optional, Timestamp } from '../../kit/schema.ts'
import { PaymentMethodDetails } from '../../ports/payment-provider.ts'

/* What the rows and the responses of an order share. */

export const PAYMENT_KINDS = ['provider', 'gift_card', 'points', 'external'] as const

export const ORDER_STATUSES = ['draft', 'open', 'completed', 'canceled'] as const
export const ORDER_PAYMENT_STATUSES = [
  'pending',
  'authorized',
  'partially_paid',
  'paid',
  'partially_refunded',
  'refunded',
  'voided',
  'disputed',
  'charged_back',
] as const
export const ORDER_FULFILLMENT_STATUSES = ['unfulfilled', 'partially_fulfilled', 'fulfilled', 'not_required'] as const
export const ORDER_RETURN_STATUSES = ['none', 'requested', 'in_progress', 'returned'] as const
export const REFUND_STATUSES = ['pending', 'completed', 'failed'] as const

const PaymentDetails = Type.Object(
  {
    method: Optional(Nullable(PaymentMethodDetails)),
    last4: Optional(Type.String({ description: 'Gift cards: the last four characters of the code.' })),
    points: Optional(Type.Integer({ description: 'Points: the number of points used.' })),
    exchangeOf: Optional(
      Type.Object(
        { orderId: Id('ord'), number: Type.Integer() },
        { description: 'Credit of an exchange: the order that it comes from.' },
      ),
    ),
    staffNote: Optional(Type.String({ description: 'External payments: the note for your staff.' })),
    test: Optional(Type.Boolean()),
  },
  { description: 'What is known about the payment; depends on `kind`.' },
)

export const OrderPayment = Type.Object({
  id: Id('pay'),
  kind: OneOf(PAYMENT_KINDS),
  provider: Nullable(Type.String()),
  reference: Nullable(
    Type.String({ description: 'The provider’s payment ID, the gift card, or the customer whose points were used.' }),
  ),
  status: OneOf(['authorized', 'paid', 'voided'] as const),
  test: Type.Boolean({
    description:
      'Whether no real money moved: the payment was simulated or used a Stripe test key. Do not ship for it.',
  }),
  amount: Money,
  captured: Money,
  refunded: Money,
  details: PaymentDetails,
  createdAt: Timestamp,
})
