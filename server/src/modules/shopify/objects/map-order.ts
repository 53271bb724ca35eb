import { type Money, money } from '../../../kit/money.ts'
import { sum } from '../../../kit/sum.ts'
import type { LineItemLine, OrderLine, ShopMoney } from '../../../ports/shop-lines.ts'
import type { Address } from '../../customers/schemas.ts'
import type { SourceOrder } from '../../orders/order-sync/order-sync.ts'
import { parseAmount } from './amounts.ts'
import type { ShopObject } from './group-lines.ts'
import { toAddress, toEmail, toLine } from './map-customer.ts'
import { mapFulfillments } from './map-fulfillments.ts'

interface OrderLookups {
  customerId: `cus_${string}` | null
  variantIds: Map<string, `var_${string}`>
  /** The customer was erased here: their data does not come back. */
  isErased: boolean
  now: Date
}

type Item = SourceOrder['items'][number]

/** Undefined if an amount can't be read. Totals are those of the shop: what its lines don't explain is an item. */
export function mapOrder(
  { root, children }: ShopObject<'orders'>,
  { customerId, variantIds, isErased, now }: OrderLookups,
): SourceOrder | undefined {
  const { currencyCode: currency, taxesIncluded } = root
  const items = (children as LineItemLine[]).map((line) => toItem(line, currency, taxesIncluded, variantIds))
  const shipping = toShipping(root)
  const total = amountOf(root.totalPriceSet, currency)
  if (total === undefined || items.some((item) => item === undefined)) return undefined
  const explained = explainTotal(items as Item[], shipping, { total, currency, taxesIncluded })
  const placedAt = earlier(root.processedAt, now)
  const canceledAt = root.cancelledAt && later(earlier(root.cancelledAt, now), placedAt)
  return {
    kind: 'import',
    externalId: root.id,
    number: root.number,
    placedAt,
    currency,
    items: explained,
    shipping,
    taxIncluded: taxesIncluded,
    payments: toPayments(root, total),
    fulfilled: root.displayFulfillmentStatus === 'FULFILLED' && !canceledAt,
    fulfillments: canceledAt ? [] : mapFulfillments(root, children as LineItemLine[], { placedAt, now, isErased }),
    canceledAt,
    email: isErased ? null : toEmail(root.email),
    customerId,
    shippingAddress: toOrderAddress(root.shippingAddress, isErased),
    billingAddress: toOrderAddress(root.billingAddress, isErased),
    note: isErased ? null : root.note?.trim().slice(0, 5000) || null,
    tags: [...new Set(root.tags.flatMap((tag) => toLine(tag, 100) ?? []))].slice(0, 100),
  }
}

const earlier = (time: string, now: Date) => new Date(Math.min(Date.parse(time), now.getTime())).toISOString()
const later = (time: string, than: string) => (time < than ? than : time)

function toOrderAddress(fields: OrderLine['shippingAddress'], isErased: boolean): Address | null {
  const address = fields ? toAddress(fields) : undefined
  if (!address) return null
  return isErased ? { country: address.country, ...(address.region && { region: address.region }) } : address
}

const amountOf = ({ shopMoney }: ShopMoney, currency: string): number | undefined => {
  const amount = parseAmount(shopMoney.amount, currency)?.amount
  return amount !== undefined && amount >= 0 && shopMoney.currencyCode === currency ? amount : undefined
}

const totalOf = (amounts: ShopMoney[], currency: string): number =>
  sum(amounts.map((amount) => amountOf(amount, currency) ?? 0))

function toItem(
  line: LineItemLine,
  currency: string,
  taxIncluded: boolean,
  variantIds: OrderLookups['variantIds'],
): Item | undefined {
  const unitPrice = amountOf(line.originalUnitPriceSet, currency)
  if (unitPrice === undefined) return undefined
  const subtotal = unitPrice * line.quantity
  const discounts = line.discountAllocations.map(({ allocatedAmountSet }) => allocatedAmountSet)
  const discount = Math.min(totalOf(discounts, currency), subtotal)
  const taxes = totalOf(
    line.taxLines.map(({ priceSet }) => priceSet),
    currency,
  )
  const tax = taxIncluded ? Math.min(taxes, subtotal - discount) : taxes
  const title = [line.title, line.variantTitle].filter(Boolean).join(' – ')
  return {
    title: toLine(title, 500) ?? 'Item',
    sku: toLine(line.sku, 255) ?? null,
    variantId: variantIds.get(line.variant?.id ?? '') ?? null,
    quantity: line.quantity,
    unitPrice: money(unitPrice, currency),
    discount: money(discount, currency),
    tax: money(tax, currency),
    requiresShipping: line.requiresShipping,
  }
}

function toShipping({ shippingLine, totalShippingPriceSet, currencyCode, taxesIncluded }: OrderLine) {
  const price = amountOf(totalShippingPriceSet, currencyCode) ?? 0
  if (!shippingLine && price === 0) return null
  const original = shippingLine ? amountOf(shippingLine.originalPriceSet, currencyCode) : undefined
  const amount = Math.max(original ?? price, price)
  const taxes = totalOf(shippingLine?.taxLines.map(({ priceSet }) => priceSet) ?? [], currencyCode)
  return {
    title: toLine(shippingLine?.title, 200) ?? 'Shipping',
    amount: money(amount, currencyCode),
    discount: money(amount - price, currencyCode),
    tax: money(taxesIncluded ? Math.min(taxes, price) : taxes, currencyCode),
  }
}

interface TotalContext {
  total: number
  currency: string
  taxesIncluded: boolean
}

/** Tips, duties, fees and rounding are in the total and in no line. */
function explainTotal(
  items: Item[],
  shipping: ReturnType<typeof toShipping>,
  { total, currency, taxesIncluded }: TotalContext,
): Item[] {
  const value = (amount: Money | undefined) => amount?.amount ?? 0
  const priceOf = (item: Item) =>
    item.unitPrice.amount * item.quantity - value(item.discount) + (taxesIncluded ? 0 : value(item.tax))
  const shippingPrice = shipping
    ? shipping.amount.amount - shipping.discount.amount + (taxesIncluded ? 0 : shipping.tax.amount)
    : 0
  const difference = total - sum(items.map(priceOf)) - shippingPrice
  if (difference > 0) {
    const other: Item = {
      title: 'Tips, duties and rounding',
      quantity: 1,
      unitPrice: money(difference, currency),
      requiresShipping: false,
    }
    return [...items, other]
  }
  let excess = -difference
  return items.map((item) => {
    const subtotal = item.unitPrice.amount * item.quantity
    const discount = Math.min(subtotal, value(item.discount) + excess)
    excess -= discount - value(item.discount)
    const tax = taxesIncluded ? Math.min(value(item.tax), subtotal - discount) : value(item.tax)
    return { ...item, discount: money(discount, currency), tax: money(tax, currency) }
  })
}

/** One payment for all that the shop received: how it was split is in its own books. */
function toPayments(order: OrderLine, total: number): NonNullable<SourceOrder['payments']> {
  const { currencyCode: currency } = order
  const received = Math.min(amountOf(order.totalReceivedSet, currency) ?? 0, total)
  const isPayment = ({ kind, status }: OrderLine['transactions'][number]) =>
    status === 'SUCCESS' && (kind === 'SALE' || kind === 'CAPTURE')
  const reference = order.transactions.find(isPayment)?.id ?? null
  if (received > 0) {
    const refunded = Math.min(amountOf(order.totalRefundedSet, currency) ?? 0, received)
    const amounts = { amount: money(received, currency), refunded: money(refunded, currency) }
    return [{ kind: 'external', status: 'paid', ...amounts, reference }]
  }
  if (order.displayFinancialStatus !== 'VOIDED' || total === 0) return []
  return [{ kind: 'external', status: 'voided', amount: money(total, currency), reference: null }]
}
