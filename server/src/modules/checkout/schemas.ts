import { type Static, Type } from 'typebox'
import { Currency } from '../../kit/currencies.ts'
import { Money } from '../../kit/money.ts'
import { Id, Nullable, OneOf, Optional, Timestamp } from '../../kit/schema.ts'
import { CartChanges } from '../carts/request-schemas.ts'
import { Totals } from '../carts/schemas.ts'

const PaymentMethod = Type.String({
  minLength: 3,
  maxLength: 255,
  description:
    'A token that your payment provider’s script has made of the card, never its number. Where payments are simulated, a test method: docs/payments.md lists them.',
  examples: ['pm_card_visa'],
})
const ReturnUrl = Type.String({
  format: 'uri',
  pattern: '^https?://',
  maxLength: 2000,
  description: 'Where the buyer comes back to when their bank has sent them to a page of its own.',
  examples: ['https://shop.example.com/thanks'],
})

const { email, shippingAddress, billingAddress, shipping, note, attributes } = CartChanges.properties

const ExpectedTotal = Type.Object(Money.properties, {
  description:
    'The total that the buyer was shown. If it is anything else, up or down, the answer is 409 and nothing is charged.',
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
  capture: Optional(
    OneOf(['now', 'later'] as const, {
      description: '`later`: the money is reserved, and taken with `POST /v1/orders/:id/captures`. `now` unless told.',
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
  intentId: Type.String({ description: 'The provider’s name for it.' }),
  clientSecret: Nullable(
    Type.String({ description: 'For the provider’s script in the buyer’s browser, while something is to be paid.' }),
  ),
  amount: Money,
  status: OneOf(['needs_method', 'needs_action', 'processing', 'authorized', 'paid', 'canceled'] as const),
  nextAction: Nullable(
    Type.Object(
      { type: OneOf(['redirect'] as const), url: Type.String() },
      { description: 'Send the buyer there; they come back to `returnUrl`.' },
    ),
  ),
  decline: Nullable(Type.Object({ code: Type.String(), message: Type.String(), retryable: Type.Boolean() })),
  method: Nullable(
    Type.Object({ type: Type.String(), brand: Nullable(Type.String()), last4: Nullable(Type.String()) }),
  ),
})

export const Checkout = Type.Object({
  id: Id('chk'),
  status: OneOf(STATUSES, {
    description:
      '`open`: everything is held until `expiresAt`, and nobody has paid yet. `processing`: the bank will tell; ask again, or wait for the event. `refunded`: the money came when nothing was left, and was given back.',
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
  payment: Nullable(Payment, { description: 'Null where nothing is left to pay.' }),
  expiresAt: Timestamp,
  createdAt: Timestamp,
})
export type Checkout = Static<typeof Checkout>
