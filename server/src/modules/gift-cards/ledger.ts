import { actorOf, type Ctx, transaction } from '../../ctx.ts'
import { keyset, type Page, toPage } from '../../db/page.ts'
import { emit, type NewEvent } from '../../events/emit.ts'
import { AppError, invalidRequest, notFound } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { money } from '../../kit/money.ts'
import { toPlainText } from '../../kit/money-text.ts'
import { createValue } from '../audit/value-creation.ts'
import { getGiftCard } from './gift-cards.ts'
import * as queries from './ledger-queries.ts'
import { type EntriesQuery, type Entry, type GiftCard, type Liability, MAX_BALANCE, type NewCredit } from './schemas.ts'

/** Why a card can't be used: what is told to whoever wanted to. */
export const refused = (last4: string, why: string, path?: string): AppError =>
  new AppError('gift_card_refused', `The gift card ending in ${last4} ${why}.`, {
    ...(path !== undefined && { details: [{ path, message: why }] }),
  })

/** More money on a card that is still good: goodwill, or what was sold at the till. */
export function creditGiftCard(ctx: Ctx, id: string, { amount, reason }: NewCredit): Promise<GiftCard> {
  return transaction(ctx, async (ctx) => {
    const card = await holdCard(ctx, id)
    if (card.status !== 'active') throw refused(card.last4, DEAD[card.status])
    if (hasEnded(ctx, card)) throw refused(card.last4, DEAD.expired)
    if (card.currency !== amount.currency) throw refused(card.last4, `is in ${card.currency}`, '/amount/currency')
    if (card.balance + amount.amount > MAX_BALANCE) {
      const [most, held] = [MAX_BALANCE, card.balance].map((amount) => toPlainText(money(amount, card.currency)))
      throw refused(card.last4, `can hold ${most} at most and holds ${held}`, '/amount/amount')
    }
    const details = { giftCardId: id, amount: toPlainText(amount), reason }
    await createValue(ctx, 'gift_card.credited', `…${card.last4}`, details)
    const move = { ...moveOf(card, 'credited', amount.amount), reason }
    const moved = await queries.writeMoves(ctx, [move], actorOf(ctx.caller))
    for (const { type, data } of balanceNews(moved, 'credited', null)) await emit(ctx, type, data)
    return getGiftCard(ctx, id)
  })
}

/** For good. What is left is booked out; harmless when repeated, and then books out what was restored since. */
export function deactivateGiftCard(ctx: Ctx, id: string): Promise<GiftCard> {
  return transaction(ctx, async (ctx) => {
    const card = await holdCard(ctx, id)
    if (card.status === 'deactivated' && card.balance === 0) return getGiftCard(ctx, id)
    await queries.writeMoves(ctx, [moveOf(card, 'deactivated', -card.balance)], actorOf(ctx.caller))
    const bookedOut = money(card.balance, card.currency)
    await emit(ctx, 'gift_card.deactivated', { giftCardId: card.id, bookedOut })
    return getGiftCard(ctx, id)
  })
}

export async function listEntries(ctx: Ctx, id: string, query: EntriesQuery): Promise<Page<Entry>> {
  await getGiftCard(ctx, id)
  const page = keyset(query)
  return toPage(await queries.listEntries(ctx, page, id), page)
}

export async function getLiability(ctx: Ctx, asked: string | undefined): Promise<Liability> {
  const moment = asked === undefined ? ctx.now : new Date(asked)
  if (moment > ctx.now) {
    throw invalidRequest('Nobody knows yet what will be owed then.', [
      { path: '/at', message: 'must not be in the future; leave it out for now' },
    ])
  }
  const at = moment.toISOString()
  return { at, data: await queries.readLiability(ctx, at) }
}

export const DEAD = { deactivated: 'is deactivated: use another one', expired: 'has expired: use another one' } as const

export const hasEnded = (ctx: Ctx, { expiresAt }: queries.HeldCard): boolean =>
  expiresAt !== null && Date.parse(expiresAt) <= ctx.now.getTime()

/** Made when the card is held already: so the ids of its entries follow each other as its balances do. */
export const moveOf = (card: queries.HeldCard, kind: queries.MoveRow['kind'], amount: number): queries.MoveRow => ({
  entry_id: newId('gce'),
  gift_card_id: card.id,
  kind,
  amount,
})

type BalanceChanged = Extract<NewEvent, { type: 'gift_card.balance_changed' }>

export const balanceNews = (
  moved: queries.Moved[],
  kind: BalanceChanged['data']['kind'],
  holder: string | null,
): BalanceChanged[] =>
  moved.map(({ giftCardId, currency, amount, balance }) => ({
    type: 'gift_card.balance_changed',
    data: { giftCardId, kind, change: money(amount, currency), balance: money(balance, currency), holder },
  }))

async function holdCard(ctx: Ctx, id: string): Promise<queries.HeldCard> {
  const [card] = await queries.lockCards(ctx, [id])
  if (!card) throw notFound('gift card', id)
  return card
}
