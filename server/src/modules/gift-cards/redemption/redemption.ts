import type { Ctx } from '../../../ctx.ts'
import type { NewEvent } from '../../../events/emit.ts'
import { notFound } from '../../../kit/errors.ts'
import { toHolderFields } from '../../../kit/holder.ts'
import { formatMoney, money } from '../../../kit/money.ts'
import {
  assertPositive,
  type Debit,
  type DebitResult,
  debit,
  type HolderReference,
  listHolderBalances,
  post,
} from '../../ledger/ledger.ts'
import {
  balanceChangedEvents,
  giftCardError,
  INACTIVE_MESSAGES,
  isExpired,
  toPosting,
  writeOffCards,
} from '../balances.ts'
import { type LockedCard, lockCards } from '../queries.ts'

/*
 * Payments with gift cards, inside the transaction of the checkout or order. All functions return events: pass them to
 * `emitAll` with your own, so that all are written in one statement.
 */

export interface Tender {
  giftCardId: string
  amount: number
  currency: string
}

/** Locks and debits all cards, or throws. A transaction that holds the locks calls `debit` itself. */
export async function debitCards(ctx: Ctx, holder: string, tenders: Tender[]): Promise<NewEvent[]> {
  if (tenders.length === 0) return []
  await lockTenderedCards(ctx, tenders)
  const debits = tenders.map(toCardDebit)
  return cardDebitEvents(holder, debits, await debit(ctx, holder, debits))
}

export const toCardDebit = ({ giftCardId, amount, currency }: Tender): Debit => ({
  accountType: 'gift_card',
  accountId: giftCardId,
  unit: currency,
  amount,
})

/** Throws unless all cards were debited. */
export function cardDebitEvents(holder: string, debits: Debit[], results: DebitResult[]): NewEvent[] {
  const cards = results.filter(({ accountType }) => accountType === 'gift_card')
  const missing = debits.find(
    ({ accountType, accountId }) => accountType === 'gift_card' && !cards.some((card) => card.accountId === accountId),
  )
  if (missing) throw notFound('gift card', missing.accountId)
  for (const { last4, unit, outcome } of cards) {
    const message = REJECTION_MESSAGES[outcome]?.(unit)
    if (message) throw giftCardError(last4 ?? '', message)
  }
  const debited = cards.flatMap((card) =>
    card.balance === null ? [] : { ...card, amount: -card.amount, balance: card.balance },
  )
  return balanceChangedEvents(debited, 'debited', holder)
}

const REJECTION_MESSAGES: Record<string, (currency: string) => string> = {
  insufficient_balance: () => 'does not have enough balance. Check its balance and use a smaller amount',
  currency_mismatch: (currency) => `is in ${currency} and can only pay in that currency`,
  deactivated: () => INACTIVE_MESSAGES.deactivated,
  expired: () => INACTIVE_MESSAGES.expired,
  conflicting_debit: () => 'was already debited by this order for another amount. Restore that first',
}

/**
 * Restores at most what the holder debited from each card. On an ended card it is a liability that nobody can spend
 * until the card is deactivated again (docs/gift-cards.md).
 */
export const restoreCards = async (ctx: Ctx, refund: HolderReference, amounts: CardAmount[]): Promise<NewEvent[]> =>
  (await restoreBalances(ctx, refund, amounts)).events

/**
 * Releases a hold that paid for nothing. On an ended card the amount is written off, as it would have been without the
 * hold; what a refund restored is owed and stays.
 */
export async function releaseCards(ctx: Ctx, release: HolderReference, amounts: CardAmount[]): Promise<NewEvent[]> {
  const { events, restored } = await restoreBalances(ctx, release, amounts)
  const expired = restored.filter((card) => card.status !== 'active' || isExpired(ctx, card))
  return [...events, ...(await writeOffCards(ctx, expired))]
}

type CardAmount = Omit<Tender, 'currency'>

/** `restored`: the locked cards, with the restored amount as their balance. */
async function restoreBalances(
  ctx: Ctx,
  { holder, reference }: HolderReference,
  amounts: CardAmount[],
): Promise<{ events: NewEvent[]; restored: LockedCard[] }> {
  if (amounts.length === 0) return { events: [], restored: [] }
  const locked = await lockTenderedCards(ctx, amounts)
  const balances = new Map((await listHolderBalances(ctx, holder)).map((row) => [row.accountId, row]))
  const pending = amounts.filter(({ giftCardId }) => !balances.get(giftCardId)?.references.includes(reference))
  for (const { giftCardId, amount } of pending) {
    const max = balances.get(giftCardId)?.amount ?? 0
    if (assertPositive(amount) > max) {
      const card = locked.get(giftCardId)
      const refundable = money(max, card?.currency ?? '')
      throw giftCardError(card?.last4 ?? '', `can be restored by at most ${formatMoney(refundable)}`, {
        giftCardId,
        ...toHolderFields(holder, reference),
        refundable: { ...refundable },
      })
    }
  }
  if (pending.length === 0) return { events: [], restored: [] }
  // The balance left at expiry is written off, but the amount restored now is kept.
  const expired = [...locked.values()].filter((card) => card.status === 'active' && isExpired(ctx, card))
  const events = await writeOffCards(ctx, expired)
  const restored = pending.flatMap(({ giftCardId, amount }) => {
    const card = locked.get(giftCardId)
    return card ? { ...card, balance: amount } : []
  })
  const postings = restored.map((card) => ({ ...toPosting(card, 'restored', card.balance), holder, reference }))
  const changes = await post(ctx, postings)
  return { events: [...events, ...balanceChangedEvents(changes, 'restored', holder, reference)], restored }
}

async function lockTenderedCards(ctx: Ctx, cards: { giftCardId: string }[]): Promise<Map<string, LockedCard>> {
  const ids = cards.map(({ giftCardId }) => giftCardId)
  const locked = new Map((await lockCards(ctx, ids)).map((card) => [card.id as string, card]))
  const missing = ids.find((id) => !locked.has(id))
  if (missing !== undefined) throw notFound('gift card', missing)
  if (locked.size < ids.length) throw new Error('A gift card appears twice: add up its amounts')
  return locked
}
