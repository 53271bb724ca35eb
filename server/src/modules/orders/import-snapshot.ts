import type { Ctx } from '../../ctx.ts'
import { AppError, type ErrorDetail, invalidRequest } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { isCurrency } from '../../kit/money.ts'
import { sum } from '../../kit/sum.ts'
import { assertCustomerExists } from '../customers/customers.ts'
import { listVariants } from './queries.ts'
import type { ImportedOrder } from './request-schemas.ts'
import type { OrderSnapshot, SnapshotItem } from './schemas.ts'
import { assertCurrency, computeTotals, toSnapshotShipping } from './totals.ts'

/** The order as the other shop recorded it. Its amounts are trusted, but they must add up. */
export async function snapshotImport(ctx: Ctx, input: ImportedOrder): Promise<OrderSnapshot> {
  const { currency, taxIncluded = true } = input
  if (!isCurrency(currency)) throw invalidRequest(`${currency} is not a supported currency.`)
  assertCurrency(currency, input)
  await assertCustomerExists(ctx, input.customerId ?? null, '/customerId')
  const items = await toLineItems(ctx, input)
  const shipping = input.shipping ? toSnapshotShipping(input.shipping) : null
  const totals = computeTotals(items, shipping, taxIncluded)
  assertConsistent(ctx, input, totals.total)
  return {
    id: newId('ord'),
    cartId: null,
    currency,
    email: input.email ?? null,
    customerId: input.customerId ?? null,
    locale: null,
    source: 'import',
    shippingAddress: input.shippingAddress ?? null,
    billingAddress: input.billingAddress ?? null,
    note: input.note ?? null,
    attributes: {},
    items,
    shipping,
    taxes: [],
    promotions: [],
    totals,
    ...(input.externalId !== undefined && { externalId: input.externalId }),
  }
}

const MORE_THAN_PRICE = 'must not exceed the price that includes it: lower it or send taxIncluded: false'

async function toLineItems(ctx: Ctx, { items, taxIncluded = true }: ImportedOrder): Promise<SnapshotItem[]> {
  const ids = items.flatMap(({ variantId }) => variantId ?? [])
  const variants = new Map((ids.length > 0 ? await listVariants(ctx, ids) : []).map((one) => [one.id, one]))
  const missing: ErrorDetail[] = []
  const excessive: ErrorDetail[] = []
  const snapshots = items.map((item, index): SnapshotItem => {
    const { title, quantity, variantId = null, requiresShipping = true } = item
    const variant = variantId ? variants.get(variantId) : undefined
    if (variantId && !variant)
      missing.push({ path: `/items/${index}`, message: 'is not a variant of this shop', variantId })
    const [discount, tax] = [item.discount?.amount ?? 0, item.tax?.amount ?? 0]
    const subtotal = item.unitPrice.amount * quantity
    if (discount > subtotal)
      excessive.push({ path: `/items/${index}/discount`, message: 'must not exceed the price of the item' })
    else if (taxIncluded && tax > subtotal - discount)
      excessive.push({ path: `/items/${index}/tax`, message: MORE_THAN_PRICE })
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
      giftCard: false,
      weightGrams: 0,
      giftPromotionId: null,
    }
  })
  if (missing.length > 0) throw new AppError('not_found', 'No such variant.', { details: missing })
  if (excessive.length > 0) throw invalidRequest('A discount or tax exceeds the price.', excessive)
  return snapshots
}

function assertConsistent(ctx: Ctx, input: ImportedOrder, total: number): void {
  const { payments = [], canceledAt = null, currency } = input
  const errors: ErrorDetail[] = []
  const addError = (path: string, message: string, fields: Pick<ErrorDetail, 'amount' | 'maxAmount'> = {}) =>
    errors.push({ path, message, ...fields })
  if (input.total && (input.total.amount !== total || input.total.currency !== currency)) {
    addError('/total', 'must equal the sum of items and shipping', { amount: { amount: total, currency } })
  }
  const amounts = payments.flatMap(({ amount, refunded = amount }) => [amount, refunded])
  if (amounts.some((amount) => amount.currency !== currency)) addError('/payments', `must be in ${currency}`)
  const paid = sum(payments.map(({ status, amount }) => (status === 'paid' ? amount.amount : 0)))
  if (paid > total) addError('/payments', 'must not exceed the order total', { maxAmount: { amount: total, currency } })
  for (const [index, { status, amount, refunded }] of payments.entries()) {
    if (amount.amount === 0) addError(`/payments/${index}/amount`, 'must be greater than 0')
    const captured = status === 'paid' ? amount.amount : 0
    if ((refunded?.amount ?? 0) > captured)
      addError(`/payments/${index}/refunded`, 'must not exceed the amount paid', {
        maxAmount: { amount: captured, currency },
      })
  }
  const { shipping, taxIncluded = true } = input
  const shippingPrice = (shipping?.amount.amount ?? 0) - (shipping?.discount?.amount ?? 0)
  if (taxIncluded && (shipping?.tax?.amount ?? 0) > shippingPrice) addError('/shipping/tax', MORE_THAN_PRICE)
  errors.push(...validateTimes(ctx, input))
  if (canceledAt && input.fulfilled) addError('/fulfilled', 'must not be true for a canceled order')
  if (canceledAt && input.deductStock) addError('/deductStock', 'must not be true for a canceled order')
  if (errors.length > 0)
    throw invalidRequest('The totals, payments or times of the order do not match. Fix the fields in details.', errors)
}

function validateTimes({ now }: Ctx, { placedAt, canceledAt = null }: ImportedOrder): ErrorDetail[] {
  const validateTime = (time: string): string | undefined => {
    if (Number.isNaN(Date.parse(time))) return 'must be an existing date and time'
    return Date.parse(time) > now.getTime() ? 'must not be in the future' : undefined
  }
  const [placed, canceled] = [validateTime(placedAt), canceledAt === null ? undefined : validateTime(canceledAt)]
  const isBefore = canceledAt !== null && !placed && Date.parse(canceledAt) < Date.parse(placedAt)
  return [
    ...(placed ? [{ path: '/placedAt', message: placed }] : []),
    ...(canceled ? [{ path: '/canceledAt', message: canceled }] : []),
    ...(isBefore ? [{ path: '/canceledAt', message: 'must not be before placedAt' }] : []),
  ]
}
