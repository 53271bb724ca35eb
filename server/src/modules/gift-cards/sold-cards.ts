import type { Ctx } from '../../ctx.ts'
import type { NewEvent } from '../../events/emit.ts'
import { AppError } from '../../kit/errors.ts'
import { deactivateGiftCard } from './ledger.ts'
import * as ledger from './ledger-queries.ts'
import * as queries from './queries.ts'
import { debitCards, restoreCards } from './redemption.ts'

/** The cards that an order has sold, whatever has become of them. */
export const listSoldCards = (ctx: Ctx, orderId: string): Promise<queries.SoldCard[]> =>
  queries.listSoldCards(ctx, orderId)

interface ReturnedItem {
  lineId: string
  /** Of how many units the buyer is to keep the cards. */
  left: number
}

/** Which cards would end, and what is on them: looked at, not held. */
export async function previewReturnedCards(
  ctx: Ctx,
  { orderId, isLast }: Omit<CardReservation, 'holder'>,
  items: ReturnedItem[],
): Promise<RemainingCard[]> {
  const soldCards = await queries.listSoldCards(ctx, orderId)
  const selected = new Set(selectReturnedCards(soldCards, items))
  return soldCards.filter((card) => selected.has(card) || (isLast && card.isActive)).map(toRemainingCard)
}

/**
 * Which cards go back with the money of these lines. One that was spent, if only in part, does not; nor does one that has ended
 * otherwise than by a refund, of which nobody knows what was on it, or what was given in its place.
 */
const selectReturnedCards = (soldCards: queries.SoldCard[], items: ReturnedItem[]): queries.SoldCard[] =>
  items.flatMap(({ lineId, left }) => {
    const issued = soldCards.filter((card) => card.lineId === lineId && !card.isTakenBack)
    const needed = Math.max(0, issued.length - left)
    const unspent = issued.filter(({ isActive, balance, initialAmount }) => isActive && balance >= initialAmount)
    if (unspent.length < needed) throw spentError(lineId, issued.length - unspent.length)
    return needed === 0 ? [] : unspent.slice(-needed)
  })

interface CardReservation {
  orderId: string
  holder: string
  /** All the money that is left of the order goes back: then nothing stays on any of its cards, however much was spent. */
  isLast: boolean
}

/**
 * Whoever has the money back must not have the card: it is emptied before any money moves, so that nobody spends it meanwhile.
 * Answers what is to be told.
 */
export async function reserveSoldCards(
  ctx: Ctx,
  { orderId, holder, isLast }: CardReservation,
  items: ReturnedItem[],
): Promise<NewEvent[]> {
  const soldCards = await lockSoldCards(ctx, orderId)
  const selected = new Set(selectReturnedCards(soldCards, items).map(({ id }) => id))
  const cards = soldCards.filter((card) => selected.has(card.id) || (isLast && hasBalance(card)))
  return debitCards(
    ctx,
    holder,
    cards.map(({ id, balance, currency }) => ({ giftCardId: id, amount: balance, currency })),
    true,
  )
}

export interface RemainingCard {
  id: queries.SoldCard['id']
  amount: number
  currency: string
}

/** Those of the cards that an order has sold with which somebody could still pay, and how much. */
export const listRemainingCards = async (ctx: Ctx, orderId: string): Promise<RemainingCard[]> =>
  (await queries.listSoldCards(ctx, orderId)).filter(hasBalance).map(toRemainingCard)

const hasBalance = ({ isActive, balance }: queries.SoldCard): boolean => isActive && balance > 0

const toRemainingCard = ({ id, balance, currency }: queries.SoldCard): RemainingCard => ({
  id,
  amount: balance,
  currency,
})

/**
 * The buyer has all the money back: nobody pays with the cards any more. An empty one ends too, since what was bought with it
 * may yet be canceled, which would fill it again. Answers which they were, and what was left on them. `spares`: where nobody of
 * the shop has decided it, one on which the shop itself has put more is left for somebody to look at.
 */
export async function deactivateSoldCards(
  ctx: Ctx,
  orderId: string,
  except: 'none' | 'topped up',
): Promise<{ ended: RemainingCard[]; spared: RemainingCard[] }> {
  const active = (await lockSoldCards(ctx, orderId)).filter(({ isActive }) => isActive)
  const isExcepted = (card: queries.SoldCard) => except === 'topped up' && card.isToppedUp && hasBalance(card)
  const ending = active.filter((card) => !isExcepted(card))
  for (const { id } of ending) await deactivateGiftCard(ctx, id)
  return { ended: ending.map(toRemainingCard), spared: active.filter(isExcepted).map(toRemainingCard) }
}

/**
 * Nobody moves any of their money until the transaction ends, whatever was on them before. What they are is read once, and only
 * when all are held: two looks could tell of different moments, and a card be left out of which the money goes back.
 */
async function lockSoldCards(ctx: Ctx, orderId: string): Promise<queries.SoldCard[]> {
  const ids = (await queries.listSoldCards(ctx, orderId)).map(({ id }) => id)
  if (ids.length === 0) return []
  await ledger.lockCards(ctx, ids)
  return queries.listSoldCards(ctx, orderId)
}

const spentError = (lineId: string, count: number) =>
  new AppError(
    'gift_card_refused',
    'A gift card that was bought with this order has been spent, or has ended: it can’t be refunded.',
    {
      details: [
        {
          path: '/lines',
          message: `of ${lineId} ${count} are spent, at least in part, or have ended: refund fewer, or an amount`,
        },
      ],
    },
  )

/** The money went back: then the cards are over for good. It did not: then they are as they were. */
export async function settleReservedCards(
  ctx: Ctx,
  { orderId, holder }: Omit<CardReservation, 'isLast'>,
  isRefunded: boolean,
): Promise<{ events: NewEvent[]; ended: RemainingCard[] }> {
  // All of them, in their order, since more may end than this one has taken.
  await lockSoldCards(ctx, orderId)
  const debits = await ledger.listHolderDebits(ctx, holder)
  const events = await restoreCards(ctx, { holder, reference: holder }, debits)
  if (!isRefunded) return { events, ended: [] }
  const ended: RemainingCard[] = []
  for (const { giftCardId, amount } of debits) {
    const { id, balance } = await deactivateGiftCard(ctx, giftCardId)
    ended.push({ id, amount, currency: balance.currency })
  }
  return { events, ended }
}
