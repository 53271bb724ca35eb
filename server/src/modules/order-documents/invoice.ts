import { formatDate, moneyFormatter } from '../../kit/local-formats.ts'
import type { Money } from '../../kit/money.ts'
import type { Order } from '../orders/schemas.ts'
import type { Branding } from '../theme/theme.ts'
import { type Document, toAddressLines, toItemNote } from './document.ts'

/** All amounts are those of the order: nothing is calculated again. */
export function toInvoice(order: Order, shop: Branding & { legalNotice: string }): Document {
  const { number, billingAddress, shippingAddress, email, items, placedAt } = order
  const format = moneyFormatter(shop.locale)
  const billing = toAddressLines(billingAddress ?? shippingAddress, shop.locale)
  const shipping = toAddressLines(shippingAddress, shop.locale)
  return {
    title: `Invoice #${number}`,
    shopName: shop.name,
    facts: [
      ['Order', `#${number}`],
      ['Date', formatDate(placedAt, shop)],
    ],
    addresses: [
      { name: 'Bill to', lines: [...billing, ...(email ? [email] : [])] },
      ...(shipping.length > 0 ? [{ name: 'Ship to', lines: shipping }] : []),
    ],
    columns: [
      { header: 'Item', width: 0 },
      { header: 'Quantity', width: 55, isNumber: true },
      { header: 'Price', width: 75, isNumber: true },
      { header: 'Discount', width: 70, isNumber: true },
      { header: 'Tax', width: 75, isNumber: true },
      { header: 'Amount', width: 80, isNumber: true },
    ],
    rows: items.map((item) => ({
      note: toItemNote(item),
      cells: [
        item.title,
        String(item.quantities.ordered),
        format(item.unitPrice),
        item.discount.amount > 0 ? `−${format(item.discount)}` : '',
        item.tax.amount > 0 ? format(item.tax) : '',
        format(item.total),
      ],
    })),
    sums: toSums(order, format),
    note: '',
    footer: shop.legalNotice,
  }
}

function toSums(order: Order, format: (money: Money) => string): Document['sums'] {
  const { totals, taxes, promotions, shipping, refunded } = order
  const codes = promotions.flatMap(({ code }) => code ?? []).join(', ')
  const negative = (name: string, amount: Money) => (amount.amount > 0 ? [{ name, value: `−${format(amount)}` }] : [])
  return [
    { name: 'Subtotal', value: format(totals.subtotal) },
    ...negative(codes ? `Discount (${codes})` : 'Discount', totals.discount),
    ...(shipping ? [{ name: `Shipping (${shipping.title})`, value: format(totals.shipping) }] : []),
    ...taxes.map(({ name, percentage, amount }) => ({
      name: `${totals.taxIncluded ? 'Includes ' : ''}${name} ${percentage}%`,
      value: format(amount),
    })),
    // An import has only the amount.
    ...(taxes.length === 0 && totals.tax.amount > 0
      ? [{ name: totals.taxIncluded ? 'Includes tax' : 'Tax', value: format(totals.tax) }]
      : []),
    { name: 'Total', value: format(totals.total), isBold: true },
    ...negative('Gift cards', totals.giftCards),
    ...negative('Points', totals.points),
    ...negative('Store credit', totals.storeCredit),
    ...negative('Refunded', refunded),
    ...(totals.due.amount > 0 ? [{ name: 'Amount due', value: format(totals.due), isBold: true }] : []),
  ]
}
