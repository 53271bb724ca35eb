import type { Ctx } from '../../../ctx.ts'
import { isCurrency } from '../../../kit/currencies.ts'
import { AppError, type ErrorDetail, invalidRequest } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import type { PlacedLine, PlacedOrder } from '../placed.ts'
import { listVariants } from './new-order-queries.ts'
import type { ImportedOrder } from './new-order-schemas.ts'
import { refuseOtherCurrencies, sum, toShipping, totalsOf } from './reckon.ts'

/** The order as the other shop knew it. What it says is believed, but it must add up. */
export async function placedOfImport(ctx: Ctx, wanted: ImportedOrder): Promise<PlacedOrder> {
  const { currency, taxIncluded = true } = wanted
  if (!isCurrency(currency)) throw invalidRequest(`There is no currency ${currency}.`)
  refuseOtherCurrencies(currency, wanted)
  const lines = await linesOf(ctx, wanted)
  const shipping = wanted.shipping ? toShipping(wanted.shipping) : null
  const totals = totalsOf(lines, shipping, taxIncluded)
  refuseUntrue(ctx, wanted, totals.total)
  return {
    id: newId('ord'),
    cartId: null,
    currency,
    email: wanted.email ?? null,
    customerId: wanted.customerId ?? null,
    locale: null,
    source: 'import',
    shippingAddress: wanted.shippingAddress ?? null,
    billingAddress: wanted.billingAddress ?? null,
    note: wanted.note ?? null,
    attributes: {},
    lines,
    shipping,
    taxes: [],
    promotions: [],
    totals,
    ...(wanted.externalId !== undefined && { externalId: wanted.externalId }),
  }
}

const MORE_THAN_PRICE = 'is more than the price that holds it: lower it, or say taxIncluded: false'

async function linesOf(ctx: Ctx, { items, taxIncluded = true }: ImportedOrder): Promise<PlacedLine[]> {
  const ids = items.flatMap(({ variantId }) => variantId ?? [])
  const variants = new Map((ids.length > 0 ? await listVariants(ctx, ids) : []).map((one) => [one.id, one]))
  const missing: ErrorDetail[] = []
  const huge: ErrorDetail[] = []
  const lines = items.map((item, at): PlacedLine => {
    const { title, quantity, variantId = null, requiresShipping = true } = item
    const variant = variantId ? variants.get(variantId) : undefined
    if (variantId && !variant) missing.push({ path: `/items/${at}`, message: `there is no variant ${variantId}` })
    const [discount, tax] = [item.discount?.amount ?? 0, item.tax?.amount ?? 0]
    const subtotal = item.unitPrice.amount * quantity
    if (discount > subtotal) huge.push({ path: `/items/${at}/discount`, message: 'is more than the line costs' })
    else if (taxIncluded && tax > subtotal - discount) huge.push({ path: `/items/${at}/tax`, message: MORE_THAN_PRICE })
    return {
      id: newId('li'),
      variantId,
      productId: variant?.productId ?? null,
      sku: item.sku ?? variant?.sku ?? null,
      title,
      handle: null,
      options: {},
      image: null,
      properties: {},
      quantity,
      unitPrice: item.unitPrice.amount,
      subtotal,
      discount,
      taxes: [],
      tax,
      total: subtotal - discount + (taxIncluded ? 0 : tax),
      requiresShipping,
      isGiftCard: false,
      weightGrams: 0,
      giftOf: null,
    }
  })
  if (missing.length > 0) throw new AppError('not_found', 'There is no such variant.', { details: missing })
  if (huge.length > 0) throw invalidRequest('An amount is more than there is to pay.', huge)
  return lines
}

function refuseUntrue(ctx: Ctx, wanted: ImportedOrder, total: number): void {
  const { payments = [], canceledAt = null, currency } = wanted
  const faults: ErrorDetail[] = []
  const fault = (path: string, message: string, actual?: number) =>
    faults.push({ path, message, ...(actual !== undefined && { actual }) })
  if (wanted.total && (wanted.total.amount !== total || wanted.total.currency !== currency)) {
    fault('/total', `the lines and shipping add up to ${total} ${currency}`, total)
  }
  const amounts = payments.flatMap(({ amount, refunded = amount }) => [amount, refunded])
  if (amounts.some((amount) => amount.currency !== currency)) fault('/payments', `must be in ${currency}`)
  const paid = sum(payments.map(({ status, amount }) => (status === 'paid' ? amount.amount : 0)))
  if (paid > total) fault('/payments', `${paid} was paid, and it cost ${total}`, total)
  for (const [at, { status, amount, refunded }] of payments.entries()) {
    if (amount.amount === 0) fault(`/payments/${at}/amount`, 'must be more than nothing')
    const captured = status === 'paid' ? amount.amount : 0
    if ((refunded?.amount ?? 0) > captured) fault(`/payments/${at}/refunded`, 'is more than was paid', captured)
  }
  const { shipping, taxIncluded = true } = wanted
  const shippingPrice = (shipping?.amount.amount ?? 0) - (shipping?.discount?.amount ?? 0)
  if (taxIncluded && (shipping?.tax?.amount ?? 0) > shippingPrice) fault('/shipping/tax', MORE_THAN_PRICE)
  faults.push(...untrueTimes(ctx, wanted))
  if (canceledAt && wanted.fulfilled) fault('/fulfilled', 'what was canceled was not sent')
  if (canceledAt && wanted.takeStock) fault('/takeStock', 'what was canceled takes no stock')
  if (faults.length > 0) throw invalidRequest('The order does not add up.', faults)
}

function untrueTimes({ now }: Ctx, { placedAt, canceledAt = null }: ImportedOrder): ErrorDetail[] {
  const faultOf = (time: string): string | undefined => {
    if (Number.isNaN(Date.parse(time))) return 'is no time that there was'
    return Date.parse(time) > now.getTime() ? 'is in the future' : undefined
  }
  const [placed, canceled] = [faultOf(placedAt), canceledAt === null ? undefined : faultOf(canceledAt)]
  const isBefore = canceledAt !== null && !placed && Date.parse(canceledAt) < Date.parse(placedAt)
  return [
    ...(placed ? [{ path: '/placedAt', message: placed }] : []),
    ...(canceled ? [{ path: '/canceledAt', message: canceled }] : []),
    ...(isBefore ? [{ path: '/canceledAt', message: 'is before placedAt' }] : []),
  ]
}
