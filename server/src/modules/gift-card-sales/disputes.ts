import { actorOf, type Ctx, transaction } from '../../ctx.ts'
import type { EventData } from '../../events/catalogue.ts'
import { emitAll } from '../../events/emit.ts'
import { type Money, money } from '../../kit/money.ts'
import { endLeft, listLeft, listSold } from '../gift-cards/sold.ts'
import { cardsNews } from '../orders/money/cards-news.ts'
import { hasAllGoneBack } from '../orders/money/paid-for.ts'
import { issueSold, unitsOf } from './issue.ts'
import * as queries from './queries.ts'

/** The bank has decided who has the money: the cards that were bought with it follow, or staff is told what to do. */
export async function followDispute(ctx: Ctx, dispute: EventData<'payment.disputed'>): Promise<void> {
  const { orderId, status, disputeId = dispute.ref, amount } = dispute
  if (!orderId) return
  if (status === 'lost') await tellOfExchanged(ctx, { orderId, disputeId, status })
  if (!(await queries.findGiftLine(ctx, orderId))) return
  if (status === 'lost') await loseCards(ctx, { orderId, disputeId, status })
  if (status === 'won') {
    await tellOfOwed(ctx, { orderId, disputeId, status, amount })
    // The money is the shop's again: what was bought and not handed over yet is due.
    await issueSold(ctx, orderId)
  }
}

interface Decided {
  orderId: `ord_${string}`
  disputeId: string
  status: 'lost' | 'won'
  amount?: Money | undefined
}

/** All the money is gone: then nobody can pay with the cards. Some of it: then that is for staff to decide. */
const loseCards = (ctx: Ctx, decided: Decided): Promise<void> =>
  transaction(ctx, async (ctx) => {
    const { orderId, disputeId } = decided
    await queries.holdSale(ctx, orderId)
    if (!(await readTold(ctx, decided))) return
    const { ended, spared } = (await hasAllGoneBack(ctx, orderId))
      ? await endLeft(ctx, orderId, 'topped up')
      : { ended: [], spared: await listLeft(ctx, orderId) }
    const about = { orderId, disputeId, by: actorOf(ctx.caller) }
    await emitAll(ctx, [...cardsNews('ended', ended, about), ...cardsNews('kept', spared, about)])
  })

/** Goods that the lost money had paid for were exchanged for cards: how much of it those are is for staff to decide. */
async function tellOfExchanged(ctx: Ctx, decided: Decided): Promise<void> {
  for (const { id: orderId } of await queries.listSalesPaidBy(ctx, decided.orderId)) {
    await transaction(ctx, async (ctx) => {
      await queries.holdSale(ctx, orderId)
      if (!(await readTold(ctx, decided, orderId))) return
      const about = { orderId, disputeId: decided.disputeId, by: actorOf(ctx.caller) }
      await emitAll(ctx, cardsNews('kept', await listLeft(ctx, orderId), about))
    })
  }
}

/** A card that has ended stays so, whether this dispute or something else was the last straw: its code may be known to others by now. */
const tellOfOwed = (ctx: Ctx, decided: Decided): Promise<void> =>
  transaction(ctx, async (ctx) => {
    const { orderId, disputeId } = decided
    const sale = await queries.holdSale(ctx, orderId)
    const told = await readTold(ctx, decided)
    const ended = told?.find(({ data }) => data.outcome === 'ended')
    if (!sale || !told || !ended || (await hasAllGoneBack(ctx, orderId))) return
    const { currency } = ended.data.amount
    const owed = Math.min(
      ended.data.amount.amount - owedSince(told, ended),
      decided.amount?.currency === currency ? decided.amount.amount : Number.POSITIVE_INFINITY,
      await missingOf(ctx, orderId, sale),
    )
    if (owed <= 0) return
    const { count, giftCardIds } = ended.data
    const about = { orderId, disputeId, count, giftCardIds, by: actorOf(ctx.caller) }
    const data = { ...about, outcome: 'owed' as const, amount: money(owed, currency) }
    await emitAll(ctx, [{ type: 'order.gift_cards_checked', data }])
  })

/**
 * What staff was told of the cards, newest first. Nothing where there is no more to be done: the bank has said something else
 * since, or this was followed before.
 */
async function readTold(
  ctx: Ctx,
  { orderId, disputeId, status }: Decided,
  saleId: string = orderId,
): Promise<queries.Checked[] | undefined> {
  const verdict = await queries.findVerdict(ctx, orderId, disputeId)
  if (verdict?.status !== status) return undefined
  const told = await queries.listChecked(ctx, saleId)
  return told.some(({ id, data }) => data.disputeId === disputeId && id > verdict.id) ? undefined : told
}

/** Other disputes that were won have told of some of it. */
const owedSince = (told: queries.Checked[], ended: queries.Checked): number =>
  sum(told.filter(({ id, data }) => id > ended.id && data.outcome === 'owed').map(({ data }) => data.amount.amount))

/** What the units have cost that were not refunded and of which there is no card any more. */
async function missingOf(ctx: Ctx, orderId: string, sale: queries.Sale): Promise<number> {
  const active = (await listSold(ctx, orderId)).filter(({ isActive }) => isActive)
  return sum(unitsOf(sale).map(({ paid }) => paid)) - sum(active.map(({ initialAmount }) => initialAmount))
}

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0)
