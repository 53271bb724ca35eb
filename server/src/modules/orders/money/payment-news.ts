import { actorOf, type Ctx } from '../../../ctx.ts'
import { openProvider } from '../../payments/providers.ts'
import { changeOrder } from '../change-order.ts'
import { findOrder } from '../queries.ts'
import { openPaymentOf } from './asking.ts'
import { findAuthorized, listPending } from './deed-queries.ts'
import { reconcilePayment } from './reconcile-payment.ts'
import { noteMoney } from './settle-deed.ts'

/** What somebody has captured, given up or refunded at the provider itself, and what the bank does by itself. */
export async function followOrderPayment(ctx: Ctx, provider: string, ref: string): Promise<void> {
  await heardOfOrder(ctx, provider, ref)
  await reconcilePayment(ctx, provider, ref)
}

/** The news may be late, twice or untrue: the provider is asked. What we do ourselves notes itself. */
async function heardOfOrder(ctx: Ctx, provider: string, ref: string): Promise<void> {
  const waiting = await findAuthorized(ctx, provider, ref)
  const order = waiting && (await findOrder(ctx, waiting.orderId))
  const payment = order?.payments.find(({ id }) => id === waiting?.id)
  if (!waiting || !order || !payment || (await isBusy(ctx, waiting))) return
  const state = await (await openProvider(ctx, provider)).read(openPaymentOf(payment, order))
  if (state.status !== 'paid' && state.status !== 'canceled') return
  await changeOrder(ctx, order.id, 'settle', async (ctx, order) => {
    const isWaiting = order.payments.some(({ id, status }) => id === waiting.id && status === 'authorized')
    if (!isWaiting || (await isBusy(ctx, waiting))) return []
    const told = await noteMoney(ctx, order, waiting.id, state)
    if (told.length > 0) return told
    const data = { orderId: waiting.orderId, fields: ['paymentStatus'], by: actorOf(ctx.caller) }
    return [{ type: 'order.updated', data }]
  })
}

const isBusy = async (ctx: Ctx, { orderId, id }: { orderId: string; id: string }): Promise<boolean> =>
  (await listPending(ctx, orderId)).some(({ paymentId }) => paymentId === id)
