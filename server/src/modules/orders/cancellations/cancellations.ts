import { actorOf, type Ctx } from '../../../ctx.ts'
import { AppError } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import { restock } from '../../inventory/inventory.ts'
import { releaseUses } from '../../promotions/uses/uses.ts'
import { changeOrder } from '../change-order.ts'
import { getOrder } from '../orders.ts'
import { firstCheckAt } from '../payment-rules.ts'
import { assertNoPendingOperation, settleAbandonedOperations } from '../payments/captures.ts'
import * as operations from '../payments/operation-queries.ts'
import { settleOperation } from '../payments/settle-operation.ts'
import * as queries from '../queries.ts'
import { planFullRefund } from '../refunds/plan-refund.ts'
import { listAllRefunds } from '../refunds/queries.ts'
import { createRefund, loadUnavailableFunds } from '../refunds/refunds.ts'
import { settleRefund } from '../refunds/settle-refund.ts'
import type { NewCancellation } from '../request-schemas.ts'
import type { Order } from '../schemas.ts'

/**
 * Cancels first and settles the money afterwards; a retry or a job finishes it if needed. A canceled order can't be
 * fulfilled, and a concurrent fulfillment or cancellation gets a 409.
 */
export async function cancelOrder(
  ctx: Ctx,
  id: string,
  input: NewCancellation,
  requestKey: string | null,
): Promise<Order> {
  const existing = requestKey === null ? undefined : await queries.findCancellation(ctx, id)
  if (existing === undefined || existing.requestKey !== requestKey) {
    await settleAbandonedOperations(ctx, id)
    await beginCancellation(ctx, id, input, requestKey)
  }
  for (const operation of await operations.listPendingOperations(ctx, id)) await settleOperation(ctx, operation)
  for (const refund of await listAllRefunds(ctx, id)) await settleRefund(ctx, refund)
  return getOrder(ctx, id)
}

/** Does everything but move money: voids and the refund are only recorded here and settled later. */
export async function beginCancellation(
  ctx: Ctx,
  id: string,
  {
    reason = 'other',
    staffNote = null,
    restock: isRestocked = true,
    refund: isRefunded = true,
  }: Partial<CancellationInput>,
  requestKey: string | null,
): Promise<void> {
  await changeOrder(ctx, id, 'cancel', async (ctx, order) => {
    assertNothingFulfilled(order)
    await assertNoPendingOperation(ctx, order)
    await queries.cancelOrder(ctx, id, { reason, staffNote, requestKey })
    // Lock order: promotions before gift cards, as everywhere else.
    if (order.contents.promotions.length > 0) await releaseUses(ctx, id)
    await recordVoidsAndRefund(ctx, order, isRefunded)
    const units = order.items.flatMap(({ variantId, current }) => (variantId ? [{ variantId, quantity: current }] : []))
    if (isRestocked) await restock(ctx, id, units)
    return [{ type: 'order.canceled', data: { orderId: order.id, reason, staffNote, actor: actorOf(ctx.caller) } }]
  })
}

type CancellationInput = Omit<Required<NewCancellation>, 'staffNote'> & { staffNote: string | null }

/** Voids authorized payments and refunds captured ones. */
async function recordVoidsAndRefund(ctx: Ctx, order: queries.OrderRow, isRefunded: boolean): Promise<void> {
  const voids = order.payments
    .filter(({ status }) => status === 'authorized')
    .map(({ id, amount }) => ({ id: newId('pop'), paymentId: id, kind: 'void' as const, amount }))
  if (voids.length > 0)
    await operations.insertOperations(ctx, order.id, voids, { requestKey: null, checkAt: firstCheckAt(ctx) })
  if (!isRefunded) return
  const plan = planFullRefund(order, await listAllRefunds(ctx, order.id), await loadUnavailableFunds(ctx, order))
  if (plan.amount > 0)
    await createRefund(ctx, order, plan, { reason: 'cancellation', staffNote: null, requestKey: null })
}

function assertNothingFulfilled({ number, items }: queries.OrderRow): void {
  if (items.every(({ fulfilled }) => fulfilled === 0)) return
  throw new AppError(
    'conflict',
    `Order #${number} has fulfilled items and can’t be canceled. Refund the unfulfilled items and request a return for the rest.`,
  )
}
