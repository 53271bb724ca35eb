import { type Static, Type } from 'typebox'
import { Currency, Money } from '../../kit/money.ts'
import { Id, Nullable, OneOf, Optional, PageQuery, Timestamp, UpdatedFrom } from '../../kit/schema.ts'
import type { Totals as PricedTotals } from '../../pricing/pricing-result.ts'
import type {
  CartSnapshotItem,
  CartSnapshotPromotion,
  CartSnapshotShipping,
  CartSnapshotTax,
} from '../carts/checkout-cart/schemas.ts'
import { StringMap, Tax, Totals } from '../carts/schemas.ts'
import { Address } from '../customers/schemas.ts'
import { Image } from '../files/schemas.ts'
import { OrderPayment } from './payments/schemas.ts'
import { type DraftItem, DraftItems, ShippingInput } from './request-schemas.ts'
import {
  ORDER_FULFILLMENT_STATUSES,
  ORDER_PAYMENT_STATUSES,
  ORDER_RETURN_STATUSES,
  ORDER_STATUSES,
  type PAYMENT_KINDS,
} from './statuses.ts'

export const SOURCES = ['storefront', 'api', 'agent', 'import', 'staff'] as const
export type OrderSource = (typeof SOURCES)[number]

const Quantities = Type.Object(
  {
    ordered: Type.Integer(),
    current: Type.Integer({ description: '`ordered` minus the units removed before fulfillment.' }),
    fulfilled: Type.Integer(),
    returned: Type.Integer(),
    refunded: Type.Integer(),
  },
  { description: '`ordered` never changes; the others count what happened to the units.' },
)

const OrderItem = Type.Object({
  id: Type.String(),
  variantId: Nullable(Id('var')),
  productId: Nullable(Id('prod')),
  sku: Nullable(Type.String()),
  title: Type.String(),
  options: StringMap,
  image: Nullable(Image),
  properties: StringMap,
  quantities: Quantities,
  status: OneOf(['removed', 'fulfilled', 'partially_fulfilled', 'unfulfilled'] as const),
  unitPrice: Money,
  subtotal: Money,
  discount: Money,
  tax: Money,
  taxes: Type.Array(Tax),
  total: Money,
  requiresShipping: Type.Boolean(),
  giftPromotionId: Nullable(Id('promo')),
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
  id: Id('promo'),
  code: Nullable(Type.String()),
  title: Type.String(),
  amount: Money,
})

const Dispute = Type.Object(
  {
    id: Type.String({ description: 'The provider’s dispute ID.' }),
    paymentId: Nullable(Id('pay')),
    status: Type.String({
      description: 'The status as the provider reports it.',
      examples: ['needs_response', 'lost'],
    }),
    amount: Nullable(Money),
  },
  { description: 'A demand of the buyer’s bank to return a payment, open or closed.' },
)

const OrderTotals = Type.Object(Totals.properties, {
  description: '`due` is the amount still to be paid; 0 once the order is paid, authorized or canceled.',
})

export const Order = Type.Object({
  id: Id('ord'),
  number: Type.Integer({ description: 'The short, increasing order number that people use.', examples: [1001] }),
  status: OneOf(ORDER_STATUSES),
  paymentStatus: OneOf(ORDER_PAYMENT_STATUSES, {
    description:
      '`disputed`: the buyer’s bank demands the money back. `charged_back`: the bank took the money, in full or in part. Winning a dispute restores the previous status.',
  }),
  fulfillmentStatus: OneOf(ORDER_FULFILLMENT_STATUSES),
  returnStatus: OneOf(ORDER_RETURN_STATUSES),
  currency: Currency,
  email: Nullable(Type.String()),
  customerId: Nullable(Id('cus')),
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
  note: Nullable(Type.String({ description: 'The buyer’s note.' })),
  attributes: StringMap,
  staffNote: Nullable(Type.String()),
  tags: Type.Array(Type.String()),
  cartId: Nullable(Id('cart')),
  externalId: Nullable(Type.String({ description: 'The ID in the shop that the order was imported from.' })),
  exchangeOf: Nullable(
    Type.Object(
      { orderId: Id('ord'), number: Type.Integer(), returnId: Id('ret') },
      { description: 'The order whose items are returned in exchange for these.' },
    ),
  ),
  draft: Nullable(
    Type.Object(
      { items: DraftItems, shipping: Nullable(ShippingInput) },
      {
        description:
          'Drafts only: the items and shipping as staff entered them, in the order of `items`. Edit and send them back with PATCH.',
      },
    ),
  ),
  version: Type.Integer({ description: 'Increases with every change. Send it in quotes as `If-Match: "3"`.' }),
  placedAt: Timestamp,
  canceledAt: Nullable(Timestamp),
  updatedAt: Timestamp,
})
export type Order = Static<typeof Order>

export const OrderPath = Type.Object({ id: Id('ord') })

const orderFilters = {
  status: Optional(OneOf(ORDER_STATUSES)),
  paymentStatus: Optional(OneOf(ORDER_PAYMENT_STATUSES)),
  fulfillmentStatus: Optional(OneOf(ORDER_FULFILLMENT_STATUSES)),
  returnStatus: Optional(OneOf(ORDER_RETURN_STATUSES)),
  toFulfill: Optional(
    Type.Boolean({
      description: '`true`: only open orders that are paid or authorized, and not fully fulfilled.',
    }),
  ),
  email: Optional(Type.String({ maxLength: 254, description: 'The whole address, in any case.' })),
  customerId: Optional(Id('cus')),
  number: Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'The order number.' })),
  source: Optional(OneOf(SOURCES)),
  externalId: Optional(
    Type.String({ minLength: 1, maxLength: 255, description: 'The ID in the shop that the order was imported from.' }),
  ),
  tag: Optional(Type.String({ maxLength: 100 })),
  placedFrom: Optional(Type.String({ ...Timestamp, description: 'Placed at or after this time.' })),
  placedTo: Optional(Type.String({ ...Timestamp, description: 'Placed before this time.' })),
  q: Optional(
    Type.String({
      maxLength: 100,
      description:
        'Searches numbers, emails, names, titles and SKUs. Fewer than three letters or digits must begin a word.',
    }),
  ),
  sort: Optional(
    OneOf(['newest', 'oldest', '-total', 'total'] as const, {
      description: 'By `placedAt`, or by total: the highest first, or the lowest. Defaults to `newest`.',
    }),
  ),
}

export const OrdersQuery = PageQuery({ ...orderFilters, updatedFrom: Optional(UpdatedFrom) })
export type OrdersQuery = Static<typeof OrdersQuery>

export const OrdersExportQuery = Type.Object(orderFilters)
export type OrdersExportQuery = Static<typeof OrdersExportQuery>

export type SnapshotTax = CartSnapshotTax

/** Items that staff enter need not exist in the catalog. */
export interface SnapshotItem extends Omit<CartSnapshotItem, 'variantId' | 'productId' | 'handle'> {
  variantId: string | null
  productId: string | null
  handle: string | null
  giftCard: boolean
  weightGrams: number
}

export interface SnapshotShipping extends CartSnapshotShipping {
  locationId: string | null
  taxes: SnapshotTax[]
}

export interface DraftInput {
  items: DraftItem[]
  shipping: ShippingInput | null
}

/** An order as it was placed: immutable, and never looked up again in the catalog. */
export interface OrderSnapshot {
  id: string
  cartId: string | null
  currency: string
  email: string | null
  customerId: string | null
  locale: string | null
  source: OrderSource
  shippingAddress: Address | null
  billingAddress: Address | null
  note: string | null
  attributes: Record<string, string>
  items: SnapshotItem[]
  shipping: SnapshotShipping | null
  taxes: SnapshotTax[]
  promotions: CartSnapshotPromotion[]
  totals: PricedTotals
  /** The order's id in the shop it was imported from. */
  externalId?: string | null
  /** The order and the return that this order is the exchange for. */
  exchangeOf?: NonNullable<Order['exchangeOf']>
  /** Drafts only: the input of staff, kept to reprice the draft when something changes. */
  draft?: DraftInput
}

/** How the order is paid. */
export interface NewOrderPayment {
  kind: (typeof PAYMENT_KINDS)[number]
  provider: string | null
  ref: string | null
  status: 'authorized' | 'paid'
  amount: number
  details: Record<string, unknown>
  /** Of the card or bank account. */
  fingerprint?: string | null
}
