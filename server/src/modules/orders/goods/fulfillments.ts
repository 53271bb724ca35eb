import { actorOf, type Ctx, transaction } from '../../../ctx.ts'
import { keyset, type Page, toPage } from '../../../db/page.ts'
import type { NewEvent } from '../../../events/emit.ts'
import { AppError, notFound } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import { getActiveLocation } from '../../inventory/locations.ts'
import { changeOrder } from '../change-order.ts'
import type { LineQuantity, PartsQuery } from '../given-schemas.ts'
import { refuseUnfit } from '../named-lines.ts'
import { getOrder } from '../orders.ts'
import type { LineRow, OrderRow } from '../queries.ts'
import * as queries from './fulfillment-queries.ts'
import type { Fulfillment, FulfillmentChanges, NewFulfillment } from './goods-schemas.ts'
import { comingBack } from './return-queries.ts'

/** Never more than was ordered and is not sent, however many send at once: whoever changes an order holds it. */
export function fulfill(ctx: Ctx, orderId: Fulfillment['orderId'], wanted: NewFulfillment): Promise<Fulfillment> {
  return transaction(ctx, async (ctx) => {
    const id = newId('ful')
    await changeOrder(ctx, orderId, 'fulfill', async (ctx, order) => {
      const { tracking = null, locationId = null, notify = true } = wanted
      const lines = wanted.lines ?? allToSend(order)
      refuseUnfit(order, lines, { of: leftToSend, deed: 'sent' })
      if (locationId) await getActiveLocation(ctx, locationId)
      const fresh = { id, orderId, tracking, locationId, createdAt: ctx.now.toISOString(), deliveredAt: null }
      await queries.insertFulfillment(ctx, { ...fresh, status: 'shipped', lines })
      await queries.addFulfilled(ctx, orderId, lines)
      return [told(ctx, 'order.fulfilled', { orderId, fulfillmentId: id, notify })]
    })
    return getFulfillment(ctx, orderId, id)
  })
}

const leftToSend = ({ current, fulfilled }: LineRow): number => Math.max(0, current - fulfilled)

/** What nobody ships, such as a download, is sent only where it is named. */
function allToSend({ number, lines }: OrderRow): LineQuantity[] {
  const left = lines.flatMap((line) =>
    line.requiresShipping && leftToSend(line) > 0 ? [{ lineId: line.id, quantity: leftToSend(line) }] : [],
  )
  if (left.length > 0) return left
  throw new AppError('conflict', `Nothing of order #${number} is left to be sent.`)
}

/** What may become of it; everything else is 409. */
const MOVES: Record<Fulfillment['status'], readonly Fulfillment['status'][]> = {
  shipped: ['delivered', 'canceled'],
  delivered: [],
  canceled: [],
}

export function changeFulfillment(
  ctx: Ctx,
  { id: orderId, fulfillmentId }: { id: Fulfillment['orderId']; fulfillmentId: Fulfillment['id'] },
  { status, tracking }: FulfillmentChanges,
): Promise<Fulfillment> {
  return transaction(ctx, async (ctx) => {
    await changeOrder(ctx, orderId, 'edit', async (ctx, order) => {
      const before = await getFulfillment(ctx, orderId, fulfillmentId)
      refuseMove(before, status)
      if (status === 'canceled') await takeBack(ctx, order, before)
      const next = {
        ...before,
        status: status ?? before.status,
        tracking: tracking === undefined ? before.tracking : tracking,
      }
      const deliveredAt = status === 'delivered' ? ctx.now.toISOString() : before.deliveredAt
      await queries.updateFulfillment(ctx, { ...next, deliveredAt })
      return [told(ctx, TOLD[status ?? 'shipped'], { orderId, fulfillmentId })]
    })
    return getFulfillment(ctx, orderId, fulfillmentId)
  })
}

const TOLD = {
  shipped: 'order.fulfillment_updated',
  delivered: 'order.delivered',
  canceled: 'order.fulfillment_canceled',
} as const

function refuseMove({ id, status }: Fulfillment, next: Fulfillment['status'] | undefined): void {
  if (status === 'canceled') throw new AppError('conflict', `${id} is canceled: nothing can be changed any more.`)
  if (next === undefined || MOVES[status].includes(next)) return
  throw new AppError('conflict', `${id} is ${status} and can't become ${next}.`)
}

/** It was not sent after all. What has come back, or is about to, was. */
async function takeBack(ctx: Ctx, order: OrderRow, { lines }: Fulfillment): Promise<void> {
  const coming = new Map((await comingBack(ctx, order.id)).map(({ lineId, quantity }) => [lineId, quantity]))
  const left = (line: LineRow) => line.fulfilled - line.returned - (coming.get(line.id) ?? 0)
  refuseUnfit(order, lines, { of: left, deed: 'taken back, since the others have been returned' })
  await queries.addFulfilled(
    ctx,
    order.id,
    lines.map(({ lineId, quantity }) => ({ lineId, quantity: -quantity })),
  )
}

async function getFulfillment(ctx: Ctx, orderId: string, id: string): Promise<Fulfillment> {
  const found = await queries.findFulfillment(ctx, orderId, id)
  if (!found) throw notFound('fulfillment', id)
  return found
}

export async function listFulfillments(ctx: Ctx, orderId: string, query: PartsQuery): Promise<Page<Fulfillment>> {
  await getOrder(ctx, orderId)
  const page = keyset(query)
  return toPage(await queries.listFulfillments(ctx, orderId, page), page)
}

const told = (ctx: Ctx, type: NewEvent['type'], data: object) =>
  ({ type, data: { ...data, by: actorOf(ctx.caller) } }) as NewEvent
