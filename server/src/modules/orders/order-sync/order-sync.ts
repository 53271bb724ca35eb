import { Type } from 'typebox'
import { actorOf, type Ctx, transaction } from '../../../ctx.ts'
import { sql } from '../../../db/sql.ts'
import { createValidator } from '../../../http/validation/validators.ts'
import { invalidRequest } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import { sum } from '../../../kit/sum.ts'
import { changeOrder } from '../change-order.ts'
import { addFulfilledUnits, insertFulfillment, listImportedFulfillments } from '../fulfillments/queries.ts'
import { importOrder } from '../import-order.ts'
import { insertExternalPayments } from '../place-order-queries.ts'
import * as queries from '../queries.ts'
import { ImportedOrder } from '../request-schemas.ts'
import { listPendingReturns } from '../returns/queries.ts'
import type { Order } from '../schemas.ts'
import {
  applyFulfillments,
  type FulfillmentPlan,
  isEmptyPlan,
  planFulfillments,
  type SourceFulfillment,
} from './fulfillment-sync.ts'

/** An order of another shop, as it was there. `fulfillments` instead of `fulfilled`, if it knows them. */
export type SourceOrder = ImportedOrder & { fulfillments?: SourceFulfillment[] }

/** What another shop may change about an order after it was placed. */
type OrderProgress = Pick<SourceOrder, 'payments' | 'fulfilled' | 'fulfillments' | 'canceledAt' | 'tags'>

const validateShape = createValidator(ImportedOrder)

/** The buyer gets no email, no points and no promotion. `nextNumber` applies if the import has no number. */
export async function createSyncedOrder(ctx: Ctx, input: SourceOrder, nextNumber?: number): Promise<Order> {
  const { fulfillments = [], ...order } = input
  const errors = validateShape(order)
  if (errors.length > 0) throw invalidRequest('The order is not valid here.', errors)
  if (fulfillments.length === 0) return importOrder(ctx, order, nextNumber)
  return importOrder(ctx, { ...order, fulfilled: false }, nextNumber, async (ctx, row) => {
    await applyFulfillments(ctx, row.id, planFulfillments(row.items, [], fulfillments))
  })
}

interface OrderSyncOutcome {
  /** Names of the fields that changed. */
  changes: string[]
  /** A shipment was canceled there, but its units were returned here: it stays. */
  hasBlockedCancellation: boolean
}

/**
 * Brings an imported order up to date: payments, refunds, fulfillment, cancellation and tags. What was ordered, and what
 * staff did to it here, stays.
 */
export function updateSyncedOrder(ctx: Ctx, id: string, progress: OrderProgress): Promise<OrderSyncOutcome> {
  return transaction(ctx, async (ctx) => {
    // Before anything is read: another webhook of the same order must not cancel or ship the same units again.
    await queries.lockOrder(ctx, id)
    const order = await queries.findOrder(ctx, id)
    if (!order) return { changes: [], hasBlockedCancellation: false }
    const plan = await planShipments(ctx, order, progress)
    const changes = [...planChanges(order, progress), ...(isEmptyPlan(plan) ? [] : ['fulfillments'])]
    if (changes.length > 0) await applyChanges(ctx, order.id, progress, changes, plan)
    return { changes, hasBlockedCancellation: plan.blocked.length > 0 }
  })
}

async function planShipments(ctx: Ctx, { id, items }: queries.OrderRow, { fulfillments = [] }: OrderProgress) {
  if (fulfillments.length === 0) return planFulfillments(items, [], [])
  const imported = await listImportedFulfillments(ctx, id)
  return planFulfillments(items, imported, fulfillments, await listPendingReturns(ctx, id))
}

const applyChanges = (
  ctx: Ctx,
  id: queries.OrderRow['id'],
  progress: OrderProgress,
  changes: string[],
  plan: FulfillmentPlan,
) =>
  changeOrder(ctx, id, 'reconcile', async (ctx, order) => {
    if (changes.includes('payments')) await replacePayments(ctx, order, progress)
    if (changes.includes('fulfilled')) await fulfillRest(ctx, order)
    await applyFulfillments(ctx, id, plan)
    if (changes.includes('canceledAt') || changes.includes('tags')) {
      const { status, staffNote } = order
      const tags = [...new Set([...order.tags, ...(progress.tags ?? [])])]
      const canceledAt = order.canceledAt ?? progress.canceledAt ?? null
      await queries.updateOrderFields(ctx, id, { status, tags, staffNote, canceledAt })
    }
    return [{ type: 'order.updated', data: { orderId: id, fields: changes, actor: actorOf(ctx.caller) } }]
  })

function planChanges(
  order: queries.OrderRow,
  { payments = [], fulfilled, fulfillments = [], canceledAt, tags = [] }: OrderProgress,
) {
  const external = order.payments.filter(({ kind }) => kind === 'external')
  const captured = sum(external.map((payment) => payment.captured))
  const refunded = sum(external.map((payment) => payment.refunded))
  const paid = payments.filter(({ status }) => status === 'paid')
  const isPaidDifferently =
    external.length === order.payments.length &&
    (captured !== sum(paid.map(({ amount }) => amount.amount)) ||
      refunded !== sum(paid.map((payment) => payment.refunded?.amount ?? 0)))
  const canFulfill = order.items.some((item) => item.requiresShipping && item.fulfilled < item.current)
  const isCanceled = Boolean(canceledAt) && order.canceledAt === null
  return [
    ...(isPaidDifferently ? ['payments'] : []),
    ...(fulfilled && fulfillments.length === 0 && canFulfill && !isCanceled ? ['fulfilled'] : []),
    ...(isCanceled ? ['canceledAt'] : []),
    ...(tags.some((tag) => !order.tags.includes(tag)) ? ['tags'] : []),
  ]
}

const DeletedPayment = Type.Object({ refunded: Type.Integer() })

/** The other shop's books are the truth: what it imported before is replaced. */
async function replacePayments(ctx: Ctx, order: queries.OrderRow, { payments = [] }: OrderProgress): Promise<void> {
  const deleted = await ctx.db.rows(
    DeletedPayment,
    sql`
      delete from order_payments
      where environment_id = ${ctx.environmentId} and order_id = ${order.id} and kind = 'external'
      returning refunded`,
  )
  await ctx.db.run(sql`
    update orders set refunded = refunded - ${sum(deleted.map(({ refunded }) => refunded))}
    where environment_id = ${ctx.environmentId} and id = ${order.id}`)
  await insertExternalPayments(
    ctx,
    order,
    payments.map(({ amount, status, refunded, reference = null }) => ({
      id: newId('pay'),
      ref: reference,
      status,
      amount: amount.amount,
      captured: status === 'paid' ? amount.amount : 0,
      refunded: refunded?.amount ?? 0,
      details: {},
    })),
  )
}

async function fulfillRest(ctx: Ctx, order: queries.OrderRow): Promise<void> {
  const items = order.items.flatMap(({ id, requiresShipping, current, fulfilled }) =>
    requiresShipping && fulfilled < current ? [{ itemId: id, quantity: current - fulfilled }] : [],
  )
  await insertFulfillment(ctx, {
    id: newId('ful'),
    orderId: order.id,
    status: 'shipped',
    items,
    tracking: null,
    locationId: null,
    createdAt: ctx.now.toISOString(),
    deliveredAt: null,
  })
  await addFulfilledUnits(ctx, order.id, items)
}
