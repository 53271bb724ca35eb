import type { Ctx } from '../../../ctx.ts'
import type { NewEvent } from '../../../events/emit.ts'
import { AppError } from '../../../kit/errors.ts'
import { debit, listHolderBalances } from '../../ledger/ledger.ts'
import { deactivateGiftCard } from '../balances.ts'
import * as queries from '../queries.ts'
import { cardDebitEvents, restoreCards, toCardDebit } from '../redemption/redemption.ts'

/** All cards sold by an order, in any status. */
export const listSoldCards = (ctx: Ctx, orderId: string): Promise<queries.SoldCard[]> =>
  queries.listSoldCards(ctx, orderId)

interface ReturnedItem {
  itemId: string
  /** Number of units whose cards the buyer keeps. */
  left: number
}

/** Cards a refund would deactivate, with their balances. Takes no lock. */
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
 * Cards taken back with a refund of these items. Excludes cards spent even in part, and cards that ended other than by
 * a refund: their balance, or what replaced them, is unknown.
 */
const selectReturnedCards = (soldCards: queries.SoldCard[], items: ReturnedItem[]): queries.SoldCard[] =>
  items.flatMap(({ itemId, left }) => {
    const issued = soldCards.filter((card) => card.itemId === itemId && !card.isTakenBack)
    const needed = Math.max(0, issued.length - left)
    const unspent = issued.filter(({ isActive, balance, initialAmount }) => isActive && balance >= initialAmount)
    if (unspent.length < needed) throw spentError(itemId, issued.length - unspent.length)
    return needed === 0 ? [] : unspent.slice(-needed)
  })

interface CardReservation {
  orderId: string
  holder: string
  /** The refund returns all that remains of the payment, so every card is emptied, however much was spent. */
  isLast: boolean
}

/**
 * Empties the cards before the refund moves any money, so that nobody is refunded and also spends the card. Returns the
 * events to emit.
 */
export async function reserveSoldCards(
  ctx: Ctx,
  { orderId, holder, isLast }: CardReservation,
  items: ReturnedItem[],
): Promise<NewEvent[]> {
  const soldCards = await lockSoldCards(ctx, orderId)
  const selected = new Set(selectReturnedCards(soldCards, items).map(({ id }) => id))
  const cards = soldCards.filter((card) => selected.has(card.id) || (isLast && hasBalance(card)))
  const debits = cards.map(({ id, balance, currency }) => toCardDebit({ giftCardId: id, amount: balance, currency }))
  return cardDebitEvents(holder, debits, await debit(ctx, holder, debits))
}

export interface RemainingCard {
  id: queries.SoldCard['id']
  amount: number
  currency: string
}

/** Active cards of an order with a balance. */
export const listRemainingCards = async (ctx: Ctx, orderId: string): Promise<RemainingCard[]> =>
  (await queries.listSoldCards(ctx, orderId)).filter(hasBalance).map(toRemainingCard)

const hasBalance = ({ isActive, balance }: queries.SoldCard): boolean => isActive && balance > 0

const toRemainingCard = ({ id, balance, currency }: queries.SoldCard): RemainingCard => ({
  id,
  amount: balance,
  currency,
})

/**
 * Deactivates the cards of a fully refunded order and returns their balances. Empty cards too: canceling an order they
 * paid for would restore their balance. `except`: without a decision by staff, cards the shop topped up are left for
 * review.
 */
export async function deactivateSoldCards(
  ctx: Ctx,
  orderId: string,
  except: 'none' | 'topped up',
): Promise<{ deactivated: RemainingCard[]; kept: RemainingCard[] }> {
  const active = (await lockSoldCards(ctx, orderId)).filter(({ isActive }) => isActive)
  const isExcepted = (card: queries.SoldCard) => except === 'topped up' && card.isToppedUp && hasBalance(card)
  const deactivated = active.filter((card) => !isExcepted(card))
  for (const { id } of deactivated) await deactivateGiftCard(ctx, id)
  return { deactivated: deactivated.map(toRemainingCard), kept: active.filter(isExcepted).map(toRemainingCard) }
}

/**
 * Locks all cards of the order until the transaction ends. Reads them only after locking: an earlier read could miss a
 * balance, and a card would survive its refund.
 */
async function lockSoldCards(ctx: Ctx, orderId: string): Promise<queries.SoldCard[]> {
  const ids = (await queries.listSoldCards(ctx, orderId)).map(({ id }) => id)
  if (ids.length === 0) return []
  await queries.lockCards(ctx, ids)
  return queries.listSoldCards(ctx, orderId)
}

const spentError = (itemId: string, count: number) =>
  new AppError(
    'gift_card_rejected',
    'A gift card bought with this order was used or has ended, so it can’t be refunded.',
    {
      details: [
        {
          path: '/items',
          message: `${count} of the gift cards were used, at least in part, or have ended: refund fewer, or an amount`,
          itemId,
          count,
        },
      ],
    },
  )

/** Deactivates the cards if the refund succeeded; otherwise restores their balance. */
export async function settleReservedCards(
  ctx: Ctx,
  { orderId, holder }: Omit<CardReservation, 'isLast'>,
  isRefunded: boolean,
): Promise<{ events: NewEvent[]; deactivated: RemainingCard[] }> {
  // Locks all cards of the order in id order, because more may end than this refund reserved.
  await lockSoldCards(ctx, orderId)
  const debits = (await listHolderBalances(ctx, holder)).flatMap(({ accountId, amount }) =>
    amount > 0 ? [{ giftCardId: accountId, amount }] : [],
  )
  const events = await restoreCards(ctx, { holder, reference: holder }, debits)
  if (!isRefunded) return { events, deactivated: [] }
  const deactivated: RemainingCard[] = []
  for (const { giftCardId, amount } of debits) {
    const { id, balance } = await deactivateGiftCard(ctx, giftCardId)
    deactivated.push({ id, amount, currency: balance.currency })
  }
  return { events, deactivated }
}
