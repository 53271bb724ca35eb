import type { Ctx } from '../../../ctx.ts'
import { AppError, invalidRequest, notFound, unavailable } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import { changeOrder } from '../change-order.ts'
import { getOrder } from '../orders.ts'
import { findOrder, type OrderRow } from '../queries.ts'
import type { Order } from '../schemas.ts'
import { owedOf } from '../status.ts'
import { firstCheck, isLeft } from './asking.ts'
import * as queries from './deed-queries.ts'
import type { NewCapture } from './money-schemas.ts'
import { listAllRefunds } from './refund-queries.ts'
import { type Earlier, givenForRemoved } from './refund-rules.ts'
import { NO_LONGER, settleDeed } from './settle-deed.ts'

/** Noted first, then the money is taken, then it is noted that it was: once, however often and by how many it is asked for. */
export async function captureOrder(ctx: Ctx, id: string, wanted: NewCapture, request: string | null): Promise<Order> {
  const before = request === null ? [] : await queries.listSameRequest(ctx, id, request)
  if (before.length === 0) await finishLeft(ctx, id)
  const deeds = before.length > 0 ? before : await beginCapture(ctx, id, wanted, request)
  for (const deed of deeds) refuseUndone(await settleDeed(ctx, deed, before.length === 0))
  return getOrder(ctx, id)
}

/** From now on nobody else captures these payments or gives them up. No money has moved. */
export async function beginCapture(ctx: Ctx, id: string, { amount }: NewCapture, request: string | null) {
  let begun: queries.DeedRow[] = []
  await changeOrder(ctx, id, 'capture', async (ctx, order) => {
    await refuseBusy(ctx, order)
    const deeds = planCapture(order, await listAllRefunds(ctx, id), amount)
    begun = await queries.insertDeeds(ctx, id, deeds, { request, checkAt: firstCheck(ctx) })
    return []
  })
  return begun
}

function planCapture(order: OrderRow, refunds: Earlier[], wanted: NewCapture['amount']): queries.NewDeed[] {
  const { number, currency } = order
  if (wanted && wanted.currency !== currency) {
    const path = '/amount/currency'
    throw invalidRequest('The currency is another.', [{ path, message: `must be ${currency}, as the order is` }])
  }
  const waiting = order.payments.filter(({ status }) => status === 'authorized')
  const most = waiting.reduce((sum, payment) => sum + payment.amount, 0)
  const captured = order.payments.reduce((sum, payment) => sum + payment.captured, 0)
  const kept = captured - givenForRemoved(refunds)
  let rest = wanted?.amount ?? Math.min(most, owedOf(order) - kept)
  if (waiting.length === 0 || rest < 1) {
    throw new AppError('conflict', `Nothing of order #${number} waits to be captured: look at its payments.`)
  }
  if (rest > most) {
    throw new AppError('capture_too_large', `At most ${most} of order #${number} are authorized.`, {
      details: [{ path: '/amount/amount', message: 'is more than is authorized', actual: most }],
    })
  }
  return waiting.flatMap((payment) => {
    const amount = Math.min(rest, payment.amount)
    rest -= amount
    return amount > 0 ? [{ id: newId('deed'), paymentId: payment.id, kind: 'capture' as const, amount }] : []
  })
}

/** Of two who want the same the second waits. */
export async function refuseBusy(ctx: Ctx, { id, number }: OrderRow): Promise<void> {
  if ((await queries.listPending(ctx, id)).length === 0) return
  throw new AppError('conflict', `Money of order #${number} is just being captured. Look at it again, then decide.`, {
    headers: { 'retry-after': '2' },
  })
}

/** What others have left half-done stands in nobody's way. */
export async function finishLeft(ctx: Ctx, id: string): Promise<void> {
  if (!(await findOrder(ctx, id))) throw notFound('order', id)
  for (const deed of await queries.listPending(ctx, id)) if (isLeft(ctx, deed)) await settleDeed(ctx, deed)
}

function refuseUndone({ id, status, failure }: queries.DeedRow): void {
  if (status === 'pending') throw unavailable(`nobody knows yet what became of ${id}`, 5)
  if (status !== 'failed') return
  throw new AppError(
    'payment_declined',
    `The money was not captured. ${failure ?? NO_LONGER} Look at the order’s payments: what is authorized still can be tried again; otherwise ask the buyer for another payment, or cancel the order.`,
  )
}
