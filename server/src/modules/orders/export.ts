import { formatDecimal } from '../../../../sdk/src/money.ts'
import type { Ctx } from '../../ctx.ts'
import { escapeFormula, formatCsv, joinTags } from '../../kit/csv.ts'
import type { Address } from '../customers/schemas.ts'
import { listOrders } from './orders.ts'
import type { Order, OrdersExportQuery } from './schemas.ts'

const BATCH_SIZE = 100

type Item = Order['items'][number]

const addressCells = (address: Address | null) => [
  address?.name,
  address?.company,
  address?.line1,
  address?.line2,
  address?.city,
  address?.region,
  address?.postalCode,
  address?.country,
  address?.phone,
]

const ADDRESS_COLUMNS = [
  ...['name', 'company', 'address 1', 'address 2', 'city', 'region', 'postal code', 'country', 'phone'],
]

const ORDER_COLUMNS: [name: string, cell: (order: Order) => string | null | undefined][] = [
  ['Email', ({ email }) => email],
  ['Placed at', ({ placedAt }) => placedAt],
  ['Status', ({ status }) => status],
  ['Payment status', ({ paymentStatus }) => paymentStatus],
  ['Fulfillment status', ({ fulfillmentStatus }) => fulfillmentStatus],
  ['Currency', ({ currency }) => currency],
  ['Subtotal', ({ totals }) => formatDecimal(totals.subtotal)],
  ['Discount', ({ totals }) => formatDecimal(totals.discount)],
  ['Discount codes', ({ promotions }) => promotions.flatMap(({ code }) => code ?? []).join(', ')],
  ['Shipping method', ({ shipping }) => shipping?.title],
  ['Shipping', ({ totals }) => formatDecimal(totals.shipping)],
  ['Taxes', ({ totals }) => formatDecimal(totals.tax)],
  ['Taxes included', ({ totals }) => String(totals.taxIncluded)],
  ['Total', ({ totals }) => formatDecimal(totals.total)],
  ['Refunded', ({ refunded }) => formatDecimal(refunded)],
  ['Tags', ({ tags }) => joinTags(tags)],
  ['Customer note', ({ note }) => note],
  ['Staff note', ({ staffNote }) => staffNote],
  ['Source', ({ source }) => source],
  ['Canceled at', ({ canceledAt }) => canceledAt],
]

const ITEM_COLUMNS: [name: string, cell: (item: Item) => string | null][] = [
  ['Item quantity', ({ quantities }) => String(quantities.ordered)],
  ['Item name', ({ title }) => title],
  ['Item SKU', ({ sku }) => sku],
  ['Item price', ({ unitPrice }) => formatDecimal(unitPrice)],
  ['Item discount', ({ discount }) => formatDecimal(discount)],
  ['Item tax', ({ tax }) => formatDecimal(tax)],
  ['Item total', ({ total }) => formatDecimal(total)],
  ['Item fulfilled', ({ quantities }) => String(quantities.fulfilled)],
]

const HEADER = [
  'Name',
  ...ORDER_COLUMNS.map(([name]) => name),
  ...ADDRESS_COLUMNS.map((name) => `Shipping ${name}`),
  ...ADDRESS_COLUMNS.map((name) => `Billing ${name}`),
  ...ITEM_COLUMNS.map(([name]) => name),
  'ID',
]

/** Streams the orders of a list as one CSV file, at the pace of the reader. */
export async function* exportOrders(ctx: Ctx, query: OrdersExportQuery): AsyncGenerator<string> {
  yield formatCsv([HEADER])
  for (let cursor: string | undefined; ; ) {
    const page = await listOrders(ctx, { ...query, limit: BATCH_SIZE, ...(cursor !== undefined && { cursor }) })
    yield formatCsv(page.data.flatMap(toRows))
    if (page.nextCursor === null) return
    cursor = page.nextCursor
  }
}

/** An order without items has one row. */
function toRows(order: Order): string[][] {
  const orderCells = [
    ...ORDER_COLUMNS.map(([, cell]) => cell(order)),
    ...addressCells(order.shippingAddress),
    ...addressCells(order.billingAddress),
  ]
  const items: (Item | undefined)[] = order.items.length > 0 ? order.items : [undefined]
  return items.map((item, index) =>
    [
      `#${order.number}`,
      ...(index === 0 ? orderCells : orderCells.map(() => '')),
      ...ITEM_COLUMNS.map(([, cell]) => (item ? cell(item) : '')),
      order.id,
    ].map((cell) => escapeFormula(cell ?? '')),
  )
}
