import type { Ctx } from '../../../ctx.ts'
import { emitAll, type NewEvent } from '../../../events/emit.ts'
import {
  deactivateSoldCards,
  listRemainingCards,
  previewReturnedCards,
  type RemainingCard,
  reserveSoldCards,
  settleReservedCards,
} from '../../gift-cards/gift-cards.ts'
import { giftCardEvents, isFullyRefunded, retainedAmount } from '../orders.ts'
import type { OrderRow } from '../queries.ts'
import type { PriorRefund, RefundPlan } from './plan-refund.ts'
import { listAllRefunds, type RefundRow } from './queries.ts'

export const sellsGiftCards = ({ items }: OrderRow): boolean => items.some(({ details }) => details.giftCard)

/** For each item that sold gift cards: how many units the buyer keeps. */
const soldGiftCards = ({ items }: OrderRow, refund: Pick<RefundPlan, 'items'>) =>
  refund.items.flatMap(({ itemId, quantity }) => {
    const item = items.find((one) => one.id === itemId && one.details.giftCard)
    return item ? [{ itemId, left: item.ordered - item.refunded - quantity }] : []
  })

/**
 * Sold gift cards end with their refund: those of the refunded items, and all of them once the last money is refunded.
 */
export async function holdSoldGiftCards(ctx: Ctx, order: OrderRow, refund: RefundRow): Promise<void> {
  if (!sellsGiftCards(order)) return
  const refunds = await listAllRefunds(ctx, order.id)
  // With another refund pending, which may fail, this may not be the last: the one that completes last ends the cards.
  const isOnlyPending = refunds.every(({ id, status }) => id === refund.id || status !== 'pending')
  const isLast = isOnlyPending && refund.amount > 0 && (await retainedAmount(ctx, order, refunds)) === 0
  await emitAll(
    ctx,
    await reserveSoldCards(ctx, { orderId: order.id, holder: refund.id, isLast }, soldGiftCards(order, refund)),
  )
}

/** The cards this refund would end, including those that end only once another pending refund completes. */
export async function previewEndedGiftCards(
  ctx: Ctx,
  order: OrderRow,
  priorRefunds: PriorRefund[],
  plan: RefundPlan,
): Promise<RemainingCard[]> {
  if (!sellsGiftCards(order)) return []
  const refunds: PriorRefund[] = [...priorRefunds, { ...plan, status: 'pending' }]
  const isLast = plan.amount > 0 && (await retainedAmount(ctx, order, refunds)) === 0
  return previewReturnedCards(ctx, { orderId: order.id, isLast }, soldGiftCards(order, plan))
}

/**
 * Settles the reserved cards once the refund's outcome is known. The events notify staff, since the buyer may still
 * have some of the cards.
 */
export async function endSoldGiftCards(
  ctx: Ctx,
  order: OrderRow,
  refund: RefundRow,
  isSuccessful: boolean,
): Promise<NewEvent[]> {
  if (!sellsGiftCards(order)) return []
  const { events, ended } = await settleReservedCards(ctx, { orderId: order.id, holder: refund.id }, isSuccessful)
  const subject = { orderId: refund.orderId, refundId: refund.id, by: refund.actor }
  // Also after a failed refund: a dispute may have taken the money while it was pending.
  if ((!isSuccessful || refund.amount > 0) && (await isFullyRefunded(ctx, order.id))) {
    const remaining = await deactivateSoldCards(ctx, order.id, isSuccessful ? 'none' : 'topped up')
    return [
      ...events,
      ...giftCardEvents('ended', [...ended, ...remaining.ended], subject),
      ...giftCardEvents('kept', remaining.spared, subject),
    ]
  }
  if (ended.length > 0) return [...events, ...giftCardEvents('ended', ended, subject)]
  if (!isSuccessful || !isUnallocated(refund)) return events
  return [...events, ...giftCardEvents('kept', await listRemainingCards(ctx, order.id), subject)]
}

/** More than the items and shipping add up to: it may be for the cards, but that can't be known. */
const isUnallocated = ({ amount, shipping, items }: RefundRow): boolean =>
  amount > items.reduce((sum, item) => sum + item.amount, shipping)
