import { type Static, Type } from 'typebox'
import { Currency } from '../../kit/currencies.ts'
import { Money } from '../../kit/money.ts'
import { Id, Nullable, OneOf, Optional, PageQuery, Timestamp } from '../../kit/schema.ts'
import { Address, StringMap, Tax, Totals } from '../carts/schemas.ts'
import { DraftItems, ShippingInput } from './request-schemas.ts'
import { PAYMENT_KINDS, SOURCES } from './snapshot.ts'

export const ORDER_STATUSES = ['draft', 'open', 'completed', 'canceled'] as const
export const PAYMENT_STATUSES = [
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
export const FULFILLMENT_STATUSES = ['unfulfilled', 'partial', 'fulfilled', 'not_needed'] as const
export const RETURN_STATUSES = ['none', 'requested', 'in_progress', 'returned'] as const

const Quantities = Type.Object(
  {
    ordered: Type.Integer(),
    current: Type.Integer({ description: 'Ordered less what was taken out before it was sent.' }),
    fulfilled: Type.Integer(),
    returned: Type.Integer(),
    refunded: Type.Integer(),
  },
  { description: '`ordered` never changes; the others tell what became of it.' },
)

const OrderItem = Type.Object({
  id: Type.String(),
  variantId: Nullable(Type.String()),
  productId: Nullable(Type.String()),
  sku: Nullable(Type.String()),
  title: Type.String(),
  options: StringMap,
  image: Nullable(Type.String()),
  properties: StringMap,
  quantities: Quantities,
  status: OneOf(['removed', 'fulfilled', 'partial', 'processing'] as const),
  unitPrice: Money,
  subtotal: Money,
  discount: Money,
  tax: Money,
  taxes: Type.Array(Tax),
  total: Money,
  requiresShipping: Type.Boolean(),
  giftOf: Nullable(Type.String()),
})

const Shipping = Type.Object({
  service: Type.String(),
  title: Type.String(),
  type: OneOf(['shipping', 'pickup', 'digital'] as const),
  amount: Money,
  discount: Money,
  tax: Money,
})

const Promotion = Type.Object({
  id: Type.String(),
  code: Nullable(Type.String()),
  title: Type.String(),
  amount: Money,
})

export const OrderPayment = Type.Object({
  id: Id('pay'),
  kind: OneOf(PAYMENT_KINDS),
  provider: Nullable(Type.String()),
  reference: Nullable(
    Type.String({ description: 'The provider’s name for it, the gift card, or the customer whose points they were.' }),
  ),
  status: OneOf(['authorized', 'paid', 'voided'] as const),
  isTest: Type.Boolean({
    description: 'No real money moved: it was simulated, or paid with a test key of Stripe. Send nothing for it.',
  }),
  amount: Money,
  captured: Money,
  refunded: Money,
  details: Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
  createdAt: Timestamp,
})

const Dispute = Type.Object(
  {
    id: Type.String({ description: 'The provider’s name for it.' }),
    paymentId: Nullable(Id('pay')),
    status: Type.String({
      description: 'The provider’s word for how it stands.',
      examples: ['needs_response', 'lost'],
    }),
    amount: Nullable(Money),
  },
  { description: 'The buyer’s bank asks for the money back, or has asked.' },
)

const OrderTotals = Type.Object({
  ...Totals.properties,
  due: Type.Object(Money.properties, {
    description: 'What is still to be paid; 0 once it is paid or authorized, or the order is canceled.',
  }),
})

export const Order = Type.Object({
  id: Id('ord'),
  number: Type.Integer({ description: 'For people: short, and rising.', examples: [1001] }),
  status: OneOf(ORDER_STATUSES),
  paymentStatus: OneOf(PAYMENT_STATUSES, {
    description:
      '`disputed`: the buyer’s bank is asking for the money back. `charged_back`: it took the money, in full or in part. A dispute that is won leaves the status the order had before.',
  }),
  fulfillmentStatus: OneOf(FULFILLMENT_STATUSES),
  returnStatus: OneOf(RETURN_STATUSES),
  currency: Currency,
  email: Nullable(Type.String()),
  customerId: Nullable(Type.String()),
  source: OneOf(SOURCES),
  locale: Nullable(Type.String()),
  items: Type.Array(OrderItem),
  shippingAddress: Nullable(Address),
  billingAddress: Nullable(Address),
  shipping: Nullable(Shipping),
  promotions: Type.Array(Promotion),
  taxes: Type.Array(Tax),
  totals: OrderTotals,
  refunded: Money,
  payments: Type.Array(OrderPayment),
  disputes: Type.Array(Dispute),
  note: Nullable(Type.String({ description: 'The buyer’s.' })),
  attributes: StringMap,
  staffNote: Nullable(Type.String()),
  tags: Type.Array(Type.String()),
  cartId: Nullable(Type.String()),
  externalId: Nullable(Type.String({ description: 'What the shop that it was imported from calls it.' })),
  exchangeOf: Nullable(
    Type.Object(
      { orderId: Type.String(), number: Type.Integer(), returnId: Type.String() },
      { description: 'The order whose goods come back for these.' },
    ),
  ),
  draft: Nullable(
    Type.Object(
      { items: DraftItems, shipping: Nullable(ShippingInput) },
      { description: 'Of a draft: what staff has asked for, each in the place of its line, to be sent back changed.' },
    ),
  ),
  version: Type.Integer({ description: 'Grows with every change; send it back as `If-Match`.' }),
  placedAt: Timestamp,
  canceledAt: Nullable(Timestamp),
  updatedAt: Timestamp,
})
export type Order = Static<typeof Order>

export const OrderPath = Type.Object({ id: Id('ord') })

export const OrdersQuery = PageQuery({
  status: Optional(OneOf(ORDER_STATUSES)),
  paymentStatus: Optional(OneOf(PAYMENT_STATUSES)),
  fulfillmentStatus: Optional(OneOf(FULFILLMENT_STATUSES)),
  returnStatus: Optional(OneOf(RETURN_STATUSES)),
  email: Optional(Type.String({ maxLength: 254 })),
  customerId: Optional(Type.String({ maxLength: 100 })),
  number: Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })),
  source: Optional(OneOf(SOURCES)),
  externalId: Optional(
    Type.String({ minLength: 1, maxLength: 255, description: 'What the shop that it was imported from calls it.' }),
  ),
  tag: Optional(Type.String({ maxLength: 100 })),
  placedFrom: Optional(Timestamp),
  placedTo: Optional(Timestamp),
  search: Optional(Type.String({ maxLength: 100, description: 'In number, e-mail, names, titles and SKUs.' })),
})
export type OrdersQuery = Static<typeof OrdersQuery>
