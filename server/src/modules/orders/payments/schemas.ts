import { type Static, Type } from 'typebox'
import { Money, PositiveMoney } from '../../../kit/money.ts'
import { Id, Nullable, OneOf, Optional, Timestamp } from '../../../kit/schema.ts'
import { PaymentMethodDetails } from '../../../ports/payment-provider.ts'
import { StaffNote } from '../request-schemas.ts'
import { PAYMENT_KINDS, PAYMENT_STATUSES } from '../statuses.ts'

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

export type PaymentDetails = Static<typeof PaymentDetails>

export const OrderPayment = Type.Object({
  id: Id('pay'),
  kind: OneOf(PAYMENT_KINDS),
  provider: Nullable(Type.String()),
  providerPaymentId: Nullable(Type.String({ description: 'Such as a Stripe PaymentIntent.' })),
  giftCardId: Nullable(Id('gc')),
  customerId: Nullable(Type.String({ description: 'The customer whose points were used.' })),
  reference: Nullable(Type.String({ description: 'Your own reference of an external payment.' })),
  status: OneOf(PAYMENT_STATUSES),
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

const TEN_EUROS = { amount: 1000, currency: 'EUR' }

export const NewCapture = Type.Object(
  {
    amount: Optional(
      Type.Object(PositiveMoney.properties, {
        description:
          'Defaults to the amount due: the total minus items removed from the order. Most banks capture once; the rest is then voided.',
      }),
    ),
  },
  { examples: [{ amount: TEN_EUROS }, {}] },
)
export type NewCapture = Static<typeof NewCapture>

export const NewExternalPayment = Type.Object(
  {
    amount: Optional(Type.Object(PositiveMoney.properties, { description: 'Defaults to the amount due.' })),
    reference: Optional(
      Type.String({ minLength: 1, maxLength: 200, description: 'The reference of whoever received the money.' }),
    ),
    staffNote: Optional(StaffNote),
  },
  { examples: [{ amount: TEN_EUROS, reference: 'Transfer of March 3' }, {}] },
)
export type NewExternalPayment = Static<typeof NewExternalPayment>
