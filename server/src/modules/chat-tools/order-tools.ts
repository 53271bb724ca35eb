import type { Ctx } from '../../ctx.ts'
import { cancelOrder as cancel } from '../orders/cancellations/cancellations.ts'
import { getOrder as readOrder } from '../orders/orders.ts'
import { requestReturn } from '../orders/returns/returns.ts'
import type { Order } from '../orders/schemas.ts'
import { canBeCanceled, isReturnable, toOrderSummary } from './order-summary.ts'
import { findOwnOrder, listOwnOrders } from './own-orders.ts'
import { ToolError } from './tool-error.ts'
import type { ToolHandler } from './tool-handler.ts'

export const getOrder: ToolHandler<'get_order'> = async (ctx, { number }, session) => ({
  order: await toOrderSummary(ctx, await findOwnOrder(ctx, session, number)),
})

export const listOrders: ToolHandler<'list_orders'> = async (ctx, _input, session) => {
  const orders = await listOwnOrders(ctx, session)
  return { orders: await Promise.all(orders.map((order) => toOrderSummary(ctx, order))) }
}

/** The customer has proven who they are, and the rules have been checked: the rest is the shop's own work. */
const asShop = (ctx: Ctx): Ctx => ({ ...ctx, caller: { kind: 'system' } })

const CANCELLATION = { reason: 'customer', staffNote: 'Canceled by the customer in chat.' } as const

/** Canceling again finishes or shows the same cancellation. */
export const cancelOrder: ToolHandler<'cancel_order'> = async (ctx, { number }, session) => {
  const order = await findOwnOrder(ctx, session, number)
  if (order.status !== 'canceled') {
    if (!canBeCanceled(order)) {
      throw new ToolError('rejected', `Order #${number} can no longer be canceled here. A person can help.`)
    }
    await cancelOnce(asShop(ctx), order.id)
  }
  return { order: await toOrderSummary(ctx, await readOrder(ctx, order.id)) }
}

async function cancelOnce(ctx: Ctx, orderId: Order['id']): Promise<void> {
  try {
    await cancel(ctx, orderId, CANCELLATION, `chat ${orderId}`)
  } catch (error) {
    // A concurrent call was first.
    if ((await readOrder(ctx, orderId)).status !== 'canceled') throw error
  }
}

/** The shop still decides about the return: nothing is refunded here. */
export const startReturn: ToolHandler<'start_return'> = async (ctx, { number, items, reason }, session) => {
  const order = await findOwnOrder(ctx, session, number)
  if (!(await isReturnable(ctx, order))) {
    throw new ToolError('rejected', `Items of order #${number} can no longer be returned. A person can help.`)
  }
  const { id, status } = await requestReturn(asShop(ctx), order.id, {
    items: items.map((item) => ({ ...item, ...(reason !== undefined && { reason }) })),
    staffNote: 'Requested by the customer in chat.',
  })
  return { returnId: id, status }
}
