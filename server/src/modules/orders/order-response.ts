import { money } from '../../kit/money.ts'
import { toTotals } from '../../pricing/pricing-result.ts'
import { isTestPayment } from './payment-rules.ts'
import type { ItemRow, OrderRow, PaymentRow } from './queries.ts'
import type { Order, SnapshotTax } from './schemas.ts'
import { amountDue } from './status.ts'

/** The snapshot has ids as text; each was of its kind when the order was placed. */
type PromotionId = Order['promotions'][number]['id']
type GiftCardId = Order['payments'][number]['giftCardId']

export function toOrderResponse(row: OrderRow): Order {
  const { currency, contents } = row
  const inCurrency = (amount: number) => money(amount, currency)
  const { shipping, locale, shippingAddress, billingAddress, note, attributes, cartId, totals } = contents
  return {
    id: row.id,
    number: row.number,
    status: row.status,
    paymentStatus: row.paymentStatus,
    fulfillmentStatus: row.fulfillmentStatus,
    returnStatus: row.returnStatus,
    currency,
    email: row.email,
    customerId: row.customerId,
    source: row.source,
    locale,
    items: row.items.map((item) => toItemResponse(item, currency)),
    shippingAddress,
    billingAddress,
    shipping: shipping && {
      service: shipping.service,
      title: shipping.title,
      type: shipping.type,
      amount: inCurrency(shipping.amount),
      discount: inCurrency(shipping.discount),
      tax: inCurrency(shipping.tax),
    },
    promotions: contents.promotions.map(({ id, code, title, amount }) => ({
      id: id as PromotionId,
      code,
      title,
      amount: inCurrency(amount),
    })),
    taxes: contents.taxes.map((tax) => toTaxResponse(tax, currency)),
    totals: { ...toTotals({ totals, currency }), due: inCurrency(amountDue(row)) },
    refunded: inCurrency(row.refunded),
    payments: row.payments.map((payment) => toPaymentResponse(payment, currency)),
    disputes: row.disputes.map(({ id, ref, status, amount }) => ({
      id,
      paymentId: row.payments.find((payment) => payment.ref === ref)?.id ?? null,
      status,
      amount,
    })),
    note,
    attributes,
    staffNote: row.staffNote,
    tags: row.tags,
    cartId: cartId as Order['cartId'],
    externalId: contents.externalId ?? null,
    exchangeOf: contents.exchangeOf ?? null,
    draft: contents.draft ?? null,
    version: row.version,
    placedAt: row.placedAt,
    canceledAt: row.canceledAt,
    updatedAt: row.updatedAt,
  }
}

function toItemResponse(item: ItemRow, currency: string): Order['items'][number] {
  const { ordered, current, fulfilled, returned, refunded, details } = item
  const inCurrency = (amount: number) => money(amount, currency)
  return {
    id: item.id,
    variantId: item.variantId,
    productId: item.productId,
    sku: details.sku,
    title: details.title,
    options: details.options,
    image: details.image,
    properties: details.properties,
    quantities: { ordered, current, fulfilled, returned, refunded },
    status: itemStatus(item),
    unitPrice: inCurrency(details.unitPrice),
    subtotal: inCurrency(details.subtotal),
    discount: inCurrency(details.discount),
    tax: inCurrency(details.tax),
    taxes: details.taxes.map((tax) => toTaxResponse(tax, currency)),
    total: inCurrency(item.total),
    requiresShipping: item.requiresShipping,
    giftPromotionId: details.giftPromotionId as PromotionId | null,
  }
}

function itemStatus({ current, fulfilled }: ItemRow): Order['items'][number]['status'] {
  if (current === 0) return 'removed'
  if (fulfilled >= current) return 'fulfilled'
  return fulfilled > 0 ? 'partially_fulfilled' : 'unfulfilled'
}

export const toPaymentResponse = ({ ref, amount, captured, refunded, ...payment }: PaymentRow, currency: string) => ({
  ...payment,
  test: isTestPayment(payment),
  ...sourceOf(payment, ref),
  amount: money(amount, currency),
  captured: money(captured, currency),
  refunded: money(refunded, currency),
})

const sourceOf = ({ kind, details }: Pick<PaymentRow, 'kind' | 'details'>, ref: string | null) => ({
  providerPaymentId: kind === 'provider' ? ref : null,
  giftCardId: kind === 'gift_card' ? (ref as GiftCardId) : null,
  customerId: kind === 'points' || kind === 'store_credit' ? ref : null,
  // Of exchange credit, it is the old order, which the details name.
  reference: kind === 'external' && !details.exchangeOf ? ref : null,
})

const toTaxResponse = ({ name, millionths, amount }: SnapshotTax, currency: string) => ({
  name,
  percentage: millionths / 10_000,
  amount: money(amount, currency),
})
