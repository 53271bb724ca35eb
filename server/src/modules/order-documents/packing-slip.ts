import { formatDate } from '../../kit/local-formats.ts'
import type { Order } from '../orders/schemas.ts'
import type { Branding } from '../theme/theme.ts'
import { type Document, toAddressLines, toItemNote } from './document.ts'

/** Without prices, because it may be a present. */
export function toPackingSlip(order: Order, shop: Branding): Document {
  const { number, shippingAddress, billingAddress, shipping, note, placedAt } = order
  return {
    title: 'Packing slip',
    shopName: shop.name,
    facts: [
      ['Order', `#${number}`],
      ['Date', formatDate(placedAt, shop)],
      ...(shipping ? [['Shipping', shipping.title] satisfies [string, string]] : []),
    ],
    addresses: [{ name: 'Ship to', lines: toAddressLines(shippingAddress ?? billingAddress, shop.locale) }],
    columns: [
      { header: 'Item', width: 0 },
      { header: 'Quantity', width: 120, isNumber: true },
    ],
    rows: listUnits(order).map(({ item, quantity }) => ({
      note: toItemNote(item),
      cells: [item.title, `${quantity} of ${item.quantities.ordered}`],
    })),
    sums: [],
    note: note ?? '',
    footer: '',
  }
}

/** What is left to send; to print it again later, everything that was sent. */
function listUnits({ items }: Order) {
  const shipped = items.filter(({ requiresShipping, quantities }) => requiresShipping && quantities.current > 0)
  const left = shipped.map((item) => ({ item, quantity: item.quantities.current - item.quantities.fulfilled }))
  if (left.some(({ quantity }) => quantity > 0)) return left.filter(({ quantity }) => quantity > 0)
  return shipped.map((item) => ({ item, quantity: item.quantities.current }))
}
