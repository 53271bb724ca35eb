import { actorOf, type Ctx } from '../../../ctx.ts'
import { emitAll, type NewEvent } from '../../../events/emit.ts'
import { endLeft, endSold, holdSold, type LeftCard, listLeft, previewSold } from '../../gift-cards/sold.ts'
import type { OrderRow } from '../queries.ts'
import { cardsNews } from './cards-news.ts'
import { hasAllGoneBack, keptOf } from './paid-for.ts'
import { listAllRefunds, type RefundRow } from './refund-queries.ts'
import type { Earlier, RefundPlan } from './refund-rules.ts'

export const sellsCards = ({ lines }: OrderRow): boolean => lines.some(({ facts }) => facts.isGiftCard)

/** Of each line that sold gift cards: how many units the buyer is to keep. */
const soldOf = ({ lines }: OrderRow, refund: Pick<RefundPlan, 'lines'>) =>
  refund.lines.flatMap(({ lineId, quantity }) => {
    const line = lines.find((one) => one.id === lineId && one.facts.isGiftCard)
    return line ? [{ lineId, left: line.ordered - line.refunded - quantity }] : []
  })

/** Gift cards that the order has sold go with their money: those of the lines, and all of them with the last of the money. */
export async function takeCardsBack(ctx: Ctx, order: OrderRow, refund: RefundRow): Promise<void> {
  if (!sellsCards(order)) return
  const refunds = await listAllRefunds(ctx, order.id)
  // Beside another that may yet fail it is not known whether this is the last: whichever ends last takes them.
  const isAlone = refunds.every(({ id, status }) => id === refund.id || status !== 'pending')
  const isLast = isAlone && refund.amount > 0 && (await keptOf(ctx, order, refunds)) === 0
  await emitAll(ctx, await holdSold(ctx, { orderId: order.id, holder: refund.id, isLast }, soldOf(order, refund)))
}

/** Which cards would end with it, also those that end only when another refund has arrived that is under way. */
export async function previewCards(
  ctx: Ctx,
  order: OrderRow,
  earlier: Earlier[],
  plan: RefundPlan,
): Promise<LeftCard[]> {
  if (!sellsCards(order)) return []
  const refunds: Earlier[] = [...earlier, { ...plan, status: 'pending' }]
  const isLast = plan.amount > 0 && (await keptOf(ctx, order, refunds)) === 0
  return previewSold(ctx, { orderId: order.id, isLast }, soldOf(order, plan))
}

/** What became of the cards, when it is known what became of the money. Staff is told, since the buyer may still have some. */
export async function endCards(ctx: Ctx, order: OrderRow, refund: RefundRow, isGood: boolean): Promise<NewEvent[]> {
  if (!sellsCards(order)) return []
  const { told, ended } = await endSold(ctx, { orderId: order.id, holder: refund.id }, isGood)
  const about = { orderId: refund.orderId, refundId: refund.id, by: refund.actor ?? actorOf(ctx.caller) }
  // Also when this one has failed: while it was under way a bank may have taken the money that it gives back to nobody.
  if ((!isGood || refund.amount > 0) && (await hasAllGoneBack(ctx, order.id))) {
    const left = await endLeft(ctx, order.id, isGood ? 'none' : 'topped up')
    return [...told, ...cardsNews('ended', [...ended, ...left.ended], about), ...cardsNews('kept', left.spared, about)]
  }
  if (ended.length > 0) return [...told, ...cardsNews('ended', ended, about)]
  if (!isGood || !isForNothingInParticular(refund)) return told
  return [...told, ...cardsNews('kept', await listLeft(ctx, order.id), about)]
}

/** More than its lines and shipping come to: it may be for the cards, and nobody can know. */
const isForNothingInParticular = ({ amount, shipping, lines }: RefundRow): boolean =>
  amount > lines.reduce((sum, line) => sum + line.amount, shipping)
