import { actorOf, type Ctx, transaction } from '../../../ctx.ts'
import { keyset, type Page, toPage } from '../../../db/page.ts'
import type { NewEvent } from '../../../events/emit.ts'
import { AppError, notFound } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import { sum } from '../../../kit/sum.ts'
import { restock } from '../../inventory/inventory.ts'
import { changeOrder } from '../change-order.ts'
import { assertItemQuantities } from '../item-quantities.ts'
import { getOrder } from '../orders.ts'
import type { ItemRow, OrderRow } from '../queries.ts'
import type { OrderPageQuery } from '../request-schemas.ts'
import type { Order } from '../schemas.ts'
import * as queries from './queries.ts'
import type { NewReturn, Return, ReturnReceipt, ReturnRejection } from './schemas.ts'

export interface ReturnParams {
  id: Return['orderId']
  returnId: Return['id']
}

export function requestReturn(ctx: Ctx, orderId: Return['orderId'], input: NewReturn): Promise<Return> {
  return transaction(ctx, async (ctx) => {
    const id = newId('ret')
    await changeOrder(ctx, orderId, 'request a return for', async (ctx, order) => {
      await assertReturnable(ctx, order, input.items)
      await createReturn(ctx, order, { id, status: 'requested', ...input })
      return [toEvent(ctx, 'order.return_requested', orderId, id)]
    })
    return getReturn(ctx, orderId, id)
  })
}

type NewReturnInput = NewReturn & Pick<Return, 'id' | 'status'>

/** Only fulfilled units can be returned, and only once. */
export async function assertReturnable(ctx: Ctx, order: OrderRow, items: NewReturn['items'], path?: string) {
  const pending = await loadPendingUnits(ctx, order.id)
  const returnable = (item: ItemRow) => item.fulfilled - item.returned - (pending.get(item.id) ?? 0)
  assertItemQuantities(order, items, { available: returnable, action: 'returned', ...(path && { path }) })
}

const loadPendingUnits = async (ctx: Ctx, orderId: string): Promise<Map<string, number>> =>
  new Map((await queries.listPendingReturns(ctx, orderId)).map(({ itemId, quantity }) => [itemId, quantity]))

/** How many units of each item can still be returned, by the ID of the item. */
export async function countReturnableUnits(ctx: Ctx, { id, items }: Order): Promise<Map<string, number>> {
  const pending = await loadPendingUnits(ctx, id)
  return new Map(
    items.map(({ id, quantities: { fulfilled, returned } }) => [
      id,
      Math.max(0, fulfilled - returned - (pending.get(id) ?? 0)),
    ]),
  )
}

/** The caller locks the order and has called `assertReturnable`. */
export async function createReturn(ctx: Ctx, order: OrderRow, input: NewReturnInput): Promise<void> {
  const { id, status, items, staffNote = null } = input
  const now = ctx.now.toISOString()
  const rows = items.map((item) => ({ ...item, received: 0, restocked: 0, reason: item.reason ?? null }))
  await queries.insertReturn(ctx, {
    id,
    orderId: order.id,
    status,
    items: rows,
    staffNote,
    createdAt: now,
    updatedAt: now,
  })
  await queries.updateReturnStatus(ctx, order.id)
}

export const approveReturn = (ctx: Ctx, params: ReturnParams): Promise<Return> =>
  changeReturn(ctx, params, 'approve', async (ctx, current) => {
    await queries.updateReturn(ctx, { ...current, status: 'approved' })
    return 'order.return_approved'
  })

export const rejectReturn = (ctx: Ctx, params: ReturnParams, { staffNote }: ReturnRejection): Promise<Return> =>
  changeReturn(ctx, params, 'reject', async (ctx, current) => {
    await queries.updateReturn(ctx, { ...current, status: 'rejected', staffNote: staffNote ?? current.staffNote })
    return 'order.return_rejected'
  })

/** No more units are expected: those not received can be requested again. */
export const closeReturn = (ctx: Ctx, params: ReturnParams): Promise<Return> =>
  changeReturn(ctx, params, 'close', async (ctx, current) => {
    await queries.updateReturn(ctx, { ...current, status: 'closed' })
    return 'order.return_closed'
  })

/** Records a full or partial receipt and restocks sellable units at once. A refund returns the money. */
export const receiveReturn = (ctx: Ctx, params: ReturnParams, receipt: ReturnReceipt): Promise<Return> =>
  changeReturn(ctx, params, 'receive', async (ctx, current, order) => {
    const items = receipt.items ?? expectedItems(current)
    const expected = new Map(current.items.map(({ itemId, quantity, received }) => [itemId, quantity - received]))
    assertItemQuantities(order, items, { available: ({ id }) => expected.get(id) ?? 0, action: 'received' })
    const receivedUnits = await restockItems(ctx, order, items, receipt.locationId)
    await queries.addReceivedUnits(ctx, current, receivedUnits)
    const isComplete = sum(items.map(({ quantity }) => quantity)) === sum([...expected.values()])
    await queries.updateReturn(ctx, { ...current, status: isComplete ? 'received' : 'approved' })
    return 'order.return_received'
  })

type ReceivedItems = NonNullable<ReturnReceipt['items']>

/**
 * Returns how many units of each item were restocked: the sellable ones, as far as the order had taken them from stock.
 */
async function restockItems(ctx: Ctx, order: OrderRow, items: ReceivedItems, locationId: string | undefined) {
  const variantOf = new Map(order.items.map(({ id, variantId }) => [id, variantId]))
  const restockable = items.flatMap(({ itemId, quantity, restock: isSellable = true }) => {
    const variantId = variantOf.get(itemId)
    return isSellable && variantId ? [{ variantId, quantity }] : []
  })
  const restockedUnits = await restock(ctx, order.id, restockable, locationId)
  return items.map(({ itemId, quantity, restock: isSellable = true }): queries.ReceivedUnits => {
    const variantId = variantOf.get(itemId) ?? ''
    const restocked = isSellable ? Math.min(quantity, restockedUnits.get(variantId) ?? 0) : 0
    restockedUnits.set(variantId, (restockedUnits.get(variantId) ?? 0) - restocked)
    return { itemId, quantity, restocked }
  })
}

const expectedItems = ({ items }: Return) =>
  items.flatMap(({ itemId, quantity, received }) =>
    quantity > received ? [{ itemId, quantity: quantity - received }] : [],
  )

type ReturnChange = (ctx: Ctx, current: Return, order: OrderRow) => Promise<NewEvent['type']>

/** The only way to change a return: with its order locked. */
function changeReturn(
  ctx: Ctx,
  { id: orderId, returnId }: ReturnParams,
  action: ReturnAction,
  change: ReturnChange,
): Promise<Return> {
  return transaction(ctx, async (ctx) => {
    await changeOrder(ctx, orderId, 'process a return for', async (ctx, order) => {
      const current = await getReturn(ctx, orderId, returnId)
      assertReturnAllowed(current, action)
      const type = await change(ctx, current, order)
      await queries.updateReturnStatus(ctx, orderId)
      return [toEvent(ctx, type, orderId, returnId)]
    })
    return getReturn(ctx, orderId, returnId)
  })
}

export async function getReturn(ctx: Ctx, orderId: string, id: string): Promise<Return> {
  const current = await queries.findReturn(ctx, orderId, id)
  if (!current) throw notFound('return', id)
  return current
}

export async function listReturns(ctx: Ctx, orderId: string, query: OrderPageQuery): Promise<Page<Return>> {
  await getOrder(ctx, orderId)
  const page = keyset(query)
  return toPage(await queries.listReturns(ctx, orderId, page), page)
}

const toEvent = (ctx: Ctx, type: NewEvent['type'], orderId: string, returnId: string) =>
  ({ type, data: { orderId, returnId, actor: actorOf(ctx.caller) } }) as NewEvent

type ReturnStatus = Return['status']

/** The statuses in which each action is allowed; any other returns 409. */
const ALLOWED_STATUSES = {
  approve: ['requested'],
  reject: ['requested'],
  receive: ['approved'],
  close: ['approved', 'received'],
} as const satisfies Record<string, readonly ReturnStatus[]>
export type ReturnAction = keyof typeof ALLOWED_STATUSES

export function assertReturnAllowed({ id, status }: Pick<Return, 'id' | 'status'>, action: ReturnAction): void {
  const allowed: readonly string[] = ALLOWED_STATUSES[action]
  if (allowed.includes(status)) return
  throw new AppError(
    'conflict',
    `You can’t ${action} this return: it is ${status}, and must be ${allowed.join(' or ')}.`,
    { fields: { returnId: id, status, allowedStatuses: allowed } },
  )
}
