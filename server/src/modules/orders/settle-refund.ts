import { actorOf, type Ctx } from '../../ctx.ts'
import type { NewEvent } from '../../events/emit.ts'
import { AppError } from '../../kit/errors.ts'
import { money } from '../../kit/money.ts'
import type { ProviderRefund } from '../../ports/payments.ts'
import { restoreCards } from '../gift-cards/redemption.ts'
import { restock } from '../inventory/restock.ts'
import { openProvider } from '../payments/providers.ts'
import { nextCheck, openPaymentOf } from './asking.ts'
import { changeOrder } from './change-order.ts'
import { findOrder, type OrderRow, type PaymentRow } from './queries.ts'
import * as queries from './refund-queries.ts'
import type { RefundTender } from './refund-rules.ts'

type Verdict = ProviderRefund['status']

/**
 * Asks whoever has the money, outside of any transaction, and notes what they said. May be asked for as often as anybody likes:
 * the refund's id is the key, so that the money goes back once. `isNew`: nobody can have asked for it before.
 */
export async function settleRefund(ctx: Ctx, refund: queries.RefundRow, isNew = false): Promise<queries.RefundRow> {
  if (refund.status !== 'pending') return refund
  const order = await findOrder(ctx, refund.orderId)
  if (!order) throw new Error(`The order of ${refund.id} is gone`)
  const verdicts = new Map<string, Verdict>()
  for (const { paymentId, kind, amount } of refund.tenders) {
    if (kind !== 'provider') continue
    const payment = order.payments.find(({ id }) => id === paymentId)
    if (!payment) throw new Error(`The payment ${paymentId} of ${refund.id} is gone`)
    verdicts.set(paymentId, await giveBack(ctx, order, payment, { amount, key: refund.id, isNew }))
  }
  if ([...verdicts.values()].includes('pending')) {
    await queries.checkRefundAgain(ctx, refund.id, nextCheck(ctx, refund))
    return refund
  }
  await changeOrder(ctx, refund.orderId, 'settle', (ctx, order) => finish(ctx, order, refund, verdicts))
  return (await queries.findRefund(ctx, refund.id)) ?? refund
}

interface Asked {
  amount: number
  key: string
  isNew: boolean
}

/** `pending` also when nobody knows: an answer was lost, and the provider does not tell now. */
async function giveBack(ctx: Ctx, order: OrderRow, payment: PaymentRow, { amount, key, isNew }: Asked) {
  const provider = await openProvider(ctx, payment.provider ?? '')
  const open = openPaymentOf(payment, order)
  const known = () =>
    provider.readRefund(open, key).catch((error: unknown) => {
      ctx.log.warn({ err: error, refundId: key }, 'the provider of payments does not say what became of a refund')
      return { status: 'pending' as const }
    })
  const before = isNew ? undefined : await known()
  if (before) return before.status
  try {
    return (await provider.refund(open, amount, key)).status
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return 'failed'
    ctx.log.warn({ err: error, refundId: key }, 'the provider of payments gave no answer to a refund; it is asked')
    return (await known())?.status ?? 'pending'
  }
}

/**
 * All at once, when every provider has given its part: what came from gift cards goes back on them, and the goods on the shelf.
 * When one has refused, nothing of that is done and the units are as they were; what another provider had given by then stays
 * given, and counts.
 */
async function finish(
  ctx: Ctx,
  order: OrderRow,
  refund: queries.RefundRow,
  verdicts: Map<string, Verdict>,
): Promise<NewEvent[]> {
  const isGood = ![...verdicts.values()].includes('failed')
  const tenders = refund.tenders.map((tender): RefundTender => {
    const isDone = verdicts.has(tender.paymentId) ? verdicts.get(tender.paymentId) === 'done' : isGood
    return { ...tender, status: isDone ? 'completed' : 'failed' }
  })
  if (!(await queries.endRefund(ctx, refund.id, isGood ? 'completed' : 'failed', tenders))) return []
  const moved = tenders.filter(({ status }) => status === 'completed')
  await queries.countRefunded(ctx, order.id, moved)
  const told = isGood ? await giveCardsTheirs(ctx, order, refund.id, moved) : []
  if (!isGood) await takeBack(ctx, order, refund)
  // A canceled order keeps nothing: what a refund had taken out goes back on the shelf, whatever became of the money.
  if (isGood || order.canceledAt !== null) await restock(ctx, order.id, unitsOf(order, refund))
  return [...told, ...newsOf(ctx, refund, moved, isGood)]
}

async function giveCardsTheirs(ctx: Ctx, { id, payments }: OrderRow, reference: string, moved: RefundTender[]) {
  const cards = moved.flatMap(({ kind, paymentId, amount }) => {
    const giftCardId = payments.find((payment) => payment.id === paymentId)?.ref
    return kind === 'gift_card' && giftCardId ? [{ giftCardId, amount }] : []
  })
  return restoreCards(ctx, { holder: id, reference }, cards)
}

const takeBack = (ctx: Ctx, { id, canceledAt }: OrderRow, { lines }: queries.RefundRow) =>
  queries.changeLines(
    ctx,
    id,
    lines.map(({ lineId, quantity, removed }) => ({
      id: lineId,
      refunded: -quantity,
      current: canceledAt === null ? removed : 0,
    })),
  )

const unitsOf = (order: OrderRow, { lines }: queries.RefundRow) =>
  lines.flatMap(({ lineId, restocked }) => {
    const variantId = order.lines.find(({ id }) => id === lineId)?.variantId
    return variantId ? [{ variantId, quantity: restocked }] : []
  })

/** By whoever asked for it, also where a job has finished it. */
function newsOf(
  ctx: Ctx,
  { id, orderId, currency, amount, actor }: queries.RefundRow,
  moved: RefundTender[],
  isGood: boolean,
): NewEvent[] {
  const given = moved.reduce((sum, tender) => sum + tender.amount, 0)
  const by = actor ?? actorOf(ctx.caller)
  const [done, missing] = [money(given, currency), money(amount - given, currency)]
  return [
    ...(given > 0 ? [{ type: 'order.refunded' as const, data: { orderId, refundId: id, amount: done, by } }] : []),
    ...(isGood ? [] : [{ type: 'order.refund_failed' as const, data: { orderId, refundId: id, amount: missing, by } }]),
  ]
}
