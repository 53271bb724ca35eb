import { money } from '../../kit/money.ts'
import type { Order } from '../orders/schemas.ts'
import type { Occasion } from './values.ts'

const ADDRESS = { name: 'Ada Lovelace', line1: 'Stephansplatz 1', city: 'Wien', postcode: '1010', country: 'AT' }

/** For previews: an order that nobody has placed, with a parcel and a refund, so that every placeholder has a value. */
export function sampleOccasion(currency: string, now: Date): Required<Occasion> {
  const of = (amount: number) => money(amount, currency)
  const line = (id: string, title: string, options: Record<string, string>, quantity: number, unit: number) => ({
    id,
    variantId: null,
    productId: null,
    sku: null,
    title,
    options,
    image: null,
    properties: {},
    quantities: { ordered: quantity, current: quantity, fulfilled: 0, returned: 0, refunded: 0 },
    status: 'processing' as const,
    unitPrice: of(unit),
    subtotal: of(unit * quantity),
    discount: of(0),
    tax: of(0),
    taxes: [],
    total: of(unit * quantity),
    requiresShipping: true,
    giftOf: null,
  })
  const order: Order = {
    id: 'ord_00000000000000000000000000',
    number: 1001,
    status: 'open',
    paymentStatus: 'paid',
    fulfillmentStatus: 'partial',
    returnStatus: 'none',
    currency,
    email: 'ada@example.com',
    customerId: null,
    source: 'storefront',
    locale: null,
    items: [
      line('line_1', 'Linen shirt', { Size: 'M', Colour: 'White' }, 2, 4900),
      line('line_2', 'Stoneware mug', {}, 1, 2400),
    ],
    shippingAddress: ADDRESS,
    billingAddress: ADDRESS,
    shipping: {
      service: 'standard',
      title: 'Standard',
      type: 'shipping',
      amount: of(490),
      discount: of(0),
      tax: of(0),
    },
    promotions: [],
    taxes: [],
    totals: {
      subtotal: of(12200),
      discount: of(1220),
      shipping: of(490),
      tax: of(1912),
      taxIncluded: true,
      total: of(11470),
      giftCards: of(0),
      points: of(0),
      due: of(0),
    },
    refunded: of(2160),
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
      items: [{ lineId: 'line_1', quantity: 2 }],
    },
    giftCard: { code: '7KQM-3XPT-9RWA-H4DF', last4: 'H4DF', amount: of(5000) },
    refund: { amount: of(2160), reason: 'The mug was chipped.', items: [{ lineId: 'line_2', quantity: 1 }] },
  }
}
