import { actorOf, type Ctx, transaction } from '../../ctx.ts'
import { emitAll } from '../../events/emit.ts'
import type { EventData } from '../../events/event-schemas.ts'
import { type Money, money } from '../../kit/money.ts'
import { sum } from '../../kit/sum.ts'
import { deactivateSoldCards, listRemainingCards, listSoldCards } from '../gift-cards/sold-cards/sold-cards.ts'
import { giftCardEvents, isFullyRefunded } from '../orders/sold-gift-cards/sold-gift-cards.ts'
import { issueSoldCards, listUnrefundedUnits } from './gift-card-sales.ts'
import * as queries from './queries.ts'

/**
 * Follows the bank's decision: deactivates or issues the cards bought with the disputed payment, or flags them for
 * staff.
 */
export async function handleDispute(ctx: Ctx, dispute: EventData<'payment.disputed'>): Promise<void> {
  const { orderId, status, disputeId, amount } = dispute
  if (status === 'lost') await reportExchangedCards(ctx, { orderId, disputeId, status })
  if (!(await queries.findGiftCardItem(ctx, orderId))) return
  if (status === 'lost') await deactivateDisputedCards(ctx, { orderId, disputeId, status })
  if (status === 'won') {
    await requireReissue(ctx, { orderId, disputeId, status, amount })
    // The shop has the payment back, so cards not yet issued are due.
    await issueSoldCards(ctx, orderId)
  }
}

interface DisputeDecision {
  orderId: `ord_${string}`
  disputeId: string
  status: 'lost' | 'won'
  amount?: Money | undefined
}

/** Deactivates the cards if the whole payment is lost. After a partial loss staff decides. */
const deactivateDisputedCards = (ctx: Ctx, decision: DisputeDecision): Promise<void> =>
  transaction(ctx, async (ctx) => {
    const { orderId, disputeId } = decision
    await queries.lockSale(ctx, orderId)
    if (!(await listOpenReviews(ctx, decision))) return
    const { deactivated, kept } = (await isFullyRefunded(ctx, orderId))
      ? await deactivateSoldCards(ctx, orderId, 'topped up')
      : { deactivated: [], kept: await listRemainingCards(ctx, orderId) }
    const eventBase = { orderId, disputeId, actor: actorOf(ctx.caller) }
    await emitAll(ctx, [
      ...giftCardEvents('deactivated', deactivated, eventBase),
      ...giftCardEvents('kept', kept, eventBase),
    ])
  })

/**
 * Items paid with the lost payment were exchanged for gift cards. Staff decides, because the share of the loss is
 * unclear.
 */
async function reportExchangedCards(ctx: Ctx, decision: DisputeDecision): Promise<void> {
  for (const { id: orderId } of await queries.listSalesPaidBy(ctx, decision.orderId)) {
    await transaction(ctx, async (ctx) => {
      await queries.lockSale(ctx, orderId)
      if (!(await listOpenReviews(ctx, decision, orderId))) return
      const eventBase = { orderId, disputeId: decision.disputeId, actor: actorOf(ctx.caller) }
      await emitAll(ctx, giftCardEvents('kept', await listRemainingCards(ctx, orderId), eventBase))
    })
  }
}

/**
 * A deactivated card is never reactivated, because its code may have leaked. An event reports the amount to issue again.
 */
const requireReissue = (ctx: Ctx, decision: DisputeDecision): Promise<void> =>
  transaction(ctx, async (ctx) => {
    const { orderId, disputeId } = decision
    const sale = await queries.lockSale(ctx, orderId)
    const reviews = await listOpenReviews(ctx, decision)
    const deactivation = reviews?.find(({ data }) => data.outcome === 'deactivated')
    if (!sale || !reviews || !deactivation || (await isFullyRefunded(ctx, orderId))) return
    const { currency } = deactivation.data.amount
    const amount = Math.min(
      deactivation.data.amount.amount - reissueAmountAfter(reviews, deactivation),
      decision.amount?.currency === currency ? decision.amount.amount : Number.POSITIVE_INFINITY,
      await missingAmount(ctx, orderId, sale),
    )
    if (amount <= 0) return
    const { count, giftCardIds } = deactivation.data
    const eventBase = { orderId, disputeId, count, giftCardIds, actor: actorOf(ctx.caller) }
    const data = { ...eventBase, outcome: 'reissue_required' as const, amount: money(amount, currency) }
    await emitAll(ctx, [{ type: 'order.gift_cards_reviewed', data }])
  })

/**
 * Earlier reviews of the cards, newest first. Undefined if nothing remains to do: the bank has decided otherwise since,
 * or this decision was already handled.
 */
async function listOpenReviews(
  ctx: Ctx,
  { orderId, disputeId, status }: DisputeDecision,
  saleId: string = orderId,
): Promise<queries.CardReview[] | undefined> {
  const verdict = await queries.findVerdict(ctx, orderId, disputeId)
  if (verdict?.status !== status) return undefined
  const reviews = await queries.listCardReviews(ctx, saleId)
  return reviews.some(({ id, data }) => data.disputeId === disputeId && id > verdict.id) ? undefined : reviews
}

/** What other won disputes have already reported. */
const reissueAmountAfter = (reviews: queries.CardReview[], deactivation: queries.CardReview): number =>
  sum(
    reviews
      .filter(({ id, data }) => id > deactivation.id && data.outcome === 'reissue_required')
      .map(({ data }) => data.amount.amount),
  )

/** Price of the units that are not refunded and no longer have an active card. */
async function missingAmount(ctx: Ctx, orderId: string, sale: queries.Sale): Promise<number> {
  const active = (await listSoldCards(ctx, orderId)).filter(({ isActive }) => isActive)
  return sum(listUnrefundedUnits(sale).map(({ paid }) => paid)) - sum(active.map(({ initialAmount }) => initialAmount))
}
