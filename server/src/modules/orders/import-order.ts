import { actorOf, type Ctx, transaction } from '../../ctx.ts'
import { violatesConstraint } from '../../db/violates-constraint.ts'
import type { NewEvent } from '../../events/emit.ts'
import { assertNoCardNumbers } from '../../kit/card-number.ts'
import { AppError } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { money } from '../../kit/money.ts'
import { changeOrder } from './change-order.ts'
import { addFulfilledUnits, insertFulfillment } from './fulfillments/queries.ts'
import { snapshotImport } from './import-snapshot.ts'
import { commitStock, isOrderNumberTaken, placeOrder, reserveOrderNumber } from './orders.ts'
import { type ExternalPaymentRow, insertExternalPayments } from './place-order-queries.ts'
import * as queries from './queries.ts'
import type { ExternalPayment, ImportedOrder } from './request-schemas.ts'
import type { Order } from './schemas.ts'

/**
 * Imports an order from another shop, with its payments and fulfillment. The caller claims `nextNumber` beforehand; it
 * applies if the import has no number. `addMore` adds what a request can't have, in the same change.
 */
export async function importOrder(
  ctx: Ctx,
  input: ImportedOrder,
  nextNumber?: number,
  addMore?: (ctx: Ctx, order: queries.OrderRow) => Promise<void>,
): Promise<Order> {
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
    await placeOrder(ctx, { snapshot, number, payments: [], placedAt, checkoutId: null, kind: 'import' })
    return changeOrder(ctx, id, 'edit', async (ctx, order) => {
      await insertExternalPayments(ctx, order, payments.map(toPaymentRow))
      if (input.fulfilled) await recordFulfillment(ctx, order, placedAt)
      await addMore?.(ctx, order)
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
async function recordFulfillment(ctx: Ctx, order: queries.OrderRow, fulfilledAt: string): Promise<void> {
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

/** Turns a duplicate number or `externalId` into a 409. */
async function rejectDuplicate(ctx: Ctx, error: unknown, { externalId, number }: ImportedOrder): Promise<never> {
  if (isOrderNumberTaken(error) && number !== undefined) {
    const message = `Order #${number} already exists. Omit the number to get the next one.`
    throw new AppError('conflict', message, {
      details: [{ path: '/number', message: 'is already in use' }],
      cause: error,
    })
  }
  const isDuplicate = violatesConstraint(error, 'orders_external_id_idx')
  if (!isDuplicate || externalId === undefined) throw error
  const other = await queries.findByExternalId(ctx, externalId)
  const message = `An order with the external ID "${externalId}" was already imported.`
  throw new AppError('conflict', message, {
    details: [{ path: '/externalId', message: 'is already in use' }],
    ...(other && { fields: { orderId: other.id } }),
  })
}
