import { actorOf, type Ctx, transaction } from '../../../ctx.ts'
import { keyset, type Page, toPage } from '../../../db/page.ts'
import type { NewEvent } from '../../../events/emit.ts'
import { notFound } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import { restock } from '../../inventory/restock.ts'
import { changeOrder } from '../change-order.ts'
import type { PartsQuery } from '../given-schemas.ts'
import { refuseUnfit } from '../named-lines.ts'
import { getOrder } from '../orders.ts'
import type { LineRow, OrderRow } from '../queries.ts'
import type { NewReturn, Receipt, Rejection, Return } from './goods-schemas.ts'
import * as queries from './return-queries.ts'
import { type ReturnDeed, refuseReturnMove } from './return-rules.ts'

export interface ReturnAddress {
  id: Return['orderId']
  returnId: Return['id']
}

export function requestReturn(ctx: Ctx, orderId: Return['orderId'], wanted: NewReturn): Promise<Return> {
  return transaction(ctx, async (ctx) => {
    const id = newId('ret')
    await changeOrder(ctx, orderId, 'ask for a return of', async (ctx, order) => {
      await refuseUnreturnable(ctx, order, wanted.lines)
      await writeReturn(ctx, order, { id, status: 'requested', ...wanted })
      return [told(ctx, 'order.return_requested', orderId, id)]
    })
    return getReturn(ctx, orderId, id)
  })
}

type Fresh = NewReturn & Pick<Return, 'id' | 'status'>

/** Only what was sent can come back, and only once. */
export async function refuseUnreturnable(ctx: Ctx, order: OrderRow, lines: NewReturn['lines'], path?: string) {
  const coming = new Map((await queries.comingBack(ctx, order.id)).map(({ lineId, quantity }) => [lineId, quantity]))
  const left = (line: LineRow) => line.fulfilled - line.returned - (coming.get(line.id) ?? 0)
  refuseUnfit(order, lines, { of: left, deed: 'returned', ...(path && { path }) })
}

/** Whoever calls this holds the order, and has looked whether its lines can be returned. */
export async function writeReturn(ctx: Ctx, order: OrderRow, fresh: Fresh): Promise<void> {
  const { id, status, lines, note = null } = fresh
  const now = ctx.now.toISOString()
  const rows = lines.map((line) => ({ ...line, received: 0, restocked: 0, reason: line.reason ?? null }))
  await queries.insertReturn(ctx, { id, orderId: order.id, status, lines: rows, note, createdAt: now, updatedAt: now })
  await queries.writeReturnStatus(ctx, order.id)
}

export const approveReturn = (ctx: Ctx, address: ReturnAddress): Promise<Return> =>
  move(ctx, address, 'approve', async (ctx, found) => {
    await queries.writeReturn(ctx, { ...found, status: 'approved' })
    return 'order.return_approved'
  })

export const rejectReturn = (ctx: Ctx, address: ReturnAddress, { note }: Rejection): Promise<Return> =>
  move(ctx, address, 'reject', async (ctx, found) => {
    await queries.writeReturn(ctx, { ...found, status: 'rejected', note: note ?? found.note })
    return 'order.return_rejected'
  })

/** Nothing more is expected of it: what has not come back may be asked for again. */
export const closeReturn = (ctx: Ctx, address: ReturnAddress): Promise<Return> =>
  move(ctx, address, 'close', async (ctx, found) => {
    await queries.writeReturn(ctx, { ...found, status: 'closed' })
    return 'order.return_closed'
  })

/** Goods are here, all or some; what can be sold again lies on the shelf at once. Money is given back by a refund. */
export const receiveReturn = (ctx: Ctx, address: ReturnAddress, receipt: Receipt): Promise<Return> =>
  move(ctx, address, 'receive', async (ctx, found, order) => {
    const lines = receipt.lines ?? allToCome(found)
    const expected = new Map(found.lines.map(({ lineId, quantity, received }) => [lineId, quantity - received]))
    refuseUnfit(order, lines, { of: ({ id }) => expected.get(id) ?? 0, deed: 'received' })
    const arrived = await putBack(ctx, order, lines, receipt.locationId)
    await queries.addReceived(ctx, found, arrived)
    const isWhole = sum(lines.map(({ quantity }) => quantity)) === sum([...expected.values()])
    await queries.writeReturn(ctx, { ...found, status: isWhole ? 'received' : 'approved' })
    return 'order.return_received'
  })

type Arriving = NonNullable<Receipt['lines']>

/** Says how many of each line lie on the shelf again: those that can be sold, and that the order had taken from there. */
async function putBack(ctx: Ctx, order: OrderRow, lines: Arriving, locationId: string | undefined) {
  const variantOf = new Map(order.lines.map(({ id, variantId }) => [id, variantId]))
  const back = lines.flatMap(({ lineId, quantity, restock: isSold = true }) => {
    const variantId = variantOf.get(lineId)
    return isSold && variantId ? [{ variantId, quantity }] : []
  })
  const put = await restock(ctx, order.id, back, locationId)
  return lines.map(({ lineId, quantity, restock: isSold = true }): queries.Arrived => {
    const variantId = variantOf.get(lineId) ?? ''
    const restocked = isSold ? Math.min(quantity, put.get(variantId) ?? 0) : 0
    put.set(variantId, (put.get(variantId) ?? 0) - restocked)
    return { lineId, quantity, restocked }
  })
}

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0)

const allToCome = ({ lines }: Return) =>
  lines.flatMap(({ lineId, quantity, received }) =>
    quantity > received ? [{ lineId, quantity: quantity - received }] : [],
  )

type Work = (ctx: Ctx, found: Return, order: OrderRow) => Promise<NewEvent['type']>

/** The one way in which a return changes: with its order held. */
function move(ctx: Ctx, { id: orderId, returnId }: ReturnAddress, deed: ReturnDeed, work: Work): Promise<Return> {
  return transaction(ctx, async (ctx) => {
    await changeOrder(ctx, orderId, 'decide on a return of', async (ctx, order) => {
      const found = await getReturn(ctx, orderId, returnId)
      refuseReturnMove(found, deed)
      const type = await work(ctx, found, order)
      await queries.writeReturnStatus(ctx, orderId)
      return [told(ctx, type, orderId, returnId)]
    })
    return getReturn(ctx, orderId, returnId)
  })
}

export async function getReturn(ctx: Ctx, orderId: string, id: string): Promise<Return> {
  const found = await queries.findReturn(ctx, orderId, id)
  if (!found) throw notFound('return', id)
  return found
}

export async function listReturns(ctx: Ctx, orderId: string, query: PartsQuery): Promise<Page<Return>> {
  await getOrder(ctx, orderId)
  const page = keyset(query)
  return toPage(await queries.listReturns(ctx, orderId, page), page)
}

const told = (ctx: Ctx, type: NewEvent['type'], orderId: string, returnId: string) =>
  ({ type, data: { orderId, returnId, by: actorOf(ctx.caller) } }) as NewEvent
