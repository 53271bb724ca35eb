import { gid, type ShopObject, type ShopSize, timeAfter, toDecimal } from './generated-values.ts'

const NAMES = ['Ada', 'Grace', 'Alan', 'Edsger', 'Barbara', 'Donald', 'Frances', 'John', 'Radia', 'Tim']
const CITIES = ['Wien', 'Graz', 'Linz', 'Salzburg', 'Bregenz']

const money = (cents: number) => ({ shopMoney: { amount: toDecimal(cents), currencyCode: 'EUR' } })

const addressAt = (index: number) => ({
  firstName: NAMES[index % 10],
  lastName: `Muster ${index + 1}`,
  company: null,
  address1: `Hauptstraße ${index + 1}`,
  address2: null,
  city: CITIES[index % 5],
  provinceCode: null,
  zip: String(1010 + (index % 8000)),
  countryCodeV2: 'AT',
  phone: null,
})

export function customerAt(index: number): ShopObject {
  const addressId = gid('MailingAddress', index + 1)
  return {
    __typename: 'Customer',
    id: gid('Customer', index + 1),
    firstName: NAMES[index % 10],
    lastName: `Muster ${index + 1}`,
    locale: 'de-AT',
    note: null,
    tags: index % 10 === 0 ? ['wholesale'] : [],
    verifiedEmail: index % 2 === 0,
    createdAt: timeAfter(index),
    updatedAt: timeAfter(index),
    defaultEmailAddress: { emailAddress: `customer-${index + 1}@example.com` },
    defaultPhoneNumber: index % 3 === 0 ? { phoneNumber: `+43660${String(index).padStart(7, '0')}` } : null,
    emailMarketingConsent: {
      marketingState: index % 2 === 0 ? 'SUBSCRIBED' : 'NOT_SUBSCRIBED',
      consentUpdatedAt: index % 2 === 0 ? timeAfter(index) : null,
    },
    smsMarketingConsent: null,
    defaultAddress: { id: addressId },
    addressesV2: [{ __typename: 'MailingAddress', id: addressId, ...addressAt(index) }],
  }
}

export interface OrderedVariant {
  id: string
  sku: string
  price: number
}

export function orderAt(index: number, size: ShopSize, variant: OrderedVariant): ShopObject {
  const quantity = 1 + (index % 3)
  const unit = variant.price
  const subtotal = unit * quantity
  const [tax, shipping] = [Math.round(subtotal / 6), 490]
  const customer = index % size.customers
  const total = money(subtotal + shipping)
  const isFulfilled = index % 2 === 0
  const placedAt = timeAfter(index)
  return {
    __typename: 'Order',
    id: gid('Order', index + 1),
    name: `#${1001 + index}`,
    number: 1001 + index,
    email: `customer-${customer + 1}@example.com`,
    phone: null,
    note: null,
    tags: [],
    test: false,
    createdAt: placedAt,
    processedAt: placedAt,
    updatedAt: placedAt,
    cancelledAt: null,
    currencyCode: 'EUR',
    taxesIncluded: true,
    displayFinancialStatus: 'PAID',
    displayFulfillmentStatus: isFulfilled ? 'FULFILLED' : 'UNFULFILLED',
    totalPriceSet: total,
    totalShippingPriceSet: money(shipping),
    totalReceivedSet: total,
    totalRefundedSet: money(0),
    customer: { id: gid('Customer', customer + 1) },
    shippingAddress: addressAt(customer),
    billingAddress: addressAt(customer),
    shippingLine: {
      title: 'Standard',
      originalPriceSet: money(shipping),
      discountedPriceSet: money(shipping),
      taxLines: [],
    },
    refunds: [],
    fulfillments: isFulfilled
      ? [
          {
            id: gid('Fulfillment', index + 1),
            status: 'SUCCESS',
            createdAt: placedAt,
            deliveredAt: null,
            trackingInfo: [{ company: 'Post AT', number: `AT${index + 1}`, url: null }],
            fulfillmentLineItems: [{ quantity, lineItem: { id: gid('LineItem', index + 1) } }],
          },
        ]
      : [],
    transactions: [
      {
        id: gid('OrderTransaction', index + 1),
        kind: 'SALE',
        status: 'SUCCESS',
        gateway: 'shopify_payments',
        processedAt: placedAt,
        amountSet: total,
      },
    ],
    lineItems: [
      {
        __typename: 'LineItem',
        id: gid('LineItem', index + 1),
        title: `Item ${index + 1}`,
        variantTitle: 'Terracotta / 1',
        sku: variant.sku,
        quantity,
        currentQuantity: quantity,
        unfulfilledQuantity: isFulfilled ? 0 : quantity,
        requiresShipping: true,
        isGiftCard: false,
        originalUnitPriceSet: money(unit),
        discountAllocations: [],
        taxLines: [{ title: 'USt', rate: 0.2, priceSet: money(tax) }],
        variant: { id: variant.id },
      },
    ],
  }
}
