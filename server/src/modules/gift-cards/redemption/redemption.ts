import { actorOf, type Ctx } from '../../../ctx.ts'
import type { NewEvent } from '../../../events/emit.ts'
import { notFound } from '../../../kit/errors.ts'
import { toHolderFields } from '../../../kit/holder.ts'
import { newId } from '../../../kit/ids.ts'
import { formatMoney, money } from '../../../kit/money.ts'
import {
  balanceChangedEvents,
  giftCardError,
  INACTIVE_MESSAGES,
  isExpired,
  newEntry,
  writeOffCards,
} from '../ledger.ts'
import * as ledger from '../ledger-queries.ts'

/*
 * Payments with gift cards, inside the transaction of the checkout or order. All functions return events: pass them to
 * `emitAll` with your own, so that all are written in one statement.
 */

export interface Tender {
  giftCardId: string
  amount: number
  currency: string
}

/**
 * Debits all cards or throws; two statements for any number of cards. Idempotent per holder and amount; a holder that
 * restored everything may debit again. `isLocked`: an earlier statement of this transaction locked the cards, which
 * saves a statement.
 */
export async function debitCards(ctx: Ctx, holder: string, tenders: Tender[], isLocked = false): Promise<NewEvent[]> {
  if (tenders.length === 0) return []
  if (!isLocked) await lockTenderedCards(ctx, tenders)
  const rows = tenders.map(({ giftCardId, amount, currency }) => ({
    entry_id: newId('gce'),
    gift_card_id: giftCardId,
    amount: assertPositiveAmount(amount),
    currency,
  }))
  const results = await ledger.debitCards(ctx, holder, rows, actorOf(ctx.caller))
  const missing = tenders.find(({ giftCardId }) => !results.some((card) => card.giftCardId === giftCardId))
  if (missing) throw notFound('gift card', missing.giftCardId)
  for (const { last4, currency, outcome } of results) {
    const message = REJECTION_MESSAGES[outcome]?.(currency)
    if (message) throw giftCardError(last4, message)
  }
  // An accepted debit that changed no row means a concurrent change, which is impossible while the card is locked.
  const undebited = results.find(({ outcome, balance }) => outcome === 'debited' && balance === null)
  if (undebited) throw new Error(`The gift card ${undebited.giftCardId} was debited without a lock`)
  const debited = results.flatMap((card) =>
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

/** Identifies a refund: each reference is booked once per holder. */
export interface HolderReference {
  holder: string
  reference: string
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
): Promise<{ events: NewEvent[]; restored: ledger.LockedCard[] }> {
  if (amounts.length === 0) return { events: [], restored: [] }
  const locked = await lockTenderedCards(ctx, amounts)
  const ids = [...locked.keys()]
  const balances = new Map(
    (await ledger.listHolderBalances(ctx, holder, ids)).map((row) => [row.giftCardId as string, row]),
  )
  const pending = amounts.filter(({ giftCardId }) => !balances.get(giftCardId)?.references.includes(reference))
  for (const { giftCardId, amount } of pending) {
    const max = balances.get(giftCardId)?.amount ?? 0
    if (assertPositiveAmount(amount) > max) {
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
  const entries = restored.map((card) => ({ ...newEntry(card, 'restored', card.balance), holder, reference }))
  const changes = await ledger.postEntries(ctx, entries, actorOf(ctx.caller))
  return { events: [...events, ...balanceChangedEvents(changes, 'restored', holder, reference)], restored }
}

async function lockTenderedCards(ctx: Ctx, cards: { giftCardId: string }[]): Promise<Map<string, ledger.LockedCard>> {
  const ids = cards.map(({ giftCardId }) => giftCardId)
  const locked = new Map((await ledger.lockCards(ctx, ids)).map((card) => [card.id as string, card]))
  const missing = ids.find((id) => !locked.has(id))
  if (missing !== undefined) throw notFound('gift card', missing)
  if (locked.size < ids.length) throw new Error('A gift card appears twice: add up its amounts')
  return locked
}

function assertPositiveAmount(amount: number): number {
  if (!Number.isSafeInteger(amount) || amount <= 0) throw new RangeError(`${amount} is not a valid gift card amount`)
  return amount
}
