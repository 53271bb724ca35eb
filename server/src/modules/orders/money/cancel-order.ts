import { actorOf, type Ctx } from '../../../ctx.ts'
import { AppError } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import { restock } from '../../inventory/restock.ts'
import { releaseUses } from '../../promotions/uses.ts'
import { changeOrder } from '../change-order.ts'
import { getOrder } from '../orders.ts'
import type { OrderRow } from '../queries.ts'
import type { Order } from '../schemas.ts'
import { firstCheck } from './asking.ts'
import * as queries from './cancel-queries.ts'
import { finishLeft, refuseBusy } from './captures.ts'
import * as deeds from './deed-queries.ts'
import type { NewCancellation } from './money-schemas.ts'
import { listAllRefunds } from './refund-queries.ts'
import { planWhole } from './refund-rules.ts'
import { spentOf, writeRefund } from './refunds.ts'
import { settleDeed } from './settle-deed.ts'
import { settleRefund } from './settle-refund.ts'

/**
 * It is canceled at once; then the money follows, which a retry or a job finishes if it must. So nobody sends what is canceled,
 * and whoever is second, to send it or to cancel it, is told.
 */
export async function cancelOrder(
  ctx: Ctx,
  id: string,
  wanted: NewCancellation,
  request: string | null,
): Promise<Order> {
  const before = request === null ? undefined : await queries.findCancellation(ctx, id)
  if (before === undefined || before.request !== request) {
    await finishLeft(ctx, id)
    await beginCancellation(ctx, id, wanted, request)
  }
  for (const deed of await deeds.listPending(ctx, id)) await settleDeed(ctx, deed)
  for (const refund of await listAllRefunds(ctx, id)) await settleRefund(ctx, refund)
  return getOrder(ctx, id)
}

/** All but the money, of which it is noted what is to become. */
export async function beginCancellation(
  ctx: Ctx,
  id: string,
  { reason = 'other', note = null, restock: isRestocked = true, refund: isRefunded = true }: Partial<Wanted>,
  request: string | null,
): Promise<void> {
  await changeOrder(ctx, id, 'cancel', async (ctx, order) => {
    refuseSent(order)
    await refuseBusy(ctx, order)
    await queries.cancelOrder(ctx, id, { reason, note, request })
    // Promotions before gift cards, as everybody holds them.
    if (order.contents.promotions.length > 0) await releaseUses(ctx, id)
    await noteMoney(ctx, order, isRefunded)
    const units = order.lines.flatMap(({ variantId, current }) => (variantId ? [{ variantId, quantity: current }] : []))
    if (isRestocked) await restock(ctx, id, units)
    return [{ type: 'order.canceled', data: { orderId: order.id, reason, note, by: actorOf(ctx.caller) } }]
  })
}

type Wanted = Omit<Required<NewCancellation>, 'note'> & { note: string | null }

/** What is authorized is given up; what was captured goes back. */
async function noteMoney(ctx: Ctx, order: OrderRow, isRefunded: boolean): Promise<void> {
  const voids = order.payments
    .filter(({ status }) => status === 'authorized')
    .map(({ id, amount }) => ({ id: newId('deed'), paymentId: id, kind: 'void' as const, amount }))
  if (voids.length > 0) await deeds.insertDeeds(ctx, order.id, voids, { request: null, checkAt: firstCheck(ctx) })
  if (!isRefunded) return
  const plan = planWhole(order, await listAllRefunds(ctx, order.id), await spentOf(ctx, order))
  if (plan.amount > 0) await writeRefund(ctx, order, plan, { reason: 'cancellation', note: null, request: null })
}

function refuseSent({ number, lines }: OrderRow): void {
  if (lines.every(({ fulfilled }) => fulfilled === 0)) return
  throw new AppError(
    'conflict',
    `Some of order #${number} was sent: refund what was not, and ask for a return of the rest.`,
  )
}
