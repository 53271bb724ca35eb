import { actorOf, type Ctx } from '../../../ctx.ts'
import type { NewEvent } from '../../../events/emit.ts'
import { AppError } from '../../../kit/errors.ts'
import { money } from '../../../kit/money.ts'
import type { OpenPayment, PaymentState, Payments } from '../../../ports/payments.ts'
import { openProvider } from '../../payments/providers.ts'
import { changeOrder } from '../change-order.ts'
import { findOrder, type OrderRow } from '../queries.ts'
import { nextCheck, openPaymentOf } from './asking.ts'
import * as queries from './deed-queries.ts'
import { listAllRefunds } from './refund-queries.ts'
import { planWhole } from './refund-rules.ts'
import { spentOf, writeRefund } from './refunds.ts'

/** What the provider says of the payment, as far as it does, and why it has refused. */
interface Verdict {
  state: Pick<PaymentState, 'status' | 'captured'> | undefined
  refusal?: string
}

export const NO_LONGER = 'The bank does not give the money any more.'

/** As `settleRefund`: outside of any transaction, as often as anybody likes, and done once. */
export async function settleDeed(ctx: Ctx, deed: queries.DeedRow, isNew = false): Promise<queries.DeedRow> {
  if (deed.status !== 'pending') return deed
  const order = await findOrder(ctx, deed.orderId)
  const payment = order?.payments.find(({ id }) => id === deed.paymentId)
  if (!order || !payment) throw new Error(`The payment of ${deed.id} is gone`)
  const verdict = await ask(ctx, payment.provider ?? '', openPaymentOf(payment, order), deed, isNew)
  if (!verdict) {
    await queries.checkDeedAgain(ctx, deed.id, nextCheck(ctx, deed))
    return deed
  }
  await changeOrder(ctx, deed.orderId, 'settle', (ctx, order) => finish(ctx, order, deed, verdict))
  return (await queries.findDeed(ctx, deed.id)) ?? deed
}

/** Undefined when nobody knows: an answer was lost, and the provider does not tell now. */
async function ask(
  ctx: Ctx,
  name: string,
  payment: OpenPayment,
  { id, kind, amount }: queries.DeedRow,
  isNew: boolean,
): Promise<Verdict | undefined> {
  let provider: Payments | undefined
  const read = async () => provider && decided(provider.read(payment))
  try {
    provider = await openProvider(ctx, name)
    if (kind === 'void') return await decided(provider.release(payment))
    const before = isNew ? undefined : await provider.read(payment)
    return { state: before && before.status !== 'authorized' ? before : await provider.capture(payment, amount, id) }
  } catch (error) {
    // For good: but it may have been given up since, and then there is nothing left to try again.
    if (error instanceof AppError && error.status < 500) {
      const { state } = (await read().catch(() => undefined)) ?? {}
      return { state, refusal: error.message }
    }
    ctx.log.warn({ err: error, deedId: id }, 'the provider of payments gave no answer; it is asked what became of it')
    return read().catch(() => undefined)
  }
}

/** One that is authorized still may be captured or given up yet. */
async function decided(asked: Promise<PaymentState>): Promise<Verdict | undefined> {
  const state = await asked
  return state.status === 'paid' || state.status === 'canceled' ? { state } : undefined
}

async function finish(ctx: Ctx, order: OrderRow, deed: queries.DeedRow, verdict: Verdict): Promise<NewEvent[]> {
  const { kind, orderId, paymentId } = deed
  const { state, refusal: reason = NO_LONGER } = verdict
  const isDone = state?.status === (kind === 'capture' ? 'paid' : 'canceled')
  if (!(await queries.endDeed(ctx, deed.id, isDone ? 'completed' : 'failed', isDone ? null : reason))) return []
  const amount = money(deed.amount, order.currency)
  const by = deed.actor ?? actorOf(ctx.caller)
  const type = kind === 'capture' ? 'order.capture_failed' : 'order.void_failed'
  // What was taken before it could be given up is told as that, and goes back.
  const isTold = !isDone && (kind === 'capture' || state?.status !== 'paid')
  const failed: NewEvent[] = isTold ? [{ type, data: { orderId, paymentId, amount, reason, by } }] : []
  return state ? [...failed, ...(await noteMoney(ctx, order, paymentId, state, by))] : failed
}

/** The order says of a payment that was authorized what the provider says. */
export async function noteMoney(
  ctx: Ctx,
  order: OrderRow,
  paymentId: queries.DeedRow['paymentId'],
  { status, captured }: Pick<PaymentState, 'status' | 'captured'>,
  by = actorOf(ctx.caller),
): Promise<NewEvent[]> {
  if (status === 'canceled') await queries.movePayment(ctx, paymentId, { status: 'voided', captured: 0 })
  if (status !== 'paid') return []
  await queries.movePayment(ctx, paymentId, { status: 'paid', captured })
  // Somebody has captured it at the provider before it could be given up: a canceled order keeps no money.
  if (order.canceledAt !== null) await giveWhatCame(ctx, order.id)
  const orderId = order.id as queries.DeedRow['orderId']
  return [{ type: 'order.captured', data: { orderId, paymentId, amount: money(captured, order.currency), by } }]
}

async function giveWhatCame(ctx: Ctx, orderId: string): Promise<void> {
  const order = await findOrder(ctx, orderId)
  if (!order) return
  const plan = planWhole(order, await listAllRefunds(ctx, orderId), await spentOf(ctx, order))
  if (plan.amount > 0) await writeRefund(ctx, order, plan, { reason: 'cancellation', note: null, request: null })
}
