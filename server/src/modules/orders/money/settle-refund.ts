import { actorOf, type Ctx } from '../../../ctx.ts'
import type { NewEvent } from '../../../events/emit.ts'
import { AppError } from '../../../kit/errors.ts'
import { money } from '../../../kit/money.ts'
import type { Payments, ProviderRefund } from '../../../ports/payments.ts'
import { restoreCards } from '../../gift-cards/redemption.ts'
import { restock } from '../../inventory/restock.ts'
import { restorePoints } from '../../loyalty/redemption.ts'
import { openProvider } from '../../payments/providers.ts'
import { changeOrder } from '../change-order.ts'
import { isCredit } from '../payment-kinds.ts'
import { findOrder, type OrderRow, type PaymentRow } from '../queries.ts'
import { nextCheck, openPaymentOf } from './asking.ts'
import { pointsBack } from './points-back.ts'
import * as queries from './refund-queries.ts'
import { manualAmountOf, type RefundTender } from './refund-rules.ts'
import { endCards } from './sold-cards.ts'

type Verdict = Pick<ProviderRefund, 'status' | 'failure'> & { ref?: string }

/**
 * Asks whoever has the money, outside of any transaction, and notes what they said. May be asked for as often as anybody likes:
 * the refund's id is the key, so that the money goes back once. `isNew`: nobody can have asked for it before.
 */
export async function settleRefund(ctx: Ctx, refund: queries.RefundRow, isNew = false): Promise<queries.RefundRow> {
  if (refund.status !== 'pending') return refund
  const order = await findOrder(ctx, refund.orderId)
  if (!order) throw new Error(`The order of ${refund.id} is gone`)
  const verdicts = new Map<string, Verdict>()
  for (const { paymentId, kind, amount, ref } of refund.tenders) {
    if (kind !== 'provider') continue
    const payment = order.payments.find(({ id }) => id === paymentId)
    if (!payment) throw new Error(`The payment ${paymentId} of ${refund.id} is gone`)
    verdicts.set(
      paymentId,
      ref
        ? await readMade(ctx, order, payment, ref)
        : await giveBack(ctx, order, payment, { amount, key: refund.id, isNew }),
    )
  }
  if ([...verdicts.values()].some(({ status }) => status === 'pending')) {
    await queries.checkRefundAgain(ctx, refund.id, nextCheck(ctx, refund))
    return refund
  }
  await changeOrder(ctx, refund.orderId, 'settle', (ctx, order) => finishRefund(ctx, order, refund, verdicts))
  return (await queries.findRefund(ctx, refund.id)) ?? refund
}

/** Who asked for a refund that was made in the provider's own dashboard. */
export const madeOutside = (provider: string): string => `provider:${provider}`
export const isMadeOutside = ({ actor }: Pick<queries.RefundRow, 'actor'>): boolean =>
  actor?.startsWith('provider:') ?? false

/** What became of a refund that somebody made at the provider: it is never asked for by us. */
async function readMade(ctx: Ctx, order: OrderRow, payment: PaymentRow, ref: string): Promise<Verdict> {
  const provider = await openProvider(ctx, payment.provider ?? '')
  const refunds = await provider.listRefunds(openPaymentOf(payment, order))
  return refunds.find((refund) => refund.ref === ref) ?? PENDING
}

interface Asked {
  amount: number
  key: string
  isNew: boolean
}

/** `pending` also when nobody knows: an answer was lost, and the provider does not tell now. */
async function giveBack(
  ctx: Ctx,
  order: OrderRow,
  payment: PaymentRow,
  { amount, key, isNew }: Asked,
): Promise<Verdict> {
  const open = openPaymentOf(payment, order)
  let provider: Payments | undefined
  const known = async () =>
    provider?.readRefund(open, key).catch((error: unknown) => {
      ctx.log.warn({ err: error, refundId: key }, 'the provider of payments does not say what became of a refund')
      return PENDING
    })
  try {
    provider = await openProvider(ctx, payment.provider ?? '')
    return (isNew ? undefined : await known()) ?? (await provider.refund(open, amount, key))
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return { status: 'failed', failure: error.message }
    ctx.log.warn({ err: error, refundId: key }, 'the provider of payments gave no answer to a refund; it is asked')
    return (await known()) ?? PENDING
  }
}

const PENDING: Verdict = { status: 'pending' }

/**
 * All at once, when every provider has given its part: what came from gift cards and points goes back there, and the goods on the shelf.
 * When one has refused, nothing of that is done and the units are as they were; what another provider had given by then stays
 * given, and counts.
 */
export async function finishRefund(
  ctx: Ctx,
  order: OrderRow,
  refund: queries.RefundRow,
  verdicts: Map<string, Verdict>,
): Promise<NewEvent[]> {
  const isGood = [...verdicts.values()].every(({ status }) => status === 'done')
  const tenders = refund.tenders.map((tender): RefundTender => {
    const { status: verdict = isGood ? 'done' : 'failed', failure, ref } = verdicts.get(tender.paymentId) ?? {}
    const isDone = verdict === 'done'
    const payment = tender.kind === 'points' && order.payments.find(({ id }) => id === tender.paymentId)
    // Another refund may have come between: what counts is what was given back until now.
    const points = payment ? { points: isDone ? pointsBack(payment, payment.refunded, tender.amount) : 0 } : {}
    return {
      ...tender,
      ...points,
      status: isDone ? 'completed' : 'failed',
      ...(failure && { failure }),
      ...(ref && { ref }),
    }
  })
  if (!(await queries.endRefund(ctx, refund.id, isGood ? 'completed' : 'failed', tenders))) return []
  const moved = tenders.filter(({ status }) => status === 'completed')
  await queries.countRefunded(ctx, order.id, moved)
  const told = isGood ? await giveCardsTheirs(ctx, order, refund.id, moved) : []
  told.push(...(await endCards(ctx, order, refund, isGood)))
  if (isGood) told.push(...(await givePointsBack(ctx, order, refund.id, moved)))
  if (!isGood) await takeBack(ctx, order, refund)
  // A canceled order keeps nothing: what a refund had taken out goes back on the shelf, whatever became of the money.
  if (isGood || order.canceledAt !== null) await restock(ctx, order.id, unitsOf(order, refund))
  return [...told, ...newsOf(ctx, order, { ...refund, tenders }, isGood)]
}

async function giveCardsTheirs(ctx: Ctx, { id, payments }: OrderRow, reference: string, moved: RefundTender[]) {
  const cards = moved.flatMap(({ kind, paymentId, amount }) => {
    const giftCardId = payments.find((payment) => payment.id === paymentId)?.ref
    return kind === 'gift_card' && giftCardId ? [{ giftCardId, amount }] : []
  })
  return restoreCards(ctx, { holder: id, reference }, cards)
}

async function givePointsBack(ctx: Ctx, { id, payments }: OrderRow, reference: string, moved: RefundTender[]) {
  const tender = moved.find(({ kind }) => kind === 'points')
  const customerId = payments.find((payment) => payment.id === tender?.paymentId)?.ref
  if (!tender?.points || !customerId) return []
  return restorePoints(ctx, { holder: id, reference }, { customerId, points: tender.points })
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

/** By whoever asked for it, also where a job has finished it. Credit of an exchange is no money: nobody was refunded. */
function newsOf(
  ctx: Ctx,
  { payments }: OrderRow,
  { id, orderId, currency, amount, actor, tenders }: queries.RefundRow,
  isGood: boolean,
): NewEvent[] {
  const moved = tenders.filter(({ status }) => status === 'completed')
  const given = sum(moved)
  const credits = moved.flatMap((tender) => {
    const credit = payments.find((payment) => payment.id === tender.paymentId && isCredit(payment))
    return credit ? [{ amount: tender.amount, toOrderId: credit.ref as `ord_${string}` }] : []
  })
  const paid = given - sum(credits)
  const manual = manualAmountOf(moved, payments)
  const reason = tenders.find(({ failure }) => failure)?.failure
  const by = actor ?? actorOf(ctx.caller)
  const about = { orderId, refundId: id }
  const failed = { ...about, amount: money(amount - given, currency), ...(reason && { reason }), by }
  const refunded = {
    ...about,
    amount: money(paid, currency),
    ...(manual > 0 && { manualAmount: money(manual, currency) }),
    ...(isMadeOutside({ actor }) && { source: 'provider' as const }),
    by,
  }
  // No money, and yet other goods: less may be owed from now on, and what is owed be paid.
  const changed = { orderId, fields: ['items'], by }
  return [
    ...(isGood && given === 0 ? [{ type: 'order.updated' as const, data: changed }] : []),
    ...(paid > 0 ? [{ type: 'order.refunded' as const, data: refunded }] : []),
    ...credits.map(({ amount, toOrderId }) => ({
      type: 'order.credit_returned' as const,
      data: { ...about, amount: money(amount, currency), toOrderId, by },
    })),
    ...(isGood ? [] : [{ type: 'order.refund_failed' as const, data: failed }]),
  ]
}

const sum = (parts: { amount: number }[]): number => parts.reduce((total, { amount }) => total + amount, 0)
