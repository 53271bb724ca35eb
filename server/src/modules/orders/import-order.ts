import { actorOf, type Ctx, transaction } from '../../ctx.ts'
import type { NewEvent } from '../../events/emit.ts'
import { assertNoCardNumbers } from '../../kit/card-number.ts'
import { AppError } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { money } from '../../kit/money.ts'
import { holdStock, sellHeldStock } from '../inventory/holds/holds.ts'
import { changeOrder } from './change-order.ts'
import type { ExternalPayment, ImportedOrder } from './create-schemas.ts'
import * as queries from './drafts/queries.ts'
import { addFulfilledUnits, insertFulfillment } from './fulfillments/queries.ts'
import { snapshotImport } from './import-snapshot.ts'
import { isOrderNumberTaken, placeOrder, reserveOrderNumber } from './orders.ts'
import { type ExternalPaymentRow, insertExternalPayments } from './place-order-queries.ts'
import type { OrderRow } from './queries.ts'
import type { Order } from './schemas.ts'

/**
 * Imports an order from another shop, with its payments and fulfillment. The caller claims `nextNumber` beforehand; it
 * applies if the import has no number.
 */
export async function importOrder(ctx: Ctx, input: ImportedOrder, nextNumber?: number): Promise<Order> {
  const number = input.number ?? nextNumber
  if (number === undefined) throw new Error('An import without a number needs a claimed one')
  const { email, shippingAddress, billingAddress, note } = input
  assertNoCardNumbers(ctx, { email, shippingAddress, billingAddress, note, staffNote: input.staffNote })
  const snapshot = await snapshotImport(ctx, input)
  const id = snapshot.id as Order['id']
  // Millisecond precision, as in responses: the order list is sorted by it.
  const placedAt = new Date(input.placedAt).toISOString()
  const { payments = [], tags = [], staffNote = null, canceledAt = null } = input
  const imported = transaction(ctx, async (ctx) => {
    await placeOrder(ctx, { snapshot, number, payments: [], placedAt, checkoutId: null, isSale: false })
    return changeOrder(ctx, id, 'edit', async (ctx, order) => {
      await insertExternalPayments(ctx, order, payments.map(toPaymentRow))
      if (input.fulfilled) await recordFulfillment(ctx, order, placedAt)
      await queries.updateOrderFields(ctx, id, { status: 'open', tags, staffNote, canceledAt })
      if (input.deductStock) await commitStock(ctx, order)
      if (input.number !== undefined) await reserveOrderNumber(ctx, number)
      const total = money(order.total, order.currency)
      return [{ type: 'order.imported', data: { orderId: id, number, total, actor: actorOf(ctx.caller) } } as NewEvent]
    })
  })
  return imported.catch((error: unknown) => rejectDuplicate(ctx, error, input))
}

const toPaymentRow = ({ amount, status, refunded, reference = null }: ExternalPayment): ExternalPaymentRow => ({
  id: newId('pay'),
  ref: reference,
  status,
  amount: amount.amount,
  captured: status === 'paid' ? amount.amount : 0,
  refunded: refunded?.amount ?? 0,
  details: {},
})

/** The import has no fulfillment date, so the order date stands in as the earliest possible one. */
async function recordFulfillment(ctx: Ctx, order: OrderRow, fulfilledAt: string): Promise<void> {
  const { id } = order
  const items = order.items.flatMap((item) =>
    item.requiresShipping ? [{ itemId: item.id, quantity: item.ordered }] : [],
  )
  if (items.length === 0) return
  const fulfillment = {
    id: newId('ful'),
    orderId: id,
    status: 'shipped',
    items,
    tracking: null,
    locationId: null,
  } as const
  await insertFulfillment(ctx, { ...fulfillment, createdAt: fulfilledAt, deliveredAt: null })
  await addFulfilledUnits(ctx, id, items)
}

/** All or nothing. Runs last in its transaction, because concurrent buyers wait on the stock rows from here on. */
export async function commitStock(ctx: Ctx, { id, items }: Pick<OrderRow, 'id' | 'items'>): Promise<void> {
  const units = items.flatMap(({ variantId, ordered }) => (variantId ? [{ variantId, quantity: ordered }] : []))
  if (units.length === 0) return
  const holds = await holdStock(ctx, id, units).catch((error: unknown) => {
    throw toOrderError(error)
  })
  await sellHeldStock(ctx, id, id, holds)
}

/** Staff has no cart to go back to, so the message must not mention one. */
function toOrderError(error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== 'out_of_stock') return error
  const message =
    'There is not enough stock for this order. Nothing was changed. Add stock or reduce the quantities, then try again.'
  return new AppError('out_of_stock', message, { details: error.details ?? [], cause: error })
}

/** Turns a duplicate number or `externalId` into a 409. */
async function rejectDuplicate(ctx: Ctx, error: unknown, { externalId, number }: ImportedOrder): Promise<never> {
  if (isOrderNumberTaken(error) && number !== undefined) {
    const message = `Order #${number} already exists. Omit the number to get the next one.`
    throw new AppError('conflict', message, {
      details: [{ path: '/number', message: 'is already in use' }],
      cause: error,
    })
  }
  const isDuplicate = error instanceof Error && 'constraint' in error && error.constraint === 'orders_external_id_idx'
  if (!isDuplicate || externalId === undefined) throw error
  const other = await queries.findByExternalId(ctx, externalId)
  const message = `An order with the external ID "${externalId}" was already imported.`
  throw new AppError('conflict', message, {
    details: [{ path: '/externalId', message: 'is already in use' }],
    ...(other && { fields: { orderId: other.id } }),
  })
}
