import { decimalsOf } from '../../kit/currencies.ts'
import type { Money } from '../../kit/money.ts'
import type { Order } from '../orders/schemas.ts'
import { itemTable, linkButton, type Row, type Shop, sumTable, type Values } from './blocks.ts'

interface Part {
  lineId: string
  quantity: number
}

/** What has happened to an order, beyond that it exists. */
export interface Occasion {
  order: Order
  shipment?: { carrier: string | null; trackingNumber: string | null; trackingUrl: string | null; items: Part[] }
  refund?: { amount: Money; reason: string | null; items: Part[] }
  giftCard?: { code: string; last4: string; amount: Money }
}

export function valuesOf(shop: Shop, { order, shipment, refund, giftCard }: Occasion): Values {
  const inMoney = moneyIn(shop.locale)
  const ifAny = (money: Money) => (money.amount > 0 ? inMoney(money) : '')
  const { totals, shippingAddress, billingAddress } = order
  const words: Record<string, string> = {
    shopName: shop.name,
    orderNumber: String(order.number),
    orderDate: dateIn(shop)(order.placedAt),
    buyerName: (shippingAddress?.name || billingAddress?.name || order.email) ?? '',
    email: order.email ?? '',
    subtotal: inMoney(totals.subtotal),
    discount: ifAny(totals.discount),
    shippingPrice: order.shipping ? inMoney(totals.shipping) : '',
    tax: inMoney(totals.tax),
    total: inMoney(totals.total),
    giftCards: ifAny(totals.giftCards),
    points: ifAny(totals.points),
    shippingMethod: order.shipping?.title ?? '',
    shippingAddress: addressLines(shippingAddress, shop.locale),
    billingAddress: addressLines(billingAddress ?? shippingAddress, shop.locale),
    note: order.note ?? '',
    carrier: shipment?.carrier ?? '',
    trackingNumber: shipment?.trackingNumber ?? '',
    refundAmount: refund ? inMoney(refund.amount) : '',
    refundedTotal: ifAny(order.refunded),
    refundReason: refund?.reason ?? '',
    giftCardCode: giftCard?.code ?? '',
    giftCardAmount: giftCard ? inMoney(giftCard.amount) : '',
  }
  return {
    ...Object.fromEntries(Object.entries(words).map(([name, text]) => [name, { text }])),
    items: itemTable(order.items.map((line) => itemRow(line, line.quantities.ordered, inMoney(line.subtotal)))),
    totals: sumTable(sums(order, inMoney)),
    shippedItems: itemTable(partRows(order, shipment?.items)),
    refundedItems: itemTable(partRows(order, refund?.items)),
    tracking: linkButton('Follow your parcel', shipment?.trackingUrl ?? '', shop),
  }
}

const itemRow = ({ title, options }: Order['items'][number], quantity: number, price?: string): Row => ({
  title: `${quantity} × ${title}`,
  below: Object.values(options).join(', '),
  price,
})

const partRows = ({ items }: Order, parts: Part[] = []): Row[] =>
  parts.flatMap(({ lineId, quantity }) => {
    const line = items.find(({ id }) => id === lineId)
    return line ? [itemRow(line, quantity)] : []
  })

function sums({ totals, shipping }: Order, inMoney: (money: Money) => string): Row[] {
  const minus = (money: Money) => inMoney({ ...money, amount: -money.amount })
  const rows: (Row | false)[] = [
    { title: 'Subtotal', price: inMoney(totals.subtotal) },
    totals.discount.amount > 0 && { title: 'Discount', price: minus(totals.discount) },
    shipping !== null && { title: 'Delivery', price: inMoney(totals.shipping) },
    !totals.taxIncluded && totals.tax.amount > 0 && { title: 'Tax', price: inMoney(totals.tax) },
    { title: 'Total', price: inMoney(totals.total) },
    totals.taxIncluded && totals.tax.amount > 0 && { title: 'Tax in it', price: inMoney(totals.tax) },
    totals.giftCards.amount > 0 && { title: 'Paid by gift card', price: minus(totals.giftCards) },
    totals.points.amount > 0 && { title: 'Paid with points', price: minus(totals.points) },
  ]
  return rows.filter((row) => row !== false)
}

const moneyIn = (locale: string) => (money: Money) =>
  new Intl.NumberFormat(locale, { style: 'currency', currency: money.currency }).format(
    money.amount / 10 ** decimalsOf(money.currency),
  )

const dateIn =
  ({ locale, timeZone }: Shop) =>
  (time: string) =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone }).format(new Date(time))

function addressLines(address: Order['shippingAddress'], locale: string): string {
  if (!address) return ''
  const { name, company, line1, line2, postcode, city, region, country } = address
  const land = country ? new Intl.DisplayNames(locale, { type: 'region' }).of(country) : undefined
  const town = [postcode, city, region].filter(Boolean).join(' ')
  return [name, company, line1, line2, town, land].filter(Boolean).join('\n')
}
