import type { LineItemLine, OrderLine, ShopLines } from '../../../ports/shop-lines.ts'
import { addressOf, CUSTOMERS, emailOf } from './customer-lines.ts'
import { gid, SAMPLE_PRODUCTS, toDecimal, variantsOf } from './product-lines.ts'

interface SampleOrder {
  customer: number
  placedAt: string
  /** Quantity by SKU. */
  items: Record<string, number>
  state: 'paid' | 'unpaid' | 'shipped' | 'delivered' | 'refunded' | 'cancelled'
  shippingCents: number
  discountPercent?: number
  note?: string
}

const ORDERS: SampleOrder[] = [
  {
    customer: 0,
    placedAt: '2026-05-04T07:41:00Z',
    items: { 'HC-HOUSE-1': 2, 'HB-PAPER': 1 },
    state: 'delivered',
    shippingCents: 490,
  },
  {
    customer: 1,
    placedAt: '2026-05-19T18:05:00Z',
    items: { 'HB-GRIND': 1, 'HC-GUJI-1': 1 },
    state: 'delivered',
    shippingCents: 0,
  },
  {
    customer: 2,
    placedAt: '2026-06-02T12:30:00Z',
    items: { 'HM-GLASS': 2 },
    state: 'refunded',
    shippingCents: 690,
    note: 'One of them is a gift.',
  },
  {
    customer: 3,
    placedAt: '2026-06-17T09:12:00Z',
    items: { 'HC-HOUSE-4': 4, 'HC-DECAF-4': 1 },
    state: 'delivered',
    shippingCents: 990,
  },
  { customer: 4, placedAt: '2026-07-08T20:54:00Z', items: { 'HB-MOKA-1': 1 }, state: 'cancelled', shippingCents: 690 },
  {
    customer: 5,
    placedAt: '2026-07-28T06:20:00Z',
    items: { 'HC-FERRY-4': 6, 'HM-DOCK-1': 12 },
    state: 'delivered',
    shippingCents: 0,
    discountPercent: 10,
  },
  {
    customer: 6,
    placedAt: '2026-08-15T15:47:00Z',
    items: { 'HT-FOG-1': 2, 'HT-PIER7-1': 1 },
    state: 'delivered',
    shippingCents: 1290,
  },
  {
    customer: 0,
    placedAt: '2026-09-03T07:02:00Z',
    items: { 'HC-HOUSE-1': 2, 'HC-HUILA-2': 1 },
    state: 'delivered',
    shippingCents: 490,
  },
  {
    customer: 7,
    placedAt: '2026-09-21T11:33:00Z',
    items: { 'HB-PRESS': 1, 'HC-HUILA-2': 2 },
    state: 'shipped',
    shippingCents: 890,
  },
  {
    customer: 1,
    placedAt: '2026-10-01T17:26:00Z',
    items: { 'HX-CLASS': 2 },
    state: 'paid',
    shippingCents: 0,
    discountPercent: 15,
  },
  {
    customer: 4,
    placedAt: '2026-10-04T19:10:00Z',
    items: { 'HM-GANG-1': 1, 'HC-NYERI-1': 1 },
    state: 'paid',
    shippingCents: 690,
  },
  {
    customer: 2,
    placedAt: '2026-10-05T06:58:00Z',
    items: { 'HB-DRIP-3': 1, 'HB-PAPER': 2 },
    state: 'unpaid',
    shippingCents: 690,
  },
]

const money = (cents: number) => ({ shopMoney: { amount: toDecimal(cents), currencyCode: 'EUR' } })

/** Included in the price. */
const taxIn = (cents: number) => {
  const tax = Math.round(cents / 6)
  return tax > 0 ? [{ title: 'VAT 20%', rate: 0.2, priceSet: money(tax) }] : []
}

const STATES = {
  paid: ['PAID', 'UNFULFILLED'],
  unpaid: ['PENDING', 'UNFULFILLED'],
  shipped: ['PAID', 'FULFILLED'],
  delivered: ['PAID', 'FULFILLED'],
  refunded: ['REFUNDED', 'FULFILLED'],
  cancelled: ['VOIDED', 'UNFULFILLED'],
} as const

export const orderLines = (): ShopLines['orders'][] => ORDERS.flatMap(linesOf)

function linesOf(order: SampleOrder, index: number): ShopLines['orders'][] {
  const id = gid('Order', index + 1)
  const items = Object.entries(order.items).map(([sku, quantity], position) =>
    lineItem(id, (index + 1) * 10 + position, order, sku, quantity),
  )
  return [
    orderLine(
      id,
      index,
      order,
      items.reduce((sum, { cents }) => sum + cents, 0),
    ),
    ...items.map(({ line }) => line),
  ]
}

function lineItem(orderId: string, number: number, order: SampleOrder, sku: string, quantity: number) {
  const index = SAMPLE_PRODUCTS.findIndex((product) => sku === product.sku || sku.startsWith(`${product.sku}-`))
  const product = SAMPLE_PRODUCTS[index]
  const variant = product && variantsOf(product, index).find((variant) => variant.sku === sku)
  if (!variant) throw new Error(`The sample shop has no variant ${sku}`)
  const discount = Math.round((variant.cents * quantity * (order.discountPercent ?? 0)) / 100)
  const cents = variant.cents * quantity - discount
  const isShipped = STATES[order.state][1] === 'FULFILLED'
  const line: LineItemLine = {
    __typename: 'LineItem',
    id: gid('LineItem', number),
    __parentId: orderId,
    title: product.title,
    variantTitle: product.options ? variant.title : null,
    sku,
    quantity,
    currentQuantity: order.state === 'refunded' || order.state === 'cancelled' ? 0 : quantity,
    unfulfilledQuantity: isShipped ? 0 : quantity,
    requiresShipping: product.grams > 0,
    isGiftCard: false,
    originalUnitPriceSet: money(variant.cents),
    discountAllocations: discount > 0 ? [{ allocatedAmountSet: money(discount) }] : [],
    taxLines: taxIn(cents),
    variant: { id: variant.id },
  }
  return { line, cents }
}

function orderLine(id: string, index: number, order: SampleOrder, itemCents: number): OrderLine {
  const { placedAt, shippingCents, state, note = null } = order
  const customer = CUSTOMERS[order.customer]
  if (!customer) throw new Error(`The sample shop has no customer ${order.customer}`)
  const [financial, fulfillment] = STATES[state]
  const total = itemCents + shippingCents
  const isReceived = financial === 'PAID' || financial === 'REFUNDED'
  const refunded = state === 'refunded' ? total : 0
  const updatedAt = daysAfter(placedAt, 5)
  const payment = { status: 'SUCCESS', gateway: 'shopify_payments', amountSet: money(total) } as const
  return {
    __typename: 'Order',
    id,
    name: `#HC${1001 + index}`,
    number: 1001 + index,
    email: emailOf(customer),
    phone: customer.phone ?? null,
    note,
    tags: [],
    test: false,
    createdAt: placedAt,
    processedAt: placedAt,
    updatedAt,
    cancelledAt: state === 'cancelled' ? daysAfter(placedAt, 1) : null,
    currencyCode: 'EUR',
    taxesIncluded: true,
    displayFinancialStatus: financial,
    displayFulfillmentStatus: fulfillment,
    totalPriceSet: money(total),
    totalShippingPriceSet: money(shippingCents),
    totalReceivedSet: money(isReceived ? total : 0),
    totalRefundedSet: money(refunded),
    customer: { id: gid('Customer', order.customer + 1) },
    shippingAddress: addressOf(customer),
    billingAddress: addressOf(customer),
    shippingLine: {
      title: shippingCents > 0 ? 'Standard' : 'Free shipping',
      originalPriceSet: money(shippingCents),
      discountedPriceSet: money(shippingCents),
      taxLines: taxIn(shippingCents),
    },
    refunds:
      refunded > 0
        ? [
            {
              id: gid('Refund', index + 1),
              createdAt: updatedAt,
              note: 'Arrived broken',
              totalRefundedSet: money(refunded),
            },
          ]
        : [],
    fulfillments:
      fulfillment === 'FULFILLED'
        ? [
            {
              id: gid('Fulfillment', index + 1),
              status: 'SUCCESS',
              createdAt: daysAfter(placedAt, 1),
              deliveredAt: state === 'shipped' ? null : daysAfter(placedAt, 4),
              trackingInfo: [{ company: 'DHL', number: `JJD00039${8_120_000 + index}`, url: null }],
            },
          ]
        : [],
    transactions: [
      ...(isReceived
        ? [{ id: gid('OrderTransaction', index * 2 + 1), kind: 'SALE' as const, processedAt: placedAt, ...payment }]
        : []),
      ...(refunded > 0
        ? [{ id: gid('OrderTransaction', index * 2 + 2), kind: 'REFUND' as const, processedAt: updatedAt, ...payment }]
        : []),
    ],
  }
}

const daysAfter = (time: string, days: number) => new Date(Date.parse(time) + days * 86_400_000).toISOString()
