import { type Static, Type } from 'typebox'
import { Currency, Money } from '../../kit/money.ts'
import { Id, Nullable, OneOf, Optional, Timestamp } from '../../kit/schema.ts'
import { PaymentMethodDetails } from '../../ports/payment-provider.ts'
import { CartChanges, Totals } from '../carts/schemas.ts'

const PaymentMethod = Type.String({
  minLength: 3,
  maxLength: 255,
  description:
    'A token for the card from your payment provider’s script, never the card number. With simulated payments, a test method; docs/payments.md lists them.',
  examples: ['pm_card_visa'],
})
const ReturnUrl = Type.String({
  format: 'uri',
  pattern: '^https?://',
  maxLength: 2000,
  description: 'Where the buyer returns to after authenticating on their bank’s page.',
  examples: ['https://shop.example.com/thanks'],
})

const { email, shippingAddress, billingAddress, shipping, note, attributes } = CartChanges.properties

const ExpectedTotal = Type.Object(Money.properties, {
  description: 'The total that the buyer saw. Any other total returns 409 and charges nothing.',
})

const order = {
  cartId: Id('cart'),
  email,
  shippingAddress,
  billingAddress,
  shipping,
  note,
  attributes,
  expectedTotal: Optional(ExpectedTotal),
  captureMethod: Optional(
    OneOf(['automatic', 'manual'] as const, {
      description:
        '`manual`: the payment is authorized now and captured with `POST /v1/orders/{id}/captures`. Defaults to `automatic`.',
    }),
  ),
}

export const CardCheckout = Type.Object(
  { ...order, paymentMethod: Optional(PaymentMethod), returnUrl: Optional(ReturnUrl) },
  {
    examples: [{ cartId: 'cart_01k9z3h8x2f7mtv4q6bw0ncdre', email: 'ada@example.com', paymentMethod: 'pm_card_visa' }],
  },
)
export type CardCheckout = Static<typeof CardCheckout>

export const IntentCheckout = Type.Object(order, {
  examples: [{ cartId: 'cart_01k9z3h8x2f7mtv4q6bw0ncdre', email: 'ada@example.com' }],
})
export type IntentCheckout = Static<typeof IntentCheckout>

export const ConfirmCheckout = Type.Object(
  { paymentMethod: Optional(PaymentMethod), returnUrl: Optional(ReturnUrl), expectedTotal: Optional(ExpectedTotal) },
  { examples: [{ paymentMethod: 'pm_card_visa' }] },
)

export const CheckoutPath = Type.Object({ id: Id('chk') })

const STATUSES = [
  'open',
  'requires_action',
  'processing',
  'completed',
  'declined',
  'canceled',
  'expired',
  'refunded',
] as const

const Payment = Type.Object({
  provider: Type.String({ examples: ['simulator', 'stripe'] }),
  providerPaymentId: Type.String({ description: 'Such as a Stripe PaymentIntent.' }),
  clientSecret: Nullable(
    Type.String({ description: 'For the provider’s script in the buyer’s browser, while an amount is due.' }),
  ),
  amount: Money,
  status: OneOf([
    'requires_payment_method',
    'requires_action',
    'processing',
    'authorized',
    'paid',
    'canceled',
  ] as const),
  nextAction: Nullable(
    Type.Object(
      { type: OneOf(['redirect'] as const), url: Type.String() },
      { description: 'The page to send the buyer to. They return to `returnUrl`.' },
    ),
  ),
  decline: Nullable(Type.Object({ code: Type.String(), message: Type.String(), retryable: Type.Boolean() })),
  method: Nullable(PaymentMethodDetails),
})

export const Checkout = Type.Object({
  id: Id('chk'),
  status: OneOf(STATUSES, {
    description:
      '`open`: everything is reserved until `expiresAt`, and not paid yet. `processing`: waiting for the bank; get the checkout again, or wait for the event. `refunded`: the payment arrived after the reservation was gone, and was refunded.',
  }),
  cartId: Id('cart'),
  order: Nullable(Type.Object({ id: Id('ord'), number: Type.Integer({ examples: [1001] }) })),
  email: Nullable(Type.String()),
  items: Type.Array(
    Type.Object({
      id: Type.String(),
      variantId: Nullable(Type.String()),
      sku: Nullable(Type.String()),
      title: Type.String(),
      quantity: Type.Integer(),
      total: Money,
    }),
  ),
  currency: Currency,
  totals: Totals,
  giftCards: Type.Array(Type.Object({ id: Id('gc'), last4: Type.String(), amount: Money })),
  points: Nullable(Type.Object({ used: Type.Integer(), amount: Money })),
  storeCredit: Nullable(Type.Object({ amount: Money })),
  payment: Nullable(Payment, { description: 'Null if nothing is due.' }),
  expiresAt: Timestamp,
  createdAt: Timestamp,
})
export type Checkout = Static<typeof Checkout>
