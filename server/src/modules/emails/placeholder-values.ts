import { countryNameIn, formatDate, moneyFormatter } from '../../kit/local-formats.ts'
import type { Money } from '../../kit/money.ts'
import type { TrackingStatus } from '../orders/fulfillments/schemas.ts'
import type { Order } from '../orders/schemas.ts'
import type { Branding } from '../theme/theme.ts'
import { itemTable, linkButton, type PlaceholderValues, type TableRow, totalsTable } from './html-blocks.ts'

interface ItemQuantity {
  itemId: string
  quantity: number
}

/** The order, and the fulfillment, refund or gift card the email is about. */
export interface EmailData {
  order: Order
  shipment?: {
    carrier: string | null
    trackingNumber: string | null
    trackingUrl: string | null
    trackingStatus: TrackingStatus | null
    estimatedDeliveryAt: string | null
    items: ItemQuantity[]
  }
  refund?: { amount: Money; storeCredit: Money; reason: string | null; items: ItemQuantity[] }
  giftCard?: { code: string; last4: string; amount: Money }
  /** The order's page, for the buyer. */
  orderUrl?: string
}

export interface CodeData {
  email: string
  code: string
  expiresInMinutes: number
}

/** Of both kinds: each template uses its own. */
export const toCodeValues = (shop: Branding, { email, code, expiresInMinutes }: CodeData): PlaceholderValues => ({
  shopName: { text: shop.name },
  email: { text: email },
  loginCode: { text: code },
  chatCode: { text: code },
  expiresInMinutes: { text: String(expiresInMinutes) },
})

export function toPlaceholderValues(
  shop: Branding,
  { order, shipment, refund, giftCard, orderUrl }: EmailData,
): PlaceholderValues {
  const formatMoney = moneyFormatter(shop.locale)
  const formatIfPositive = (money: Money) => (money.amount > 0 ? formatMoney(money) : '')
  const { totals, shippingAddress, billingAddress } = order
  const texts: Record<string, string> = {
    shopName: shop.name,
    orderNumber: String(order.number),
    orderDate: formatDate(order.placedAt, shop),
    customerName: (shippingAddress?.name || billingAddress?.name || order.email) ?? '',
    email: order.email ?? '',
    subtotal: formatMoney(totals.subtotal),
    discount: formatIfPositive(totals.discount),
    shippingPrice: order.shipping ? formatMoney(totals.shipping) : '',
    tax: formatMoney(totals.tax),
    total: formatMoney(totals.total),
    giftCards: formatIfPositive(totals.giftCards),
    points: formatIfPositive(totals.points),
    storeCredit: formatIfPositive(totals.storeCredit),
    shippingMethod: order.shipping?.title ?? '',
    shippingAddress: formatAddress(shippingAddress, shop.locale),
    billingAddress: formatAddress(billingAddress ?? shippingAddress, shop.locale),
    note: order.note ?? '',
    carrier: shipment?.carrier ?? '',
    trackingNumber: shipment?.trackingNumber ?? '',
    trackingStatus: shipment?.trackingStatus ? TRACKING_NEWS[shipment.trackingStatus].title : '',
    trackingMessage: shipment?.trackingStatus ? TRACKING_NEWS[shipment.trackingStatus].message : '',
    estimatedDelivery: shipment?.estimatedDeliveryAt ? formatDate(shipment.estimatedDeliveryAt, shop) : '',
    refundAmount: refund ? formatMoney(refund.amount) : '',
    refundedToStoreCredit: refund ? formatIfPositive(refund.storeCredit) : '',
    refundedTotal: formatIfPositive(order.refunded),
    refundReason: refund?.reason ?? '',
    giftCardCode: giftCard?.code ?? '',
    giftCardAmount: giftCard ? formatMoney(giftCard.amount) : '',
  }
  return {
    ...Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, { text }])),
    items: itemTable(order.items.map((item) => toItemRow(item, item.quantities.ordered, formatMoney(item.subtotal)))),
    totals: totalsTable(totalRows(order, formatMoney)),
    shippedItems: itemTable(toItemRows(order, shipment?.items)),
    refundedItems: itemTable(toItemRows(order, refund?.items)),
    orderStatus: linkButton('View your order', orderUrl ?? '', shop),
    tracking: linkButton('Track your shipment', shipment?.trackingUrl ?? '', shop),
  }
}

/** In the words of the shop: carriers word it differently. */
const TRACKING_NEWS: Record<TrackingStatus, { title: string; message: string }> = {
  label_created: { title: 'Label created', message: 'The carrier has been told about your shipment.' },
  in_transit: { title: 'In transit', message: 'Your shipment is on its way.' },
  out_for_delivery: { title: 'Out for delivery', message: 'Your shipment is out for delivery.' },
  available_for_pickup: { title: 'Ready for pickup', message: 'Your shipment is ready for you to pick up.' },
  attempt_failed: {
    title: 'Delivery attempted',
    message: 'The carrier tried to deliver your shipment. The tracking page shows what happens next.',
  },
  delivered: { title: 'Delivered', message: 'Your shipment was delivered.' },
  exception: {
    title: 'Delivery problem',
    message: 'The carrier reports a problem with your shipment. If it doesn’t arrive, reply to us and we’ll help.',
  },
  returning: { title: 'On the way back', message: 'The carrier is returning your shipment to us.' },
  returned: { title: 'Returned', message: 'The carrier has returned your shipment to us.' },
  expired: { title: 'No news from the carrier', message: 'The carrier has not reported anything for a long time.' },
  canceled: { title: 'Canceled', message: 'The shipment was canceled.' },
}

const toItemRow = ({ title, options }: Order['items'][number], quantity: number, price?: string): TableRow => ({
  title: `${quantity} × ${title}`,
  subtitle: Object.values(options).join(', '),
  price,
})

const toItemRows = ({ items }: Order, quantities: ItemQuantity[] = []): TableRow[] =>
  quantities.flatMap(({ itemId, quantity }) => {
    const item = items.find(({ id }) => id === itemId)
    return item ? [toItemRow(item, quantity)] : []
  })

function totalRows({ totals, shipping }: Order, formatMoney: (money: Money) => string): TableRow[] {
  const formatNegative = (money: Money) => formatMoney({ ...money, amount: -money.amount })
  const rows: (TableRow | false)[] = [
    { title: 'Subtotal', price: formatMoney(totals.subtotal) },
    totals.discount.amount > 0 && { title: 'Discount', price: formatNegative(totals.discount) },
    shipping !== null && { title: 'Shipping', price: formatMoney(totals.shipping) },
    !totals.taxIncluded && totals.tax.amount > 0 && { title: 'Tax', price: formatMoney(totals.tax) },
    { title: 'Total', price: formatMoney(totals.total) },
    totals.taxIncluded && totals.tax.amount > 0 && { title: 'Tax included', price: formatMoney(totals.tax) },
    totals.giftCards.amount > 0 && { title: 'Paid with gift cards', price: formatNegative(totals.giftCards) },
    totals.points.amount > 0 && { title: 'Paid with points', price: formatNegative(totals.points) },
    totals.storeCredit.amount > 0 && { title: 'Paid with store credit', price: formatNegative(totals.storeCredit) },
  ]
  return rows.filter((row) => row !== false)
}

function formatAddress(address: Order['shippingAddress'], locale: string): string {
  if (!address) return ''
  const { name, company, line1, line2, postalCode, city, region, country } = address
  const countryName = country ? countryNameIn(locale, country) : undefined
  const cityLine = [postalCode, city, region].filter(Boolean).join(' ')
  return [name, company, line1, line2, cityLine, countryName].filter(Boolean).join('\n')
}
