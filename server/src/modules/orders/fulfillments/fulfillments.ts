import { actorOf, type Ctx, transaction } from '../../../ctx.ts'
import { keyset, type Page, toPage } from '../../../db/page.ts'
import { emit, type NewEvent } from '../../../events/emit.ts'
import { AppError, notFound } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import { getActiveLocation } from '../../inventory/inventory.ts'
import { changeOrder } from '../change-order.ts'
import { assertItemQuantities } from '../item-quantities.ts'
import { getOrder } from '../orders.ts'
import { type ItemRow, lockOrder, type OrderRow } from '../queries.ts'
import type { ItemQuantity, OrderPageQuery } from '../request-schemas.ts'
import { listPendingReturns } from '../returns/queries.ts'
import * as queries from './queries.ts'
import type { Fulfillment, FulfillmentChanges, NewFulfillment, TrackingStatus } from './schemas.ts'

/** Never fulfills more than the unfulfilled quantity, even under concurrent requests: `changeOrder` locks the order. */
export function fulfill(ctx: Ctx, orderId: Fulfillment['orderId'], input: NewFulfillment): Promise<Fulfillment> {
  return transaction(ctx, async (ctx) => {
    const id = newId('ful')
    await changeOrder(ctx, orderId, 'fulfill', async (ctx, order) => {
      const { tracking = null, locationId = null, notify = true } = input
      const items = input.items ?? allUnfulfilled(order)
      assertItemQuantities(order, items, { available: unfulfilledQuantity, action: 'fulfilled' })
      if (locationId) await getActiveLocation(ctx, locationId)
      const base = { id, orderId, tracking, locationId, createdAt: ctx.now.toISOString(), deliveredAt: null }
      await queries.insertFulfillment(ctx, { ...base, status: 'shipped', items })
      await queries.addFulfilledUnits(ctx, orderId, items)
      return [toEvent(ctx, 'order.fulfilled', { orderId, fulfillmentId: id, notify })]
    })
    return getFulfillment(ctx, orderId, id)
  })
}

const unfulfilledQuantity = ({ current, fulfilled }: ItemRow): number => Math.max(0, current - fulfilled)

/** Items that need no shipping, such as downloads, are fulfilled only when the request lists them. */
function allUnfulfilled({ number, items }: OrderRow): ItemQuantity[] {
  const remaining = items.flatMap((item) =>
    item.requiresShipping && unfulfilledQuantity(item) > 0
      ? [{ itemId: item.id, quantity: unfulfilledQuantity(item) }]
      : [],
  )
  if (remaining.length > 0) return remaining
  throw new AppError('conflict', `Order #${number} has nothing left to ship. To fulfill other items, send them.`)
}

/** Allowed status transitions; any other returns 409. */
const TRANSITIONS: Record<Fulfillment['status'], readonly Fulfillment['status'][]> = {
  shipped: ['delivered', 'canceled'],
  delivered: [],
  canceled: [],
}

export function changeFulfillment(
  ctx: Ctx,
  { id: orderId, fulfillmentId }: { id: Fulfillment['orderId']; fulfillmentId: Fulfillment['id'] },
  { status, tracking }: FulfillmentChanges,
  deliveredAt = ctx.now.toISOString(),
): Promise<Fulfillment> {
  return transaction(ctx, async (ctx) => {
    await changeOrder(ctx, orderId, 'edit', async (ctx, order) => {
      const before = await getFulfillment(ctx, orderId, fulfillmentId)
      assertTransition(before, status)
      if (status === 'canceled') await revertFulfilled(ctx, order, before)
      const next = {
        ...before,
        status: status ?? before.status,
        tracking: tracking === undefined ? before.tracking : tracking,
      }
      await queries.updateFulfillment(ctx, {
        ...next,
        deliveredAt: status === 'delivered' ? deliveredAt : before.deliveredAt,
      })
      // What was reported about another number is not about this shipment.
      if (next.tracking?.number !== before.tracking?.number && before.trackingStatus !== null)
        await queries.saveTracking(ctx, { ...before, trackingStatus: null, estimatedDeliveryAt: null })
      return [toEvent(ctx, STATUS_EVENTS[status ?? 'shipped'], { orderId, fulfillmentId })]
    })
    return getFulfillment(ctx, orderId, fulfillmentId)
  })
}

/** What carriers have reported about a shipment. */
export interface TrackingState {
  current: { status: TrackingStatus; occurredAt: string } | null
  estimatedDeliveryAt: string | null
}

/**
 * Writes what `resolve` finds, and completes the delivery. The order keeps its version unless it is delivered, so that
 * staff who edit it are not interrupted by every scan of a parcel.
 */
export function updateTracking(
  ctx: Ctx,
  path: { id: Fulfillment['orderId']; fulfillmentId: Fulfillment['id'] },
  resolve: (ctx: Ctx, before: Fulfillment) => Promise<TrackingState>,
): Promise<void> {
  const { id: orderId, fulfillmentId } = path
  return transaction(ctx, async (ctx) => {
    // The same lock as for all changes of an order, and first: any other order could deadlock with them.
    await lockOrder(ctx, orderId)
    const before = await getFulfillment(ctx, orderId, fulfillmentId)
    const { current, estimatedDeliveryAt } = await resolve(ctx, before)
    const trackingStatus = current?.status ?? before.trackingStatus
    const hasMoved = current !== null && trackingStatus !== before.trackingStatus
    if (hasMoved || estimatedDeliveryAt !== before.estimatedDeliveryAt) {
      await queries.saveTracking(ctx, { id: before.id, trackingStatus, estimatedDeliveryAt })
    }
    if (!hasMoved) return
    const { status: newStatus, occurredAt } = current
    const actor = actorOf(ctx.caller)
    await emit(ctx, 'order.tracking_updated', { orderId, fulfillmentId, trackingStatus: newStatus, occurredAt, actor })
    const isOpen = before.status === 'shipped' && (await getOrder(ctx, orderId)).status !== 'canceled'
    // Some carriers report local times as UTC: nothing was delivered in the future.
    const deliveredAt = occurredAt < ctx.now.toISOString() ? occurredAt : ctx.now.toISOString()
    if (newStatus === 'delivered' && isOpen) await changeFulfillment(ctx, path, { status: 'delivered' }, deliveredAt)
  })
}

const STATUS_EVENTS = {
  shipped: 'order.fulfillment_updated',
  delivered: 'order.delivered',
  canceled: 'order.fulfillment_canceled',
} as const

function assertTransition({ id, status }: Fulfillment, next: Fulfillment['status'] | undefined): void {
  const fields = { fulfillmentId: id, status }
  if (status === 'canceled')
    throw new AppError('conflict', 'This fulfillment is canceled and can’t be changed. Create a new one.', { fields })
  if (next === undefined || TRANSITIONS[status].includes(next)) return
  throw new AppError(
    'conflict',
    `This fulfillment is ${status} and can’t become ${next}. To take items back, create a return.`,
    { fields },
  )
}

/**
 * Reverts a fulfillment that was never sent. Units already returned, or in a pending return, were sent, so they can't
 * be reverted.
 */
async function revertFulfilled(ctx: Ctx, order: OrderRow, { items }: Fulfillment): Promise<void> {
  const pendingReturns = new Map(
    (await listPendingReturns(ctx, order.id)).map(({ itemId, quantity }) => [itemId, quantity]),
  )
  const remaining = (item: ItemRow) => item.fulfilled - item.returned - (pendingReturns.get(item.id) ?? 0)
  assertItemQuantities(order, items, {
    available: remaining,
    action: 'reverted, because the others were returned',
  })
  await queries.addFulfilledUnits(
    ctx,
    order.id,
    items.map(({ itemId, quantity }) => ({ itemId, quantity: -quantity })),
  )
}

async function getFulfillment(ctx: Ctx, orderId: string, id: string): Promise<Fulfillment> {
  const fulfillment = await queries.findFulfillment(ctx, orderId, id)
  if (!fulfillment) throw notFound('fulfillment', id)
  return fulfillment
}

export async function listFulfillments(ctx: Ctx, orderId: string, query: OrderPageQuery): Promise<Page<Fulfillment>> {
  await getOrder(ctx, orderId)
  const page = keyset(query)
  return toPage(await queries.listFulfillments(ctx, orderId, page), page)
}

const toEvent = (ctx: Ctx, type: NewEvent['type'], data: object) =>
  ({ type, data: { ...data, actor: actorOf(ctx.caller) } }) as NewEvent
