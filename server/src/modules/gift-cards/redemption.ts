import { actorOf, type Ctx } from '../../ctx.ts'
import type { NewEvent } from '../../events/emit.ts'
import { notFound } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { bookOut } from './expiry.ts'
import { balanceNews, DEAD, hasEnded, moveOf, refused } from './ledger.ts'
import * as queries from './ledger-queries.ts'

/*
 * Paying with gift cards, inside the transaction of the checkout or order that pays. All functions answer what is to be
 * told: give it to `emitAll` with your own events, which is one statement for all of them.
 */

export interface Tender {
  giftCardId: string
  amount: number
  currency: string
}

/**
 * Takes from all cards or throws, two statements for any number. A holder that has taken just this from a card takes nothing
 * again; one that has given all of it back may take anew. `isHeld`: the caller's transaction holds the cards since an earlier
 * statement, which is one less.
 */
export async function debitCards(ctx: Ctx, holder: string, wanted: Tender[], isHeld = false): Promise<NewEvent[]> {
  if (wanted.length === 0) return []
  if (!isHeld) await holdAll(ctx, wanted)
  const rows = wanted.map(({ giftCardId, amount, currency }) => ({
    entry_id: newId('gce'),
    gift_card_id: giftCardId,
    amount: refuseNothing(amount),
    currency,
  }))
  const judged = await queries.debit(ctx, holder, rows, actorOf(ctx.caller))
  const missing = wanted.find(({ giftCardId }) => !judged.some((card) => card.giftCardId === giftCardId))
  if (missing) throw notFound('gift card', missing.giftCardId)
  for (const { last4, currency, verdict } of judged) {
    const why = WHY[verdict]?.(currency)
    if (why) throw refused(last4, why)
  }
  // Judged well and not taken: somebody was faster, which can't be while it is held.
  const missed = judged.find(({ verdict, balance }) => verdict === 'taken' && balance === null)
  if (missed) throw new Error(`The gift card ${missed.giftCardId} was debited without being held`)
  const taken = judged.flatMap((card) =>
    card.balance === null ? [] : { ...card, amount: -card.amount, balance: card.balance },
  )
  return balanceNews(taken, 'debited', holder)
}

const WHY: Record<string, (currency: string) => string> = {
  balance: () => 'does not have that much on it: ask for its balance and take less',
  currency: (currency) => `is in ${currency}: it can only pay in its own currency`,
  deactivated: () => DEAD.deactivated,
  expired: () => DEAD.expired,
  'held otherwise': () => 'was debited by the same holder with another amount: restore that first',
}

/** Which refund of which holder: the same one is booked once, however often it is asked for. */
export interface Refund {
  holder: string
  reference: string
}

/**
 * Gives back to the cards, never more than the holder has taken from each. On a card that has ended it is booked as well: the
 * shop owes it, so it stays outstanding, though it can't be spent, until somebody deactivates the card (docs/gift-cards.md).
 */
export const restoreCards = async (ctx: Ctx, refund: Refund, wanted: Back[]): Promise<NewEvent[]> =>
  (await giveBack(ctx, refund, wanted)).told

/**
 * Gives back what was held and has bought nothing. A card that has ended would have lost it with the rest, so it is booked out
 * again; not what a refund has put on it, which is owed.
 */
export async function releaseCards(ctx: Ctx, release: Refund, wanted: Back[]): Promise<NewEvent[]> {
  const { told, restored } = await giveBack(ctx, release, wanted)
  const ended = restored.filter((card) => card.status !== 'active' || hasEnded(ctx, card))
  return [...told, ...(await bookOut(ctx, ended))]
}

type Back = Omit<Tender, 'currency'>

/** `restored`: the cards as they were held before, but with what each was given as its balance. */
async function giveBack(
  ctx: Ctx,
  { holder, reference }: Refund,
  wanted: Back[],
): Promise<{ told: NewEvent[]; restored: queries.HeldCard[] }> {
  if (wanted.length === 0) return { told: [], restored: [] }
  const held = await holdAll(ctx, wanted)
  const ids = [...held.keys()]
  const standing = new Map((await queries.readStanding(ctx, holder, ids)).map((row) => [row.giftCardId as string, row]))
  const fresh = wanted.filter(({ giftCardId }) => !standing.get(giftCardId)?.references.includes(reference))
  for (const { giftCardId, amount } of fresh) {
    const most = standing.get(giftCardId)?.amount ?? 0
    if (refuseNothing(amount) > most) {
      throw refused(held.get(giftCardId)?.last4 ?? '', `can be given back ${most} at most by ${holder}`)
    }
  }
  if (fresh.length === 0) return { told: [], restored: [] }
  // What was left when it ended is gone; what comes back now is not.
  const ended = [...held.values()].filter((card) => card.status === 'active' && hasEnded(ctx, card))
  const told = await bookOut(ctx, ended)
  const restored = fresh.flatMap(({ giftCardId, amount }) => {
    const card = held.get(giftCardId)
    return card ? { ...card, balance: amount } : []
  })
  const moves = restored.map((card) => ({ ...moveOf(card, 'restored', card.balance), holder, reference }))
  const moved = await queries.writeMoves(ctx, moves, actorOf(ctx.caller))
  return { told: [...told, ...balanceNews(moved, 'restored', holder)], restored }
}

async function holdAll(ctx: Ctx, wanted: { giftCardId: string }[]): Promise<Map<string, queries.HeldCard>> {
  const ids = wanted.map(({ giftCardId }) => giftCardId)
  const held = new Map((await queries.lockCards(ctx, ids)).map((card) => [card.id as string, card]))
  const missing = ids.find((id) => !held.has(id))
  if (missing !== undefined) throw notFound('gift card', missing)
  if (held.size < ids.length) throw new Error('A gift card is named twice: add the amounts up')
  return held
}

function refuseNothing(amount: number): number {
  if (!Number.isSafeInteger(amount) || amount <= 0)
    throw new RangeError(`${amount} can't be moved to or from a gift card`)
  return amount
}
