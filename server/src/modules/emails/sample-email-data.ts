import { money } from '../../kit/money.ts'
import type { Order } from '../orders/schemas.ts'
import type { CodeData, EmailData } from './placeholder-values.ts'

const ADDRESS = { name: 'Ada Lovelace', line1: 'Stephansplatz 1', city: 'Wien', postalCode: '1010', country: 'AT' }

export const SAMPLE_CODE: CodeData = { email: 'ada@example.com', code: '483920', expiresInMinutes: 10 }

/** A sample order for previews, with a fulfillment and a refund, so that every placeholder has a value. */
export function sampleEmailData(currency: string, now: Date): Required<EmailData> {
  const price = (amount: number) => money(amount, currency)
  const item = (id: string, title: string, options: Record<string, string>, quantity: number, unitAmount: number) => ({
    id,
    variantId: null,
    productId: null,
    sku: null,
    title,
    options,
    image: null,
    properties: {},
    quantities: { ordered: quantity, current: quantity, fulfilled: 0, returned: 0, refunded: 0 },
    status: 'unfulfilled' as const,
    unitPrice: price(unitAmount),
    subtotal: price(unitAmount * quantity),
    discount: price(0),
    tax: price(0),
    taxes: [],
    total: price(unitAmount * quantity),
    requiresShipping: true,
    giftPromotionId: null,
  })
  const order: Order = {
    id: 'ord_00000000000000000000000000',
    number: 1001,
    status: 'open',
    paymentStatus: 'paid',
    fulfillmentStatus: 'partially_fulfilled',
    returnStatus: 'none',
    currency,
    email: 'ada@example.com',
    customerId: null,
    source: 'storefront',
    locale: null,
    items: [
      item('line_1', 'Linen shirt', { Size: 'M', Color: 'White' }, 2, 4900),
      item('line_2', 'Stoneware mug', {}, 1, 2400),
    ],
    shippingAddress: ADDRESS,
    billingAddress: ADDRESS,
    shipping: {
      service: 'standard',
      title: 'Standard',
      type: 'shipping',
      amount: price(490),
      discount: price(0),
      tax: price(0),
    },
    promotions: [],
    taxes: [],
    totals: {
      subtotal: price(12200),
      discount: price(1220),
      shipping: price(490),
      tax: price(1912),
      taxIncluded: true,
      total: price(11470),
      giftCards: price(0),
      points: price(0),
      storeCredit: price(0),
      due: price(0),
    },
    refunded: price(2160),
    payments: [],
    disputes: [],
    note: 'Please ring twice.',
    attributes: {},
    staffNote: null,
    tags: [],
    cartId: null,
    externalId: null,
    exchangeOf: null,
    draft: null,
    version: 1,
    placedAt: now.toISOString(),
    canceledAt: null,
    updatedAt: now.toISOString(),
  }
  return {
    order,
    shipment: {
      carrier: 'Post',
      trackingNumber: '1Z999AA10123456784',
      trackingUrl: 'https://example.com/track/1Z999AA10123456784',
      trackingStatus: 'out_for_delivery',
      estimatedDeliveryAt: now.toISOString(),
      items: [{ itemId: 'line_1', quantity: 2 }],
    },
    orderUrl: 'https://example.com/orders/1001',
    giftCard: { code: '7KQM-3XPT-9RWA-H4DF', last4: 'H4DF', amount: price(5000) },
    refund: {
      amount: price(2160),
      storeCredit: price(0),
      reason: 'The mug was chipped.',
      items: [{ itemId: 'line_2', quantity: 1 }],
    },
  }
}
