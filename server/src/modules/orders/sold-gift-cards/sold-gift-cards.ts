import type { Ctx } from '../../../ctx.ts'
import { emitAll, type NewEvent } from '../../../events/emit.ts'
import type { EventData } from '../../../events/event-schemas.ts'
import { money } from '../../../kit/money.ts'
import { sum } from '../../../kit/sum.ts'
import {
  deactivateSoldCards,
  listRemainingCards,
  previewReturnedCards,
  type RemainingCard,
  reserveSoldCards,
  settleReservedCards,
} from '../../gift-cards/sold-cards/sold-cards.ts'
import { hasTestPayments } from '../payment-rules.ts'
import { findOrder, getExchangeCredit, listLostDisputes, type OrderRow, type RefundSummary } from '../queries.ts'
import { amountOwed, refundedForRemoved } from '../status.ts'

interface PlannedRefund extends Omit<RefundSummary, 'status'> {
  amount: number
  items: (RefundSummary['items'][number] & { itemId: string })[]
}

interface RecordedRefund extends PlannedRefund {
  id: `rf_${string}`
  orderId: `ord_${string}`
  shipping: number
  actor: string
}

export const sellsGiftCards = ({ items }: OrderRow): boolean => items.some(({ details }) => details.giftCard)

/** For each item that sold gift cards: how many units the buyer keeps. */
const soldGiftCards = ({ items }: OrderRow, refund: Pick<PlannedRefund, 'items'>) =>
  refund.items.flatMap(({ itemId, quantity }) => {
    const item = items.find((one) => one.id === itemId && one.details.giftCard)
    return item ? [{ itemId, left: item.ordered - item.refunded - quantity }] : []
  })

/**
 * Sold gift cards are deactivated with their refund: those of the refunded items, and all of them once the last money
 * is refunded.
 */
export async function holdSoldGiftCards(ctx: Ctx, order: OrderRow, refund: RecordedRefund): Promise<void> {
  if (!sellsGiftCards(order)) return
  const refunds = (await findOrder(ctx, order.id))?.refunds ?? []
  // This refund is pending too. Another one may fail, so this may not be the last: the one that completes last
  // deactivates the cards.
  const isOnlyPending = refunds.filter(({ status }) => status === 'pending').length === 1
  const isLast = isOnlyPending && refund.amount > 0 && (await retainedAmount(ctx, order, refunds)) === 0
  await emitAll(
    ctx,
    await reserveSoldCards(ctx, { orderId: order.id, holder: refund.id, isLast }, soldGiftCards(order, refund)),
  )
}

/** The cards this refund would deactivate, including those that wait for another pending refund to complete. */
export async function previewDeactivatedGiftCards(
  ctx: Ctx,
  order: OrderRow,
  priorRefunds: RefundSummary[],
  plan: PlannedRefund,
): Promise<RemainingCard[]> {
  if (!sellsGiftCards(order)) return []
  const refunds: RefundSummary[] = [...priorRefunds, { ...plan, status: 'pending' }]
  const isLast = plan.amount > 0 && (await retainedAmount(ctx, order, refunds)) === 0
  return previewReturnedCards(ctx, { orderId: order.id, isLast }, soldGiftCards(order, plan))
}

/**
 * Settles the reserved cards once the refund's outcome is known. The events notify staff, since the buyer may still
 * have some of the cards.
 */
export async function settleSoldGiftCards(
  ctx: Ctx,
  order: OrderRow,
  refund: RecordedRefund,
  isSuccessful: boolean,
): Promise<NewEvent[]> {
  if (!sellsGiftCards(order)) return []
  const { events, deactivated } = await settleReservedCards(ctx, { orderId: order.id, holder: refund.id }, isSuccessful)
  const subject = { orderId: refund.orderId, refundId: refund.id, actor: refund.actor }
  // Also after a failed refund: a dispute may have taken the money while it was pending.
  if ((!isSuccessful || refund.amount > 0) && (await isFullyRefunded(ctx, order.id))) {
    const remaining = await deactivateSoldCards(ctx, order.id, isSuccessful ? 'none' : 'topped up')
    return [
      ...events,
      ...giftCardEvents('deactivated', [...deactivated, ...remaining.deactivated], subject),
      ...giftCardEvents('kept', remaining.kept, subject),
    ]
  }
  if (deactivated.length > 0) return [...events, ...giftCardEvents('deactivated', deactivated, subject)]
  if (!isSuccessful || !isUnallocated(refund)) return events
  return [...events, ...giftCardEvents('kept', await listRemainingCards(ctx, order.id), subject)]
}

/** More than the items and shipping add up to: it may be for the cards, but that can't be known. */
const isUnallocated = ({ amount, shipping, items }: RecordedRefund): boolean =>
  amount > sum(items.map((item) => item.amount)) + shipping

type GiftCardReview = EventData<'order.gift_cards_reviewed'>
type EventSubject = Pick<GiftCardReview, 'orderId' | 'refundId' | 'disputeId' | 'actor'>

/** Enough for the timeline; `count` has the full number. */
const MAX_IDS = 100

/** The timeline entry, or nothing if there are no cards. */
export function giftCardEvents(
  outcome: GiftCardReview['outcome'],
  cards: RemainingCard[],
  subject: EventSubject,
): NewEvent[] {
  const [first] = cards
  if (!first) return []
  const amount = sum(cards.map((card) => card.amount))
  const giftCardIds = cards.slice(0, MAX_IDS).map(({ id }) => id)
  const data = { ...subject, outcome, count: cards.length, giftCardIds, amount: money(amount, first.currency) }
  return [{ type: 'order.gift_cards_reviewed', data }]
}

interface PaymentSummary {
  /**
   * Everything due was paid, and not all of it was refunded. Derived from amounts, since the order has a single
   * payment status.
   */
  isPaid: boolean
  /** No part of it is a test payment. */
  isRealMoney: boolean
}

export async function loadPaymentSummary(ctx: Ctx, orderId: string): Promise<PaymentSummary> {
  const order = await findOrder(ctx, orderId)
  if (!order) return { isPaid: false, isRealMoney: false }
  const { payments, refunds } = order
  const captured = sum(payments.map((payment) => payment.captured))
  // Money lost to a dispute is due again; a voluntary refund is not.
  const lost = await lostAmount(ctx, orderId, order.currency)
  const isPaid =
    (await retainedAmount(ctx, order, refunds)) > 0 &&
    payments.every(({ status }) => status !== 'authorized') &&
    captured - lost >= amountOwed(order) + refundedForRemoved(refunds)
  return { isPaid, isRealMoney: !hasTestPayments(payments) }
}

/**
 * What the shop still has of the money paid: less refunds, completed or pending, credit applied to exchange orders, and
 * lost disputes. Gift cards can't be exchanged, so all of it may have paid for them.
 */
async function retainedAmount(
  ctx: Ctx,
  { id, currency, payments }: OrderRow,
  refunds: RefundSummary[],
): Promise<number> {
  const paid = sum(payments.map(({ captured, refunded }) => captured - refunded)) - pendingRefundAmount(refunds)
  if (paid <= 0) return 0
  const [credit, lost] = [await getExchangeCredit(ctx, id), await lostAmount(ctx, id, currency)]
  return Math.max(0, paid - credit.amount - lost)
}

/** Final: all of it was refunded or lost to disputes. A pending refund may still fail, so it doesn't count. */
export async function isFullyRefunded(ctx: Ctx, orderId: string): Promise<boolean> {
  const order = await findOrder(ctx, orderId)
  if (!order || order.refunds.some(({ status }) => status === 'pending')) return false
  return (await retainedAmount(ctx, order, order.refunds)) === 0
}

const lostAmount = async (ctx: Ctx, orderId: string, currency: string): Promise<number> =>
  sum((await listLostDisputes(ctx, orderId, currency)).map(({ amount }) => amount))

const pendingRefundAmount = (refunds: RefundSummary[]): number =>
  sum(
    refunds.filter(({ status }) => status === 'pending').flatMap(({ tenders }) => tenders.map(({ amount }) => amount)),
  )
