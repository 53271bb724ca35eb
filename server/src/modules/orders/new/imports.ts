import { actorOf, type Ctx, transaction } from '../../../ctx.ts'
import type { NewEvent } from '../../../events/emit.ts'
import { assertNoCardNumbers } from '../../../kit/card-number.ts'
import { AppError } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import { money } from '../../../kit/money.ts'
import { holdStock, sellHeld } from '../../inventory/holds.ts'
import { changeOrder } from '../change-order.ts'
import { addFulfilled, insertFulfillment } from '../goods/fulfillment-queries.ts'
import { insertOutsidePayments, type OutsidePayment } from '../money/credit-queries.ts'
import { isNumberTaken, keepNumber, placeOrder } from '../place-order.ts'
import type { OrderRow } from '../queries.ts'
import type { Order } from '../schemas.ts'
import { placedOfImport } from './imported-order.ts'
import * as queries from './new-order-queries.ts'
import type { ExternalPayment, ImportedOrder } from './new-order-schemas.ts'

/** An order of another shop, with what became of it there. `next` was taken before, and counts if it brings no number. */
export async function importOrder(ctx: Ctx, wanted: ImportedOrder, next?: number): Promise<Order> {
  const number = wanted.number ?? next
  if (number === undefined) throw new Error('An import without a number needs the next')
  const { email, shippingAddress, billingAddress, note } = wanted
  assertNoCardNumbers(ctx, { email, shippingAddress, billingAddress, note, staffNote: wanted.staffNote })
  const placed = await placedOfImport(ctx, wanted)
  const id = placed.id as Order['id']
  // To the millisecond, as it is told: the list goes by it.
  const placedAt = new Date(wanted.placedAt).toISOString()
  const { payments = [], tags = [], staffNote = null, canceledAt = null } = wanted
  const work = transaction(ctx, async (ctx) => {
    await placeOrder(ctx, { placed, number, payments: [], placedAt, checkoutId: null, isSale: false })
    return changeOrder(ctx, id, 'edit', async (ctx, order) => {
      await insertOutsidePayments(ctx, order, payments.map(toRow))
      if (wanted.fulfilled) await noteSent(ctx, order, placedAt)
      await queries.markOrder(ctx, id, { status: 'open', tags, staffNote, canceledAt })
      if (wanted.takeStock) await takeStock(ctx, order)
      if (wanted.number !== undefined) await keepNumber(ctx, number)
      const total = money(order.total, order.currency)
      return [{ type: 'order.imported', data: { orderId: id, number, total, by: actorOf(ctx.caller) } } as NewEvent]
    })
  })
  return work.catch((error: unknown) => refuseTwice(ctx, error, wanted))
}

const toRow = ({ amount, status, refunded, reference = null }: ExternalPayment): OutsidePayment => ({
  id: newId('pay'),
  ref: reference,
  status,
  amount: amount.amount,
  captured: status === 'paid' ? amount.amount : 0,
  refunded: refunded?.amount ?? 0,
  details: {},
})

/** When it was sent nobody has said: not before it was ordered. */
async function noteSent(ctx: Ctx, { id, lines }: OrderRow, sentAt: string): Promise<void> {
  const sent = lines.flatMap((line) => (line.requiresShipping ? [{ lineId: line.id, quantity: line.ordered }] : []))
  if (sent.length === 0) return
  const fresh = {
    id: newId('ful'),
    orderId: id,
    status: 'shipped',
    lines: sent,
    tracking: null,
    locationId: null,
  } as const
  await insertFulfillment(ctx, { ...fresh, createdAt: sentAt, deliveredAt: null })
  await addFulfilled(ctx, id, sent)
}

/** All of it or nothing. Last, since others wait for it from then on. */
export async function takeStock(ctx: Ctx, { id, lines }: Pick<OrderRow, 'id' | 'lines'>): Promise<void> {
  const wanted = lines.flatMap(({ variantId, ordered }) => (variantId ? [{ variantId, quantity: ordered }] : []))
  if (wanted.length === 0) return
  const held = await holdStock(ctx, id, wanted).catch((error: unknown) => {
    throw ofOrder(error)
  })
  await sellHeld(ctx, id, id, held)
}

/** Staff has no cart to look at. */
function ofOrder(error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== 'out_of_stock') return error
  const message =
    'There is not enough in stock for this order, so nothing was done. Add stock or take less, and try again.'
  return new AppError('out_of_stock', message, { details: error.details ?? [], cause: error })
}

/** What is there already is not made again. */
async function refuseTwice(ctx: Ctx, error: unknown, { externalId, number }: ImportedOrder): Promise<never> {
  if (isNumberTaken(error) && number !== undefined) {
    const message = `There is an order #${number} already: leave the number out to get the next.`
    throw new AppError('conflict', message, { details: [{ path: '/number', message: 'is taken' }], cause: error })
  }
  const isKnown = error instanceof Error && 'constraint' in error && error.constraint === 'orders_by_external_id'
  if (!isKnown || externalId === undefined) throw error
  const other = await queries.findByExternalId(ctx, externalId)
  const message = `The order "${externalId}" was imported before: it is ${other?.id ?? 'being written just now'}.`
  throw new AppError('conflict', message, { details: [{ path: '/externalId', message: other?.id ?? 'is taken' }] })
}
